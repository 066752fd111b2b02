/** Pictures of the rules that show no table. */
import type { Seat } from '../../game/branches';
import { Back, Tile } from '../../table/tile';
import { t } from '../../words';
import { SeatMark } from '../seats';
import './drawings.css';

const SEATS: readonly Seat[] = ['S', 'E', 'N', 'W'];
type Pair = readonly [number, number];

function Row({ tiles }: { readonly tiles: readonly Pair[] }) {
  return (
    <span class="drawings-row">
      {tiles.map(([upper, lower]) => (
        <span class="drawings-tile" key={`${upper} ${lower}`}>
          <Tile upper={upper} lower={lower} />
        </span>
      ))}
    </span>
  );
}

/** Eight tiles, and those that stay unseen. */
export function Dealt() {
  return (
    <figure class="drawings">
      <div class="drawings-cloth" aria-hidden="true">
        <Row
          tiles={[
            [0, 1],
            [1, 9],
            [2, 5],
            [3, 3],
            [4, 8],
            [5, 5],
            [6, 7],
            [7, 9],
          ]}
        />
        <span class="drawings-row">
          {Array.from({ length: 10 }, (_, at) => (
            <svg key={`back ${at}`} class="drawings-back" viewBox="-0.5 -1 1 2" aria-hidden="true">
              <Back />
            </svg>
          ))}
        </span>
      </div>
      <figcaption>{t('page.picture.deal')}</figcaption>
    </figure>
  );
}

export function Doubles() {
  return (
    <figure class="drawings">
      <div class="drawings-cloth" aria-hidden="true">
        <Row tiles={Array.from({ length: 10 }, (_, at) => [at, at] as const)} />
      </div>
    </figure>
  );
}

const AROUND: Readonly<Record<Seat, Pair>> = {
  S: [60, 104],
  E: [104, 60],
  N: [60, 16],
  W: [16, 60],
};

const initial = (seat: Seat): string => t(`seat.${seat}`).slice(0, 1);

/** Which way round the turn goes. */
export function Turns() {
  return (
    <div class="drawings-turns">
      {(['cuban', 'international'] as const).map((preset) => (
        <figure class="drawings" key={preset}>
          <svg class="drawings-turn" viewBox="0 0 120 120" aria-hidden="true">
            <circle cx="60" cy="60" r="34" />
            <g transform={preset === 'cuban' ? '' : 'translate(120 0) scale(-1 1)'}>
              <path d="M72 92A34 34 0 0 0 92 72M92 72l-9.500 3M92 72l2.500 9.500" />
            </g>
            {SEATS.map((seat) => (
              <text key={seat} x={AROUND[seat][0]} y={AROUND[seat][1]}>
                {initial(seat)}
              </text>
            ))}
          </svg>
          <figcaption>{t(`page.picture.turn.${preset}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}

/** What may be left in four hands, for these sums. */
const LEFT: Readonly<Record<number, readonly Pair[]>> = {
  0: [],
  5: [[2, 3]],
  12: [[4, 8]],
  20: [
    [3, 8],
    [4, 5],
  ],
  9: [[2, 7]],
};

export function LeftOver({
  pips,
  caption,
}: {
  readonly pips: readonly number[];
  readonly caption: string;
}) {
  return (
    <figure class="drawings">
      <ul class="drawings-cloth drawings-hands">
        {SEATS.map((seat, at) => (
          <li key={seat}>
            <SeatMark seat={seat} /> <span class="drawings-seat">{t(`seat.${seat}`)}</span>
            <Row tiles={LEFT[pips[at] ?? 0] ?? []} />
            <strong>{pips[at]}</strong>
          </li>
        ))}
      </ul>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

const POINTS: readonly number[] = [34, 61, 12, 88];

/** The way to 100. */
export function Bars() {
  return (
    <figure class="drawings">
      <svg class="drawings-bars" viewBox="0 0 240 92" aria-hidden="true">
        {SEATS.map((seat, at) => (
          <g key={seat} transform={`translate(0 ${4 + 22 * at})`}>
            <text x="0" y="12">
              {initial(seat)}
            </text>
            <rect x="20" width={2 * (POINTS[at] ?? 0)} height="14" rx="2" class={`tint-${seat}`} />
            <text class="drawings-points" x="26" y="12">
              {POINTS[at]}
            </text>
          </g>
        ))}
        <path d="M220 0V92" />
      </svg>
      <figcaption>{t('page.picture.match')}</figcaption>
    </figure>
  );
}

/** Sealed parts of everybody and the server's own go into one shuffle. */
export function Fairness() {
  return (
    <figure class="drawings">
      <ol class="drawings-steps">
        <li>{t('page.picture.fair.1')}</li>
        <li>{t('page.picture.fair.2')}</li>
        <li>{t('page.picture.fair.3')}</li>
        <li>{t('page.picture.fair.4')}</li>
      </ol>
    </figure>
  );
}
