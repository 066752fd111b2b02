import { beforeEach, expect, test, vi } from 'vitest';
import { arrival, goHome, settle } from './return';
import { closeSheet, guardBack, openSheet, sheet } from './sheets';

const back = vi.spyOn(history, 'back').mockImplementation(() => {});
const push = vi.spyOn(history, 'pushState');
/** What the browser does some time after `history.back()`, or when somebody presses Back. */
const popped = (hash: string) => {
  history.replaceState(null, '', `/${hash}`);
  window.dispatchEvent(new PopStateEvent('popstate'));
};

beforeEach(() => {
  guardBack(false);
  closeSheet();
  popped('');
  goHome();
  vi.clearAllMocks();
});

test('Back closes a sheet, and one sheet after another needs one Back', () => {
  openSheet({ name: 'menu' });
  openSheet({ name: 'people' });
  expect(push).toHaveBeenCalledTimes(1);
  popped('');
  expect(sheet.value).toBeNull();
  expect(back).not.toHaveBeenCalled();
});

test('closing takes its own entry away, once', () => {
  openSheet({ name: 'menu' });
  closeSheet();
  closeSheet();
  expect(back).toHaveBeenCalledTimes(1);
});

test('a sheet opened while another is going stays', () => {
  openSheet({ name: 'menu' });
  closeSheet();
  openSheet({ name: 'people' });
  popped('');
  expect(sheet.value).toEqual({ name: 'people' });
  popped('');
  expect(sheet.value).toBeNull();
});

test('a code that changed meanwhile is not undone by Back', () => {
  settle({ code: 'OLDCODE2', token: null });
  openSheet({ name: 'people' });
  settle({ code: 'NEWCODE3', token: null });
  popped('#OLDCODE2');
  expect(location.hash).toBe('#NEWCODE3');
  expect(arrival.value?.code).toBe('NEWCODE3');
});

test('going home from a sheet is not undone either', () => {
  settle({ code: 'OLDCODE2', token: null });
  openSheet({ name: 'people' });
  closeSheet();
  goHome();
  popped('#OLDCODE2');
  expect(location.hash).toBe('');
});

test('at a table Back asks instead of leaving', () => {
  settle({ code: 'OLDCODE2', token: null });
  guardBack(true);
  popped('#OLDCODE2');
  expect(sheet.value).toEqual({ name: 'menu' });
  popped('#OLDCODE2');
  expect(sheet.value).toBeNull();
  popped('#OLDCODE2');
  expect(sheet.value).toEqual({ name: 'menu' });
});
