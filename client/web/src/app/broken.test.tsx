import { cleanup } from '@testing-library/preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSession } from '../testing/fakeSession';
import { draw } from '../testing/screen';
import { Unbroken } from './broken';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('an error of our own is told, with a way on', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Torn = (): never => {
    throw new Error('torn');
  };
  const { container } = await draw(
    <Unbroken>
      <Torn />
    </Unbroken>,
    fakeSession(),
  );
  await act(() => {});
  expect(container.textContent).toContain('Your seat is kept.');
  expect(container.querySelector('button')?.textContent).toBe('Load the page again');
  expect(logged).toHaveBeenCalled();
});
