import { useEffect, useState } from 'preact/hooks';
import type { Away } from '../protocol/messages';
import { Button } from '../ui';
import { t } from '../words';
import { GRACE_S, leftAt } from './powers';

interface Props {
  readonly away: Away;
  readonly onMind: () => void;
}

/** A computer for somebody who is away: there at once, ready when the time of grace is over. */
export function Mind({ away, onMind }: Props) {
  const ready = leftAt(away) + GRACE_S * 1000;
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
