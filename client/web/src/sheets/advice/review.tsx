import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../../app/context';
import { openSheet } from '../../app/sheets';
import type { Seat } from '../../game/branches';
import { called } from '../../game/called';
import { seatsOfDevice } from '../../game/seating';
import type { Review, Room } from '../../protocol/messages';
import { Button, Segmented, unbroken } from '../../ui';
import { t } from '../../words';
import type { SheetProps } from '../load';
import { askReview, endOf, reviewsOf } from './reviews';
import { moveSaid } from './said';
import { Verdict } from './verdict';
import './advice.css';

/** What I chose in a finished hand, what it cost, and what would have been better. */
export default function ReviewSheet({ sheet }: SheetProps) {
  const session = useSession();
  const room = session.room.value;
  const mine = room ? seatsOfDevice(room, session.me.value?.person ?? null) : [];
  const [chosen, setChosen] = useState<Seat | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { match, hand } = sheet.name === 'review' ? sheet : { match: 0, hand: 0 };
  const seat = chosen ?? (mine.length > 1 ? (mine[0] ?? null) : null);
  const ask = () => {
    setRefused(null);
    void askReview(session, match, hand, seat).then(setRefused);
  };
  useEffect(ask, [session, match, hand, seat, endOf(room, match, hand)]);
  if (!room) return null;
  const reviews = reviewsOf(session, match, hand);
  const review = seat === null ? reviews[0] : reviews.find((one) => one.seat === seat);
  return (
    <>
      {seat !== null && (
        <Segmented
          label={t('page.review.seat')}
          options={mine.map((one) => ({ value: one, label: called(room, one) }))}
          value={seat}
          onValue={setChosen}
        />
      )}
      {refused !== null ? (
        <div role="alert">
          <p>{refused}</p>
          <Button onClick={ask}>{t('page.review.again')}</Button>
        </div>
      ) : review ? (
        <Choices room={room} review={review} />
      ) : (
        <p role="status">{t('page.review.waits')}</p>
      )}
    </>
  );
}

function Choices({ room, review }: { readonly room: Room; readonly review: Review }) {
  const { hand, moves } = review;
  if (moves.length === 0) return <p role="status">{t('review.none', { hand })}</p>;
  return (
    <>
      <p role="status">
        {t('review.title', { hand, count: moves.length })}{' '}
        {!moves.some(({ costly }) => costly) && t('review.fine')}
      </p>
      <ol class="advice-moves">
        {moves.map((made) => (
          <li key={made.at}>
            <button
              type="button"
              class={`advice-move${made.costly ? ' advice-costly' : ''}`}
              onClick={() =>
                openSheet({ name: 'records', match: review.match, hand, at: made.at + 1 })
              }
            >
              <strong>{unbroken(moveSaid(room, made.move))}</strong>
              <Verdict room={room} made={made} />
            </button>
          </li>
        ))}
      </ol>
      <p class="sheets-soft">{t('page.review.how')}</p>
      {moves.some(({ costly }) => costly) && <p class="sheets-soft">{t('hint.judged')}</p>}
    </>
  );
}
