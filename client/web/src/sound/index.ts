/** What is heard and felt of the table; nothing unless the person has switched it on. */
import { effect } from '@preact/signals';
import { follow } from '../app/moments';
import { preferences } from '../app/preferences';
import { seatsOfDevice } from '../game/seating';
import type { Session } from '../session/session';
import { type Sound, soundsOf } from './choosing';
import { Player } from './player';

/** A tile is heard when it lies, not when it starts. */
const FLIGHT_S = 0.14;
const LANDING: readonly Sound[] = ['slap', 'heavy'];

const GESTURES = ['pointerup', 'keydown'];

/** Until what it returns is called. */
export function listenForSound(session: Session): () => void {
  const player = new Player(() => preferences.volume.value);
  const unlock = () => {
    if (preferences.sound.peek() === true) player.unlock();
  };
  // The tap that answers the lobby's question is the one that opens the sound.
  const endSwitch = effect(() => {
    if (preferences.sound.value === true) {
      if (navigator.userActivation?.isActive) player.unlock();
    } else player.close();
  });
  for (const gesture of GESTURES) window.addEventListener(gesture, unlock);
  const endHearing = follow(session, (events, now) => {
    const isSeen = document.visibilityState !== 'hidden';
    const mine = seatsOfDevice(now.room, now.person);
    const heard = events.filter((event) => event.kind !== 'nudged' || mine.includes(event.seat));
    if (preferences.sound.peek() === true) {
      // To somebody who looks elsewhere only their own turn is worth a sound.
      const sounds = soundsOf(heard).filter((sound) => isSeen || sound === 'turn');
      const lands = LANDING.includes(sounds[0] ?? 'turn') && !isStill();
      player.play(sounds, lands ? FLIGHT_S : 0);
    }
    const isCalled = heard.some(({ kind }) => kind === 'your_turn' || kind === 'nudged');
    if (isCalled && preferences.vibration.peek()) navigator.vibrate?.(80);
  });
  return () => {
    for (const gesture of GESTURES) window.removeEventListener(gesture, unlock);
    endSwitch();
    endHearing();
    player.close();
  };
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
