/** What a first hand explains by itself: one sentence each, when its situation arises. Pure. */
import { isDouble, readMove, type Seat } from '../game/branches';
import type { View } from '../protocol/messages';
import type { Facts } from '../words';

export const LESSONS = ['fits', 'double', 'pass', 'priority'] as const;
export type LessonId = (typeof LESSONS)[number];

/** Stands for all of them: "I know the game". */
export const ALL = '*';

export interface Lesson {
  readonly id: LessonId;
  /** Of the catalogue. */
  readonly key: string;
  readonly facts: Facts;
  /** The page of the rules that says more. */
  readonly page: string;
}

export const knowsAll = (learnt: readonly string[]): boolean =>
  learnt.includes(ALL) || LESSONS.every((id) => learnt.includes(id));

/** The sentence this view asks for, of those not learnt yet; for somebody with a hand alone. */
export function lessonFor(view: View | null, learnt: readonly string[]): Lesson | null {
  if (!view?.you?.seat || knowsAll(learnt)) return null;
  const found = situations(view, view.you.seat);
  return found.find(({ id }) => !learnt.includes(id)) ?? null;
}

/** Everything there is to explain now, the most basic first. */
function situations(view: View, own: Seat): Lesson[] {
  const { table, you } = view;
  if (table.phase !== 'playing' || !you) return [];
  const legal = you.legal.map(readMove);
  const mustPass = legal.length > 0 && legal.every(({ tile }) => tile === null);
  const passed = table.opened.find((seat) => seat !== own);
  const [barred, instead] = Object.entries(you.barred)[0] ?? [];
  const double = legal.find(
    ({ tile, branch }) =>
      tile && isDouble(tile) && branch && branch !== own && !table.opened.includes(branch),
  );
  return [
    mustPass && lesson('pass', 'page.lesson.pass.own', 'open'),
    legal.some(({ branch }) => branch !== null) && lesson('fits', 'page.lesson.fits', 'play'),
    legal.length > 0 &&
      barred &&
      instead &&
      lesson('priority', 'page.lesson.priority', 'priority', { branch: barred, instead }),
    double?.tile &&
      lesson('double', 'page.lesson.double', 'play', {
        tile: double.tile.join('-'),
        branch: double.branch ?? '',
      }),
    passed && lesson('pass', 'page.lesson.pass', 'open', { seat: passed }),
  ].filter((one): one is Lesson => Boolean(one));
}

const lesson = (id: LessonId, key: string, page: string, facts: Facts = {}): Lesson => ({
  id,
  key,
  page,
  facts,
});

/** Another whenever the person has played on: what was shown until then counts as seen. */
export function progressOf({ table, you }: View): string {
  const moves = table.moves.filter((move) => move[0] === you?.seat).length;
  return `${table.hand} ${moves} ${table.result ? 'over' : ''}`;
}
