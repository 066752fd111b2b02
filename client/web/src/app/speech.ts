/** Keys that answer: what a screen reader's user asks the table. Texts come from the view alone. */
import { passesBySeat, tileName } from '../game/branches';
import { naming } from '../game/called';
import { readChoices } from '../game/choices';
import { type Moment, seatToMove } from '../game/events';
import type { Session } from '../session/session';
import { toldToTable } from '../table/takeback';
import { t } from '../words';
import type { KeyCommand } from './keys';
import { momentOf } from './moments';
import { announce, lastEvents } from './speaking';

const LAST = 3;
/** No glance at the table answers it: there it is written, too. */
const WRITTEN = 'page.keys.passes';

/** In the order in which they are listed. */
const ANSWERS: readonly (readonly [string, string, (now: Moment) => readonly string[]])[] = [
  ['t', 'page.keys.hand', hand],
  ['e', 'page.keys.ends', ends],
  ['f', 'page.keys.fits', fits],
  ['w', 'page.keys.turn', turn],
  ['n', 'page.keys.left', left],
  ['k', 'page.keys.passes', passes],
  ['c', 'page.keys.score', score],
  ['l', 'page.keys.last', last],
];

export function speechKeys(session: Session): KeyCommand[] {
  return ANSWERS.map(([key, text, answer]) => ({
    key,
    text,
    when: () => momentOf(session) !== null,
    overSheets: true,
    run: () => {
      const now = momentOf(session);
      if (!now) return;
      const said = answer(now).join(' ');
      announce(said, { urgent: true });
      if (text === WRITTEN) toldToTable.value = { text: said, spoken: true };
    },
  }));
}

function hand({ view }: Moment): readonly string[] {
  const tiles = view.you?.hand;
  if (!tiles) return [t('page.spoken.no_hand')];
  return [t('page.spoken.hand', { tiles: tiles.map(tileName), count: tiles.length })];
}

function ends({ room, view }: Moment): readonly string[] {
  const { ends, opened } = view.table;
  if (ends.length === 0) return [t('page.spoken.no_ends')];
  return room.seats.map(({ seat }, at) => {
    const place = opened.indexOf(seat);
    const end = ends[at] ?? 0;
    return place < 0
      ? t('page.spoken.end', naming(room, { seat, end }))
      : t('page.spoken.end_open', naming(room, { seat, end, order: t(`ui.order.${place + 1}`) }));
  });
}

function fits(now: Moment): readonly string[] {
  const { you } = now.view;
  if (!you || you.legal.length === 0) return [t('page.spoken.not_now')];
  if (!readChoices(you).mustPass)
    return [t('page.spoken.fits', naming(now.room, { moves: you.legal }))];
  return you.fits.length > 0 ? [t('pass.forced', { fits: you.fits })] : [t('hint.must_pass')];
}

function turn(now: Moment): readonly string[] {
  const mine = seatToMove(now);
  const { to_move: seat } = now.view.table;
  if (mine) return [t('event.your_turn', naming(now.room, { seat: mine }))];
  return [seat ? t('event.to_move', naming(now.room, { seat })) : t('page.spoken.nobody_moves')];
}

function left({ room, view }: Moment): readonly string[] {
  const { left } = view.table;
  if (left.length === 0) return [t('page.spoken.no_hand')];
  return room.seats.map(({ seat }, at) =>
    t('event.tiles_left', naming(room, { seat, count: left[at] ?? 0 })),
  );
}

function passes({ room, view }: Moment): readonly string[] {
  const seats = room.seats.map(({ seat }) => seat);
  const told = [...passesBySeat(view.table.moves, seats)].flatMap(([seat, all]) => {
    const values = [...new Set(all.flatMap((pass) => pass.values))].sort();
    return values.length > 0 ? [t('page.spoken.passed', naming(room, { seat, values }))] : [];
  });
  return told.length > 0 ? told : [t('page.spoken.no_passes')];
}

function score({ room }: Moment): readonly string[] {
  if (room.scores.length === 0) return [t('ui.records.none')];
  const target = Number(room.rules.target ?? 100);
  return room.seats.map(({ seat }, at) =>
    t('result.score', naming(room, { seat, points: room.scores[at] ?? 0, target })),
  );
}

function last(): readonly string[] {
  const events = lastEvents.peek().slice(-LAST);
  return events.length > 0 ? events : [t('page.spoken.nothing')];
}
