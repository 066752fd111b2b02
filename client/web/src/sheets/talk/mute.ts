/** Whom a person does not want to hear in a room: kept on the device, known to nobody else. */
import { signal } from '@preact/signals';
import { load, store } from '../../app/storage';

const changes = signal(0);
const key = (code: string): string => `longana.muted.${code}`;

/** Reading it in a component draws that again when it changes. */
export function mutedIn(code: string): readonly number[] {
  changes.value;
  const found = load<unknown>(key(code), []);
  return Array.isArray(found) ? found.filter((one) => typeof one === 'number') : [];
}

export function mute(code: string, person: number, isMuted: boolean): void {
  const others = mutedIn(code).filter((one) => one !== person);
  const wanted = isMuted ? [...others, person] : others;
  store(key(code), wanted.length > 0 ? wanted : null);
  changes.value++;
}
