import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { seatsOfDevice } from '../game/seating';
import type { Away, Room } from '../protocol/messages';
import type { Command } from '../session/session';
import { actsAsHost, graceEnds } from './powers';

/** The room as the screens of this folder read it; null before there is one. */
export function useRoom() {
  const session = useSession();
  const [room, view, me] = [session.room.value, session.view.value, session.me.value];
  const now = useMoment(room, view?.table.away);
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
function useMoment(room: Room | null, away: readonly Away[] = []): number {
  const now = Date.now();
  const ends = room ? away.map((one) => graceEnds(room, one)).filter((end) => end > now) : [];
  const next = Math.min(...ends);
  const [, setReached] = useState(0);
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setReached(next), next - Date.now() + 50);
    return () => clearTimeout(timer);
  }, [next]);
  return now;
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
