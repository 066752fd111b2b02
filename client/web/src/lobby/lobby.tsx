import { useSession } from '../app/context';

export function Lobby() {
  const session = useSession();
  return (
    <button type="button" onClick={() => void session.send({ type: 'start' })}>
      {session.room.value?.code}
    </button>
  );
}
