import { beforeAll, describe, expect, it } from 'vitest';
import { ROOM } from '../testing/fakeSession';
import { learn, speak, t } from '../words';
import { called, computer, naming } from './called';

beforeAll(() => Promise.all([speak('en'), learn('more')]));

describe('seats in sentences', () => {
  it('have the names of people, and of computers their own', () => {
    expect(called(ROOM, 'S')).toBe('Ana');
    expect(called(ROOM, 'N')).toBe('North');
    const facts = naming(ROOM, { seats: ['E', 'W'] });
    expect(t('result.tied', facts)).toContain('Beto and West tie');
  });

  it('have the names that computers have', () => {
    const seats = ROOM.seats.map((one) => (one.seat === 'N' ? { ...one, name: 'Tula' } : one));
    const room = { ...ROOM, seats };
    expect(called(room, 'N')).toBe('Tula');
    expect(t('event.passes', naming(room, { seat: 'N' }))).toMatch(/^Tula passes/);
    expect(computer('Tula', 'hard')).toBe('Tula (computer, hard)');
    for (const name of [null, undefined, '', 'Computer'])
      expect(computer(name, null)).toBe('Computer, normal');
  });

  it('leave everything else as it is', () => {
    expect(naming(ROOM, { tile: '3-7', count: 4, ends: [1, 2] })).toEqual({
      tile: '3-7',
      count: 4,
      ends: [1, 2],
    });
  });

  it('do not take a short name for a seat', () => {
    const people = [{ person: 1, name: 'E', device: 1 }];
    const facts = naming({ ...ROOM, people }, { seat: 'S' });
    expect(t('page.table.thinking', facts)).toMatch(/^E\u2060? is/);
    expect(naming(ROOM, { name: 'E' })).toEqual({ name: 'E' });
  });

  it('are named in moves, too', () => {
    const facts = naming(ROOM, { moves: ['S37E', 'S 4-4>N', 'S99', 'S pass'] });
    expect(t('page.spoken.fits', facts)).toBe(
      "You can play 3-7 on Beto's branch, 4-4 on North's branch, 9-9 in the centre or pass.",
    );
  });
});
