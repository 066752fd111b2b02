/** Draws a screen for a test, in English or Spanish, with a session behind it. */
import { render } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { SessionContext } from '../app/context';
import { type Language, speak } from '../words';
import type { fakeSession } from './fakeSession';

export async function draw(
  children: ComponentChildren,
  fake: ReturnType<typeof fakeSession>,
  language: Language = 'en',
) {
  await speak(language);
  return render(<SessionContext.Provider value={fake.session}>{children}</SessionContext.Provider>);
}
