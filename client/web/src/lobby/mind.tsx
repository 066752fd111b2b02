import { useEffect, useState } from 'preact/hooks';
import { Button } from '../ui';
import { t } from '../words';

interface Props {
  /** When the time of grace is over. */
  readonly ready: number;
  readonly onMind: () => void;
}

/** A computer for somebody who is away: there at once, ready when the time of grace is over. */
export function Mind({ ready, onMind }: Props) {
  const [, setReached] = useState(ready);
  const isReady = Date.now() >= ready;
  useEffect(() => {
    const timer = setTimeout(() => setReached(Date.now()), ready - Date.now() + 50);
    return () => clearTimeout(timer);
  }, [ready]);
  return (
    <Button busy={!isReady} onClick={onMind}>
      {isReady ? t('page.people.mind') : t('page.people.mind.soon')}
    </Button>
  );
}
