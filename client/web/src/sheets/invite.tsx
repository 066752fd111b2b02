import { useSession } from '../app/context';
import { Invite, ReturnLink } from '../lobby/invite';

/** At any time: how friends come in, and how one comes back oneself. */
export default function InviteSheet() {
  const session = useSession();
  const room = session.room.value;
  if (!room) return null;
  const isFull = room.seats.every((one) => one.kind === 'person');
  return (
    <>
      <Invite code={room.code} kind={isFull ? 'plain' : 'main'} />
      <ReturnLink />
    </>
  );
}
