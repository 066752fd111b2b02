import { useEffect, useState } from 'preact/hooks';
import { openSheet } from '../app/sheets';
import type { Seat } from '../game/branches';
import { naming } from '../game/called';
import { personName } from '../game/seating';
import { actsAsHost, graceEnds } from '../lobby/powers';
import type { Command } from '../session/session';
import { Button } from '../ui';
import { t } from '../words';
import { type Desk, refusal, useDesk } from './desk';

interface Notice {
  readonly key: string;
  readonly text: string;
  readonly label?: string;
  readonly command?: Command;
  readonly onPress?: () => void;
  /** The other answer, where it is a question. */
  readonly no?: Command;
}

/** Why the table waits and who asks for what, and what may be done about it. */
export function Notices() {
  const desk = useDesk();
  const now = useSeconds(desk.table.value.away.length > 0 || desk.table.value.to_move !== null);
  const notices = noticesOf(desk, now);
  const send = (command: Command) =>
    void desk.session.send(command).then((answer) => {
      const note = refusal(answer);
      if (note) desk.dispatch({ type: 'note', note });
    });
  return (
    <>
      {notices.map(({ key, text, label, command, onPress, no }) => (
        <section class="card" key={key}>
          {text && <p class="card-text">{text}</p>}
          {label && (
            <div class="card-row">
              {no && <Button onClick={() => send(no)}>{t('page.people.decline')}</Button>}
              <Button
                kind={no ? 'main' : 'plain'}
                onClick={() => (command ? send(command) : onPress?.())}
              >
                {label}
              </Button>
            </div>
          )}
        </section>
      ))}
    </>
  );
}

/** Seconds after which somebody may be reminded that it is their turn. */
const PATIENCE_S = 20;

function noticesOf(desk: Desk, now: number): Notice[] {
  const { room, table, me, mine, session } = desk;
  const { away, minded, reading, asking, to_move } = table.value;
  const name = (person: number) => personName(room.value, person) ?? '';
  const seatOf = (person: number) => room.value.seats.find((one) => one.person === person)?.seat;
  const personAt = (seat: Seat) => room.value.seats.find((one) => one.seat === seat)?.person;
  const host = actsAsHost(room.value, table.value, session.me.value);
  const notices: Notice[] = [];
  for (const one of away) {
    const seat = seatOf(one.person);
    if (!seat || minded.includes(seat)) continue;
    const key = `away ${one.person}`;
    const who = { name: name(one.person) };
    // That whoever is to move is away is said below the table.
    const isSaid = to_move !== null && one.person === personAt(to_move);
    const text = isSaid ? '' : t('event.away', who);
    if (host && now >= graceEnds(room.value, one)) {
      const command = { type: 'mind', seat } as const;
      const label = isSaid ? t('page.table.mind_for', who) : t('page.table.mind');
      notices.push({ key, text, label, command });
    } else if (!isSaid) notices.push({ key, text });
  }
  for (const { person, what, waits } of reading) {
    if (person === me.value || !waits) continue;
    const text = t(`event.reading.${what}`, { name: name(person) });
    const key = `reads ${person}`;
    if (me.value === null) notices.push({ key, text });
    else {
      const command = { type: 'carry_on', person } as const;
      notices.push({ key, text, label: t('page.table.carry_on'), command });
    }
  }
  if (host) {
    for (const { person, seat } of asking) {
      const text = t('event.asks_for_seat', { name: name(person), seat });
      const command = { type: 'seat', seat, to: { kind: 'person', person } } as const;
      const no = { type: 'decline', person } as const;
      notices.push({ key: `asks ${person}`, text, label: t('page.table.grant'), command, no });
    }
  }
  const nudge = to_move && slow(desk, now) ? to_move : null;
  if (nudge && mine.value.length > 0) {
    const text = t('page.table.slow', naming(room.value, { seat: nudge }));
    const command = { type: 'nudge', seat: nudge } as const;
    notices.push({ key: 'nudge', text, label: t('page.table.nudge'), command });
  }
  if (notices.length > 2) {
    const [first] = notices;
    const onPress = () => openSheet({ name: 'people' });
    return first
      ? [first, { key: 'more', text: '', label: t('page.sheet.people'), onPress }]
      : notices;
  }
  return notices;
}

const since = new WeakMap<object, { turn: number; at: number }>();

/** Whether a person who is here has let the table wait for a while. */
function slow(desk: Desk, now: number): boolean {
  const { turn, to_move, away, minded, proposal } = desk.table.value;
  const before = since.get(desk);
  if (before?.turn !== turn) since.set(desk, { turn, at: now });
  const state = desk.room.value.seats.find((one) => one.seat === to_move);
  if (!to_move || state?.kind !== 'person' || minded.includes(to_move) || proposal) return false;
  if (desk.mine.value.includes(to_move)) return false;
  if (away.some(({ person }) => person === state.person)) return false;
  return before?.turn === turn && now - before.at >= PATIENCE_S * 1000;
}

/** The time, told every second while it matters. */
function useSeconds(matters: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!matters) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [matters]);
  return now;
}
