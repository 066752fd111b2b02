/**
 * A table to look at, for rules and records: the same tiles in the same places as in play. Nothing
 * depends on the table screen, whose room and hand are others'.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { preferences } from '../app/preferences';
import type { Seat } from '../game/branches';
import {
  type Laid,
  type Layout,
  layOut,
  type Picture,
  PLATE,
  type Point,
  type Side,
} from '../layout';
import { SeatShape } from '../table/shapes';
import { Face } from '../table/tile';
import { t } from '../words';
import './cloth.css';

/** CSS pixels of half a tile; the pips of smaller ones cannot be told apart. */
const LEGIBLE = 16;
/** CSS pixels of a plate; the numeral on a smaller one cannot be read. */
const LEAST = 20;

export interface Tried {
  readonly branch: Seat;
  readonly near: number;
  readonly far: number;
  readonly may: boolean;
}

interface Props {
  /** In order of play, the centre first; none before the opening. */
  readonly laid: readonly Laid[];
  readonly seats: readonly Seat[];
  readonly arms: Readonly<Partial<Record<Seat, Side>>>;
  readonly opened: readonly Seat[];
  /** CSS pixels at the size it is meant for; it is drawn as wide as there is room. */
  readonly width: number;
  readonly height: number;
  readonly newest?: number | undefined;
  readonly tried?: Tried | undefined;
  /** Lies over an end: `point` from the left and the top, in parts of the whole. */
  readonly over?: ((seat: Seat, point: Point) => ComponentChildren) | undefined;
}

export function Cloth(props: Props) {
  const before = useRef<Layout | undefined>(undefined);
  const { laid, seats, arms, opened, newest, tried, over } = props;
  const cloth = useRef<HTMLDivElement>(null);
  const room = useRoom(cloth, props.width, props.height);
  if (laid.length === 0) return <div class="cloth cloth-bare" ref={cloth} />;
  const layout = layOut(laid, { ...room, seats, arms }, before.current);
  before.current = layout;
  // All next places are inside the wide picture; whoever chooses sees it from the start.
  const { unit, view } = tried || over ? layout.wide : layout;
  return (
    <div class="cloth" ref={cloth}>
      <svg viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`} aria-hidden="true">
        {layout.tiles.map(({ play, x, y, turn, near, far }) => (
          <g key={play} transform={`translate(${x} ${y}) rotate(${turn})`}>
            <Face
              upper={near}
              lower={far}
              turn={turn}
              numerals={preferences.numerals.value || unit < LEGIBLE}
            />
            {play === newest && (
              <rect class="cloth-newest" x="-0.46" y="-0.96" width="0.92" height="1.92" rx="0.1" />
            )}
          </g>
        ))}
        {tried && <TriedTile layout={layout} tried={tried} />}
        <Plates layout={layout} picture={{ unit, view }} opened={opened} tried={tried} />
      </svg>
      {over &&
        layout.ends.map(({ branch, plate }) =>
          over(branch, {
            x: (plate.x - view.x) / view.width,
            y: (plate.y - view.y) / view.height,
          }),
        )}
    </div>
  );
}

/**
 * The size to lay out for: what it is meant for, unless a style sheet gives the cloth another shape,
 * or so little room that the plates could not be read. Then it is as it stands.
 */
function useRoom(cloth: { current: HTMLDivElement | null }, width: number, height: number) {
  const [room, setRoom] = useState({ width, height });
  useLayoutEffect(() => {
    const element = cloth.current;
    if (!element) return undefined;
    const look = () => {
      const box = element.getBoundingClientRect();
      if (box.width === 0) return;
      const isOther = Math.abs(box.height - (box.width * height) / width) > 1;
      const isTiny = (PLATE * box.width) / width < LEAST;
      setRoom(isOther || isTiny ? { width: box.width, height: box.height } : { width, height });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width, height]);
  return room;
}

function TriedTile({ layout, tried }: { readonly layout: Layout; readonly tried: Tried }) {
  const { near, far, may } = tried;
  const spot = layout.ghosts[tried.branch]?.[near === far ? 1 : 0];
  if (!spot) return null;
  return (
    <g transform={`translate(${spot.x} ${spot.y})`}>
      <g transform={`rotate(${spot.turn})`} class="cloth-tried">
        <Face upper={near} lower={far} turn={spot.turn} />
      </g>
      <circle class={may ? 'cloth-yes' : 'cloth-no'} r="0.5" />
      <path class="cloth-mark" d={may ? 'M-.26 .02-.07 .22 .27-.2' : 'M-.2-.2 .2 .2M.2-.2-.2 .2'} />
    </g>
  );
}

interface PlatesProps {
  readonly layout: Layout;
  readonly picture: Picture;
  readonly opened: readonly Seat[];
  readonly tried: Tried | undefined;
}

function Plates({ layout, picture, opened, tried }: PlatesProps) {
  const { ends, tiles } = layout;
  const { unit, view } = picture;
  return ends.map((tip) => {
    const { branch, plate } = tip;
    const order = opened.indexOf(branch) + 1;
    const end = tiles.findLast((tile) => tile.branch === branch) ?? tiles[0];
    const isTried = tried?.branch === branch;
    // Above its tile the order stands over the plate, where there is room: it hides no tile.
    const above = plate.y - tip.y < -Math.abs(plate.x - tip.x);
    const up = above && plate.y - view.y > ORDER / unit;
    return (
      <g
        key={branch}
        class={order > 0 ? 'cloth-plate cloth-open' : 'cloth-plate'}
        transform={`translate(${plate.x} ${plate.y})`}
      >
        {!isTried && (
          <g class="cloth-end" transform={`scale(${PLATE / 2 / unit})`}>
            <circle r="0.9" />
            <text y="0.04">{end?.far}</text>
          </g>
        )}
        {!isTried && <Badge seat={branch} order={order} unit={unit} up={up} />}
      </g>
    );
  });
}

interface BadgeProps {
  readonly seat: Seat;
  readonly order: number;
  readonly unit: number;
  readonly up: boolean;
}

/** How far the order reaches from the middle of a plate, in CSS pixels. */
const ORDER = 28;

/**
 * The seat's shape at the plate's corner, off the numeral, and on the other side of that its place
 * among the open ones: all as on the table (table/plates.css).
 */
function Badge({ seat, order, unit, up }: BadgeProps) {
  return (
    <g transform={`scale(${1 / unit})`}>
      <g class="cloth-shape" font-size="10" transform={`translate(-12.5 ${up ? 5.5 : -12.5})`}>
        <circle class="cloth-ground" r="7.5" />
        <g transform="translate(-5 -5)">
          <SeatShape seat={seat} />
        </g>
      </g>
      {order > 0 && (
        <g transform={`translate(0 ${up ? -20 : 20})`}>
          <rect class="cloth-order" x="-15" y="-8" width="30" height="16" rx="8" />
          <text font-size="12" text-anchor="middle">
            {t(`ui.order.${order}`)}
          </text>
        </g>
      )}
    </g>
  );
}
