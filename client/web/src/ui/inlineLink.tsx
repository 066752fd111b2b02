import type { ComponentChildren } from 'preact';
import './inlineLink.css';

interface Props {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** Something to press in the middle of a sentence. */
export function InlineLink({ onClick, children }: Props) {
  return (
    <button type="button" class="inline-link" onClick={onClick}>
      {children}
    </button>
  );
}
