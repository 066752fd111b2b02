import { useEffect } from 'preact/hooks';
import { Arrive } from '../arrive/arrive';
import { Sheets } from '../sheets/sheets';
import { screens, sendForScreens } from './behind';
import { useSession } from './context';
import { guardBack } from './sheets';

/** What is on the screen follows from the session alone. */
export function App() {
  const { room, view, gone, me } = useSession();
  const sits = !gone.value && view.value !== null && me.value?.person != null;
  useEffect(() => guardBack(sits), [sits]);
  useEffect(() => void sendForScreens(), []);
  if (gone.value || !room.value || !view.value || !screens.value) return <Arrive />;
  const { Lobby, Table } = screens.value;
  const { phase } = view.value.table;
  return (
    <>
      {phase === 'lobby' || phase === 'starting' ? <Lobby /> : <Table />}
      <Sheets />
    </>
  );
}
