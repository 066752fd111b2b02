import { useId } from 'preact/hooks';
import './segmented.css';

export interface Option<T> {
  readonly value: T;
  readonly label: string;
}

interface Props<T> {
  /** What is chosen; shown above the segments unless `unseen`. */
  readonly label: string;
  readonly unseen?: boolean;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onValue: (value: T) => void;
  /** A sentence below. */
  readonly hint?: string | undefined;
}

/** One of a few: radio buttons side by side (below each other where there is no room). */
export function Segmented<T extends string | number>(props: Props<T>) {
  const { label, unseen, options, value, onValue, hint } = props;
  const name = useId();
  return (
    <fieldset class="segmented" aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend class={unseen ? 'unseen' : 'segmented-label'}>{label}</legend>
      <div class="segmented-row">
        {options.map((option) => (
          <label class="segmented-option" key={option.value}>
            <input
              type="radio"
              class="segmented-radio"
              name={name}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
            />
            <span class="segmented-text">{option.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p class="segmented-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
