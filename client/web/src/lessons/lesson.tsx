import { useEffect, useRef } from 'preact/hooks';
import { useSession } from '../app/context';
import { preferences } from '../app/preferences';
import { openSheet } from '../app/sheets';
import { naming } from '../game/called';
import { t } from '../words';
import { ALL, type LessonId, lessonFor, progressOf } from './lessons';
import './lesson.css';

const learn = (id: LessonId | typeof ALL): void => {
  const { learnt } = preferences;
  if (!learnt.peek().includes(id)) learnt.value = [...learnt.peek(), id];
};

/** One sentence in the flow of the page, gone with "got it" or when the person plays on. */
export function Lesson() {
  const { view: seen, room } = useSession();
  const view = seen.value;
  const lesson = lessonFor(view, preferences.learnt.value);
  const named = lesson && room.value ? naming(room.value, lesson.facts) : {};
  const shown = useRef<LessonId | null>(null);
  const progress = view ? progressOf(view, view.you?.seat ?? null) : '';
  // Runs when the person has played on, before what this view asks for is noted below.
  useEffect(() => {
    if (shown.current) learn(shown.current);
  }, [progress]);
  useEffect(() => {
    shown.current = lesson?.id ?? null;
  });
  return (
    <div class="lesson-place" role="status">
      {lesson && (
        <div class="lesson">
          <p class="lesson-text">{t(lesson.key, named)}</p>
          <div class="lesson-ways">
            <button
              type="button"
              class="lesson-more"
              onClick={() => openSheet({ name: 'rules', page: lesson.page })}
            >
              {t('page.lesson.more')}
            </button>
            <button type="button" class="lesson-got" onClick={() => learn(lesson.id)}>
              {t('page.lesson.got_it')}
            </button>
            <button type="button" class="lesson-none" onClick={() => learn(ALL)}>
              {t('page.lesson.none')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
