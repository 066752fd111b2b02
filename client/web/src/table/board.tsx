import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { preferences } from '../app/preferences';
import { isDouble, type Seat, type Tile } from '../game/branches';
import { placesOf } from '../game/choices';
import type { Placed, Point, Spot } from '../layout';
import { t } from '../words';
import { Arrow } from './arrow';
import { useDesk } from './desk';
import { dragged } from './drag';
import { seen, stageTransform, useGeometry } from './geometry';
import { watchGestures } from './gestures';
import { Plates } from './plates';
import { replayed, stopReplay } from './replaying';
import { Icon } from './shapes';
import { Face } from './tile';
import './board.css';

/** The cloth with the tiles on it. */
export function Board() {
  const geometry = useGeometry();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const board = element.current;
    if (!board) return;
    const measure = () => {
      const [width, height] = [board.clientWidth, board.clientHeight];
      if (width > 0 && height > 0) geometry.size.value = { width, height };
    };
    geometry.board.current = board;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(board);
    const rest = watchGestures(board, geometry.eye);
    return () => {
      observer.disconnect();
      geometry.board.current = null;
      rest();
    };
  }, [geometry]);
  const { camera, held } = geometry.eye;
  const { board } = geometry.layout.value.memory;
  // Tiles laid out anew for another board are there at once; they fly only when played.
  const still = useRef(board);
  const moves = still.current === board && !held.value;
  useEffect(() => {
    still.current = board;
  }, [board]);
  return (
    <div class="board" ref={element} data-board>
      <Arrow />
      <svg class="board-picture" aria-hidden="true">
        <g
          class={moves ? 'board-stage board-stage-moves' : 'board-stage'}
          style={{ transform: stageTransform(geometry.picture.value, seen(geometry)) }}
        >
          <Frames />
          <Tiles />
          <Ghosts />
        </g>
      </svg>
      <Plates />
      {camera.value.zoom > 1 && (
        <button
          type="button"
          class="board-whole"
          onClick={() => {
            camera.value = { zoom: 1, x: 0, y: 0 };
          }}
        >
          <Icon name="whole" />
          {t('page.table.whole')}
        </button>
      )}
    </div>
  );
}

/** An outline in its owner's tint around the tiles of each branch. */
function Frames() {
  const { frames } = useGeometry().layout.value;
  const seats = useDesk().seats.value;
  return (
    <g>
      {seats.map((seat) => (
        <path
          key={seat}
          class={`board-frame tint-${seat}`}
          fill-rule="evenodd"
          d={(frames[seat] ?? []).map(outline).join('')}
        />
      ))}
    </g>
  );
}

const outline = (points: readonly Point[]): string =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`;

const FROM = { bottom: [0, 5], right: [5, 0], top: [0, -5], left: [-5, 0] } as const;

function Tiles() {
  const desk = useDesk();
  const geometry = useGeometry();
  const { layout } = geometry;
  // Tiles that were there when the table came up do not fly in.
  const known = useRef(desk.table.peek().moves.length);
  const moves = desk.table.value.moves.length;
  useEffect(() => {
    known.current = moves;
    return stopReplay;
  }, [moves]);
  const again = replayed.value;
  const shown = again ?? moves;
  const { tiles } = layout.value;
  const numerals =
    preferences.numerals.value || geometry.picture.value.unit * seen(geometry).zoom < 16;
  return (
    <g>
      {tiles
        .filter(({ play }) => play >= 0 && play <= shown)
        .map((tile) => {
          const seat = desk.table.value.moves[tile.play]?.[0] as Seat;
          const [x, y] = FROM[desk.sides.value.get(seat) ?? 'bottom'];
          return (
            <g
              key={`${tile.play}:${tile.branch}${tile.near}${tile.far}`}
              class={`board-tile${tile.play >= known.current || tile.play === again ? ' board-tile-new' : ''}`}
              style={{ '--from-x': `${x}px`, '--from-y': `${y}px` }}
            >
              <Lying tile={tile} numerals={numerals} />
            </g>
          );
        })}
    </g>
  );
}

const lie = ({ x, y, turn }: Spot) => ({
  transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`,
});

function Lying({ tile, numerals }: { readonly tile: Placed; readonly numerals: boolean }) {
  const desk = useDesk();
  const newest = desk.newest.value === tile.play;
  const since = !newest && desk.since.value.has(tile.play);
  return (
    <g class="board-place" style={lie(tile)}>
      <Face upper={tile.near} lower={tile.far} turn={tile.turn} numerals={numerals} />
      {tile.branch === null && (
        <rect class="board-centre" x="-0.42" y="-0.92" width="0.84" height="1.84" rx="0.09" />
      )}
      {newest && (
        <rect class="board-glow" key={tile.play} x="-0.5" y="-1" width="1" height="2" rx="0.13" />
      )}
      {(newest || since) && <Mark newest={newest} />}
    </g>
  );
}

/** A small mark on the divider: full for the newest tile, hollow for those since my last move. */
function Mark({ newest }: { readonly newest: boolean }) {
  return (
    <path
      class={newest ? 'board-mark board-mark-newest' : 'board-mark'}
      d="M0-.13.13 0 0 .13-.13 0Z"
    />
  );
}

/** Where the selected tile may lie: outlines, and the tile itself where it was put. */
function Ghosts() {
  const desk = useDesk();
  const { spot } = useGeometry();
  const { selected, preview, sending } = desk.intent.value;
  const tile = preview?.tile ?? selected;
  const places = placesOf(desk.choices.value, tile);
  // The place of the centre stays in sight, also for a tile that may not open.
  if (!tile || places.length === 0) return desk.laid.value.length > 0 ? null : <Centre />;
  return (
    <g>
      {places.map((branch) => {
        const over = dragged.value?.over;
        const shown = over === undefined ? preview?.branch === branch : over === branch;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the plate and the chip are its buttons
          <g
            key={branch ?? 'centre'}
            class={ghostClass(shown, sending !== null)}
            style={lie(spot(branch, isDouble(tile)))}
            onClick={() => desk.dispatch({ type: 'place', branch })}
          >
            {shown ? (
              <GhostFace tile={tile} branch={branch} />
            ) : (
              <rect
                class="board-outline"
                x="-0.47"
                y="-0.97"
                width="0.94"
                height="1.94"
                rx="0.12"
              />
            )}
          </g>
        );
      })}
    </g>
  );
}

/** Where the hand will be opened. */
function Centre() {
  const { spot } = useGeometry();
  return (
    <g style={lie(spot(null, true))}>
      <rect class="board-spot" x="-0.47" y="-0.97" width="0.94" height="1.94" rx="0.12" />
    </g>
  );
}

const ghostClass = (shown: boolean, sending: boolean): string =>
  `board-ghost${shown ? ' board-ghost-shown' : ''}${sending ? ' board-ghost-sending' : ''}`;

function GhostFace({ tile, branch }: { readonly tile: Tile; readonly branch: Seat | null }) {
  const { spot } = useGeometry();
  const { ends } = useDesk();
  const end = branch === null ? tile[0] : ends.value.get(branch);
  const [near, far] = tile[0] === end ? tile : [tile[1], tile[0]];
  const { turn } = spot(branch, isDouble(tile));
  return (
    <>
      <Face upper={near} lower={far} turn={turn} numerals={preferences.numerals.value} />
      <rect class="board-chosen" x="-0.53" y="-1.03" width="1.06" height="2.06" rx="0.15" />
    </>
  );
}
