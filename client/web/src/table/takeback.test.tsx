import { screen } from '@testing-library/preact';
import { beforeEach, expect, test } from 'vitest';
import { preferences } from '../app/preferences';
import type { Proposal, Said } from '../protocol/messages';
import { fakeSession, playingView, ROOM } from '../testing/fakeSession';
import { draw, settled, stopObserving } from '../testing/screen';
import { Table } from './table';

const room = { ...ROOM, match: 1, scores: [0, 0, 0, 0] };
const asked = (by: number): Proposal => ({
  number: 6,
  what: 'undo',
  by,
  waiting: [by === 1 ? 2 : 1],
  to: null,
});
const no: Said = {
  type: 'said',
  person: 2,
  name: 'Beto',
  text: null,
  phrase: 'declines',
  nudge: null,
};

beforeEach(() => {
  stopObserving();
  preferences.learnt.value = ['all'];
});

test.each([
  ['off', 'Your question is off.', { view: playingView() }],
  ['answered no', 'So the table stays as it is.', { view: playingView(), lines: [no] }],
])('my question that is %s is not gone without a word', async (_how, text, next) => {
  const fake = fakeSession({ room, view: playingView({ proposal: asked(1) }) });
  await draw(<Table />, fake);
  expect(screen.queryByText(text)).toBeNull();
  await settled(() => fake.set(next));
  expect(screen.getByText(text)).toBeTruthy();
});

test("how others' questions end shows in the table alone", async () => {
  const fake = fakeSession({ room, view: playingView({ proposal: asked(2) }) });
  await draw(<Table />, fake);
  await settled(() => fake.set({ view: playingView() }));
  expect(screen.queryByText(/question|stays as it is/)).toBeNull();
});
