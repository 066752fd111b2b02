import { useEffect, useRef, useState } from 'preact/hooks';
import { closeSheet, type Sheet } from '../app/sheets';
import type { Seat } from '../game/branches';
import { computer } from '../game/called';
import { personName } from '../game/seating';
import type { Command } from '../session/session';
import { SeatShape } from '../table/shapes';
import { Button, Field, Sure } from '../ui';
import { t } from '../words';
import { LevelChoice } from './plan';
import './seatSheet.css';
import { useCommand, useRoom } from './useRoom';

type To = Extract<Command, { readonly type: 'seat' }>['to'];

/** What may be done with a seat before and between matches. */
export default function SeatSheet({ sheet }: { readonly sheet: Sheet }) {
  const here = useRoom();
  const { run, wrong } = useCommand();
  const body = useRef<HTMLDivElement>(null);
  const seat: Seat = sheet.name === 'seat' ? sheet.seat : 'S';
  const state = here?.room.seats.find((one) => one.seat === seat);
  useEffect(() => {
    // What was in focus may be gone, for somebody else has sat down meanwhile.
    if (document.activeElement === document.body) body.current?.focus();
  });
  if (!here || !state) return null;
  const { room, person, seats, actsAsHost } = here;
  const isMine = seats.includes(seat);
  const isTaken = state.kind === 'person';
  const holder = personName(room, state.person);
  const mayRemove = here.isHost || !here.table.away.some((one) => one.person === state.person);
  const ask = (to: To) => void run({ type: 'seat', seat, to }, closeSheet);
  const seatless = room.people.filter(
    (one) => one.person !== person && !room.seats.some((held) => held.person === one.person),
  );
  return (
    <div class="seat-sheet" ref={body} tabIndex={-1}>
      <p class="seat-sheet-who">
        <SeatShape seat={seat} /> {t(`seat.${seat}`)}:{' '}
        {holder ?? (state.level ? computer(state.name, state.level) : t('kind.open'))}
      </p>
      <p role="alert">{wrong}</p>
      {isTaken && !isMine && !actsAsHost && <Taken seat={seat} />}
      {!isTaken && person !== null && (
        <>
          <Button kind="main" wide onClick={() => ask({ kind: 'person', person })}>
            {t('page.seat.sit')}
          </Button>
          <Here onName={(name) => ask({ kind: 'here', name })} />
        </>
      )}
      {(actsAsHost || isMine) && (
        <>
          <LevelChoice
            label={state.level ? t('page.make.level') : t('page.seat.computer')}
            value={state.level}
            onValue={(level) => void run({ type: 'seat', seat, to: { kind: 'computer', level } })}
          />
          {state.kind !== 'open' && (
            <Button wide onClick={() => ask({ kind: 'open' })}>
              {t('page.seat.free')}
            </Button>
          )}
        </>
      )}
      {actsAsHost &&
        !isTaken &&
        seatless.map((one) => (
          <Button key={one.person} wide onClick={() => ask({ kind: 'person', person: one.person })}>
            {t('page.seat.seat', { name: one.name })}
          </Button>
        ))}
      {actsAsHost && (
        <>
          <Swaps seat={seat} onSwap={(other) => ask({ kind: 'swap', other })} />
          <Button wide onClick={() => ask({ kind: 'shuffle' })}>
            {t('page.seat.shuffle')}
          </Button>
          {state.person !== null && !isMine && holder !== null && mayRemove && (
            <Sure
              label={t('page.people.remove', { name: holder })}
              confirm={t('page.people.remove.do')}
              question={t('page.people.remove.question', { name: holder })}
              onSure={() => void run({ type: 'remove', person: state.person ?? 0 }, closeSheet)}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Why there is nothing to do here, and who can. */
function Taken({ seat }: { readonly seat: Seat }) {
  const here = useRoom();
  if (!here) return null;
  const { room } = here;
  const name = personName(room, room.seats.find((one) => one.seat === seat)?.person ?? null) ?? '';
  const host = personName(room, room.host);
  const isFull = room.seats.every((one) => one.kind === 'person');
  return (
    <p>
      {t('page.seat.taken', { name })}{' '}
      {host !== null && t(isFull ? 'page.seat.taken.full' : 'page.seat.taken.ask', { host })}
    </p>
  );
}

/** Somebody else at this device: the hands are covered between their turns. */
function Here({ onName }: { readonly onName: (name: string) => void }) {
  const [name, setName] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  if (name === null)
    return (
      <Button wide onClick={() => setName('')}>
        {t('page.seat.here')}
      </Button>
    );
  const sit = (event: Event) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim()) onName(name.trim());
  };
  return (
    <form class="seat-sheet" onSubmit={sit}>
      <Field
        label={t('page.make.here.name')}
        hint={t('page.make.here.what')}
        kind="name"
        value={name}
        wrong={isMissing ? t('page.make.here.name.wrong') : undefined}
        onValue={(value) => {
          setName(value);
          setMissing(false);
        }}
      />
      <Button submits wide>
        {t('page.seat.here.do')}
      </Button>
    </form>
  );
}

interface SwapsProps {
  readonly seat: Seat;
  readonly onSwap: (other: Seat) => void;
}

function Swaps({ seat, onSwap }: SwapsProps) {
  const room = useRoom()?.room;
  return (
    <fieldset class="seat-sheet-swaps">
      <legend>{t('page.seat.swap')}</legend>
      {room?.seats
        .filter((one) => one.seat !== seat)
        .map((one) => (
          <Button key={one.seat} onClick={() => onSwap(one.seat)}>
            <SeatShape seat={one.seat} />
            {personName(room, one.person) ?? t(`seat.${one.seat}`)}
          </Button>
        ))}
    </fieldset>
  );
}
