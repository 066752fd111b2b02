import { useState } from 'preact/hooks';
import { closeSheet } from '../app/sheets';
import { Button, showWrong } from '../ui';
import { t } from '../words';
import { type House, houseOf, RulesEditor, rulesChoice } from './house';
import './houseSheet.css';
import { useCommand, useRoom } from './useRoom';

/** The host changes the rules of the table. Nothing is changed before "Save". */
export default function HouseSheet() {
  const here = useRoom();
  const { run, wrong, busy } = useCommand();
  const [house, setHouse] = useState<House>(houseOf(here?.room.rules ?? {}));
  if (!here) return null;
  const save = (event: Event & { readonly currentTarget: HTMLElement }) => {
    event.preventDefault();
    if (busy || showWrong(event.currentTarget)) return;
    void run({ type: 'rules', rules: rulesChoice(house) }, closeSheet);
  };
  return (
    <form class="house-sheet" onSubmit={save}>
      <RulesEditor house={house} onHouse={setHouse} />
      <p class="lobby-news" role="alert">
        {wrong}
      </p>
      <Button kind="main" wide submits busy={busy}>
        {t('page.house.save')}
      </Button>
    </form>
  );
}
