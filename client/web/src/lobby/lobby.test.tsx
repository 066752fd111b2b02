import { screen } from '@testing-library/preact';
import { beforeEach, expect, test } from 'vitest';
import { preferences } from '../app/preferences';
import { fakeSession, lobbyView, ROOM, seated } from '../testing/fakeSession';
import { choose, draw, press, settled, type } from '../testing/screen';
import HouseSheet from './houseSheet';
import { Lobby } from './lobby';
import { Missing } from './missing';
import { pathOf } from './qr';
import SeatSheet from './seatSheet';

const BETO = { code: ROOM.code, person: 2, token: null };

beforeEach(() => {
  preferences.sound.value = null;
});

test('the host starts at once', async () => {
  const fake = fakeSession();
  await draw(<Lobby />, fake);
  await press('Start the match');
  expect(fake.sent).toEqual([{ type: 'start' }]);
});

test('before a match it is told who is away, and a computer may mind their seat', async () => {
  const away = [{ person: 2, seconds: 3 }];
  const fake = fakeSession({ view: lobbyView({ away }) });
  const drawn = await draw(<Lobby />, fake);
  expect(screen.getByText(/Beto at East is away/)).toBeTruthy();
  await press('In a moment a computer may play');
  expect(fake.sent).toEqual([]);
  await settled(() => fake.set({ view: lobbyView({ away: [{ person: 2, seconds: 16 }] }) }));
  await press('Let a computer play meanwhile');
  expect(fake.sent).toEqual([{ type: 'mind', seat: 'E' }]);
  await settled(() => fake.set({ view: lobbyView({ away, minded: ['E'] }) }));
  expect(screen.queryByText(/Beto at East is away/)).toBeNull();
  drawn.unmount();
  await draw(<Lobby />, fakeSession({ me: BETO, view: lobbyView({ away }) }));
  expect(screen.queryByRole('button', { name: /computer/ })).toBeNull();
});

test('after a match, too, it is told for whom another one waits', async () => {
  const over = { phase: 'match_over', away: [{ person: 2, seconds: 16 }] } as const;
  const fake = fakeSession({ view: lobbyView(over) });
  await draw(<Missing />, fake);
  await press('Let a computer play meanwhile');
  expect(fake.sent).toEqual([{ type: 'mind', seat: 'E' }]);
  await settled(() => fake.set({ view: lobbyView({ ...over, phase: 'hand_over' }) }));
  expect(screen.queryByText(/Beto at East is away/)).toBeNull();
});

test('others are told who starts; a watcher may sit down', async () => {
  const fake = fakeSession({ me: BETO });
  await draw(<Lobby />, fake);
  expect(screen.getByText('Ana starts the match.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start the match' })).toBeNull();
});

test('while the host is away long enough somebody seated may start', async () => {
  const away = [{ person: 1, seconds: 20 }];
  const fake = fakeSession({ me: BETO, view: lobbyView({ away, acting: [2] }) });
  await draw(<Lobby />, fake);
  await press('Start the match');
  expect(fake.sent).toEqual([{ type: 'start' }]);
});

test('somebody who arrives takes no focus and no place from what is there', async () => {
  const fake = fakeSession();
  await draw(<Lobby />, fake);
  const north = screen.getByRole('button', { name: /North/ });
  north.focus();
  const people = [...ROOM.people, { person: 3, name: 'Caro', device: 3 }];
  const seats = [ROOM.seats[0], ROOM.seats[1], seated('N', 3), ROOM.seats[3]] as typeof ROOM.seats;
  await settled(() => fake.set({ room: { ...ROOM, people, seats } }));
  expect(document.activeElement).toBe(north);
  expect(north.textContent).toContain('Caro');
});

test('names are shown as they are, never as markup', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const people = [{ person: 1, name, device: 1 }];
  await draw(<Lobby />, fakeSession({ room: { ...ROOM, people } }));
  expect(screen.getAllByText(name).length).toBeGreaterThan(0);
  expect(document.querySelector('img')).toBeNull();
});

test('a start that failed names the seat, one under way names whom it waits for', async () => {
  const fake = fakeSession({ room: { ...ROOM, aborted: 'E' } });
  await draw(<Lobby />, fake);
  expect(screen.getByText(/East did not send their part/)).toBeTruthy();
  await settled(() => fake.set({ view: lobbyView({ phase: 'starting', waiting: ['S', 'E'] }) }));
  expect(screen.getByText('Waiting for Beto.')).toBeTruthy();
});

test('which way play goes is said where there are more than two seats', async () => {
  await draw(<Lobby />, fakeSession());
  expect(screen.getByText('Play goes to the right')).toBeTruthy();
  const room = { ...ROOM, seats: [seated('S', 1), seated('N', 2)], order: ['S', 'N'] as const };
  await draw(<Lobby />, fakeSession({ room }));
  expect(screen.queryByText(/Play goes/)).toBeNull();
});

test('what differs from the preset is shown to everybody', async () => {
  const rules = { ...ROOM.rules, block_score: 'difference' };
  await draw(<Lobby />, fakeSession({ me: BETO, room: { ...ROOM, rules } }));
  expect(
    screen.getByText("After a block the winner scores: the others' pips less its own"),
  ).toBeTruthy();
});

