/** Which lesson there is at a table, and which count as seen. */
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { preferences } from '../app/preferences';
import type { View } from '../protocol/messages';
import { knowsAll, type Lesson, type LessonId, lessonFor, progressOf } from './lessons';

export interface Learning {
  /** What is to be explained now. */
  readonly lesson: ReadonlySignal<Lesson | null>;
  /**
   * Whether there may be lessons in this hand. Their room is kept to its end, so that no tile moves
   * when one comes or goes.
   */
  readonly teaches: ReadonlySignal<boolean>;
  readonly dispose: () => void;
}

export function learn(id: LessonId): void {
  const { learnt } = preferences;
  if (!learnt.peek().includes(id)) learnt.value = [...learnt.peek(), id];
}

/** `hand` tells one hand from the next. */
export function makeLearning(view: ReadonlySignal<View>, hand: ReadonlySignal<string>): Learning {
  const { learnt } = preferences;
  const lesson = computed(() => lessonFor(view.value, learnt.value));
  let taught = '';
  const teaches = computed(() => {
    if (view.value.you?.seat && !knowsAll(learnt.value)) taught = hand.value;
    return taught === hand.value;
  });
  let shown: LessonId | null = null;
  let before = '';
  const dispose = effect(() => {
    const progress = progressOf(view.value);
    if (shown && progress !== before) learn(shown); // whoever plays on has seen it
    before = progress;
    shown = lesson.value?.id ?? null;
  });
  return { lesson, teaches, dispose };
}
