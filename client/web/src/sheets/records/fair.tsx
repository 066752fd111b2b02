import { useSession } from '../../app/context';
import { unhex } from '../../fair/bytes';
import { type Kept, seatsOf, type Verdict, verify } from '../../fair/verify';
import type { RecordMessage, Room } from '../../protocol/messages';
import { type Shuffle, shuffleOf } from '../../session/shuffles';
import { Fold } from '../../ui';
import { t } from '../../words';
import './fair.css';

/** "Was this deal fair?", in plain words first, then the proof behind it. */
export function Fair({ record }: { readonly record: RecordMessage }) {
  const room = useSession().room.value;
  const { commitment } = proofOf(record.record);
  const shuffle = shuffleOf(room?.code ?? '', record.match, `${commitment}`);
  const verdict = verify(record.record, keptOf(shuffle, record.match, room));
  return (
    <section class="fair">
      <h3>{t('page.fair.title')}</h3>
      <p class={`fair-answer fair-${verdict.fair}`}>
        <strong>{shortly(verdict)}</strong> {why(verdict)}
      </p>
      {verdict.fair === 'yes' && (
        <p>{t(`page.fair.${verdict.ownPart ? 'own' : shuffle ? 'not_own' : 'not_kept'}`)}</p>
      )}
      <p class="sheets-soft">{t('page.fair.server')}</p>
      <Proof record={record} />
    </section>
  );
}

/** What this device remembers of the match; an onlooker's knows what is shown now. */
function keptOf(shuffle: Shuffle | undefined, match: number, room: Room | null): Kept {
  const shown = room?.match === match ? room.commitment : null;
  const given = Array.from(shuffle?.given ?? '', (seat) => [seat, unhex(shuffle?.nonces[seat])]);
  return {
    commitment: (shuffle ? unhex(shuffle.commitment) : shown) ?? undefined,
    nonces: Object.fromEntries(given.filter(([, nonce]) => nonce)),
  };
}

const shortly = ({ fair }: Verdict): string =>
  fair === 'yes' ? t('page.fair.yes') : fair === 'no' ? t('page.fair.no') : t('page.fair.unknown');

function why(verdict: Verdict): string {
  switch (verdict.fair) {
    case 'yes':
      return t('page.fair.yes.why', { count: verdict.hands.length });
    case 'unknown':
      return t(`page.fair.${verdict.why}`);
    case 'no':
      return t(`page.fair.${verdict.why}`, {
        hand: verdict.hand ?? 0,
        seat: verdict.seat ?? '',
      });
  }
}

type Json = Readonly<Record<string, unknown>>;
const proofOf = (record: Json) =>
  (record.proof ?? {}) as {
    readonly commitment?: string;
    readonly seals?: Readonly<Record<string, string>>;
    readonly nonces?: Readonly<Record<string, string>>;
  };

function Proof({ record: { record } }: { readonly record: RecordMessage }) {
  const { commitment, seals, nonces } = proofOf(record);
  if (!commitment) return null;
  const hands = (record.hands ?? []) as readonly Json[];
  return (
    <Fold label={t('page.fair.proof')}>
      <ol class="fair-proof">
        <li>
          {t('page.fair.proof.commitment')} <code>{commitment}</code>
        </li>
        <li>
          {t('page.fair.proof.seals')}
          <dl>
            {seatsOf(record).map((seat) => (
              <div key={seat}>
                <dt>{t(`seat.${seat}`)}</dt>
                <dd>
                  <code>{seals?.[seat]}</code>
                </dd>
                <dd>
                  <code>{nonces?.[seat]}</code>
                </dd>
              </div>
            ))}
          </dl>
        </li>
        <li>
          {t('page.fair.proof.secrets')}
          <ol>
            {hands.map(({ secret }) => (
              <li key={`${secret}`}>
                <code>{`${secret ?? ''}`}</code>
              </li>
            ))}
          </ol>
        </li>
        <li>{t('page.fair.proof.tiles')}</li>
      </ol>
      <p>{t('page.fair.proof.yourself')}</p>
      <p>
        <code>longana verify FILE</code>
      </p>
    </Fold>
  );
}
