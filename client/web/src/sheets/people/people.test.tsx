import { screen } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { noteLostWish } from '../../app/lostWish';
import { sheet } from '../../app/sheets';
import { fakeSession, lobbyView, playingView, ROOM } from '../../testing/fakeSession';
import { choose, draw, press, settled } from '../../testing/screen';
import People from '../people';

const CARO = { person: 3, name: 'Caro', device: 3 };
const WITH_CARO = { ...ROOM, people: [...ROOM.people, CARO] };

test('the host gives a seat to somebody who asks for one', async () => {
  const view = playingView({ asking: [{ person: 3, seat: 'N' }] });
  const fake = fakeSession({ room: WITH_CARO, view });
  await draw(<People />, fake);
  expect(screen.getByText('Caro would like to sit at North.')).toBeTruthy();
  await press(/Give them West/);
  expect(fake.sent).toEqual([{ type: 'seat', seat: 'W', to: { kind: 'person', person: 3 } }]);
});

test('the host says no, and takes a promise back', async () => {
  const asks = playingView({ asking: [{ person: 3, seat: 'N' }] });
  const fake = fakeSession({ room: WITH_CARO, view: asks });
  await draw(<People />, fake);
  await press('Not now');
  await settled(() => fake.set({ view: playingView({ promised: [{ person: 3, seat: 'N' }] }) }));
  await press('Take back the promise');
  expect(fake.sent).toEqual([
    { type: 'decline', person: 3 },
    { type: 'decline', person: 3 },
  ]);
});

test('whoever acts for the host is the one who answers', async () => {
  const view = playingView({ asking: [{ person: 3, seat: 'N' }] });
  const me = { code: ROOM.code, person: 2, token: null };
  const fake = fakeSession({ room: WITH_CARO, view, me });
  await draw(<People />, fake);
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
  await settled(() =>
    fake.set({ view: playingView({ asking: [{ person: 3, seat: 'N' }], acting: [2] }) }),
  );
  await press('Not now');
  expect(fake.sent).toEqual([{ type: 'decline', person: 3 }]);
});

test('who came late says which seat they would like', async () => {
  const view = playingView({ asking: [{ person: 3, seat: 'N' }] }, null);
  const fake = fakeSession({
    room: WITH_CARO,
    view,
    me: { code: ROOM.code, person: 3, token: null },
  });
  await draw(<People />, fake);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'North' }).checked).toBe(true);
  await choose('radio', 'West');
  expect(fake.sent).toEqual([{ type: 'seat', seat: 'W', to: { kind: 'person', person: 3 } }]);
});

test('a wish that a new server knows nothing of is to be made again', async () => {
  const me = { code: ROOM.code, person: 3, token: null };
  const asked = playingView({ asking: [{ person: 3, seat: 'N' }] }, null);
  const fake = fakeSession({ room: WITH_CARO, view: asked, me });
  const end = noteLostWish(fake.session);
  await draw(<People />, fake);
  await settled(() => fake.set({ view: playingView({}, null) }));
  expect(screen.getByText(/^Your wish to sit at North was lost/)).toBeTruthy();
  end();
});

test('a computer minds a seat once its person has been away long enough', async () => {
  const gone = (seconds: number) => playingView({ away: [{ person: 2, seconds }] });
  const fake = fakeSession({ view: gone(3) });
  await draw(<People />, fake);
  await press('In a moment a computer may play');
  expect(fake.sent).toEqual([]);
  await settled(() => fake.set({ view: gone(16) }));
  await press('Let a computer play meanwhile');
  expect(fake.sent).toEqual([{ type: 'mind', seat: 'E' }]);
});

test("how long others wait is the server's affair", async () => {
  const room = { ...ROOM, grace: 40 };
  const gone = (seconds: number) => playingView({ away: [{ person: 2, seconds }] });
  const fake = fakeSession({ room, view: gone(39) });
  await draw(<People />, fake);
  expect(screen.queryByRole('button', { name: 'Let a computer play meanwhile' })).toBeNull();
  await settled(() => fake.set({ view: gone(40) }));
  expect(screen.getByRole('button', { name: 'Let a computer play meanwhile' })).toBeTruthy();
});

