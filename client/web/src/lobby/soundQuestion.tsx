import { useEffect, useRef, useState } from 'preact/hooks';
import { preferences } from '../app/preferences';
import { Button } from '../ui';
import { t } from '../words';

/** Asked once, for sound must never come unasked; the tap that answers lets the page play it. */
export function SoundQuestion() {
  const [isAsked] = useState(preferences.sound.peek() === null);
  const box = useRef<HTMLElement>(null);
  const isAnswered = preferences.sound.value !== null;
  const before = useRef(isAnswered);
  useEffect(() => {
    if (isAnswered && !before.current) box.current?.focus({ preventScroll: true });
    before.current = isAnswered;
  }, [isAnswered]);
  if (!isAsked) return null;
  const answer = (sound: boolean, vibration = false) => {
    preferences.vibration.value = vibration;
    preferences.sound.value = sound;
  };
  return (
    <section class="lobby-card" ref={box} tabIndex={-1} aria-label={t('page.lobby.sound.title')}>
      <p class="lobby-card-words" role="status">
        {isAnswered ? t('page.lobby.sound.answered') : t('page.lobby.sound')}
      </p>
      {!isAnswered && (
        <div class="lobby-row">
          <Button onClick={() => answer(true)}>{t('page.lobby.sound.yes')}</Button>
          {'vibrate' in navigator && (
            <Button onClick={() => answer(true, true)}>{t('page.lobby.sound.vibration')}</Button>
          )}
          <Button onClick={() => answer(false)}>{t('page.lobby.sound.no')}</Button>
        </div>
      )}
    </section>
  );
}
