/**
 * The lobby and the table are sent for as soon as the first screen is drawn: whoever opens a link
 * reads and types a while before they are needed.
 */
import { signal } from '@preact/signals';
import { reloadOnce } from './renew';

const AGAIN_MS = 2000;
const TRIES = 3;

type Screens = typeof import('./screens');
const loaded = signal<Screens | null>(null);

/** null: not here yet. */
export const screens = {
  get value() {
    return loaded.value;
  },
};

/** Without a line it is tried again; a newer server has other files, and the page that knows them. */
export async function sendForScreens(
  load: () => Promise<Screens> = () => import('./screens'),
  reload: () => boolean = () => reloadOnce('screens'),
): Promise<void> {
  for (let tries = 1; loaded.peek() === null; tries += 1) {
    try {
      loaded.value = await load();
    } catch {
      if (tries === TRIES && navigator.onLine && reload()) return;
      await new Promise((wake) => setTimeout(wake, AGAIN_MS));
    }
  }
}
