import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { Button } from '../ui';
import { t } from '../words';
import './broken.css';

/** Instead of an empty page when one of our own errors has torn the screen down. */
export function Unbroken({ children }: { readonly children: ComponentChildren }) {
  const [error] = useErrorBoundary((found) => console.error(found));
  if (error === undefined) return <>{children}</>;
  return (
    <main class="broken">
      <p role="alert">{t('page.broken')}</p>
      <Button kind="main" onClick={() => location.reload()}>
        {t('page.broken.again')}
      </Button>
    </main>
  );
}
