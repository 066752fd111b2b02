import { effect } from '@preact/signals';
import { render } from 'preact';
import './style/base.css';
import { Announcer } from './app/announcer';
import { App } from './app/app';
import { keepPlace } from './app/comeback';
import { SessionContext } from './app/context';
import { LineBanner } from './app/line';
import { preferences } from './app/preferences';
import { reloadOnce } from './app/renew';
import { Session } from './session/session';
import { language, preferred, speak } from './words';

/** The socket lies beside the page, whatever path prefix that has. */
const socketUrl = new URL('ws', location.href.split('#')[0]?.replace(/^http/, 'ws'));

const session = new Session(
  socketUrl.href,
  () => language.value,
  () => reloadOnce('version'),
);

for (const happening of ['online', 'offline', 'focus', 'pageshow'])
  window.addEventListener(happening, () => session.wake());
document.addEventListener('resume', () => session.wake()); // a frozen page goes on
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') session.wake();
});

const wanted = () => preferences.language.value ?? preferred(navigator.languages);
keepPlace(session);
await speak(wanted());
const app = document.getElementById('app');
if (app)
  render(
    <SessionContext.Provider value={session}>
      <LineBanner />
      <App />
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

/** What can come after the first screen. */
function giveAids(): void {
  const again = () => setTimeout(giveAids, 5000);
  setTimeout(() => import('./app/aids').then(({ giveAids }) => giveAids(session), again), 300);
}
