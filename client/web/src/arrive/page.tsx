import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
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
      <Sign />
      <h1 class="page-title" tabIndex={-1} ref={head}>
        {title}
      </h1>
      {lead && <p class="page-lead">{lead}</p>}
      {children}
    </main>
  );
}

/** The double nine, from which every hand grows. */
function Sign() {
  const places = [8, 16, 24];
  return (
    <svg class="page-sign" viewBox="0 0 64 32" aria-hidden="true">
      <rect width="64" height="32" rx="4" class="page-sign-edge" />
      <rect width="64" height="30.5" rx="4" class="page-sign-face" />
      <path d="M32 4V26.5" class="page-sign-line" />
      {[0, 32].flatMap((half) =>
        places.flatMap((x) =>
          places.map((y) => (
            <circle key={`${half + x} ${y}`} cx={half + x} cy={y - 0.75} r="2.5" />
          )),
        ),
      )}
    </svg>
  );
}
