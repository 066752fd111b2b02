import { Page } from '../arrive/page';
import { personName } from '../game/seating';
import { t } from '../words';
import { useRoom } from './useRoom';

/** The tiles are shuffled by everybody together; this says who that waits for. */
export function Starting() {
  const here = useRoom();
  const room = here?.room;
  const names = (here?.table.waiting ?? []).flatMap((seat) => {
    const person = room?.seats.find((one) => one.seat === seat)?.person ?? null;
    const name = room && person !== here?.person ? personName(room, person) : null;
    return name === null ? [] : [name];
  });
  return (
    <Page title={t('page.lobby.starting')} lead={t('ui.starting')} takesFocus>
      <p class="page-note" role="status">
        {names.length > 0 && t('page.lobby.starting.waits', { names })}
      </p>
    </Page>
  );
}
