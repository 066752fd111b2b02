/** The table's commands of one key; Enter, arrows and Escape need none. */
import type { KeyCommand } from '../app/keys';
import { openSheet, sheet } from '../app/sheets';
import { askHint } from './actions';
import { WHOLE } from './camera';
import type { Desk } from './desk';
import type { Geometry } from './geometry';
import { askTakeback, mayAsk } from './takeback';

export function tableKeys(desk: Desk, geometry: Geometry): KeyCommand[] {
  const { camera } = geometry.eye;
  return [
    {
      key: 'r',
      text: 'page.table.key.rack',
      run: focusRack,
      when: () => desk.you.value?.hand != null,
    },
    {
      key: 'h',
      text: 'page.table.key.hint',
      run: () => void hintByKey(desk),
      when: () => desk.choices.value.any,
    },
    {
      key: 'p',
      text: 'page.table.key.pass',
      run: () => desk.dispatch({ type: 'pass' }),
      when: () => desk.choices.value.mustPass,
    },
    {
      key: 'u',
      text: 'page.table.key.undo',
      run: () => void askTakeback(desk.session, 'undo'),
      when: () => mayAsk(desk.session, 'undo'),
    },
    {
      key: 'z',
      text: 'page.table.key.whole',
      run: () => {
        camera.value = WHOLE;
      },
      when: () => camera.value.zoom > 1,
    },
    { key: 'm', text: 'page.table.key.menu', run: () => openSheet({ name: 'menu' }) },
  ];
}

/** Leads on to Confirm as a tile chosen by key does, unless the focus went elsewhere meanwhile. */
async function hintByKey(desk: Desk): Promise<void> {
  const from = document.activeElement;
  await askHint(desk);
  if (sheet.value !== null || document.activeElement !== from) return;
  document.querySelector('.rack')?.dispatchEvent(new CustomEvent('chosen', { bubbles: true }));
}

function focusRack(): void {
  const fitting = document.querySelector<HTMLElement>('.rack-fits');
  (fitting ?? document.querySelector<HTMLElement>('[data-tile]'))?.focus();
}
