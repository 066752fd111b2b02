import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { preferences } from '../app/preferences';
import { type Tile as Pair, sameTile, tileName } from '../game/branches';
import { placesOf } from '../game/choices';
import { t } from '../words';
import { useDesk } from './desk';
import { dragged, floatAt, placeUnder, TAP } from './drag';
import { useGeometry } from './geometry';
import { tileLabel } from './names';
import { type Arrangement, arrange, moved } from './rackOrder';
import { rackShapeNow } from './rackShape';
import { Tile } from './tile';
import './rack.css';

const TWICE = 350; // ms between the two taps of a double tap
const LYING = -90; // degrees: as rack.css turns the tiles of a hand that lies

interface Props {
  readonly arrangement: Signal<Arrangement>;
}

/** My tiles. One of them can be reached by Tab, the others by the arrow keys. */
export function Rack({ arrangement }: Props) {
  const desk = useDesk();
  const row = useRef<HTMLFieldSetElement>(null);
  const current = useSignal('');
  const tapped = useRef({ name: '', at: 0 });
  const hand = desk.you.value?.hand ?? [];
  const tiles = arrange(hand, preferences.rackOrder.value, arrangement.value);
  const names = tiles.map(tileName);
  const stop = names.includes(current.value) ? current.value : (names[0] ?? '');
  useKeptFocus(row, names);
  const { across, rows, lies } = rackShapeNow(preferences.tileSize.value);
  const dealt = useRef(desk.table.peek().moves.length < desk.seats.peek().length);
  const tap = (tile: Pair, event: MouseEvent) => {
    const name = tileName(tile);
    const again = tapped.current.name === name && event.timeStamp - tapped.current.at < TWICE;
    tapped.current = { name, at: event.timeStamp };
    current.value = name;
    desk.dispatch({ type: 'tile', tile, again });
    if (event.detail === 0)
      row.current?.dispatchEvent(new CustomEvent('chosen', { bubbles: true }));
  };
  /** Wherever the focus came from: a key, Tab, or a neighbour that was played. */
  const focused = ({ target }: FocusEvent) => {
    current.value = (target as HTMLElement).dataset.tile ?? '';
  };
  const keys = (event: KeyboardEvent) => {
    const at = names.indexOf(stop);
    const to = KEYS[event.key]?.(at, names.length);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const wanted = (to + names.length) % names.length;
    row.current?.querySelectorAll<HTMLElement>('[data-tile]')[wanted]?.focus();
  };
  return (
    <fieldset
      class={`rack${dealt.current ? ' rack-dealt' : ''}${lies ? ' rack-lies' : ''}`}
      style={{ '--across': across, '--rows': rows }}
      ref={row}
      aria-label={t('ui.hand')}
      onKeyDown={keys}
      onFocusIn={focused}
      data-count={tiles.length}
    >
      {tiles.map((tile, at) => (
        <RackTile
          key={tileName(tile)}
          at={at}
          tile={tile}
          stop={stop === tileName(tile)}
          turn={lies ? LYING : 0}
          onTap={(event) => tap(tile, event)}
          onMoved={(to) => {
            arrangement.value = moved(tiles, tile, to, arrangement.value);
            preferences.rackOrder.value = 'own';
          }}
        />
      ))}
    </fieldset>
  );
}

