import { screen } from '@testing-library/preact';
import { beforeEach, expect, test } from 'vitest';
import { preferences } from '../app/preferences';
import { forgetTable, arrive as readAddress, remember } from '../app/return';
import { fakeSession } from '../testing/fakeSession';
import { choose, draw, press, settled, type } from '../testing/screen';
import { Arrive } from './arrive';
import { giveUp, sitDownInstead } from './entering';

const TOKEN = 'abcDEF_-0123456789abcdefghijklmn';
const outside = () => fakeSession({ me: null, room: null, view: null, line: { state: 'idle' } });

async function openAt(hash: string, fake = outside(), language: 'en' | 'es' = 'en') {
  history.replaceState(null, '', `/${hash}`);
  readAddress();
  await draw(<Arrive />, fake, language);
  return fake;
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  preferences.name.value = '';
  forgetTable({ token: TOKEN });
  giveUp(outside().session);
});

test('play now makes a room and starts it, without a name', async () => {
  const fake = await openAt('');
  await press('Play now');
  expect(fake.sent).toEqual([{ type: 'create', name: 'Player' }, { type: 'start' }]);
});

test('a table is made with its rules and seats', async () => {
  preferences.name.value = 'Ana';
  const fake = await openAt('');
  await press('Make a table');
  await choose('radio', 'International');
  await type('Points that win the match', '50');
  await choose('radio', 'On this device', 1);
  await type('Their name', 'Eva');
  await choose('radio', 'hard', 0);
  await press('Make the table');
  expect(fake.sent).toEqual([
    {
      type: 'create',
      name: 'Ana',
      rules: { preset: 'international', seats: 4, target: 50 },
      watching: true,
    },
    { type: 'seat', seat: 'E', to: { kind: 'computer', level: 'hard' } },
    { type: 'seat', seat: 'N', to: { kind: 'here', name: 'Eva' } },
  ]);
});

test('in a line it is said who will sit where', async () => {
  await openAt('');
  expect(
    screen.getByText('For friends, each on their own device or all on this one.'),
  ).toBeTruthy();
  await press('Make a table');
  expect(screen.getByText('Computers, until friends take their seats.')).toBeTruthy();
  await choose('radio', 'On this device', 1);
  await choose('radio', 'Kept free', 2);
  expect(screen.queryByText('Computers, until friends take their seats.')).toBeNull();
  expect(screen.getByText('East: Computer; North: On this device; West: Kept free')).toBeTruthy();
});

test('of two it is not said which way play goes', async () => {
  await openAt('');
  await press('Make a table');
  expect(screen.getByText(/^Play goes to the right/)).toBeTruthy();
  await choose('radio', '2');
  expect(screen.queryByText(/^Play goes to/)).toBeNull();
  expect(screen.getByText('A block is worth everything left.')).toBeTruthy();
});

test('whoever runs the server comes to their own table', async () => {
  const fake = await openAt(`#7K2MQX4D!${TOKEN}`);
  expect(screen.getByRole('heading').textContent).toBe('This is your table');
  await type('Your name', 'Ana');
  await press('Sit down');
  expect(fake.sent).toEqual([{ type: 'join', code: '7K2MQX4D', name: 'Ana', claim: TOKEN }]);
});

test('what is wrong with a table is said, and the table is not made', async () => {
  preferences.name.value = 'Ana';
  const fake = await openAt('');
  await press('Make a table');
  await type('Points that win the match', 'abc');
  await press('Make the table');
  expect(document.activeElement).toBe(screen.getByLabelText('Points that win the match'));
  await type('Points that win the match', '100');
  await choose('radio', 'On this device', 1);
  await press('Make the table');
  expect(document.activeElement).toBe(screen.getByLabelText('Their name'));
  expect(fake.sent).toEqual([]);
});

test('a server that wants a key is answered beside its field', async () => {
  preferences.name.value = 'Ana';
  const fake = await openAt('');
  fake.refuse('create', 'bad_key', 'This server asks for a key.');
  await press('Make a table');
  expect(screen.queryByLabelText('Key of this server')).toBeNull();
  await press('Make the table');
  expect(screen.getByText('This server asks for a key.')).toBeTruthy();
  await type('Key of this server', 'sesame');
  await press('Make the table');
  expect(fake.sent.at(-1)).toMatchObject({ type: 'create', key: 'sesame' });
});

test('opening an invitation joins nothing; a name does', async () => {
  const fake = await openAt('#7K2MQX4D');
  expect(fake.sent).toEqual([]);
  await press('Sit down');
  expect(fake.sent).toEqual([]);
  expect(screen.getByText('Say what the others shall call you.')).toBeTruthy();
  await type('Your name', 'Beto');
  await press('Sit down');
  expect(fake.sent).toEqual([{ type: 'join', code: '7K2MQX4D', name: 'Beto' }]);
});

