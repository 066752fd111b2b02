import type { ComponentChildren } from 'preact';
import './fold.css';

interface Props {
  readonly label: string;
  /** What is set inside, told while it is closed too. */
  readonly summary?: string | undefined;
  readonly open?: boolean;
  readonly children: ComponentChildren;
}

/** What most people never need: one line, opened by a tap. */
export function Fold({ label, summary, open, children }: Props) {
  return (
    <details class="fold" open={open}>
      <summary class="fold-head">
        <span class="fold-words">
          <span class="fold-label">{label}</span>
          {summary && <span class="fold-summary">{summary}</span>}
        </span>
      </summary>
      <div class="fold-body">{children}</div>
    </details>
  );
}
