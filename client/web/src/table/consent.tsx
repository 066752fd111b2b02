import { readMove, tileName } from '../game/branches';
import { called } from '../game/called';
import { personName } from '../game/seating';
import { Button, unbroken } from '../ui';
import { t } from '../words';
import { type Desk, useDesk } from './desk';
import { answerTakeback } from './takeback';
import './card.css';

/** What an undo would take back, as far as the server says it; a tile of the asker's is `own`. */
function takenBack({ table, room }: Desk, own: string): string[] {
  const { moves, by_computer, proposal } = table.value;
  const by = proposal?.by;
  const from = proposal?.to ?? moves.length;
  return moves.slice(from).map((text, at) => {
    const { seat, tile } = readMove(text);
    const isComputers = by_computer.includes(from + at);
    const person = called(room.value, seat);
    const name = isComputers ? t('ui.computer_for', { name: person }) : person;
    const isTheirs =
      !isComputers && room.value.seats.some((one) => one.seat === seat && one.person === by);
    if (tile && isTheirs) return t(own, { tile: tileName(tile) });
    return tile ? t('ui.play_by', { tile: tileName(tile), name }) : t('ui.pass_by', { name });
  });
}

/** Somebody asks to take back: beside the table, covering neither tiles nor Confirm. */
export function Consent() {
  const desk = useDesk();
  const proposal = desk.table.value.proposal;
  if (!proposal) return null;
  const { by, what, waiting } = proposal;
  const me = desk.me.value;
  const name = (person: number) => personName(desk.room.value, person) ?? '';
  const names = waiting.map(name);
  const asked = me !== null && waiting.includes(me);
  const mine = by === me;
  const moves = takenBack(desk, mine ? 'ui.play_yours' : 'ui.play_theirs');
  const known = moves.length > 0;
  const text = mine
    ? t(known ? 'ui.asked_back' : `ui.proposed.${what}`, { moves })
    : t(known ? 'ui.asks_back' : `event.proposal.${what}`, { name: name(by), moves });
  return (
    <section class="card" aria-label={t('page.table.question')}>
      <p class="card-text">
        {unbroken(text)} {!asked && names.length > 0 && t('ui.proposal.others', { names })}
      </p>
      <div class="card-row">
        {asked && (
          <>
            <Button onClick={() => void answerTakeback(desk.session, 'no')}>
              {t('page.table.no')}
            </Button>
            <Button kind="main" onClick={() => void answerTakeback(desk.session, 'yes')}>
              {t('page.table.yes')}
            </Button>
          </>
        )}
        {mine && (
          <Button onClick={() => void answerTakeback(desk.session, 'withdraw')}>
            {t('page.table.withdraw')}
          </Button>
        )}
      </div>
    </section>
  );
}
