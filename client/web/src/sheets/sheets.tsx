import { sheet } from '../app/sheets';

export function Sheets() {
  return sheet.value ? <dialog open>{sheet.value.name}</dialog> : null;
}
