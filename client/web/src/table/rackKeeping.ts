/** My order of this hand, stored on this device. */
import { effect, type Signal, signal, untracked } from '@preact/signals';
import { load, store } from '../app/storage';
import type { Desk } from './desk';
import { type Arrangement, UNTOUCHED } from './rackOrder';

const KEY = 'longana.rack.hands';
const KEPT = 6; // hands; the older ones are over

type Kept = readonly (readonly [hand: string, arrangement: Arrangement])[];

/** The arrangement of the hand in sight; setting it stores it. */
export function makeArrangement(desk: Desk): { value: Signal<Arrangement>; dispose: () => void } {
  const value = signal(UNTOUCHED);
  let hand = '';
  const read = effect(() => {
    const { code, match } = desk.room.value;
    hand = `${code}/${match}/${desk.table.value.hand}/${desk.you.value?.seat ?? ''}`;
    const found = load<Kept>(KEY, []).find(([name]) => name === hand);
    const next = found?.[1] ?? UNTOUCHED;
    if (untracked(() => JSON.stringify(value.value)) !== JSON.stringify(next)) value.value = next;
  });
  const write = effect(() => {
    const mine = value.value;
    if (mine === UNTOUCHED || hand === '') return;
    const others = load<Kept>(KEY, []).filter(([name]) => name !== hand);
    store(KEY, [[hand, mine], ...others].slice(0, KEPT));
  });
  return {
    value,
    dispose: () => {
      read();
      write();
    },
  };
}
