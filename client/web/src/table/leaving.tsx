import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { askAtBack, openSheet } from '../app/sheets';
import { Button } from '../ui';
import { t } from '../words';
import { useDesk } from './desk';
import './card.css';

/** Whether Back was pressed at the table: it leads nowhere, and asks. */
export function useLeaving(): Signal<boolean> {
  const asked = useSignal(false);
  useEffect(
    () =>
      askAtBack(() => {
        asked.value = true;
      }),
    [asked],
  );
  return asked;
}

/** Nobody loses a seat by a gesture: what it takes to leave is in another place. */
export function Leaving({ asked }: { readonly asked: Signal<boolean> }) {
  const seated = useDesk().mine.value.length > 0;
  if (!asked.value) return null;
  const done = () => {
    asked.value = false;
  };
  return (
    <section class="card" aria-label={t('page.table.leave')} role="alert">
      <p class="card-text">
        {t('page.table.leave')} {seated && t('page.table.leave.kept')}
      </p>
      <div class="card-row">
        <Button
          onClick={() => {
            done();
            openSheet({ name: 'people' });
          }}
        >
          {t('page.menu.leave')}
        </Button>
        <Button kind="main" onClick={done}>
          {t('page.table.stay')}
        </Button>
      </div>
    </section>
  );
}
