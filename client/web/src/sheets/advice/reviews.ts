/** What the server has said of finished hands: for the list of choices, and for the replay. */
import { effect, signal } from '@preact/signals';
import type { Seat } from '../../game/branches';
import type { Review, Room } from '../../protocol/messages';
import type { Session } from '../../session/session';

const found = signal<ReadonlyMap<string, Review>>(new Map());

const handOf = (session: Session, match: number, hand: number): string =>
  `${session.me.peek()?.code} ${match} ${hand} `;

/** What has come in of a hand, by seat; reading this in a component draws it again later. */
export function reviewsOf(session: Session, match: number, hand: number): Review[] {
  const wanted = handOf(session, match, hand);
  return [...found.value].flatMap(([key, review]) => (key.startsWith(wanted) ? [review] : []));
}

/** How a hand of the current match ended: it may be taken back (''), and end otherwise. */
export function endOf(room: Room | null, match: number, hand: number): string | null {
  if (room?.match !== match) return null;
  const result = room.hands[hand - 1]?.result;
  return result ? JSON.stringify(result) : '';
}

/** Ask for one, which takes seconds: of that seat, else of my first. Gives why there is none. */
export async function askReview(
  session: Session,
  match: number,
  hand: number,
  seat: Seat | null,
): Promise<string | null> {
  const answer = await session.send({ type: 'review', match, hand, seat });
  if (answer.type === 'refused') return answer.text;
  if (answer.type === 'review') keep(session, match, hand, answer);
  return null;
}

/** Until the hand is taken back: whatever it ends with then, it is another. */
function keep(session: Session, match: number, hand: number, review: Review): void {
  const key = handOf(session, match, hand) + review.seat;
  const end = endOf(session.room.peek(), match, hand);
  if (end === '') return;
  found.value = new Map(found.peek()).set(key, review);
  if (end === null) return;
  const stop = effect(() => {
    const now = endOf(session.room.value, match, hand);
    if (now === null || now === end) return;
    const rest = new Map(found.peek());
    if (rest.get(key) === review) rest.delete(key);
    found.value = rest;
    stop();
  });
}