test('a known name stands on the button, in Spanish too', async () => {
  preferences.name.value = 'Beto';
  const fake = await openAt('#7K2MQX4D', outside(), 'es');
  await press('Sentarme como Beto');
  expect(fake.sent).toEqual([{ type: 'join', code: '7K2MQX4D', name: 'Beto' }]);
});

test('only watching', async () => {
  const fake = await openAt('#7K2MQX4D');
  await press('Only watch');
  expect(fake.sent).toEqual([{ type: 'watch', code: '7K2MQX4D' }]);
});

test('a name nobody could read is refused beside the field, which keeps it', async () => {
  const fake = outside();
  fake.refuse('join', 'bad_name', 'A name needs 1 to 24 visible characters.');
  await openAt('#7K2MQX4D', fake);
  await type('Your name', '\u202e\u200b');
  await press('Sit down');
  const field = screen.getByLabelText('Your name');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('A name needs 1 to 24 visible characters.')).toBeTruthy();
  await type('Your name', 'Beto');
  expect(field.isConnected).toBe(true);
  expect(screen.queryByText('A name needs 1 to 24 visible characters.')).toBeNull();
});

test('a known table is one tap away, and a return link comes back by itself', async () => {
  remember({ code: '7K2MQX4D', token: TOKEN, name: 'Ana' });
  await openAt('');
  const link = screen.getByRole('link', { name: 'Back to your seat as Ana' });
  expect(link.getAttribute('href')).toBe(`#7K2MQX4D.${TOKEN}`);
  expect(link.matches('.button-main')).toBe(true);
  expect(screen.getByRole('button', { name: 'Play now' }).matches('.button-main')).toBe(false);
  const fake = await openAt(`#7K2MQX4D.${TOKEN}`);
  expect(fake.sent).toEqual([{ type: 'resume', code: '7K2MQX4D', token: TOKEN }]);
});

test('at a table one knows, one button leads back and one is for somebody else', async () => {
  remember({ code: '7K2MQX4D', token: TOKEN, name: 'Tío José' });
  preferences.name.value = 'Tío José';
  const fake = await openAt('#7K2MQX4D', outside(), 'es');
  expect(screen.getByRole('link').textContent).toBe('Vuelve a tu puesto como Tío José');
  expect(screen.queryByRole('button', { name: /Sentarme/ })).toBeNull();
  await press('Soy otra persona');
  await type('Tu nombre', 'Eva');
  await press('Sentarme');
  expect(fake.sent).toEqual([{ type: 'join', code: '7K2MQX4D', name: 'Eva' }]);
});

test('who looks on and has given a name is not asked for it again', () => {
  const fake = fakeSession({ me: { code: '7K2MQX4D', person: null, token: null } });
  preferences.name.value = 'Beto';
  sitDownInstead(fake.session);
  expect(fake.sent).toEqual([{ type: 'join', code: '7K2MQX4D', name: 'Beto' }]);
});

test('a code that is none is said at once', async () => {
  await openAt('');
  await type('A link or a code from a friend', 'hello?');
  await press('Go to that table');
  expect(screen.getByText(/There is no code in that/)).toBeTruthy();
});

test.each([
  ['no_room', 'There is no such table', 'To the first page'],
  ['room_full', 'The table is full', 'Watch instead'],
  ['room_locked', 'The table is closed to newcomers', 'Try again'],
  ['too_fast', 'A moment, please', 'Try again'],
  ['of_a_newer_server', 'It does not go on here', 'Try again'],
])('refused as %s: one sentence, one button', async (code, title, button) => {
  preferences.name.value = 'Beto';
  const fake = outside();
  fake.refuse('join', code, 'The sentence of the server.');
  await openAt('#7K2MQX4D', fake);
  await press('Sit down as Beto');
  expect(document.activeElement?.textContent).toBe(title);
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([button]);
  await press(button);
  expect(screen.queryByText(title)).toBeNull();
});

test('replaced by another window: use it here', async () => {
  const fake = fakeSession({ gone: { why: 'replaced', text: 'Elsewhere.' } });
  await openAt('#7K2M-QX4D', fake);
  await press('Use it here');
  expect(fake.sent.at(-1)).toMatchObject({ type: 'resume', code: '7K2M-QX4D' });
});

test('a server that does not answer is said, and can be asked again', async () => {
  const fake = outside();
  await openAt('#7K2MQX4D', fake);
  await settled(() => fake.set({ line: { state: 'trying', since: 0, tries: 1 } }));
  expect(screen.getByText('The server does not answer')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
