import { useSession } from '../app/context';
import {
  laidTiles,
  lastMoveOf,
  type Move,
  type Pass,
  passesBySeat,
  readMove,
  type Seat,
  tileName,
} from '../game/branches';
import { called, namingBy } from '../game/called';
import { unbroken } from '../ui';
import { t } from '../words';
import { holder, SeatMark } from './seats';
import './plays.css';

/** What happened in this hand: news first, then what each seat has shown not to hold, then all else. */
export default function Plays() {
  const { room, view } = useSession();
  if (!room.value || !view.value) return null;
  const here = room.value;
  const { moves, by_computer } = view.value.table;
  const seats = here.seats.map(({ seat }) => seat);
  const said = sentences(moves, (seat) => called(here, seat), by_computer);
  const mine = lastMoveOf(view.value.table, view.value.you?.seat ?? null);
  const passes = [...passesBySeat(moves, seats)].filter(([, found]) => found.length > 0);
  return (
    <>
      {moves.length === 0 && <p>{t('page.plays.none')}</p>}
      {mine >= 0 && (
        <section>
          <h3>{t('page.plays.since')}</h3>
          {mine === moves.length - 1 ? (
            <p class="sheets-soft">{t('page.plays.nothing_since')}</p>
          ) : (
            <Moves said={said} moves={moves} from={mine + 1} to={moves.length} isNews />
          )}
        </section>
      )}
      {passes.length > 0 && (
        <section>
          <h3>{t('page.plays.passes')}</h3>
          <dl class="plays-passes">
            {passes.map(([seat, found]) => (
              <div key={seat} class="plays-pass">
                <dt>
                  <SeatMark seat={seat} /> {t('page.who', { seat, name: holder(here, seat) })}
                </dt>
                <dd>{unbroken(lacks(found))}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {moves.length > 0 && (
        <section>
          <h3>{mine < 0 ? t('page.plays.all') : t('page.plays.earlier')}</h3>
          <Moves said={said} moves={moves} from={0} to={mine < 0 ? moves.length : mine + 1} />
        </section>
      )}
    </>
  );
}

/** What a seat cannot hold: nobody draws, so what it lacked at a pass it lacks for good. */
export function lacks(passes: readonly Pass[]): string {
  const all = (of: (pass: Pass) => readonly number[]) =>
    [...new Set(passes.flatMap(of))].sort((one, other) => one - other);
  const values = all((pass) => pass.values);
  const doubles = all((pass) => pass.doubles)
    .filter((value) => !values.includes(value))
    .map((value) => `${value}-${value}`);
  return doubles.length > 0
    ? t('page.plays.lacks_doubles', { values, doubles })
    : t('page.plays.lacks', { values });
}

interface MovesProps {
  readonly said: readonly string[];
  readonly moves: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly isNews?: boolean;
}

function Moves({ said, moves, from, to, isNews }: MovesProps) {
  return (
    <ol class={`plays-moves${isNews ? ' plays-news' : ''}`} start={from + 1}>
      {moves.slice(from, to).map((move, at) => {
        const play = from + at;
        return (
          <li key={`${play} ${move}`} value={play + 1}>
            <SeatMark seat={move[0] as Seat} /> {unbroken(said[play] ?? '')}
          </li>
        );
      })}
    </ol>
  );
}

/**
 * Each move of a hand as a sentence, with whoever sits there called so; of `byComputer` is said that
 * a computer made it for them.
 */
export function sentences(
  moves: readonly string[],
  call: (seat: Seat) => string,
  byComputer: readonly number[],
): string[] {
  const open = new Set<Seat>();
  const ends = new Map(laidTiles(moves).map((tile) => [tile.play, tile.far]));
  const sentence = ({ seat, tile, branch }: Move, play: number): string => {
    if (!tile) {
      const isOpen = open.has(seat);
      open.add(seat);
      return t(isOpen ? 'event.passes_again' : 'event.passes', namingBy(call, { seat }));
    }
    open.delete(seat);
    const facts = namingBy(call, {
      seat,
      tile: tileName(tile),
      branch: branch ?? seat,
      end: ends.get(play) ?? 0,
    });
    if (!branch) return t('event.opens', facts);
    return t(branch === seat ? 'event.plays_own' : 'event.plays', facts);
  };
  return moves.map((move, play) => {
    const said = sentence(readMove(move), play);
    return byComputer.includes(play) ? `${said} ${t('event.by_computer')}` : said;
  });
}
