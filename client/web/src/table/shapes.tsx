/** The seats' shapes and the few icons of the table, drawn so that nothing depends on colour. */
import type { Seat } from '../game/branches';
import './shapes.css';

const SHAPES: Readonly<Record<Seat, string>> = {
  S: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13Z',
  E: 'M8 1.5 15 14.5H1Z',
  N: 'M2 2H14V14H2Z',
  W: 'M8 .8 15.2 8 8 15.2.8 8Z',
};

/** The shape of a seat in its tint; its name stands beside it or in a label. */
export function SeatShape({ seat }: { readonly seat: Seat }) {
  return (
    <svg class={`shape shape-${seat}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[seat]} />
    </svg>
  );
}

const ICONS = {
  hint: 'M9 18h6M10 21h4M8.5 15c0-2-2.5-3-2.5-6.500a6 6 0 0 1 12 0c0 3.500-2.500 4.500-2.500 6.500Z',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  order: 'M7 4v16M7 20l-3-3M7 20l3-3M17 20V4M17 4l-3 3M17 4l3 3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  whole: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  turn: 'M5 12a7 7 0 1 0 2.200-5.100M5 4v4h4',
  again: 'M5 12a7 7 0 1 0 2.200-5.100M5 4v4h4M10.500 9.500v5l4-2.500Z',
  close: 'M6 6l12 12M18 6 6 18',
  up: 'M12 19V5M6 11l6-6 6 6',
  computer: 'M4 5h16v11H4zM9 20h6M12 16v4',
  moves: 'M7 5v14l11-7Z',
  away: 'M20 14A8.500 8.500 0 1 1 10 4a7 7 0 0 0 10 10Z',
  reads: 'M12 6c-2-1.500-5-2-8-2v14c3 0 6 .500 8 2 2-1.500 5-2 8-2V4c-3 0-6 .500-8 2Zv14',
  watches:
    'M2 12c3-5 6.500-7 10-7s7 2 10 7c-3 5-6.500 7-10 7s-7-2-10-7ZM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z',
  free: 'M5 12h14M12 5v14',
  began: 'M6 21V4h12l-3 4 3 4H6',
} as const;

export type IconName = keyof typeof ICONS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
