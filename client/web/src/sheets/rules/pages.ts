/** The pages of the rules in reading order: `rules.<page>.title` and `rules.<page>.text`. */
export const PAGES = [
  'game',
  'words',
  'deal',
  'opening',
  'turn',
  'play',
  'open',
  'priority',
  'example',
  'doubles',
  'end',
  'scoring',
  'match',
  'seats',
  'fair',
  'house',
  'notation',
  'credits',
] as const;
export type Page = (typeof PAGES)[number];

/** Null for none of them: the contents. */
export const pageOf = (name: string | undefined): Page | null =>
  PAGES.find((page) => page === name) ?? null;
