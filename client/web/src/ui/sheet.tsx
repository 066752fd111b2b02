import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words';
import './sheet.css';

interface Props {
  readonly title: string;
  /** Escape, the button and (on phones) a tap beside it. Back is the business of app/sheets.ts. */
  readonly onClose: () => void;
  /** Stays in view above what scrolls. */
  readonly news?: ComponentChildren;
  /** Stays in view below it. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * The frame of everything that lies over the table: from below on phones, no higher than it needs;
 * at the side on wide screens, where the table stays in use. Focus goes to its title, and back to
 * what opened it. It is no modal dialog, for then nothing would be announced while it is open; but
 * where it covers the table, Tab stays in it.
 */
export function Sheet({ title, onClose, news, foot, children }: Props) {
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // It scrolls, so the arrow keys have to get there even where nothing in it takes focus.
    body.current?.setAttribute('tabindex', '0');
    const opener = document.activeElement;
    head.current?.focus({ preventScroll: true });
    return () => {
      const isInside = frame.current?.contains(document.activeElement);
      const isNowhere = document.activeElement === document.body;
      if (opener instanceof HTMLElement && opener.isConnected && (isInside || isNowhere))
        opener.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Tab' && coversTheTable()) cycle(event, frame.current);
  };
  return (
    <>
      <div class="sheet-beside" aria-hidden="true" onClick={onClose} />
      <section class="sheet" role="dialog" aria-labelledby={id} ref={frame} onKeyDown={onKeyDown}>
        <header class="sheet-head">
          <h2 class="sheet-title" id={id} tabIndex={-1} ref={head}>
            {title}
          </h2>
          <button
            type="button"
            class="sheet-close"
            aria-label={t('page.ui.close')}
            onClick={onClose}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 5 19 19M19 5 5 19" />
            </svg>
          </button>
        </header>
        {news}
        <section class="sheet-body" ref={body}>
          {children}
        </section>
        {foot && <footer class="sheet-foot">{foot}</footer>}
      </section>
    </>
  );
}

/** As in sheet.css. */
const coversTheTable = (): boolean => !matchMedia('(min-width: 50rem)').matches;

function cycle(event: KeyboardEvent, frame: HTMLElement | null): void {
  const stops = [...(frame?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (one) => !one.hasAttribute('disabled') && one.getClientRects().length > 0,
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const at = document.activeElement;
  const isAtStart = at === first || !stops.includes(at as HTMLElement);
  const next = event.shiftKey ? (isAtStart ? last : null) : at === last ? first : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
}
