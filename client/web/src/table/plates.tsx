import type { Seat } from '../game/branches';
import { branchesThatFit, placesOf } from '../game/choices';
import { type End, PLATE } from '../layout';
import { t } from '../words';
import { onBoard, type Point } from './camera';
import { type Desk, useDesk } from './desk';
import { type Geometry, seen, useGeometry } from './geometry';
import { tilesFor } from './names';
import { SeatShape } from './shapes';
import './plates.css';

/** A numeral at each end. It keeps its size when the table is zoomed out. */
export function Plates() {
  const desk = useDesk();
  const geometry = useGeometry();
  const { layout, eye } = geometry;
  const { ends, tiles } = layout.value;
  const over = desk.table.value.phase !== 'playing';
  const size = over ? Math.min(plateSize(geometry), atMost(geometry)) : plateSize(geometry);
  const preview = desk.intent.value.preview;
  // Whoever comes to a hand that goes on sees the centre first: it is no end of all these branches.
  if (tiles.length === 1 && desk.laid.value.length > 1) return null;
  return (
    <>
      {ends.map((tip) => {
        const { branch } = tip;
        const end = desk.ends.value.get(branch);
        if (end === undefined) return null;
        const { x, y } = inside(plateAt(tip, size, geometry), size, geometry);
        const held = eye.held.value ? '' : ' plate-moves';
        const { width, height } = geometry.size.value;
        const order = orderAt(tip, y < ORDER * size, y > height - ORDER * size);
        const rim =
          x < MARKS * size ? ' plate-west' : x > width - MARKS * size ? ' plate-east' : '';
        const under = preview?.branch === branch ? ' plate-under' : '';
        return (
          <button
            type="button"
            key={branch}
            data-branch={branch}
            class={`plate${held}${order}${rim}${under}${plateState(desk, branch)}`}
            style={{ translate: `${x}px ${y}px`, '--plate': size / PLATE }}
            tabIndex={-1}
            aria-label={plateName(desk, branch, end)}
            onClick={() => desk.dispatch({ type: 'place', branch })}
          >
            <span class="plate-all">
              <Disc branch={branch} end={end} />
            </span>
          </button>
        );
      })}
    </>
  );
}

/** The most a plate grows on a large board, and how it does there: parts of a tile's width. */
const LARGEST = 40;
const PART = 0.6;

/**
 * The diameter of the plates in pixels: what the layout keeps free, more where tiles are large, and
 * less where a card beside the table makes all of it smaller for a while.
 */
function plateSize({ layout, picture, fit, eye }: Geometry): number {
  const { unit } = picture.value;
  const { zoom } = eye.camera.value;
  const kept = layout.value.memory.board.plate ?? PLATE;
  return Math.max(kept, Math.min(LARGEST, PART * unit * zoom)) * fit.value.zoom;
}

/** Where a tile ends beside the middle of its last half, and a gap, in units. */
const EDGE = 0.54;

/** Once nothing is placed there any more they need no finger's room: never giants over tiny tiles. */
const atMost = (geometry: Geometry): number =>
  OVER * geometry.picture.value.unit * seen(geometry).zoom;

/** In parts of a tile's width. */
const OVER = 1.5;

/** On the side of the end that the layout chose, and near to it whatever size tiles have. */
function plateAt({ x, y, plate }: End, size: number, geometry: Geometry): Point {
  const scale = geometry.picture.value.unit * seen(geometry).zoom;
  const tip = onBoard({ x, y }, geometry.picture.value, seen(geometry));
  const [across, down] = [plate.x - x, plate.y - y];
  const out = EDGE * scale + size / 2;
  return Math.abs(across) > Math.abs(down)
    ? { x: tip.x + Math.sign(across) * out, y: tip.y + down * scale }
    : { x: tip.x + across * scale, y: tip.y + Math.sign(down) * out };
}

/** Where the order is written: on the plate's far side, or beside it where the board ends there. */
function orderAt({ x, y, plate }: End, high: boolean, low: boolean): string {
  const [across, down] = [Math.abs(plate.x - x), plate.y - y];
  if (down < -across) return high ? ' plate-aside' : ' plate-up';
  if (down > across) return low ? ' plate-aside' : '';
  return low ? ' plate-up' : '';
}

/** How far the order hangs below the middle of a plate, and the other marks beside it, in sizes. */
const ORDER = 1.1;
const MARKS = 0.8;

/** Plates that are larger than the layout knows stay on the board, unless that is zoomed. */
function inside(at: Point, plate: number, { size, eye }: Geometry): Point {
  if (eye.camera.value.zoom > 1) return at;
  const { width, height } = size.value;
  const within = (one: number, length: number) =>
    Math.min(length - plate / 2, Math.max(plate / 2, one));
  return { x: within(at.x, width), y: within(at.y, height) };
}

function Disc({ branch, end }: { readonly branch: Seat; readonly end: number }) {
  const desk = useDesk();
  const order = desk.table.value.opened.indexOf(branch);
  return (
    <>
      <svg class="plate-disc" viewBox="-14 -14 28 28" aria-hidden="true">
        <circle class="plate-ground" r="13" />
        <circle class="plate-ring" r="12.500" pathLength="100" />
        <text class="plate-numeral" y="0.500">
          {end}
        </text>
      </svg>
      <span class="plate-shape">
        <SeatShape seat={branch} />
      </span>
      {fits(desk, branch) && (
        <span class="plate-plus" aria-hidden="true">
          +
        </span>
      )}{' '}
      {order >= 0 && (
        <span class="plate-order" aria-hidden="true">
          {t(`ui.order.${order + 1}`)}
        </span>
      )}
    </>
  );
}

/** The places of the selected tile, or while none is selected those of any. */
function fits(desk: Desk, branch: Seat): boolean {
  const { selected } = desk.intent.value;
  const choices = desk.choices.value;
  if (selected && choices.any) return placesOf(choices, selected).includes(branch);
  return branchesThatFit(choices).includes(branch);
}

function plateState(desk: Desk, branch: Seat): string {
  const open = desk.table.value.opened.includes(branch) ? ' plate-open' : '';
  return `${open}${fits(desk, branch) ? ' plate-fits' : ''}`;
}

function plateName(desk: Desk, branch: Seat, end: number): string {
  const order = desk.table.value.opened.indexOf(branch);
  // In the order in which the plate shows it: whoever speaks to a program says what they see.
  const state =
    order < 0 ? t('page.table.closed') : `${t(`ui.order.${order + 1}`)}, ${t('ui.mark.open')}`;
  const tiles = tilesFor(desk.choices.value, branch);
  const fitting = tiles.length > 0 ? `, ${t('page.table.fits.tiles', { tiles })}` : '';
  return `${t('page.table.end', { branch, end })}, ${state}${fitting}`;
}
