import { useEffect, useRef, useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { closeSheet, type Sheet as Opened, sheet } from '../app/sheets';
import { Button, Sheet } from '../ui';
import { t } from '../words';
import { loadedSheet, loadSheet } from './load';
import { News } from './news';
import { keepReading } from './reading';
import { scrollToTop } from './scrolling';
import { heardOf } from './talk/heard';
import './sheets.css';

/** Whatever lies over the table. It stays while views come and connections go. */
export function Sheets() {
  const session = useSession();
  useEffect(() => keepReading(session), [session]);
  useEffect(() => void heardOf(session), [session]); // what is said is counted from the start
  const opened = sheet.value;
  return opened && <Frame opened={opened} />;
}

const TITLES: Readonly<Record<Opened['name'], () => string>> = {
  menu: () => t('page.sheet.menu'),
  rules: () => t('page.sheet.rules'),
  records: () => t('page.sheet.records'),
  others: () => t('page.sheet.others'),
  review: () => t('page.sheet.review'),
  score: () => t('page.sheet.score'),
  plays: () => t('page.sheet.plays'),
  talk: () => t('page.sheet.talk'),
  people: () => t('page.sheet.people'),
  invite: () => t('page.sheet.invite'),
  settings: () => t('page.sheet.settings'),
  keys: () => t('page.sheet.keys'),
  seat: () => t('page.sheet.seat'),
  house: () => t('page.sheet.house'),
};

function Frame({ opened }: { readonly opened: Opened }) {
  const { name } = opened;
  const [failed, setFailed] = useState<string | null>(null);
  const [, setLoaded] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const load = () => {
    setFailed(null);
    loadSheet(name).then(
      () => setLoaded(name),
      () => setFailed(name),
    );
  };
  useEffect(() => {
    if (!loadedSheet(name)) load();
    startAtTheTop(body.current);
  }, [name]);
  const found = loadedSheet(name);
  return (
    <Sheet
      title={TITLES[name]()}
      onClose={closeSheet}
      news={name !== 'others' && <News />}
      foot={found?.Foot && <found.Foot key={name} sheet={opened} />}
    >
      <div class="sheets-body" ref={body}>
        {found ? (
          <found.default key={name} sheet={opened} />
        ) : failed === name ? (
          <div role="alert">
            <p>{t('page.sheet.failed')}</p>
            <Button onClick={load}>{t('page.sheet.again')}</Button>
          </div>
        ) : (
          <p>{t('page.sheet.loading')}</p>
        )}
      </div>
    </Sheet>
  );
}

/** One sheet has taken the place of another: read it from its title on. */
function startAtTheTop(body: HTMLElement | null): void {
  const frame = body?.closest('[role="dialog"]');
  scrollToTop(body);
  frame?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}
