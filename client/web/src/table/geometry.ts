/** Where the tiles of this table lie on this board: the layout, kept from one move to the next. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { preferences } from '../app/preferences';
import type { Seat } from '../game/branches';
import { type Board, type Layout, type Picture, PLATE, type Spot } from '../layout';
import { bigScreen } from './bigScreen';
import type { Camera, Size } from './camera';
import type { Desk } from './desk';
import { type Eye, makeEye } from './gestures';
import { keepLaying } from './laying';

export interface Geometry {
  /** Of the board on the screen. */
  readonly size: { value: Size };
  /** How much smaller the board is now than the one the tiles were laid out for; 1 at most. */
  readonly fit: ReadonlySignal<Camera>;
  readonly layout: ReadonlySignal<Layout>;
  /**
   * What the board shows of it: while I choose with all places in it, from the start of my turn, so
   * that nothing moves between two taps.
   */
  readonly picture: ReadonlySignal<Picture>;
  readonly eye: Eye;
  /** The board's element, while it is on the screen. */
  readonly board: { current: HTMLElement | null };
  /** The place for a tile on the board's screen, in pixels; for the centre null. */
  readonly spot: (branch: Seat | null, double: boolean) => Spot;
  readonly dispose: () => void;
}

export const GeometryContext = createContext<Geometry | null>(null);

export function useGeometry(): Geometry {
  const geometry = useContext(GeometryContext);
  if (!geometry) throw new Error('no board');
  return geometry;
}

const NO_CENTRE = [{ play: -1, branch: null, near: 0, far: 0 }] as const;
/** How much larger plates are for whoever wishes it, and on a television. */
const SCALE = { 1: 1, 2: 1.2, 3: 1.45 } as const;
const BIG = 1.7;
/** But no larger a part of the board than this: four of them must not fill it. */
const MOST = 0.15;
const UNMEASURED: Size = { width: 390, height: 430 };
const CENTRE: Spot = { x: 0, y: 0, turn: 0, double: true };

export function makeGeometry(desk: Desk): Geometry {
  const size = signal<Size>(UNMEASURED);
  let chosen: Size | undefined;
  const laidFor = computed<Size>(() => {
    const kept = isPlayed(desk) && chosen && !outgrown(chosen, size.value);
    if (!kept) chosen = size.value;
    return chosen ?? size.value;
  });
  const measured = computed(() => size.value !== UNMEASURED);
  const plate = computed(() => {
    const wished = PLATE * (bigScreen.value ? BIG : SCALE[preferences.tileSize.value]);
    const most = MOST * Math.min(laidFor.value.width, laidFor.value.height);
    return Math.round(Math.max(PLATE, Math.min(wished, most)));
  });
  const upright = centreKept(desk, laidFor, measured);
  const board = computed<Board>(() => ({
    ...laidFor.value,
    seats: desk.seats.value,
    arms: Object.fromEntries(desk.sides.value),
    plate: plate.value,
    upright: upright.value,
  }));
  const order = computed(() => ({
    laid: desk.laid.value.length > 0 ? desk.laid.value : NO_CENTRE,
    board: board.value,
  }));
  const { layout, dispose } = keepLaying(order, measured);
  const picture = computed(() => (desk.choices.value.any ? layout.value.wide : layout.value));
  const fit = computed<Camera>(() => {
    const { width, height } = layout.value.memory.board;
    const zoom = Math.min(1, size.value.width / width, size.value.height / height);
    const x = (size.value.width - width * zoom) / 2;
    const y = (size.value.height - height * zoom) / 2;
    return { zoom, x, y };
  });
  const spot = (branch: Seat | null, double: boolean): Spot => {
    const { ghosts, tiles } = layout.value;
    if (branch === null) return tiles[0] ?? CENTRE;
    return ghosts[branch]?.[double ? 1 : 0] ?? CENTRE;
  };
  return { size, fit, layout, picture, eye: makeEye(), board: { current: null }, spot, dispose };
}

/**
 * Tiles lie there that must keep their places. Once the hand is over nobody looks for them any more,
 * and they fill whatever board is left beside its result.
 */
const isPlayed = ({ laid, table }: Desk): boolean =>
  laid.value.length > 0 && table.value.phase === 'playing';

/**
 * Whether the centre double stands upright, along the board's long side. Once it lies there it
 * stays as it is to the end of the hand, whatever becomes of the board, or is taken back.
 */
function centreKept(
  desk: Desk,
  size: ReadonlySignal<Size>,
  measured: ReadonlySignal<boolean>,
): ReadonlySignal<boolean> {
  let known: { readonly hand: string; readonly upright: boolean } | undefined;
  return computed(() => {
    const hand = `${desk.room.value.match} ${desk.table.value.hand}`;
    const { phase } = desk.table.value;
    if (known?.hand === hand && phase === 'playing') return known.upright;
    const upright = size.value.height >= size.value.width;
    if (measured.value && isPlayed(desk)) known = { hand, upright };
    return upright;
  });
}

/**
 * Whether tiles have to be laid out anew for another board. A card beside the table only makes the
 * picture smaller: what lies keeps its place. They were laid out with the card there if the board
 * grows by its going, and may take their room back.
 */
function outgrown(from: Size, to: Size): boolean {
  if (Math.abs(from.width - to.width) > 2) return true;
  const change = to.height / from.height;
  return change > 1.05 || change < 0.6;
}

/** The camera over the board as it is now. */
export function seen({ fit, eye }: Geometry): Camera {
  const { zoom, x, y } = eye.camera.value;
  const base = fit.value;
  return { zoom: base.zoom * zoom, x: base.x * zoom + x, y: base.y * zoom + y };
}

/** The transform that puts the layout's units on the board. */
export function stageTransform({ unit, view }: Picture, camera: Camera): string {
  const scale = unit * camera.zoom;
  const x = camera.x - view.x * scale;
  const y = camera.y - view.y * scale;
  return `translate(${x}px, ${y}px) scale(${scale})`;
}
