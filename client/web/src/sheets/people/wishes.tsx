import { lostWish } from '../../app/lostWish';
import type { Seat } from '../../game/branches';
import { personName } from '../../game/seating';
import { freeSeats } from '../../lobby/powers';
import { useRoom } from '../../lobby/useRoom';
import { SeatShape } from '../../table/shapes';
import { Button, Segmented } from '../../ui';
import { t } from '../../words';
import type { Run } from './run';

/** Somebody came while a match is played: they ask for a seat, the host gives it. */
export function Wishes({ run }: { readonly run: Run }) {
  const here = useRoom();
  if (!here || !isPlayed(here.table.phase)) return null;
  const { table, room, actsAsHost } = here;
  const others = table.asking.filter((one) => one.person !== here.person);
  return (
    <>
      {others.map(({ person, seat }) => (
        <section class="people-wish" key={person}>
          <p>{t('event.asks_for_seat', { name: personName(room, person) ?? '', seat })}</p>
          {actsAsHost && (
            <div class="people-does">
              {[seat, ...freeSeats(here).filter((one) => one !== seat)].map((one, at) => (
                <Button
                  key={one}
                  kind={at === 0 ? 'main' : 'plain'}
                  onClick={() =>
                    void run({ type: 'seat', seat: one, to: { kind: 'person', person } })
                  }
                >
                  <SeatShape seat={one} /> {t('page.people.grant', { seat: one })}
                </Button>
              ))}
              <Button onClick={() => void run({ type: 'decline', person })}>
                {t('page.people.decline')}
              </Button>
            </div>
          )}
        </section>
      ))}
      <OwnWish run={run} />
    </>
  );
}

/** One's own: which seat one would like. */
function OwnWish({ run }: { readonly run: Run }) {
  const here = useRoom();
  if (!here || here.person === null) return null;
  const { table, person, room } = here;
  if (room.seats.some((one) => one.person === person)) return null;
  const promised = table.promised.find((one) => one.person === person);
  if (promised) return <p>{t('ui.promised', { seat: promised.seat })}</p>;
  const free = freeSeats(here);
  const wished = table.asking.find((one) => one.person === person)?.seat;
  const declined = table.declined.find((one) => one.person === person);
  const hint = declined
    ? t('ui.declined', { seat: declined.seat })
    : lostWish.value
      ? t('ui.wish_lost', { seat: lostWish.value })
      : t('page.people.wish.what');
  if (free.length === 0) return <p>{t('page.people.no_free')}</p>;
  return (
    <Segmented<Seat | ''>
      label={t('page.people.wish')}
      options={free.map((seat) => ({ value: seat, label: t(`seat.${seat}`) }))}
      value={wished ?? ''}
      onValue={(seat) => {
        if (seat) void run({ type: 'seat', seat, to: { kind: 'person', person } });
      }}
      hint={hint}
    />
  );
}

const isPlayed = (phase: string): boolean => phase === 'playing' || phase === 'hand_over';
