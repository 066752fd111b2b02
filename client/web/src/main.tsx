import { render } from 'preact';
import './style/base.css';
import { App } from './app/app';
import { SessionContext } from './app/context';
import { preferences } from './app/preferences';
import { Session } from './session/session';
import { language, preferred, speak } from './words';

/** The socket lies beside the page, whatever path prefix that has. */
const socketUrl = new URL('ws', location.href.split('#')[0]?.replace(/^http/, 'ws'));

const session = new Session(socketUrl.href, () => language.value);

for (const happening of ['online', 'focus', 'pageshow']) {
  window.addEventListener(happening, () => session.wake());
}
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') session.wake();
});

await speak(preferences.language.value ?? preferred(navigator.languages));
const app = document.getElementById('app');
if (app) {
  render(
    <SessionContext.Provider value={session}>
      <App />
    </SessionContext.Provider>,
    app,
  );
}
