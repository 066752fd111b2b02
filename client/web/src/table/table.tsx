import { useSession } from '../app/context';

export function Table() {
  const session = useSession();
  return <pre>{JSON.stringify(session.view.value, null, 1)}</pre>;
}
