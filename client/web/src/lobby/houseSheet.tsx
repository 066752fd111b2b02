import { useState } from 'preact/hooks';
import { closeSheet } from '../app/sheets';
import { Button, Segmented } from '../ui';
import { t } from '../words';
import { type House, houseOf, RulesEditor, rulesChoice } from './house';
import { useCommand, useRoom } from './useRoom';

/** The host changes the rules of the table. Nothing is changed before "Save". */
export default function HouseSheet() {
  const here = useRoom();
  const { run, wrong, busy } = useCommand();
  const [house, setHouse] = useState<House>(houseOf(here?.room.rules ?? {}));
  if (!here) return null;
  const save = () => void run({ type: 'rules', rules: rulesChoice(house) }, closeSheet);
  return (
    <>
      <Segmented
        label={t('page.make.seats')}
        options={[2, 3, 4].map((value) => ({ value, label: `${value}` }))}
        value={house.seats}
        onValue={(seats) => setHouse({ ...house, seats })}
      />
      <RulesEditor house={house} onHouse={setHouse} />
      <p class="lobby-news" role="alert">
        {wrong}
      </p>
      <Button kind="main" wide busy={busy} onClick={save}>
        {t('page.house.save')}
      </Button>
    </>
  );
}
