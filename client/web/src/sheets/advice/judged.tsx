import { useSession } from '../../app/context';
import { openSheet } from '../../app/sheets';
import { seatsOfDevice } from '../../game/seating';
import { Button } from '../../ui';
import { t } from '../../words';
import { reviewsOf } from './reviews';
import { Verdict } from './verdict';
import './advice.css';

interface Props {
  readonly match: number;
  readonly hand: number;
}

/** Within a replay: how good the move just made was, if it was a choice that has been looked at. */
export function Judged({ match, hand, at }: Props & { readonly at: number }) {
  const session = useSession();
  const moves = reviewsOf(session, match, hand).flatMap((review) => review.moves);
  const made = moves.find((one) => one.at === at);
  const room = session.room.value;
  if (!made || !room) return null;
  return (
    <p class="advice-judged" role="status">
      <Verdict room={room} made={made} />
    </p>
  );
}

/** The way to what I chose in this hand; only who sits here had anything to choose. */
export function LookBack({ match, hand }: Props) {
  const { room, me } = useSession();
  if (!room.value || seatsOfDevice(room.value, me.value?.person ?? null).length === 0) return null;
  return (
    <Button onClick={() => openSheet({ name: 'review', match, hand })}>
      {t('page.table.review')}
    </Button>
  );
}
