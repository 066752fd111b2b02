import { screen } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { openSheet, sheet } from '../app/sheets';
import { fakeSession, HAND, lobbyView, playingView, ROOM } from '../testing/fakeSession';
import { draw, press, settled } from '../testing/screen';
import { Sheets } from './sheets';

const MATCH = { ...ROOM, match: 1 };

async function reading(fake: ReturnType<typeof fakeSession>, language: 'en' | 'es' = 'en') {
  openSheet({ name: 'keys' });
  await draw(<Sheets />, fake, language);
  return fake;
}

test('who reads is told that the match has begun, and that it is their turn', async () => {
  const fake = await reading(fakeSession());
  expect(screen.queryByRole('button', { name: 'To the table' })).toBeNull();
  await settled(() => fake.set({ room: MATCH, view: playingView({ to_move: 'E' }) }));
  expect(screen.getByText('The match has begun.')).toBeTruthy();
  await settled(() => fake.set({ view: playingView({ to_move: 'S' }) }));
  expect(screen.getByText('The match has begun. It is your turn.')).toBeTruthy();
  expect(sheet.value).toEqual({ name: 'keys' }); // it never closes by itself
  await press('To the table');
  expect(sheet.value).toBeNull();
});

test('what was so when the sheet was opened is no news', async () => {
  const mine = await reading(fakeSession({ room: MATCH, view: playingView({ turn: 7 }) }));
  expect(screen.queryByText(/turn/)).toBeNull();
  await settled(() => mine.set({ view: playingView({ turn: 7, watchers: 1 }) }));
  expect(screen.queryByText(/your turn/)).toBeNull();
  await settled(() => mine.set({ view: playingView({ turn: 11 }) }));
  expect(screen.getByText('It is your turn.')).toBeTruthy();
});

test('what comes to an end while it is open is told', async () => {
  const fake = await reading(fakeSession({ room: MATCH, view: playingView({ to_move: 'E' }) }));
  expect(screen.queryByText(/match/)).toBeNull();
  await settled(() => fake.set({ view: playingView({ phase: 'hand_over', to_move: null }) }));
  expect(screen.getByText('The hand is over.')).toBeTruthy();
});

test('somebody asks for a rematch: nothing is taken away without a word', async () => {
  const proposal = { number: 4, what: 'rematch', by: 2, waiting: [1], to: null } as const;
  const over = { phase: 'match_over', to_move: null } as const;
  const fake = await reading(fakeSession({ room: MATCH, view: playingView(over) }), 'es');
  await settled(() => fake.set({ view: playingView({ ...over, proposal }) }));
  expect(screen.getByText('Beto quiere la revancha.')).toBeTruthy();
});

test('of several on one device it says whose turn it is', async () => {
  const people = ROOM.people.map((one) => ({ ...one, device: 1 }));
  const covered = { ...HAND, seat: null, hand: null, legal: [] };
  const before = playingView({ to_move: 'N' }, covered);
  const fake = await reading(fakeSession({ room: { ...MATCH, people }, view: before }));
  await settled(() => fake.set({ view: playingView({ to_move: 'E' }, covered) }));
  expect(screen.getByText('Beto is to move.')).toBeTruthy();
});

test('in the lobby there is nothing to tell', async () => {
  const fake = await reading(fakeSession());
  await settled(() => fake.set({ view: lobbyView({ watchers: 2 }) }));
  expect(screen.queryByRole('button', { name: 'To the table' })).toBeNull();
});
