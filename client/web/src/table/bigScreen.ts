/** The layout for a television: no hands, large scores and ends. Of this tab alone. */
import { signal } from '@preact/signals';
import { load, store } from '../app/storage';

const KEY = 'longana.big';
const shown = signal(load(KEY, false, 'sessionStorage'));

export const bigScreen = {
  get value() {
    return shown.value;
  },
  set(wanted: boolean): void {
    shown.value = wanted;
    store(KEY, wanted, 'sessionStorage');
  },
};
