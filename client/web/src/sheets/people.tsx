import { closeSheet, openSheet } from '../app/sheets';
import { sitDownInstead } from '../arrive/entering';
import { useCommand, useRoom } from '../lobby/useRoom';
import type { PersonState } from '../protocol/messages';
import { SeatShape } from '../table/shapes';
import { Button } from '../ui';
import { t } from '../words';
import { Door } from './people/door';
import { GoAway } from './people/goAway';
import { Person } from './people/person';
import { Wishes } from './people/wishes';
import './people/people.css';

/** Everybody in the room: who they are, and what may be done for them or about them. */
export default function People() {
  const here = useRoom();
  const { run, wrong } = useCommand();
  if (!here) return null;
  const { room, table, session, person } = here;
  const rank = ({ person: of }: PersonState): number => {
    const place = room.order.findIndex((seat) =>
      room.seats.some((one) => one.seat === seat && one.person === of),
    );
    return place < 0 ? room.order.length : place;
  };
  return (
    <>
      <p class="people-wrong" role="alert">
        {wrong}
      </p>
      <Wishes run={run} />
      <ul class="people">
        {[...room.people]
          .sort((a, b) => rank(a) - rank(b))
          .map((one) => (
            <Person key={one.person} person={one} run={run} />
          ))}
      </ul>
      {table.watchers > 0 && (
        <p class="sheets-soft">{t('count.watcher', { count: table.watchers })}</p>
      )}
      {person === null && (
        <Button
          kind="main"
          wide
          onClick={() => {
            closeSheet();
            sitDownInstead(session);
          }}
        >
          {t('page.lobby.join')}
        </Button>
      )}
      {table.phase === 'match_over' && person !== null && <BetweenMatches />}
      {here.actsAsHost && <Door run={run} />}
      <GoAway run={run} />
    </>
  );
}

/** The table is free again: seats and rules may be changed, as in the lobby. */
function BetweenMatches() {
  const here = useRoom();
  return (
    <section class="people-door" aria-label={t('page.people.between')}>
      <h3>{t('page.people.between')}</h3>
      <div class="people-does">
        {here?.room.seats.map(({ seat }) => (
          <Button key={seat} onClick={() => openSheet({ name: 'seat', seat })}>
            <SeatShape seat={seat} /> {t(`seat.${seat}`)}
          </Button>
        ))}
      </div>
      {here?.actsAsHost && (
        <Button wide onClick={() => openSheet({ name: 'house' })}>
          {t('page.sheet.house')}
        </Button>
      )}
    </section>
  );
}
