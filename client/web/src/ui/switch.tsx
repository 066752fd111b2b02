import { useId } from 'preact/hooks';
import './switch.css';

interface Props {
  readonly label: string;
  /** A sentence below the name. */
  readonly hint?: string | undefined;
  readonly value: boolean;
  readonly onValue: (value: boolean) => void;
}

/** On or off, at once. The whole row can be tapped. */
export function Switch({ label, hint, value, onValue }: Props) {
  const id = useId();
  return (
    <label class="switch">
      <span class="switch-words">
        <span class="switch-label" id={id}>
          {label}
        </span>
        {hint && (
          <span class="switch-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        class="switch-input"
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-checked={value}
        checked={value}
        onChange={({ currentTarget }) => onValue(currentTarget.checked)}
      />
    </label>
  );
}
