import { preferences } from '../app/preferences';
import type { Seat } from '../game/branches';
import { branchesThatFit, placesOf } from '../game/choices';
import { t } from '../words';
import { bigScreen } from './bigScreen';
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
  const { ends, view, unit } = layout.value;
  const preview = desk.intent.value.preview;
  return (
    <>
      {ends.map(({ branch, plate, x: endX, y: endY }) => {
        const end = desk.ends.value.get(branch);
        if (end === undefined) return null;
        const { x, y } = inside(onBoard(plate, view, unit, seen(geometry)), geometry);
        const held = eye.held.value ? '' : ' plate-moves';
        const above = plate.y - endY < -Math.abs(plate.x - endX);
        const low = y > geometry.size.value.height - ORDER;
        const up = above || low ? ' plate-up' : '';
        const under = preview?.branch === branch ? ' plate-under' : '';
        return (
          <button
            type="button"
            key={branch}
            data-branch={branch}
            class={`plate${held}${up}${under}${plateState(desk, branch)}`}
            style={{ translate: `${x}px ${y}px` }}
            tabIndex={-1}
            aria-label={plateName(desk, branch, end)}
            onClick={() => desk.dispatch({ type: 'place', branch })}
          >
            <Disc branch={branch} end={end} />
          </button>
        );
      })}
    </>
  );
}

/** Half a plate of usual size, and how far the order hangs below its middle. */
const RADIUS = 14;
const ORDER = 30;

/** Plates that are larger than the layout knows stay on the board, unless that is zoomed. */
function inside(at: Point, { size, eye }: Geometry): Point {
  if (eye.camera.value.zoom > 1) return at;
  const { width, height } = size.value;
  const reach = RADIUS * (bigScreen.value ? 1.7 : SCALE[preferences.tileSize.value]);
  const within = (one: number, length: number) => Math.min(length - reach, Math.max(reach, one));
  return { x: within(at.x, width), y: within(at.y, height) };
}

/** As in plates.css. */
const SCALE = { 1: 1, 2: 1.2, 3: 1.45 } as const;

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
      )}
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
  const state =
    order < 0 ? t('page.table.closed') : t('ui.open', { order: t(`ui.order.${order + 1}`) });
  const tiles = tilesFor(desk.choices.value, branch);
  const fitting = tiles.length > 0 ? `, ${t('page.table.fits.tiles', { tiles })}` : '';
  return `${t('page.table.end', { branch, end })}, ${state}${fitting}`;
}
