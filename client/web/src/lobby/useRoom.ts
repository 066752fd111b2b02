import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { seatsOfDevice } from '../game/seating';
import type { Room, Table } from '../protocol/messages';
import type { Command } from '../session/session';
import { actsAsHost, awayOf, GRACE_S, leftAt } from './powers';

/** The room as the screens of this folder read it; null before there is one. */
export function useRoom() {
  const session = useSession();
  const [room, view, me] = [session.room.value, session.view.value, session.me.value];
  const now = useMoment(room, view?.table ?? null);
  if (!room || !view) return null;
  const person = me?.person ?? null;
  return {
    session,
    room,
    table: view.table,
    /** Null for somebody who only watches. */
    person,
    seats: seatsOfDevice(room, person),
    isHost: person !== null && person === room.host,
    actsAsHost: actsAsHost(room, view.table, me),
    now,
  };
}

/** Draws again when somebody has been away long enough for others to act. */
function useMoment(room: Room | null, table: Table | null): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const waits = (table?.away ?? [])
      .map((one) => leftAt(one) + GRACE_S * 1000 - Date.now())
      .filter((wait) => wait > 0);
    if (waits.length === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(...waits) + 50);
    return () => clearTimeout(timer);
  }, [table]);
  const host = table && room ? awayOf(table, room.host) : undefined;
  return host ? Math.max(now, leftAt(host)) : now;
}

/** Send a command of this screen; `wrong` is the server's sentence when it was refused. */
export function useCommand() {
  const session = useSession();
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const run = async (command: Command, then?: () => void): Promise<void> => {
    setBusy(true);
    setWrong(undefined);
    const answer = await session.send(command);
    setBusy(false);
    if (answer.type === 'refused') setWrong(answer.text);
    else then?.();
  };
  return { run, wrong, busy };
}
