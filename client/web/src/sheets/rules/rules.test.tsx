import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeSheet, openSheet } from '../../app/sheets';
import { fakeSession, playingView, ROOM } from '../../testing/fakeSession';
import { draw } from '../../testing/screen';
import { type Language, learn } from '../../words';
import { loadSheet } from '../load';
import { Sheets } from '../sheets';
import { PAGES } from './pages';

const CATALOGUE = '../../protocol/longana_protocol/texts/en.json'; // Vitest runs in client/web
const house = { ...ROOM, rules: { ...ROOM.rules, target: 50, doubles_obey_priority: false } };

beforeAll(() => loadSheet('rules'), 60_000);
afterEach(async () => {
  await act(closeSheet);
  cleanup();
});

async function read(page?: string, language: Language = 'en', room = ROOM as typeof house) {
  await draw(<Sheets />, fakeSession({ view: playingView(), room }), language);
  await learn('rules');
  await act(() => openSheet(page === undefined ? { name: 'rules' } : { name: 'rules', page }));
}

it('has the pages of the catalogue, in its order', () => {
  const keys = Object.keys(JSON.parse(readFileSync(CATALOGUE, 'utf8')));
  const titles = keys.filter((key) => /^rules\..*\.title$/.test(key));
  expect(PAGES.map((page) => `rules.${page}.title`)).toEqual(titles);
});

it.each(PAGES)('draws %s', async (page) => {
  await read(page, 'es');
  const leaf = await screen.findByRole('article');
  expect(leaf.querySelector('figure, dl')).not.toBeNull();
  expect(leaf.textContent).not.toMatch(/undefined|\{\w+/);
});

it('is leafed through, and links back to the contents', async () => {
  await read();
  fireEvent.click(await screen.findByRole('button', { name: 'Read from the start' }));
  expect((await screen.findByRole('article')).textContent).toContain('The game');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('heading', { name: 'Words' })).toBe(document.activeElement);
  fireEvent.click(screen.getByRole('button', { name: 'Contents' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(PAGES.length);
});

it('tells what this room does otherwise', async () => {
  await read(undefined, 'en', house);
  expect((await screen.findByText(/This room: Cuban rules, 4 seats, to 50/)).tagName).toBe(
    'STRONG',
  );
  const rule = screen.getByText(/Doubles obey equal-end priority/);
  expect(rule.textContent).toBe('Doubles obey equal-end priority: no (usually: yes)');
});

describe('the example to try', () => {
  const answer = () => screen.getByText(/^(Yes|No)\./).parentElement?.textContent ?? '';
  const tap = (end: RegExp) => fireEvent.click(screen.getByRole('button', { name: end }));

  it('refuses an end that matches too, and names the one to use', async () => {
    await read('priority');
    await screen.findByText('Tap an end and see whether your tile may lie there.');
    tap(/North's branch, end 5, open, 2nd/);
    expect(answer()).toMatch(
      /^No\. 2-5 may not go on North's branch: East's branch also ends in 5/,
    );
    tap(/East's branch, end 5, open, 1st/);
    expect(answer()).toMatch(/^Yes\./);
    tap(/South's branch, end 5, closed/);
    expect(answer()).toMatch(/^No\. South's branch is closed/);
    fireEvent.click(screen.getByLabelText('5-5'));
    expect(answer()).toMatch(/^Yes\. A double may go on anybody's closed branch/);
    tap(/West's branch, end 8/);
    expect(answer()).toMatch(/^No\. 5-5 does not fit/);
  });

  it('answers by the other rule set, too', async () => {
    await read('priority');
    fireEvent.click(await screen.findByLabelText('5-5'));
    tap(/North's branch/);
    expect(answer()).toMatch(/^No\./);
    fireEvent.click(screen.getByLabelText('International'));
    expect(answer()).toBe('Yes. In the International rules doubles go wherever they fit.');
  });
});
