import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { openSheet } from '../app/sheets';
import { lastMoveOf } from '../game/branches';
import { naming } from '../game/called';
import { isOnlyMine } from '../game/seating';
import { InlineLink } from '../ui';
import { t } from '../words';
import { type Desk, useDesk } from './desk';
import { Icon } from './shapes';
import './card.css';

/** The hand whose end needs to be told no more, as its match and number. */
const read = signal('');

/** Whoever goes on has seen how the hand ended. */
export function readEnd({ room }: Desk): void {
  const { match, hands } = room.value;
  read.value = `${match} ${hands.length}`;
}

/**
 * How the hand before this one ended, where somebody else has dealt the next: whoever still read
 * finds it here, until they play themselves.
 */
export function LastHand() {
  const desk = useDesk();
  const { match, hands } = desk.room.value;
  const { hand, phase } = desk.table.value;
  const number = hands.length;
  const result = hands[number - 1]?.result;
  const goesOn = playsOn(desk);
  useEffect(() => {
    if (goesOn) readEnd(desk);
  }, [goesOn, desk]);
  if (!result || phase !== 'playing' || hand !== number + 1) return null;
  if (goesOn || read.value === `${match} ${number}`) return null;
  const { winner, points } = result;
  const text = !winner
    ? t('page.table.ended.nobody', { number })
    : isOnlyMine(desk.room.value, desk.me.value, winner)
      ? t('page.table.ended.mine', { number, points })
      : t('page.table.ended.won', naming(desk.room.value, { number, winner, points }));
  return (
    <section class="card" aria-label={text}>
      <p class="card-text">
        {text}{' '}
        <InlineLink onClick={() => openSheet({ name: 'score', hand: number })}>
          {t('page.table.ended.see')}
        </InlineLink>
      </p>
      <button
        type="button"
        class="card-close"
        aria-label={t('page.ui.close')}
        onClick={() => readEnd(desk)}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}

/** I have made a move in this hand; for an onlooker, everybody may have. */
function playsOn({ mine, table, room }: Desk): boolean {
  if (mine.value.length === 0) return table.value.moves.length >= room.value.seats.length;
  return mine.value.some((seat) => lastMoveOf(table.value, seat) >= 0);
}
