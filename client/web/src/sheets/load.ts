/** Each sheet is a chunk of its own, loaded when it is first opened. */
import type { ComponentType } from 'preact';
import type { Sheet } from '../app/sheets';
import { learn } from '../words';

export interface SheetProps {
  readonly sheet: Sheet;
}

/** What a sheet's module gives: what stands in the frame, and what stays in view below it. */
export interface SheetModule {
  readonly default: ComponentType<SheetProps>;
  readonly Foot?: ComponentType<SheetProps>;
}

const MODULES: Readonly<Record<Sheet['name'], () => Promise<SheetModule>>> = {
  menu: () => import('./menu'),
  rules: () => import('./rules/rules'),
  records: () => import('./records/records'),
  others: () => import('./advice/others'),
  review: () => import('./advice/review'),
  score: () => import('./score'),
  plays: () => import('./plays'),
  talk: () => import('./talk/talk'),
  people: () => import('./people'),
  invite: () => import('./invite'),
  settings: () => import('./settings'),
  keys: () => import('./keys'),
  seat: () => import('../lobby/seatSheet'),
  house: () => import('../lobby/houseSheet'),
};

const loaded = new Map<Sheet['name'], SheetModule>();

/** At once, if it is there. */
export const loadedSheet = (name: Sheet['name']): SheetModule | undefined => loaded.get(name);

/** Rejects when the chunk cannot be had: no connection, or a newer page on the server. */
export async function loadSheet(name: Sheet['name']): Promise<void> {
  const [found] = await Promise.all([MODULES[name](), learn('more')]);
  loaded.set(name, found);
}
