/** What a table has beside the table, loaded after the first screen: words, sound, keys, notices. */
import type { Session } from '../session/session';
import { listenForSound } from '../sound';
import { stayAwake } from './awake';
import { listenToKeys, registerKeys } from './keys';
import { noteLostWish } from './lostWish';
import { noticeTurns } from './notice';
import { tellReaders } from './readers';
import { keepUpToDate } from './renew';
import { openSheet } from './sheets';
import { speechKeys } from './speech';

export function giveAids(session: Session): void {
  tellReaders(session);
  listenForSound(session);
  stayAwake(session);
  noticeTurns(session);
  noteLostWish(session);
  keepUpToDate(session);
  listenToKeys();
  registerKeys([
    { key: '?', text: 'page.keys.list', run: () => openSheet({ name: 'keys' }), overSheets: true },
    ...speechKeys(session),
  ]);
}
