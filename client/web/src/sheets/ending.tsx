import { openSheet } from '../app/sheets';
import { seatsOf } from '../fair/verify';
import { called } from '../game/called';
import { endingSaid } from '../game/ending';
import type { Room } from '../protocol/messages';
import { Button } from '../ui';
import { t } from '../words';
import { LookBack } from './advice/judged';
import { Holders } from './records/holders';
import { momentOf, replayedHands } from './records/replayed';
import { useRecord } from './records/useRecord';
import './ending.css';

interface Props {
  readonly room: Room;
  /** Of a finished hand of this match, from 1. */
  readonly number: number;
}

/** How a hand ended, for whoever saw too little of it: who won, and what each was left with. */
export function Ending({ room, number }: Props) {
  const { match, hands } = room;
  const { record, refused } = useRecord(match, hands.length);
  const result = hands[number - 1]?.result;
  if (!result) return null;
  const seats = room.seats.map(({ seat }) => seat);
  const found = record && replayedHands(record, seatsOf(record.record))[number - 1];
  const last = found?.moves.length;
  return (
    <section class="ending">
      <h3>{t('page.records.hand', { number })}</h3>
      <p>{endingSaid(result, seats, (seat) => called(room, seat))}</p>
      {refused && <p role="alert">{refused}</p>}
      {found ? (
        <Holders
          moment={momentOf(found, found.moves.length)}
          seats={seats}
          players={record.record.players}
          open
        />
      ) : (
        !refused && <p>{t('page.sheet.loading')}</p>
      )}
      <div class="ending-ways">
        <LookBack match={match} hand={number} />
        <Button
          onClick={() =>
            openSheet({ name: 'records', match, hand: number, ...(last && { at: last }) })
          }
        >
          {t('page.score.again')}
        </Button>
      </div>
    </section>
  );
}
