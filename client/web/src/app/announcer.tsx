import { politeWords, urgentWords } from './speaking';

/**
 * What screen readers listen to. It stands for as long as the page does; what is said comes from
 * readers.ts, and from whoever calls `announce`.
 */
export function Announcer() {
  return (
    <>
      <div class="unseen" aria-live="polite" aria-relevant="additions">
        {politeWords.value.map(({ number, text }) => (
          <p key={number}>{text}</p>
        ))}
      </div>
      <div class="unseen" aria-live="assertive" aria-relevant="additions">
        {urgentWords.value.map(({ number, text }) => (
          <p key={number}>{text}</p>
        ))}
      </div>
    </>
  );
}
