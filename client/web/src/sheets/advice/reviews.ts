/** What the server has said of finished hands: for the list of choices, and for the replay. */
import { signal } from '@preact/signals';
import type { Seat } from '../../game/branches';
import type { Review } from '../../protocol/messages';
import type { Session } from '../../session/session';

const found = signal<ReadonlyMap<string, Review>>(new Map());

const handOf = (session: Session, match: number, hand: number): string =>
  `${session.me.peek()?.code} ${match} ${hand} `;

/** What has come in of a hand, by seat; reading this in a component draws it again later. */
export function reviewsOf(session: Session, match: number, hand: number): Review[] {
  const wanted = handOf(session, match, hand);
  return [...found.value].flatMap(([key, review]) => (key.startsWith(wanted) ? [review] : []));
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
  if (answer.type === 'review')
    found.value = new Map(found.peek()).set(handOf(session, match, hand) + answer.seat, answer);
  return null;
}
