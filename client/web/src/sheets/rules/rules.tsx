import { useEffect, useRef } from 'preact/hooks';
import { useSession } from '../../app/context';
import { openSheet } from '../../app/sheets';
import { houseOf } from '../../lobby/rules';
import { Button } from '../../ui';
import { knows, language, learn, t } from '../../words';
import type { SheetProps } from '../load';
import { scrollToTop } from '../scrolling';
import { Example } from './example';
import { BothSets, InThisRoom } from './house';
import { PAGES, type Page, pageOf } from './pages';
import { Picture } from './pictures';
import { RulesText } from './text';
import './rules.css';

const wanted = ({ sheet }: SheetProps): Page | null =>
  pageOf(sheet.name === 'rules' ? sheet.page : undefined);
const turnTo = (page: Page | null): void =>
  openSheet(page === null ? { name: 'rules' } : { name: 'rules', page });

/** The rules, a page at a time, each with its picture. Without a page: the contents. */
export default function Rules(props: SheetProps) {
  const page = wanted(props);
  const speaks = language.value;
  useEffect(() => void learn('rules'), [speaks]);
  if (!knows('rules')) return <p>{t('page.sheet.loading')}</p>;
  return page === null ? <Contents /> : <Leaf key={page} page={page} />;
}

function Contents() {
  return (
    <>
      <InThisRoom />
      <nav aria-label={t('page.rules.contents')}>
        <ol class="rules-contents">
          {PAGES.map((page) => (
            <li key={page}>
              <button type="button" class="rules-link" onClick={() => turnTo(page)}>
                {t(`rules.${page}.title`)}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}

function Leaf({ page }: { readonly page: Page }) {
  const title = useRef<HTMLHeadingElement>(null);
  const rules = useSession().room.value?.rules ?? {};
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    scrollToTop(title.current);
  }, []);
  return (
    <article class="rules-leaf">
      <h3 ref={title} tabIndex={-1}>
        {t(`rules.${page}.title`)}
      </h3>
      <Picture page={page} />
      {page === 'priority' || page === 'example' ? (
        <Example preset={houseOf(rules).preset} />
      ) : null}
      <RulesText text={t(`rules.${page}.text`)} />
      {page === 'house' && (
        <>
          <InThisRoom />
          <BothSets />
        </>
      )}
      {page === 'fair' && (
        <Button onClick={() => openSheet({ name: 'records' })}>{t('page.rules.check')}</Button>
      )}
    </article>
  );
}

/** On to the next page, back, and to the contents. */
export function Foot(props: SheetProps) {
  const page = wanted(props);
  const at = page === null ? -1 : PAGES.indexOf(page);
  const before = PAGES[at - 1];
  const after = PAGES[at + 1];
  return (
    <nav class="rules-foot" aria-label={t('page.rules.leaf')}>
      {page !== null && (
        <>
          <Button onClick={() => turnTo(before ?? null)}>{t('page.rules.before')}</Button>
          <Button onClick={() => turnTo(null)}>{t('page.rules.contents')}</Button>
        </>
      )}
      {after && (
        <Button kind="main" onClick={() => turnTo(after)}>
          {page === null ? t('page.rules.begin') : t('page.rules.next')}
        </Button>
      )}
    </nav>
  );
}
