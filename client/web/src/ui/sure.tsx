import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../words';
import { Button } from './button';
import './sure.css';

interface Props {
  /** On the button that asks, and on the one that does it. */
  readonly label: string;
  readonly confirm: string;
  /** What will happen, in a sentence. */
  readonly question: string;
  readonly onSure: () => void;
  /** More to choose before it is done. */
  readonly children?: ComponentChildren;
}

/**
 * For what cannot be taken back. The second tap is in another place than the first: where the first
 * button was, there is now the one that keeps everything.
 */
export function Sure({ label, confirm, question, onSure, children }: Props) {
  const [asks, setAsks] = useState(false);
  const keep = useRef<HTMLDivElement>(null);
  const ask = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) (asks ? keep : ask).current?.querySelector('button')?.focus();
    if (asks) keep.current?.parentElement?.scrollIntoView?.({ block: 'nearest' });
    isFirst.current = false;
  }, [asks]);
  if (!asks)
    return (
      <div class="sure" ref={ask}>
        <Button onClick={() => setAsks(true)}>{label}</Button>
      </div>
    );
  return (
    <fieldset class="sure sure-asking">
      <legend class="sure-question">{question}</legend>
      <div class="sure-keep" ref={keep}>
        <Button onClick={() => setAsks(false)}>{t('page.ui.keep')}</Button>
      </div>
      {children}
      <div class="sure-do">
        <Button
          kind="danger"
          onClick={() => {
            setAsks(false);
            onSure();
          }}
        >
          {confirm}
        </Button>
      </div>
    </fieldset>
  );
}
