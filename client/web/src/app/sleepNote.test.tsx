import { cleanup, fireEvent } from '@testing-library/preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSession, playingView, ROOM } from '../testing/fakeSession';
import { draw } from '../testing/screen';
import { stayAwake } from './awake';
import { SleepNote } from './sleepNote';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('that the screen may go dark is said in the lobby, until it has been read', async () => {
  localStorage.clear();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const fake = fakeSession();
  stayAwake(fake.session);
  const { container } = await draw(<SleepNote />, fake, 'es');
  expect(container.textContent).toContain('https');
  const lobby = fake.session.view.value;
  await act(() => fake.set({ room: ROOM, view: playingView() }));
  expect(container.textContent).toBe('');
  await act(() => fake.set({ view: lobby }));
  await act(() => void fireEvent.click(container.querySelector('button') as Element));
  expect(container.textContent).toBe('');
});
