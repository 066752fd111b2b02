import { Arrive } from '../arrive/arrive';
import { Lobby } from '../lobby/lobby';
import { Sheets } from '../sheets/sheets';
import { Table } from '../table/table';
import { useSession } from './context';

/** What is on the screen follows from the session alone. */
export function App() {
  const { room, view, gone } = useSession();
  if (gone.value || !room.value || !view.value) return <Arrive />;
  return (
    <>
      {view.value.table.phase === 'lobby' ? <Lobby /> : <Table />}
      <Sheets />
    </>
  );
}
