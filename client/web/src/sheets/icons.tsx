import './icons.css';

/** Line drawings beside the words of the menu. They say nothing the words do not. */
const DRAWN = {
  score: 'M5 20V11M12 20V4M19 20v-6',
  plays: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  rules: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14',
  records: 'M5 12a7 7 0 1 0 2-5L5 9M5 4v5h5M12 8v4l3 2',
  talk: 'M4 5h16v11H11l-5 4v-4H4z',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 20c0-4 2-6 6-6s6 2 6 6M16 5.500a3 3 0 0 1 0 5M18 14.500c2 1 3 2.500 3 5.500',
  invite: 'M12 5v14M5 12h14',
  settings: 'M4 7h10M18 7h2M16 5v4M4 17h2M10 17h10M8 15v4',
  keys: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 14.500h8',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M9 12h9',
  redo: 'M19 9H9a5 5 0 0 0 0 10h6M19 9l-4-4M19 9l-4 4',
  screen: 'M3 5h18v11H3zM8 20h8M12 16v4',
} as const;

export type MenuIcon = keyof typeof DRAWN;

export const Drawing = ({ name }: { readonly name: MenuIcon }) => <Line d={DRAWN[name]} />;

/** A drawing of lines in the colour of the text beside it. */
export const Line = ({ d }: { readonly d: string }) => (
  <svg class="icon-line" viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
);
