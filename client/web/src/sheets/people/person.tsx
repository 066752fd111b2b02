import { Mind } from '../../lobby/mind';
import { awayOf, graceEnds, leftAt } from '../../lobby/powers';
import { useRoom } from '../../lobby/useRoom';
import type { PersonState } from '../../protocol/messages';
import { SeatShape } from '../../table/shapes';
import { Button, Sure } from '../../ui';
import { language, t } from '../../words';
import type { Run } from './run';

interface Props {
  readonly person: PersonState;
  readonly run: Run;
}

/** One line for a person, and below it what can be done now. */
export function Person({ person: { person, name, device }, run }: Props) {
  const here = useRoom();
  if (!here) return null;
  const { room, table, isHost, actsAsHost } = here;
  const seat = room.seats.find((one) => one.person === person)?.seat;
  const away = awayOf(table, person);
  const reading = table.reading.find((one) => one.person === person);
  const promise = table.promised.find((one) => one.person === person);
  const isMe = person === here.person;
  const isMinded = seat !== undefined && table.minded.includes(seat);
  const facts = [
    isMe && t('page.lobby.you'),
    person === room.host && t('page.lobby.host'),
    device !== person && t('page.people.device', { name: nameOf(room.people, device) }),
    !seat && !promise && t('page.people.no_seat'),
    promise && t('page.people.promised', { seat: promise.seat }),
    away && t('page.people.away', { time: clock(leftAt(away)) }),
    isMinded && t('page.people.minded'),
    reading && (reading.what === 'rules' ? t('page.people.rules') : t('page.people.records')),
  ].filter((fact) => typeof fact === 'string');
  const isStarting = table.phase === 'starting';
  const isOthers = here.seats.length > 0 && !here.seats.some((own) => own === seat);
  const mayMind = actsAsHost && !isStarting && seat && away && !isMinded;
  // Whoever acts for the host only minds the seats of those who are away.
  const mayRemove = !isMe && (isHost || (actsAsHost && person !== room.host && !away));
  return (
    <li class="people-person">
      <p class="people-name">
        {seat ? <SeatShape seat={seat} /> : <span class="people-nowhere" />}
        <span>
          {name}
          {seat && <span class="sheets-soft"> {t('page.people.at', { seat })}</span>}
        </span>
      </p>
      {facts.length > 0 && <p class="people-facts">{facts.join(', ')}</p>}
      <div class="people-does">
        {reading?.waits && !isMe && here.person !== null && (
          <Button onClick={() => void run({ type: 'carry_on', person })}>
            {t('page.table.carry_on')}
          </Button>
        )}
        {seat && table.to_move === seat && isOthers && !isMinded && (
          <Button onClick={() => void run({ type: 'nudge', seat })}>{t('page.table.nudge')}</Button>
        )}
        {mayMind && (
          <Mind ready={graceEnds(room, away)} onMind={() => void run({ type: 'mind', seat })} />
        )}
        {actsAsHost && promise && (
          <Button onClick={() => void run({ type: 'decline', person })}>
            {t('page.people.take_back')}
          </Button>
        )}
        {mayRemove && (
          <Sure
            label={t('page.people.remove', { name })}
            question={t('page.people.remove.question', { name })}
            confirm={t('page.people.remove.do')}
            onSure={() => void run({ type: 'remove', person })}
          />
        )}
      </div>
    </li>
  );
}

const nameOf = (people: readonly PersonState[], person: number): string =>
  people.find((one) => one.person === person)?.name ?? '';

const clock = (moment: number): string =>
  new Intl.DateTimeFormat(language.value, { hour: 'numeric', minute: '2-digit' }).format(moment);