test('the seat of somebody away may be asked for as soon as the time of grace is over', async () => {
  const seats = ROOM.seats.map((one, at) => ({ ...one, kind: 'person', person: at + 1 }) as const);
  const people = [1, 2, 3, 4, 5].map((person) => ({ person, name: `P${person}`, device: person }));
  const fake = fakeSession({
    room: { ...ROOM, seats, people, grace: 0.2 },
    view: playingView({ away: [{ person: 2, seconds: 0 }] }, null),
    me: { code: ROOM.code, person: 5, token: null },
  });
  await draw(<People />, fake);
  await screen.findByRole('radio', { name: 'East' });
  expect(screen.getAllByRole('radio')).toHaveLength(1);
});

test('nudge, and carry on without a reader', async () => {
  const reading = [{ person: 2, what: 'rules', waits: true }] as const;
  const fake = fakeSession({ view: playingView({ to_move: 'E', reading }) });
  await draw(<People />, fake);
  await press('Remind them');
  await press('Do not wait');
  expect(fake.sent).toEqual([
    { type: 'nudge', seat: 'E' },
    { type: 'carry_on', person: 2 },
  ]);
});

test('only whoever is seated may remind somebody', async () => {
  const me = { code: ROOM.code, person: 3, token: null };
  const fake = fakeSession({ room: WITH_CARO, view: playingView({ to_move: 'E' }, null), me });
  await draw(<People />, fake);
  expect(screen.queryByRole('button', { name: 'Remind them' })).toBeNull();
});

test('what is known of somebody stands in one line, as in the lobby', async () => {
  await draw(<People />, fakeSession());
  expect(screen.getByText('you, host')).toBeTruthy();
});

test('who acts for the host may not remove those who are away', async () => {
  const me = { code: ROOM.code, person: 2, token: null };
  const away = [1, 3].map((person) => ({ person, seconds: 20 }));
  const fake = fakeSession({ room: WITH_CARO, view: playingView({ away, acting: [2] }), me });
  await draw(<People />, fake);
  expect(screen.queryByRole('button', { name: 'Remove Caro' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Close the room' })).toBeNull();
  await settled(() => fake.set({ view: playingView({ away: away.slice(0, 1), acting: [2] }) }));
  expect(screen.getByRole('button', { name: 'Remove Caro' })).toBeTruthy();
});

test('leaving takes two taps in two places, and can erase the name', async () => {
  const fake = fakeSession({ view: lobbyView() });
  await draw(<People />, fake);
  await press('Leave the table');
  await choose('switch', 'Forget me');
  await press('Leave for good');
  expect(fake.sent).toEqual([{ type: 'leave', forget: true }]);
});

test('locking and a new code are the host’s', async () => {
  const fake = fakeSession();
  const drawn = await draw(<People />, fake);
  await choose('switch', 'Closed to newcomers');
  expect(fake.sent).toEqual([{ type: 'lock', locked: true }]);
  drawn.unmount();
  await draw(<People />, fakeSession({ me: { code: ROOM.code, person: 2, token: null } }));
  expect(screen.queryByRole('switch', { name: 'Closed to newcomers' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove Ana' })).toBeNull();
});

test('whether people may look on is the host’s', async () => {
  const fake = fakeSession();
  await draw(<People />, fake);
  await choose('switch', 'People may watch');
  expect(fake.sent).toEqual([{ type: 'watching', allowed: false }]);
});

test('between matches seats and rules can be changed from here', async () => {
  await draw(
    <People />,
    fakeSession({ view: playingView({ phase: 'match_over', to_move: null }) }),
  );
  await press('East');
  expect(sheet.value).toEqual({ name: 'seat', seat: 'E' });
  await press('Rules of this table');
  expect(sheet.value).toEqual({ name: 'house' });
});
