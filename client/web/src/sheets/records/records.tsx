import { useSession } from '../../app/context';
import { openSheet } from '../../app/sheets';
import { seatsOf } from '../../fair/verify';
import { endingSaid } from '../../game/ending';
import type { RecordMessage } from '../../protocol/messages';
import { Button } from '../../ui';
import { t } from '../../words';
import type { SheetProps } from '../load';
import { download } from './download';
import { Fair } from './fair';
import { playerCalled } from './holders';
import { Replay } from './replay';
import { type ReplayedHand, replayedHands } from './replayed';
import { useRecord } from './useRecord';
import './records.css';

interface Place {
  readonly match: number;
  readonly hand?: number | undefined;
}

const show = ({ match, hand }: Place): void =>
  openSheet(hand === undefined ? { name: 'records', match } : { name: 'records', match, hand });

/** The matches of this room, each hand to be looked at again, and whether its deals were fair. */
export default function Records({ sheet }: SheetProps) {
  const room = useSession().room.value;
  const { match: asked, hand, at } = sheet.name === 'records' ? sheet : {};
  const latest = room?.match ?? 0;
  const match = asked ?? latest;
  const found = useRecord(match, room?.hands.length ?? 0);
  if (!room || latest === 0) return <p>{t('page.records.no_match')}</p>;
  const seats = found.record ? seatsOf(found.record.record) : [];
  const hands = found.record ? replayedHands(found.record, seats) : [];
  const chosen = hand === undefined ? undefined : hands[hand - 1];
  if (chosen && hand !== undefined)
    return (
      <Replay
        key={`${match} ${hand}`}
        hand={chosen}
        match={match}
        number={hand}
        from={at}
        seats={seats}
        players={found.record?.record.players}
        onBack={() => show({ match })}
        onNext={hands[hand] && (() => show({ match, hand: hand + 1 }))}
      />
    );
  return (
    <>
      {latest > 1 && <Matches latest={latest} match={match} />}
      {found.refused && <p role="alert">{found.refused}</p>}
      {!found.record && !found.refused && <p>{t('page.sheet.loading')}</p>}
      {found.record && <Match record={found.record} hands={hands} code={room.code} match={match} />}
    </>
  );
}

function Matches({ latest, match }: { readonly latest: number; readonly match: number }) {
  return (
    <label class="records-match">
      <span>{t('page.records.match')}</span>
      <select
        value={match}
        onChange={({ currentTarget }) => show({ match: Number(currentTarget.value) })}
      >
        {Array.from({ length: latest }, (_, at) => latest - at).map((number) => (
          <option key={number} value={number}>
            {number === latest
              ? t('page.records.match.latest', { number })
              : t('page.records.match.number', { number })}
          </option>
        ))}
      </select>
    </label>
  );
}

interface MatchProps {
  readonly record: RecordMessage;
  readonly hands: readonly ReplayedHand[];
  readonly code: string;
  readonly match: number;
}

function Match({ record, hands, code, match }: MatchProps) {
  const seats = seatsOf(record.record);
  return (
    <>
      <section>
        <h3>{t('page.records.hands')}</h3>
        {hands.length === 0 && <p>{t('ui.records.none')}</p>}
        <ol class="records-hands">
          {hands.map((hand, at) => (
            <li key={`${match} ${hand.moves.join(' ')}`}>
              <button
                type="button"
                class="records-hand"
                onClick={() => show({ match, hand: at + 1 })}
              >
                <strong>{t('page.records.hand', { number: at + 1 })}</strong>{' '}
                <span>
                  {endingSaid(hand.result, seats, (seat) =>
                    playerCalled(record.record.players, seat),
                  )}
                </span>
                {hand.again && <em> {t('page.score.replayed')}</em>}
              </button>
            </li>
          ))}
        </ol>
      </section>
      <Fair record={record} />
      <section class="records-file">
        <Button onClick={() => download(record.record, `longana-${code}-${match}.json`)}>
          {t('page.records.download')}
        </Button>
        <p class="sheets-soft">{t('page.records.download.hint')}</p>
      </section>
    </>
  );
}
