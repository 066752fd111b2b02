import { useSession } from '../app/context';

export function Arrive() {
  const session = useSession();
  const play = () => void session.enter({ type: 'create', name: 'Ana' });
  return (
    <button type="button" onClick={play}>
      Longana
    </button>
  );
}
