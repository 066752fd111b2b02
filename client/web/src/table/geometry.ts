/** Where the tiles of this table lie on this board: the layout, kept from one move to the next. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Seat } from '../game/branches';
import { type Board, type Layout, layOut, type Spot } from '../layout';
import type { Camera, Size } from './camera';
import type { Desk } from './desk';
import { type Eye, makeEye } from './gestures';

export interface Geometry {
  readonly size: { value: Size };
  readonly layout: ReadonlySignal<Layout>;
  readonly eye: Eye;
  /** The board's element, while it is on the screen. */
  readonly board: { current: HTMLElement | null };
  /** The place for a tile on the board's screen, in pixels; for the centre null. */
  readonly spot: (branch: Seat | null, double: boolean) => Spot;
}

export const GeometryContext = createContext<Geometry | null>(null);

export function useGeometry(): Geometry {
  const geometry = useContext(GeometryContext);
  if (!geometry) throw new Error('no board');
  return geometry;
}

const NO_CENTRE = [{ play: -1, branch: null, near: 0, far: 0 }] as const;
const CENTRE: Spot = { x: 0, y: 0, turn: 0, double: true };

export function makeGeometry(desk: Desk): Geometry {
  const size = signal<Size>({ width: 390, height: 430 });
  const board = computed<Board>(() => ({
    width: size.value.width,
    height: size.value.height,
    seats: desk.seats.value,
    arms: Object.fromEntries(desk.sides.value),
  }));
  let before: Layout | undefined;
  const layout = computed(() => {
    const laid = desk.laid.value.length > 0 ? desk.laid.value : NO_CENTRE;
    before = layOut(laid, board.value, before);
    return before;
  });
  const spot = (branch: Seat | null, double: boolean): Spot => {
    const { ghosts, tiles } = layout.value;
    if (branch === null) return tiles[0] ?? CENTRE;
    return ghosts[branch]?.[double ? 1 : 0] ?? CENTRE;
  };
  return { size, layout, eye: makeEye(), board: { current: null }, spot };
}

/** The transform that puts the layout's units on the board. */
export function stageTransform(layout: Layout, camera: Camera): string {
  const scale = layout.unit * camera.zoom;
  const x = camera.x - layout.view.x * scale;
  const y = camera.y - layout.view.y * scale;
  return `translate(${x}px, ${y}px) scale(${scale})`;
}
