// @vitest-environment node
import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { laidTiles, type Seat } from '../game/branches';
import { NO_CHOICES } from '../game/choices';
import type { Side } from '../game/seating';
import type { Desk } from './desk';
import { makeGeometry, seen } from './geometry';

const SIDES = new Map<Seat, Side>([
  ['S', 'bottom'],
  ['E', 'right'],
  ['N', 'top'],
  ['W', 'left'],
]);

function hall(moves: string[]) {
  const table = signal({ phase: 'playing', hand: 1 });
  const room = signal({ match: 1 });
  const laid = signal(laidTiles(moves));
  const choices = signal(NO_CHOICES);
  const desk = {
    laid,
    room,
    table,
    choices,
    seats: signal([...SIDES.keys()]),
    sides: signal(SIDES),
  };
  return { geometry: makeGeometry(desk as unknown as Desk), laid, table, choices };
}

describe('the board', () => {
  it('keeps its tiles where they are when a card makes it lower', () => {
    const { geometry } = hall(['S99', 'E39E', 'N29N']);
    geometry.size.value = { width: 380, height: 500 };
    const before = geometry.layout.value;
    geometry.size.value = { width: 380, height: 400 };
    expect(geometry.layout.value.tiles).toEqual(before.tiles);
    expect(seen(geometry)).toEqual({ zoom: 0.8, x: 38, y: 0 });
  });

  it('takes its room back when a card goes that was there before, as two may leave little', () => {
    const { geometry } = hall(['S99', 'E39E', 'N29N', 'W79W']);
    const whole = { width: 380, height: 500 };
    for (const height of [400, 250]) {
      geometry.size.value = { width: 380, height };
      expect(seen(geometry).zoom).toBeLessThanOrEqual(1);
      geometry.size.value = whole;
      expect(geometry.layout.value.memory.board).toMatchObject(whole);
      expect(seen(geometry).zoom).toBe(1);
    }
  });

  it('is laid out anew when the screen is turned', () => {
    const { geometry } = hall(['S99', 'E39E']);
    geometry.size.value = { width: 380, height: 500 };
    const upright = geometry.layout.value.memory.board;
    geometry.size.value = { width: 620, height: 380 };
    expect(geometry.layout.value.memory.board).not.toBe(upright);
    expect(seen(geometry).zoom).toBe(1);
  });

  it('is filled again at the end of a hand, and as before should that be taken back', () => {
    const { geometry, table } = hall(['S99', 'E39E', 'N29N', 'W79W']);
    const tall = { width: 380, height: 500 };
    const low = { width: 380, height: 240 };
    geometry.size.value = tall;
    const played = geometry.layout.value;
    table.value = { phase: 'hand_over', hand: 1 };
    expect(geometry.layout.value.tiles).toEqual(played.tiles);
    geometry.size.value = low;
    const reloaded = hall(['S99', 'E39E', 'N29N', 'W79W']);
    reloaded.geometry.size.value = low;
    expect(geometry.layout.value.tiles).toEqual(reloaded.geometry.layout.value.tiles);
    expect(seen(geometry).zoom).toBe(1);
    geometry.size.value = tall;
    table.value = { phase: 'playing', hand: 1 };
    expect(geometry.layout.value.tiles).toEqual(played.tiles);
  });

  it('shows all places while I choose', () => {
    const { geometry, choices } = hall(['S99', 'E39E', 'N29N', 'W79W']);
    geometry.size.value = { width: 380, height: 300 };
    expect(geometry.picture.value).toBe(geometry.layout.value);
    choices.value = { ...NO_CHOICES, any: true };
    expect(geometry.picture.value).toBe(geometry.layout.value.wide);
  });

  it('leaves the centre as it was laid, also when the board changes and all is taken back', () => {
    const { geometry, laid, table } = hall([]);
    const stands = () => geometry.layout.value.tiles[0]?.turn === 0;
    geometry.size.value = { width: 380, height: 300 };
    expect(stands()).toBe(false);
    geometry.size.value = { width: 380, height: 390 };
    expect(stands()).toBe(true);
    laid.value = laidTiles(['S99']);
    expect(stands()).toBe(true);
    geometry.size.value = { width: 380, height: 240 };
    laid.value = laidTiles(['S99', 'E39E']);
    expect(stands()).toBe(true);
    laid.value = laidTiles([]);
    expect(stands()).toBe(true);
    table.value = { phase: 'playing', hand: 2 };
    expect(stands()).toBe(false);
  });

  it('has a place for the double that opens', () => {
    const { geometry } = hall([]);
    expect(geometry.spot(null, true)).toMatchObject({ x: 0, y: 0 });
  });
});
