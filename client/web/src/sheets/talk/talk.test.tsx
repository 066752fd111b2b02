import { signal } from '@preact/signals';
import { act, cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { preferences } from '../../app/preferences';
import { closeSheet, openSheet } from '../../app/sheets';
import type { Said, Table } from '../../protocol/messages';
import { fakeSession, playingView, ROOM } from '../../testing/fakeSession';
import { draw } from '../../testing/screen';
import { loadSheet } from '../load';
import { Sheets } from '../sheets';
import { heardOf } from './heard';
import { isMuted, mute } from './mute';
import { PHRASES, phrasesFor } from './phrases';

const line = (person: number, text: string, more: Partial<Said> = {}): Said => ({
  type: 'said',
  person,
  name: person === 1 ? 'Ana' : 'Beto',
  text,
  phrase: null,
  nudge: null,
  ...more,
});

/** A session whose lines can be set. */
function talking(lines: readonly Said[] = []) {
  const fake = fakeSession({ view: playingView() });
  const said = signal<readonly Said[]>(lines);
  Object.assign(fake.session, { lines: said });
  return { ...fake, said };
}

beforeAll(() => loadSheet('talk'), 60_000);
beforeEach(() => {
  preferences.talk.value = true;
  localStorage.clear();
});
afterEach(async () => {
  await act(closeSheet);
  cleanup();
});

describe('what was heard', () => {
  it('counts what others said since I came, until the talk is open', async () => {
    const { session, said } = talking([line(2, 'before')]);
    const heard = heardOf(session);
    said.value = [...said.value, line(2, 'one'), line(1, 'mine')];
    said.value = [...said.value, line(2, 'two')];
    expect(heard.unread.value).toBe(2);
    expect(heard.latest.value.get(2)?.said.text).toBe('two');
    expect(heard.latest.value.get(1)?.said.text).toBe('mine');
    openSheet({ name: 'talk' });
    expect(heard.unread.value).toBe(0);
  });

  it('takes what is sent again after coming back for old', () => {
    const { session, said, set } = talking();
    const heard = heardOf(session);
    said.value = [line(2, 'one'), line(2, 'two')];
    said.value = [];
    said.value = [line(2, 'one')];
    said.value = [line(2, 'one'), line(2, 'two')];
    expect(heard.unread.value).toBe(2);
    said.value = [line(2, 'one'), line(2, 'two'), line(2, 'while I was away')];
    set({ view: playingView({ number: 40 }) });
    expect(heard.unread.value).toBe(3);
  });

  it('leaves out the muted, and everything while talk is off', () => {
    const { session, said } = talking();
    const heard = heardOf(session);
    mute(ROOM.code, 'Beto', true);
    said.value = [line(2, 'psst')];
    expect([heard.unread.value, heard.lines.value.length]).toEqual([0, 0]);
    mute(ROOM.code, 'Beto', false);
    expect(isMuted(ROOM.code, 'Beto')).toBe(false);
    said.value = [...said.value, line(2, 'hello')];
    expect([heard.unread.value, heard.lines.value.length]).toEqual([1, 2]);
    preferences.talk.value = false;
    expect([heard.unread.value, heard.latest.value.size, heard.lines.value.length]).toEqual([
      0, 0, 0,
    ]);
  });

  it('does not hear the muted when they have left and come in again', async () => {
    const { session, said } = talking();
    const heard = heardOf(session);
    mute(ROOM.code, 'Beto', true);
    said.value = [line(7, 'psst', { name: 'BETO' }), line(8, 'hola', { name: 'Beto 2' })];
    expect(heard.lines.value.map(({ text }) => text)).toEqual(['hola']);
    expect([...heard.latest.value.keys()]).toEqual([8]);
  });
});

describe('the sheet', () => {
  it('shows hostile text as text', async () => {
    const { session, said } = talking();
    await draw(<Sheets />, { session } as ReturnType<typeof fakeSession>);
    await act(() => openSheet({ name: 'talk' }));
    await screen.findByText('Nobody has said anything yet.');
    const nasty = '<img src=x onerror=alert(1)>';
    await act(() => {
      said.value = [
        line(2, nasty, { name: '<b>x</b>' }),
        line(2, '', { text: null, nudge: 'S' }),
        line(2, '', { text: null, phrase: 'paso' }),
        line(2, '', { text: null, phrase: 'of_a_newer_server' }),
      ];
    });
    expect(screen.getByText(nasty)).toBeTruthy();
    expect(document.querySelector('.talk-lines img, .talk-lines b')).toBeNull();
    expect(screen.getByText('Beto says the table is waiting for South.')).toBeTruthy();
    expect(screen.getByText('Paso. Knock, knock.', { selector: '.talk-text' })).toBeTruthy();
    expect(screen.getByText('of_a_newer_server')).toBeTruthy();
  });

  it('sends what I write, and gives it back when it was refused', async () => {
    const fake = talking();
    fake.refuse('say', 'too_fast', 'Wait a moment.');
    await draw(<Sheets />, fake);
    await act(() => openSheet({ name: 'talk' }));
    const field = (await screen.findByLabelText('Your own words')) as HTMLInputElement;
    fireEvent.input(field, { target: { value: '  hola  ' } });
    fireEvent.submit(field.closest('form') as HTMLFormElement);
    expect(fake.sent).toEqual([{ type: 'say', text: 'hola' }]);
    await screen.findByText('Wait a moment.');
    expect(field.value).toBe('hola');
  });

  it('lets choose who speaks, where several play on this device', async () => {
    const fake = talking([line(3, 'first'), line(2, 'second')]);
    const people = [...ROOM.people, { person: 3, name: 'Dora', device: 1 }];
    fake.set({ room: { ...ROOM, people } });
    await draw(<Sheets />, fake);
    await act(() => openSheet({ name: 'talk' }));
    const field = (await screen.findByLabelText('Your own words')) as HTMLInputElement;
    const say = async (value: string) => {
      fireEvent.input(field, { target: { value } });
      await act(() => void fireEvent.submit(field.closest('form') as HTMLFormElement));
    };
    await say('as ever');
    expect(screen.queryByRole('radio', { name: 'Beto' })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Dora' }));
    await say('hola');
    fireEvent.click(screen.getByRole('button', { name: /Good game/ }));
    expect(fake.sent).toEqual([
      { type: 'say', text: 'as ever' },
      { type: 'say', text: 'hola', person: 3 },
      { type: 'say', phrase: 'good_game', person: 3 },
    ]);
    expect(screen.getByText('first').closest('li')?.className).toContain('talk-mine');
    expect(screen.getByText('second').closest('li')?.className).not.toContain('talk-mine');
  });

  it('offers nothing while talk is off', async () => {
    const { session } = talking();
    preferences.talk.value = false;
    await draw(<Sheets />, { session } as ReturnType<typeof fakeSession>);
    await act(() => openSheet({ name: 'talk' }));
    await screen.findByText(/Talk is off/);
    expect(screen.queryByLabelText('Your own words')).toBeNull();
  });
});

describe('phrases', () => {
  const fits = (table: Partial<Table>, room = ROOM) =>
    phrasesFor(room, playingView(table).table, 1).fits;
  const out = { kind: 'out', winner: 'S', points: 3, pips: [0, 3, 0, 0] } as const;

  it('fit the moment', () => {
    expect(fits({ moves: [] })).toEqual(['dame_agua']);
    expect(fits({ moves: ['S99', 'E'] })).toEqual(['paso']);
    expect(fits({ moves: ['S99', 'E89E'] })).toEqual(['botagorda']);
    expect(fits({ moves: ['S99', 'E19E'] })).toEqual([]);
    expect(fits({ phase: 'hand_over', result: out })).toEqual(['me_pegue', 'dame_agua']);
    expect(fits({ phase: 'hand_over', result: { ...out, winner: 'E' } })).toEqual(['dame_agua']);
    expect(fits({ phase: 'hand_over', result: { ...out, kind: 'block' } })).toEqual([
      'tranque',
      'a_virarse',
      'dame_agua',
    ]);
    const room = { ...ROOM, scores: [100, 0, 5, 5] };
    expect(fits({ phase: 'match_over', result: out }, room)).toEqual([
      'me_pegue',
      'pollona',
      'good_game',
    ]);
  });

  it('are all there once', () => {
    const { fits: some, others } = phrasesFor(ROOM, playingView({ moves: ['S99', 'E'] }).table, 1);
    expect([...some, ...others].sort()).toEqual([...PHRASES].sort());
  });
});
