/** Happenings in words: in sentences, or as short as can be. */
import { tileName } from '../game/branches';
import { called, naming } from '../game/called';
import { readChoices } from '../game/choices';
import { endingSaid } from '../game/ending';
import { type Happening, type Moment, seatToMove } from '../game/events';
import { isOnlyMine } from '../game/seating';
import type { Said } from '../protocol/messages';
import { words } from '../sheets/talk/line';
import { type Facts, t } from '../words';

export interface Manner {
  /** Full sentences, or the shortest words that say it. */
  readonly long: boolean;
  /** Whether somebody's lines are to be heard. */
  readonly hears: (line: Said) => boolean;
}

/** Sentences about one happening; none for what another happening says as well. */
export function told(event: Happening, now: Moment, { long, hears }: Manner): string[] {
  const named = (facts: Facts): Facts => naming(now.room, facts);
  const say = (name: string, facts: Facts): string[] => [
    t(long ? `event.${name}` : `page.short.${name}`, named(facts)),
  ];
  const whose = ({ byComputer }: { byComputer: boolean }): string[] =>
    byComputer && long ? [t('event.by_computer')] : [];
  switch (event.kind) {
    case 'starting':
      return [t('ui.starting')];
    case 'start_aborted':
      return [t('event.start_aborted', named({ seat: event.seat }))];
    case 'computer_sits':
      return [t('event.computer_sits', { name: called(now.room, event.seat), seat: event.seat })];
    case 'under_way': {
      const isOthers = event.to_move !== null && seatToMove(now) === null;
      return [
        t('ui.under_way', { hand: event.hand }),
        ...(isOthers ? [t('event.to_move', named({ seat: event.to_move }))] : []),
      ];
    }
    case 'dealt':
      return [
        t('event.dealt', { hand: event.hand }),
        ...(event.redeals > 0 ? [t('event.dealt_again', { count: event.redeals })] : []),
      ];
    case 'opening':
      return [...say('opens', { seat: event.seat, tile: tileName(event.tile) }), ...whose(event)];
    case 'play': {
      const { seat, branch, closes } = event;
      const tile = tileName(event.tile);
      const played = seat === branch ? 'plays_own' : 'plays';
      const closing = closes ? say('closes', { seat }) : [];
      return [...say(played, { seat, tile, branch }), ...whose(event), ...closing];
    }
    case 'pass':
      return [
        ...say(event.again ? 'passes_again' : 'passes', { seat: event.seat }),
        ...whose(event),
      ];
    case 'undone':
    case 'redone':
    case 'restarted':
    case 'locked':
    case 'unlocked':
    case 'watching':
    case 'no_watching':
    case 'new_code':
      return [t(`event.${event.kind}`)];
    case 'hand_over':
      return [handOver(event.result, now)];
    case 'match_over':
      return [matchOver(event, now)];
    case 'your_turn':
      return yourTurn(event, now, long);
    case 'host':
      return [event.person === now.person ? t('ui.host') : t('event.host', { name: event.name })];
    case 'joined':
    case 'left':
    case 'away':
    case 'back':
    case 'minded':
    case 'read':
    case 'carried_on':
      return [t(`event.${event.kind}`, { name: event.name })];
    case 'sits':
      return event.person === now.person
        ? [t('ui.you_sit', { seat: event.seat })]
        : [t('event.sits', { name: event.name, seat: event.seat })];
    case 'reading':
      return [t(`event.reading.${event.what}`, { name: event.name })];
    case 'asks_for_seat':
      return event.person === now.person
        ? []
        : [t('event.asks_for_seat', { name: event.name, seat: event.seat })];
    case 'promised':
      return event.person === now.person
        ? [t('ui.promised', { seat: event.seat })]
        : [t('event.promised', { name: event.name, seat: event.seat })];
    case 'declined':
      return event.person === now.person
        ? [t('ui.declined', { seat: event.seat })]
        : [t('event.declined', { name: event.name, seat: event.seat })];
    case 'wish_lost':
      return [t('ui.wish_lost', { seat: event.seat })];
    case 'proposal':
      return event.person === now.person
        ? [t(`ui.proposed.${event.what}`)]
        : [t(`event.proposal.${event.what}`, { name: event.name })];
    case 'proposal_over':
      return event.how === 'agreed' ? [] : [t(`event.proposal.${event.how}`, { name: event.name })];
    case 'said':
      return hears(event.line)
        ? [t('event.said', { name: event.line.name, text: words(event.line) })]
        : [];
    case 'nudged':
      return [t('event.nudge', { name: event.line.name, ...named({ seat: event.seat }) })];
  }
}

function yourTurn(event: Happening & { kind: 'your_turn' }, now: Moment, long: boolean): string[] {
  const { you } = now.view;
  if (event.covered) {
    const player = now.room.seats.find(({ seat }) => seat === event.seat)?.person;
    const name = now.room.people.find(({ person }) => person === player)?.name ?? '';
    return [t('ui.cover', { name })];
  }
  const facts = naming(now.room, { seat: event.seat });
  const turn = long ? t('event.your_turn', facts) : t('page.short.your_turn');
  const mustPass = readChoices(you).mustPass && you !== null && you.fits.length > 0;
  return [turn, ...(mustPass ? [t('pass.forced', { fits: you.fits })] : [])];
}

function handOver(result: (Happening & { kind: 'hand_over' })['result'], now: Moment): string {
  const { winner, points, kind } = result;
  if (winner !== null && isOnlyMine(now.room, now.person, winner))
    return t(`page.result.mine.${kind}`, { points });
  const seats = now.room.seats.map(({ seat }) => seat);
  return endingSaid(result, seats, (seat) => called(now.room, seat));
}

function matchOver(event: Happening & { kind: 'match_over' }, now: Moment): string {
  const { winner, points } = event;
  if (winner === null) return t('result.match_undecided');
  return isOnlyMine(now.room, now.person, winner)
    ? t('page.result.mine.match', { points })
    : t('result.match', naming(now.room, { winner, points }));
}
