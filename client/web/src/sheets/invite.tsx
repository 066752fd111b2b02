import { useSession } from '../app/context';
import { Invite, ReturnLink } from '../lobby/invite';

/** At any time: how friends come in, and how one comes back oneself. */
export default function InviteSheet() {
  const session = useSession();
  const code = session.room.value?.code;
  if (code === undefined) return null;
  return (
    <>
      <Invite code={code} kind="main" />
      <ReturnLink />
    </>
  );
}
