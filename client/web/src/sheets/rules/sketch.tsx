/** A table as the rules draw it: the same tiles in the same places as in play, nothing in the hands. */
import type { ComponentChildren } from 'preact';
import type { Seat } from '../../game/branches';
import { type Laid, type Layout, layOut, PLATE, type Side } from '../../layout';
import { Face } from '../../table/tile';
import { t } from '../../words';
import './sketch.css';

export type Halves = readonly [near: number, far: number];

export interface Position {
  readonly centre: number;
  readonly seats?: readonly Seat[];
  /** Tiles from the centre outwards, each with the half that lies nearer to it first. */
  readonly branches?: Readonly<Partial<Record<Seat, readonly Halves[]>>>;
  /** The open branches, the one that opened first standing first. */
  readonly opened?: readonly Seat[];
  /** A tile that is looked at: may it lie there? */
  readonly tried?: { readonly branch: Seat; readonly tile: Halves; readonly may: boolean };
}

interface Props {
  readonly position: Position;
  readonly caption: ComponentChildren;
  /** The ends become buttons. */
  readonly onEnd?: (seat: Seat) => void;
}

const ALL: readonly Seat[] = ['S', 'E', 'N', 'W'];
/** As wide as a sheet's text on the smallest phone, so that nothing gets smaller than meant. */
const WIDTH = 288;
const HEIGHT = 264;
const ARMS: Readonly<Record<Seat, Side>> = { S: 'bottom', E: 'right', N: 'top', W: 'left' };

export function Sketch({ position, caption, onEnd }: Props) {
  const seats = position.seats ?? ALL;
  const layout = layOut(laid(position), { width: WIDTH, height: HEIGHT, seats, arms: ARMS });
  const { view } = layout;
  const percent = (part: number) => `${100 * part}%`;
  return (
    <figure class="sketch">
      <div class="sketch-cloth">
        <svg viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`} aria-hidden="true">
          <Tiles layout={layout} />
          <Tried layout={layout} position={position} />
          <Plates layout={layout} position={position} />
        </svg>
        {onEnd &&
          layout.ends.map(({ branch, plate }) => (
            <button
              type="button"
              key={branch}
              class="sketch-end"
              style={{
                left: percent((plate.x - view.x) / view.width),
                top: percent((plate.y - view.y) / view.height),
              }}
              onClick={() => onEnd(branch)}
            >
              <span class="unseen">{endText(position, branch)}</span>
            </button>
          ))}
      </div>
      <figcaption class="sketch-caption">{caption}</figcaption>
    </figure>
  );
}

function laid({ centre, branches = {} }: Position): Laid[] {
  const tiles: Laid[] = [{ play: 0, branch: null, near: centre, far: centre }];
  for (const seat of ALL)
    for (const [near, far] of branches[seat] ?? [])
      tiles.push({ play: tiles.length, branch: seat, near, far });
  return tiles;
}

const endOf = ({ centre, branches }: Position, seat: Seat): number =>
  branches?.[seat]?.at(-1)?.[1] ?? centre;

/** "East's branch, end 5, open, 1st". */
function endText(position: Position, branch: Seat): string {
  const order = (position.opened ?? []).indexOf(branch) + 1;
  const facts = { branch, end: endOf(position, branch) };
  return order > 0
    ? t('page.sketch.end.open', { ...facts, order: t(`ui.order.${order}`) })
    : t('page.sketch.end', facts);
}

function Tiles({ layout }: { readonly layout: Layout }) {
  return layout.tiles.map(({ play, x, y, turn, near, far }) => (
    <g key={play} transform={`translate(${x} ${y}) rotate(${turn})`}>
      <Face upper={near} lower={far} turn={turn} />
    </g>
  ));
}

function Tried({ layout, position: { tried } }: { layout: Layout; position: Position }) {
  if (!tried) return null;
  const [near, far] = tried.tile;
  const spot = layout.ghosts[tried.branch]?.[near === far ? 1 : 0];
  if (!spot) return null;
  return (
    <g transform={`translate(${spot.x} ${spot.y})`}>
      <g transform={`rotate(${spot.turn})`} class="sketch-tried">
        <Face upper={near} lower={far} turn={spot.turn} />
      </g>
      <circle class={tried.may ? 'sketch-yes' : 'sketch-no'} r="0.55" />
      <path
        class="sketch-mark"
        d={
          tried.may ? 'M-0.28 0.02-0.08 0.24 0.3-0.22' : 'M-0.22-0.22 0.22 0.22M0.22-0.22-0.22 0.22'
        }
      />
    </g>
  );
}

function Plates({ layout, position }: { readonly layout: Layout; readonly position: Position }) {
  const opened = position.opened ?? [];
  const side = PLATE / layout.unit;
  return layout.ends.map(({ branch, plate }) => {
    const order = opened.indexOf(branch) + 1;
    return (
      <g
        key={branch}
        class={order > 0 ? 'sketch-plate sketch-open' : 'sketch-plate'}
        transform={`translate(${plate.x} ${plate.y}) scale(${side / 2})`}
      >
        <circle r="0.9" />
        <text y="0.04">{endOf(position, branch)}</text>
        <text class="sketch-seat" y={branch === 'N' ? -1.4 : 1.45}>
          {t(`seat.${branch}`)}
          {order > 0 && ` ${t(`ui.order.${order}`)}`}
        </text>
      </g>
    );
  });
}