test('the question about sound is asked once, and keeps the focus near', async () => {
  await draw(<Lobby />, fakeSession());
  await press('With sound');
  expect(preferences.sound.value).toBe(true);
  expect(screen.queryByRole('button', { name: 'With sound' })).toBeNull();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Sound');
});

test('the tile to try tells what fits', async () => {
  await draw(<Lobby />, fakeSession());
  await press('1-4');
  expect(screen.getByText(/no 6 on 1-4/)).toBeTruthy();
  await press('2-6');
  expect(screen.getByText(/6 meets 6/)).toBeTruthy();
});

test('what may be done with a seat follows from who asks', async () => {
  const host = fakeSession();
  const first = await draw(<SeatSheet sheet={{ name: 'seat', seat: 'E' }} />, host);
  expect(screen.queryByRole('button', { name: 'Sit here' })).toBeNull();
  await press('Remove Beto');
  expect(host.sent).toEqual([]);
  expect(document.activeElement?.textContent).toBe('No, go back');
  await press('Remove for good');
  expect(host.sent).toEqual([{ type: 'remove', person: 2 }]);
  first.unmount();
  const guest = fakeSession({ me: BETO });
  await draw(<SeatSheet sheet={{ name: 'seat', seat: 'N' }} />, guest);
  expect(screen.queryByText('Draw all places by lot')).toBeNull();
  await press('Sit here');
  expect(guest.sent).toEqual([{ type: 'seat', seat: 'N', to: { kind: 'person', person: 2 } }]);
});

test('a refusal is told in the sheet', async () => {
  const fake = fakeSession();
  fake.refuse('seat', 'already_started', 'The match has started already.');
  await draw(<SeatSheet sheet={{ name: 'seat', seat: 'N' }} />, fake);
  await press('Draw all places by lot');
  expect(screen.getByRole('alert').textContent).toBe('The match has started already.');
});

test('at an address of this device alone friends get the one the server tells, if any', async () => {
  const [alone, near] = [/works on this device only/i, /same Wi-Fi/i];
  const drawn = await draw(<Lobby />, fakeSession());
  expect(screen.getByText(alone)).toBeTruthy();
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
  drawn.unmount();
  const told = document.createElement('meta');
  told.name = 'longana-address';
  told.content = 'http://192.168.1.20:8765/';
  document.head.append(told);
  await draw(<Lobby />, fakeSession());
  told.remove();
  expect(screen.queryByText(alone)).toBeNull();
  expect(screen.getByText(near)).toBeTruthy();
  expect(screen.getByRole('img', { name: /QR/ })).toBeTruthy();
  expect(screen.getByDisplayValue(`http://192.168.1.20:8765/#${ROOM.code}`)).toBeTruthy();
});

test('a QR path has one stroke for each run of dark modules', () => {
  expect(
    pathOf([
      [true, true, false, true],
      [false, false, false, false],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1z');
});

test.each(['abc', '', '0', '1001', '12.5', '1e2'])('"%s" is no number of points', async (text) => {
  const fake = fakeSession();
  await draw(<HouseSheet />, fake);
  await type('Points that win the match', text);
  await press('Save the rules');
  expect(fake.sent).toEqual([]);
  const field = screen.getByLabelText('Points that win the match');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('A number from 1 to 1000.')).toBeTruthy();
  await type('Points that win the match', '150');
  await choose('radio', '2');
  await press('Save the rules');
  expect(fake.sent).toEqual([{ type: 'rules', rules: { preset: 'cuban', seats: 2, target: 150 } }]);
});

test('another one’s seat says who can change it', async () => {
  const fake = fakeSession({ me: BETO });
  const sheet = { name: 'seat', seat: 'S' } as const;
  await draw(<SeatSheet sheet={sheet} />, fake);
  expect(screen.getByText(/To change places, ask Ana: .* where a computer plays/)).toBeTruthy();
  const seats = ROOM.seats.map((one, at) => seated(one.seat, at + 1));
  const people = [
    ...ROOM.people,
    ...[3, 4].map((person) => ({ person, name: `P${person}`, device: person })),
  ];
  await settled(() => fake.set({ room: { ...ROOM, seats, people } }));
  expect(screen.getByText(/ask Ana: the host can swap any two seats\.$/)).toBeTruthy();
});

test('a name is wanted for somebody on this device, too', async () => {
  const fake = fakeSession();
  await draw(<SeatSheet sheet={{ name: 'seat', seat: 'N' }} />, fake);
  await press('Somebody on this device');
  await press('Sit them down');
  expect(screen.getByText('Say what the others shall call them.')).toBeTruthy();
  expect(fake.sent).toEqual([]);
});

test('inviting is never the loudest thing where the table is to be started or waited for', async () => {
  for (const me of [undefined, BETO]) {
    const fake = fakeSession(me && { me });
    (await draw(<Lobby />, fake)).unmount();
    await draw(<Lobby />, fake);
    expect(screen.getByRole('button', { name: 'Invite friends' }).className).not.toContain('main');
  }
});