const KEYS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** When the tile that had the focus is played, its neighbour has it. */
function useKeptFocus(row: { current: HTMLElement | null }, names: readonly string[]): void {
  const had = useRef(-1);
  useLayoutEffect(() => {
    const tiles = [...(row.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
    if (had.current >= 0 && document.activeElement === document.body) {
      tiles[Math.min(had.current, tiles.length - 1)]?.focus();
    }
    had.current = tiles.indexOf(document.activeElement as HTMLElement);
    const note = () => {
      const now = [...(row.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
      had.current = now.indexOf(document.activeElement as HTMLElement);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [names.join()]);
}

interface TileProps {
  readonly tile: Pair;
  readonly at: number;
  readonly stop: boolean;
  readonly turn: number;
  readonly onTap: (event: MouseEvent) => void;
  readonly onMoved: (to: number) => void;
}

function RackTile({ tile, at, stop, turn, onTap, onMoved }: TileProps) {
  const desk = useDesk();
  const carry = useCarry(tile, onMoved);
  const { selected, sending } = desk.intent.value;
  const choices = desk.choices.value;
  const fits = placesOf(choices, tile).length > 0;
  const chosen = sameTile(selected, tile);
  const away = sameTile(dragged.value?.tile ?? null, tile) || (chosen && sending !== null);
  return (
    <button
      type="button"
      data-tile={tileName(tile)}
      class={`rack-tile${fits ? ' rack-fits' : ''}${chosen ? ' rack-chosen' : ''}${
        choices.any && !fits ? ' rack-dim' : ''
      }${away ? ' rack-away' : ''}`}
      style={{ '--at': at }}
      tabIndex={stop ? 0 : -1}
      aria-pressed={chosen}
      aria-label={tileLabel(tile, choices)}
      onClick={(event) => {
        if (!carry.carried() || event.detail === 0) onTap(event);
      }}
      onPointerDown={carry.down}
      onPointerMove={carry.move}
      onPointerUp={carry.up}
      onPointerCancel={carry.cancel}
      onLostPointerCapture={carry.lost}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Tile upper={tile[0]} lower={tile[1]} turn={turn} numerals={preferences.numerals.value} />
    </button>
  );
}

/** A pointer that goes further than a tap carries the tile; one that is interrupted returns it. */
function useCarry(tile: Pair, onMoved: (to: number) => void) {
  const desk = useDesk();
  const geometry = useGeometry();
  const from = useRef<{ id: number; x: number; y: number } | null>(null);
  const carried = useRef(false);
  const cancel = () => {
    from.current = null;
    carried.current = false;
    dragged.value = null;
  };
  // A tile that leaves the hand while it is carried takes what floats with it.
  useEffect(
    () => () => {
      if (from.current) cancel();
    },
    [],
  );
  return {
    /** Whether the click that follows belongs to a carried tile. */
    carried: () => {
      const was = carried.current;
      carried.current = false;
      return was;
    },
    down: (event: PointerEvent) => {
      carried.current = false;
      if (event.button !== 0) return;
      from.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
      // At once: a quick mouse has left the tile before it has gone further than a tap.
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    },
    move: (event: PointerEvent) => {
      const start = from.current;
      if (!start || start.id !== event.pointerId) return;
      if (event.buttons === 0) return cancel();
      const way = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (!carried.current && way < TAP) return;
      if (!carried.current) {
        carried.current = true;
        desk.dispatch({ type: 'tile', tile, again: true });
      }
      const at = floatAt(event);
      const finger = { x: event.clientX, y: event.clientY };
      dragged.value = { tile, ...at, over: placeUnder(desk, geometry, tile, [at, finger]) };
    },
    up: (event: PointerEvent) => {
      const drop = dragged.value;
      from.current = null;
      dragged.value = null;
      if (!drop || !carried.current) return;
      if (drop.over !== undefined) desk.dispatch({ type: 'drop', tile, branch: drop.over });
      else {
        const to = placeInRack(event);
        if (to >= 0) onMoved(to);
      }
    },
    cancel,
    /** After `up` there is nothing to return any more. */
    lost: () => {
      if (from.current) cancel();
    },
  };
}

/** The place in the rack under a pointer; -1 beside it. */
function placeInRack(event: PointerEvent): number {
  const rack = (event.currentTarget as HTMLElement).closest('.rack');
  if (!rack) return -1;
  const box = rack.getBoundingClientRect();
  if (event.clientY < box.top - 12 || event.clientY > box.bottom + 12) return -1;
  const boxes = [...rack.querySelectorAll('[data-tile]')].map((one) => one.getBoundingClientRect());
  let best = -1;
  let least = Infinity;
  boxes.forEach((one, at) => {
    const way = Math.hypot(
      event.clientX - one.left - one.width / 2,
      event.clientY - one.top - one.height / 2,
    );
    if (way < least) [best, least] = [at, way];
  });
  return best;
}

/** The tile that floats with the pointer. */
export function Floating() {
  const drag = dragged.value;
  if (!drag) return null;
  return (
    <div
      class={`floating${drag.over === undefined ? '' : ' floating-caught'}`}
      style={{ transform: `translate(${drag.x}px, ${drag.y}px)` }}
      aria-hidden="true"
    >
      <Tile upper={drag.tile[0]} lower={drag.tile[1]} numerals={preferences.numerals.value} />
    </div>
  );
}
