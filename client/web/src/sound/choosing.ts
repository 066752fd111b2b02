/** Which sounds belong to what happened. */
import { isDouble } from '../game/branches';
import type { Happening } from '../game/events';

export type Sound = 'slap' | 'heavy' | 'knock' | 'rattle' | 'turn' | 'won' | 'block' | 'arrival';

/** One view after another: never more than these at once, the latest of them. */
const MOST = 3;

export function soundsOf(events: readonly Happening[]): Sound[] {
  const all = events.flatMap(soundOf);
  const dealt = all.lastIndexOf('rattle'); // what was before it lies on the table no more
  return (dealt < 0 ? all : all.slice(dealt)).slice(-MOST);
}

function soundOf(event: Happening): Sound[] {
  switch (event.kind) {
    case 'dealt':
    case 'restarted':
      return ['rattle'];
    case 'opening':
    case 'play':
      return [isDouble(event.tile) ? 'heavy' : 'slap'];
    case 'pass':
      return ['knock'];
    case 'your_turn':
    case 'nudged':
      return ['turn'];
    case 'hand_over':
      return [event.result.kind === 'block' ? 'block' : 'won'];
    case 'joined':
      return ['arrival'];
    default:
      return [];
  }
}
