import { preferences } from '../app/preferences';
import { Field } from '../ui';
import { t } from '../words';
import { failure, forgetFailure } from './entering';

interface Props {
  /** Said when there is none. */
  readonly isMissing?: boolean;
  readonly label: string;
  readonly onTyped?: () => void;
}

/** What one is called: kept by the device, and refused by the server beside the field. */
export function NameField({ label, isMissing, onTyped }: Props) {
  const { name } = preferences;
  return (
    <Field
      label={label}
      kind="name"
      value={name.value}
      wrong={isMissing ? t('page.arrive.name_first') : refusedName()}
      onValue={(value) => {
        name.value = value;
        forgetFailure();
        onTyped?.();
      }}
    />
  );
}

/** The server's sentence about the name it was given last. */
export function refusedName(): string | undefined {
  return failure.value?.code === 'bad_name' ? failure.value.text : undefined;
}
