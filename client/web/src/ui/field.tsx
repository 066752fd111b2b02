import { useId } from 'preact/hooks';
import './field.css';

interface Props {
  readonly label: string;
  /** A sentence below it. */
  readonly hint?: string | undefined;
  /** Why what is in it was not taken; read out when it appears. */
  readonly wrong?: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly numeric?: boolean;
  /** For the browser's own memory and capitals: `name` for people's names, `off` else. */
  readonly kind?: 'name' | 'code' | 'plain';
}

/**
 * To the first field whose contents cannot be taken, which says why; gives whether there is one.
 * What is folded away is opened.
 */
export function showWrong(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
  return field !== null;
}

/** A line of text with its name above it and, below it, what is wrong with it. */
export function Field({ label, hint, wrong, value, onValue, numeric, kind = 'plain' }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <input
        type="text"
        inputMode={numeric ? 'numeric' : 'text'}
        autocomplete={kind === 'name' ? 'nickname' : 'off'}
        autocapitalize={kind === 'name' ? 'words' : 'off'}
        spellcheck={false}
        id={id}
        class="field-input"
        value={value}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={`${id}-hint ${id}-wrong`}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <p class="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="field-wrong" id={`${id}-wrong`} role="alert">
        {wrong}
      </p>
    </div>
  );
}
