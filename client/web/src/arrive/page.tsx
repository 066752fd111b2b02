import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Welcome } from './welcome';
import './page.css';

interface Props {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: string | undefined;
  /** Focus goes to the title, so that a screen reader starts there. Not at the very first page. */
  readonly takesFocus?: boolean;
  readonly children?: ComponentChildren;
}

/** The frame of every screen before the table. */
export function Page({ title, lead, takesFocus, children }: Props) {
  const head = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    scrollTo(0, 0);
    head.current?.focus({ preventScroll: true });
  }, [title, takesFocus]);
  return (
    <main class="page">
      <Welcome />
      <h1 class="page-title" tabIndex={-1} ref={head}>
        {title}
      </h1>
      {lead && <p class="page-lead">{lead}</p>}
      {children}
    </main>
  );
}
