import { effect } from '@preact/signals';
import { render } from 'preact';
import './style/base.css';
import { Announcer } from './app/announcer';
import { App } from './app/app';
import { sendForScreens } from './app/behind';
import { Unbroken } from './app/broken';
import { keepPlace } from './app/comeback';
import { SessionContext } from './app/context';
import { LineBanner } from './app/line';
import { preferences } from './app/preferences';
import { reloadOnce } from './app/renew';
import { arrival } from './app/return';
import { SleepNote } from './app/sleepNote';
import { Session } from './session/session';
import { language, learn, preferred, speak } from './words';

/** The socket lies beside the page, whatever path prefix that has. */
const socketUrl = new URL('ws', location.href.split('#')[0]?.replace(/^http/, 'ws'));

/** Between two moves of computers; a server waits 800 by itself. */
const BETWEEN_MS = { slow: 1800, normal: 0, quick: 0 } as const;

const session = new Session(
  socketUrl.href,
  () => language.value,
  () => reloadOnce('version'),
  () => (document.visibilityState === 'visible' ? BETWEEN_MS[preferences.pace.value] : 0),
);

/** Whoever does anything has seen enough. */
for (const deed of ['pointerdown', 'keydown'])
  window.addEventListener(deed, () => session.hurry(), { capture: true });
document.addEventListener('visibilitychange', () => session.hurry());

for (const happening of ['online', 'offline', 'focus', 'pageshow'])
  window.addEventListener(happening, () => session.wake());
document.addEventListener('resume', () => session.wake()); // a frozen page goes on
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') session.wake();
});

const wanted = () => preferences.language.value ?? preferred(navigator.languages);
keepPlace(session);
if (arrival.peek()?.token) void sendForScreens(); // who comes back sees the table first
await firstWords();
const app = document.getElementById('app');
if (app)
  render(
    <SessionContext.Provider value={session}>
      <LineBanner />
      <Unbroken>
        <SleepNote />
        <App />
      </Unbroken>
      <Announcer />
    </SessionContext.Provider>,
    app,
  );
effect(() => {
  speak(wanted()).catch(() => {}); // no line now: the words stay as they are
});
effect(() => {
  if (language.value) session.renew(); // the server's sentences, too
});
effect(() => {
  document.documentElement.dataset.chrome = preferences.chrome.value;
});
giveAids();

/** A page without words is none: try until they are here. */
async function firstWords(): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const isThere = await speak(wanted()).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((go) => setTimeout(go, 1000));
  }
  reloadOnce('words');
}

/** What can come after the first screen. */
function giveAids(): void {
  const again = () => setTimeout(giveAids, 5000);
  const load = () => Promise.all([import('./app/aids'), learn('more')]);
  setTimeout(() => load().then(([{ giveAids }]) => giveAids(session), again), 300);
}
