/**
 * Tells the table that I read the rules or the records: computers wait, the others see it. What was
 * told ends with the connection, so it is told again on the next one.
 */
import { effect } from '@preact/signals';
import { sheet } from '../app/sheets';
import type { Session } from '../session/session';

export type ReadingMatter = 'rules' | 'records';

/** Returns what ends it. */
export function keepReading(session: Session): () => void {
  let told: ReadingMatter | null = null;
  return effect(() => {
    const wanted = matter(sheet.value?.name);
    const isHere = session.line.value.state === 'open' && isSeated(session);
    if (!isHere) told = null;
    else if (told !== wanted) {
      told = wanted;
      void session.send({ type: 'reading', what: wanted });
    }
  });
}

const matter = (name: string | undefined): ReadingMatter | null =>
  name === 'rules' || name === 'records' ? name : null;

function isSeated(session: Session): boolean {
  const person = session.me.value?.person ?? null;
  const seats = session.room.value?.seats ?? [];
  return person !== null && seats.some((seat) => seat.person === person);
}
