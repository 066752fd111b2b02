import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import './button.css';

/** `main`: the one thing to do here (amber). `danger`: cannot be taken back (red). `quiet`: looks
 * like a link. */
export type ButtonKind = 'main' | 'plain' | 'quiet' | 'danger';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'type'> {
  readonly kind?: ButtonKind;
  /** As wide as what it stands in. */
  readonly wide?: boolean;
  readonly submits?: boolean;
  /**
   * Waits for an answer: it does nothing, says so, and keeps its focus (a disabled button would
   * lose it).
   */
  readonly busy?: boolean;
  readonly children: ComponentChildren;
}

export function Button({ kind = 'plain', wide, submits, busy, onClick, children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={submits ? 'submit' : 'button'}
      class={`button button-${kind}${wide ? ' button-wide' : ''}`}
      aria-disabled={busy ? 'true' : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}
