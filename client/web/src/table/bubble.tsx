import { useEffect, useState } from 'preact/hooks';
import type { Seat } from '../game/branches';
import { heardOf } from '../sheets/talk/heard';
import { words } from '../sheets/talk/line';
import { useDesk } from './desk';
import './bubble.css';

/** How long a line stands at the seat of whoever said it; it is in the talk afterwards. */
const STANDS_MS = 6000;

/** What somebody said, until a tap takes it away. It is no button: to others it is read out. */
export function Bubble({ seat }: { readonly seat: Seat }) {
  const desk = useDesk();
  const person = desk.room.value.seats.find((one) => one.seat === seat)?.person ?? null;
  const line = person === null ? undefined : heardOf(desk.session).latest.value.get(person);
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (!line) return;
    const left = line.at + STANDS_MS - performance.now();
    const timer = setTimeout(() => setOver(line.at), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [line]);
  const stale = !line || over === line.at || performance.now() - line.at >= STANDS_MS;
  if (stale || line.said.nudge !== null) return null;
  return (
    <p class="bubble" aria-hidden="true" onClick={() => setOver(line.at)}>
      <span class="bubble-words">{words(line.said)}</span>
    </p>
  );
}
