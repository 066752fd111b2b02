/** What a table has beside the table, loaded after the first screen: sound, keys, notices. */
import type { Session } from '../session/session';
import { listenForSound } from '../sound';
import { stayAwake } from './awake';
import { listenToKeys, registerKeys } from './keys';
import { noticeTurns } from './notice';
import { keepUpToDate } from './renew';
import { openSheet } from './sheets';
import { speechKeys } from './speech';

export function giveAids(session: Session): void {
  listenForSound(session);
  stayAwake(session);
  noticeTurns(session);
  keepUpToDate(session);
  listenToKeys();
  registerKeys([
    { key: '?', text: 'page.keys.list', run: () => openSheet({ name: 'keys' }), overSheets: true },
    ...speechKeys(session),
  ]);
}
