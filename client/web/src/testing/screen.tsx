/** Draws a screen for a test, in English or Spanish, with a session behind it. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { vi } from 'vitest';
import { SessionContext } from '../app/context';
import { type Language, learn, speak } from '../words';
import type { fakeSession } from './fakeSession';

export async function draw(
  children: ComponentChildren,
  fake: ReturnType<typeof fakeSession>,
  language: Language = 'en',
) {
  cleanup(); // what an earlier test has drawn
  await speak(language);
  await learn('more');
  return render(<SessionContext.Provider value={fake.session}>{children}</SessionContext.Provider>);
}

/** Whatever follows from it has happened when this is done: answers, and what is drawn then. */
export const settled = (doing: () => void) =>
  act(async () => {
    doing();
    await new Promise((done) => setTimeout(done));
  });

/** Here nothing has a size that could change. */
export function stopObserving(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
}

type Named = string | RegExp;

export const press = (name: Named) =>
  settled(() => fireEvent.click(screen.getByRole('button', { name })));

/** Radio buttons and switches; `at` picks one of several with that name. */
export const choose = (role: 'radio' | 'switch', name: Named, at = 0) =>
  settled(() => fireEvent.click(screen.getAllByRole(role, { name })[at] as HTMLElement));

export const type = (label: Named, value: string) =>
  settled(() => fireEvent.input(screen.getByLabelText(label), { target: { value } }));
