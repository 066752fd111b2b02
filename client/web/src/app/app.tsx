import { useEffect } from 'preact/hooks';
import { Arrive } from '../arrive/arrive';
import { Lobby } from '../lobby/lobby';
import { Sheets } from '../sheets/sheets';
import { Table } from '../table/table';
import { useSession } from './context';
import { guardBack } from './sheets';

/** What is on the screen follows from the session alone. */
export function App() {
  const { room, view, gone, me } = useSession();
  const sits = !gone.value && view.value !== null && me.value?.person != null;
  useEffect(() => guardBack(sits), [sits]);
  if (gone.value || !room.value || !view.value) return <Arrive />;
  const { phase } = view.value.table;
  return (
    <>
      {phase === 'lobby' || phase === 'starting' ? <Lobby /> : <Table />}
      <Sheets />
    </>
  );
}
