/**
 * Whom a person does not want to hear in a room: kept on the device, known to nobody else. By name,
 * as whoever leaves and comes in again is another person by number.
 */
import { signal } from '@preact/signals';
import { load, store } from '../../app/storage';

const changes = signal(0);
const key = (code: string): string => `longana.muted.${code}`;

/** Reading it in a component draws that again when it changes. */
export const isMuted = (code: string, name: string): boolean => mutedIn(code).includes(fold(name));

export function mute(code: string, name: string, wanted: boolean): void {
  const others = mutedIn(code).filter((one) => one !== fold(name));
  const names = wanted ? [...others, fold(name)] : others;
  store(key(code), names.length > 0 ? names : null);
  changes.value++;
}

function mutedIn(code: string): readonly string[] {
  changes.value;
  const found = load<unknown>(key(code), []);
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

/** Names in a room differ by more than case and width; somebody who comes back may be the same. */
const fold = (name: string): string => name.normalize('NFKC').toLowerCase();
