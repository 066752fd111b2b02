// @vitest-environment node
/// <reference types="node" />
import { describe, expect, it } from 'vitest';
import { type Board, type Layout, layOut, TOUCH } from './index';
import { common, faults, plateRect, tooNear } from './testing/check';
import { boardOf, EXTREMES, extremeHand, type Hand, laidOf, randomHands } from './testing/hands';

/**
 * `LONG=20`: for so many seconds a case as many hands as that takes, in the order of their seeds,
 * and a table of what they reach; all of it takes eight minutes then.
 */
const SECONDS = Number(process.env.LONG ?? 0);
const COUNTS: Readonly<Record<number, number>> = SECONDS
  ? { 2: 400, 3: 400, 4: 800 }
  : { 2: 10, 3: 15, 4: 30 };

/** The hands laid out, all of them unless the time is over before. */
function layouts(hands: readonly Hand[], board: Board, covered?: string[]): Layout[][] {
  const end = SECONDS ? performance.now() + 1000 * SECONDS : Infinity;
  return hands.flatMap((hand) => (performance.now() < end ? [grown(hand, board, covered)] : []));
}

/** In this part of the hands all tiles may move at once, on the smallest boards; of few in one. */
const JUMPS = 0.02;

/**
 * The boards of the window sizes as table-layout.md has them, and of small phones as the page makes
 * them; the sizes tiles have to reach with four seats.
 */
const BOARDS = [
  { window: '320×568', width: 320, height: 375, least: 20, extreme: 20 },
  { window: '320×568 as it is', width: 306, height: 264, least: 16, extreme: 14 },
  { window: '568×320 as it is', width: 290, height: 306, least: 16, extreme: 14 },
  { window: '320×568, large', width: 306, height: 186, plate: 28, least: 12 },
  { window: '568×320, large', width: 218, height: 306, plate: 33, least: 12 },
  { window: '390×664', width: 390, height: 400, least: 24, extreme: 23 },
  { window: '390×844', width: 390, height: 530, least: 28, extreme: 26 },
  { window: '844×390', width: 625, height: 390, least: 28, extreme: 28 },
  { window: '1280×800', width: 947, height: 800, least: 50, extreme: 50 },
  { window: '2560×1440', width: 1894, height: 1440, least: 64, extreme: 64 },
] as const;

/** In this part of the positions a large plate may cover a tile on the smallest boards. */
const COVERED = 0.001;
const isCovered = (fault: string): boolean => /^the plate of . covers/.test(fault);

/**
 * Lays a hand out tile by tile, as a client does, and checks every position. Where there is a list
 * for it, a covered tile is noted there.
 */
function grown(laid: Hand, board: Board, covered?: string[]): Layout[] {
  const layouts: Layout[] = [];
  laid.forEach((_, last) => {
    const before = layouts.at(-1);
    const so = laid.slice(0, last + 1);
    const layout = layOut(so, board, before);
    const wrong = faults(so, board, layout);
    covered?.push(...wrong.filter(isCovered));
    expect(covered ? wrong.filter((fault) => !isCovered(fault)) : wrong).toEqual([]);
    if (before) {
      expect(layout.unit).toBeLessThanOrEqual(before.unit);
      if (layout.flows === before.flows) {
        const { x, y, turn } = layout.tiles[last] as Layout['tiles'][number];
        const tile = laid[last] as Hand[number];
        const ghosts = before.ghosts[tile.branch ?? 'S'];
        expect(ghosts?.[tile.near === tile.far ? 1 : 0]).toMatchObject({ x, y, turn });
        expect(layout.tiles.slice(0, -1)).toEqual(before.tiles);
      }
    }
    layouts.push(layout);
  });
  return layouts;
}

describe.each(BOARDS)('on a window of $window', ({ window, width, height, least, ...more }) => {
  const { plate } = { plate: undefined, ...more };
  const boardFor = (seats: number): Board => ({
    ...boardOf(width, height, seats),
    ...(plate && { plate }),
  });
  it.each([4, 3, 2])(
    'lays out random hands of %i seats',
    (seats) => {
      const board = boardFor(seats);
      const hands = randomHands(seats, COUNTS[seats] as number, width);
      const covered: string[] = [];
      const found = layouts(hands, board, plate ? covered : undefined);
      report(`${window} ${seats} seats`, found);
      expect(covered.length).toBeLessThanOrEqual(Math.floor(COVERED * found.flat().length));
      const units = found.flat().map(({ unit }) => unit);
      expect(Math.min(...units)).toBeGreaterThanOrEqual(least);
      const jumps = found.filter((hand) => (hand.at(-1)?.flows ?? 0) > 0).length;
      expect(jumps).toBeLessThanOrEqual(Math.ceil(JUMPS * found.length));
    },
    1e7,
  );
});

/** Larger plates in what large tiles of one's own leave of a small phone: only for real hands. */
const FOR_ALL = BOARDS.flatMap((board) => ('extreme' in board ? [board] : []));

describe.each(FOR_ALL)('on a window of $window', ({ window, width, height, extreme }) => {
  it('lays out the extremes', () => {
    const found = EXTREMES.flatMap(([seats, lengths], kind) => {
      const hands = Array.from({ length: SECONDS ? 3 : 1 }, (_, seed) =>
        extremeHand(lengths, kind + seed),
      );
      return layouts(hands, boardOf(width, height, seats));
    });
    report(`${window} extremes`, found);
    const units = found.flat().map(({ unit }) => unit);
    expect(Math.min(...units)).toBeGreaterThanOrEqual(extreme);
  }, 1e7);
});

describe('layOut', () => {
  const moves = ['S99', 'E79E', 'N89N', 'W69W', 'S59S', 'E77E', 'N58N', 'W66W', 'S35S', 'E57E'];
  const laid = laidOf(moves);
  const board = boardOf(390, 530, 4);

  it('gives the same with the layout before as without, and with one from elsewhere', () => {
    const whole = layOut(laid, board);
    const before = layOut(laid.slice(0, 6), board);
    expect(layOut(laid, board, before)).toEqual(whole);
    expect(layOut(laid, board, structuredClone(before))).toEqual(whole);
    expect(layOut(laid, board, layOut(laid.slice(0, 6), boardOf(390, 400, 4)))).toEqual(whole);
    expect(layOut(laid.slice(0, 6), board, whole)).toEqual(before);
  });

  it('keeps the view still while everything fits', () => {
    const layouts = grown(laid, board);
    const moved = layouts.filter(({ view, unit, box }, index) => {
      const before = layouts[index - 1];
      if (!before || before.unit !== unit) return false;
      const fits = box.x >= before.view.x && box.x + box.width <= before.view.x + before.view.width;
      return fits && view.x !== before.view.x && view.y !== before.view.y;
    });
    expect(moved).toEqual([]);
  });

  it('starts each branch at its side of the centre', () => {
    const { ends } = layOut(laid.slice(0, 1), board);
    expect(ends.map(({ branch, dx, dy }) => [branch, dx, dy])).toEqual([
      ['S', 0, 1],
      ['E', 1, 0],
      ['N', 0, -1],
      ['W', -1, 0],
    ]);
  });

  it('refuses a hand without its centre', () => {
    expect(() => layOut(laid.slice(1), board)).toThrow('centre');
  });
});

/** One line of the table of `table-layout.md`. */
function report(what: string, hands: readonly Layout[][]): void {
  if (!SECONDS) return;
  const all = hands.flat();
  const quantile = (values: number[], part: number): number | undefined =>
    values.sort((a, b) => a - b)[Math.floor(part * (values.length - 1))];
  const sizes = (values: number[]): string =>
    [0.5, 0.01, 0].map((part) => quantile(values, part)).join(' / ');
  const last = hands.map((hand) => hand.at(-1) as Layout);
  const crowded = all.filter(({ ends, unit }) => nearest(ends, unit) < TOUCH).length;
  const covered = all.filter(({ ends, unit }) => {
    const plates = ends.map(({ plate }) => plateRect(plate, unit));
    return plates.some((a, index) => plates.slice(index + 1).some((b) => common(a, b) > 0));
  }).length;
  const near = last.filter((layout) => tooNear(layout) > 0).length;
  const zooms = hands.map((hand) => new Set(hand.map(({ unit }) => unit)).size - 1);
  console.log(
    [
      `${what}: ${sizes(all.map(({ unit }) => unit))}`,
      `at the end ${sizes(last.map(({ unit }) => unit))}`,
      `jumps ${last.filter(({ flows }) => flows > 0).length} of ${hands.length}`,
      `nearer than half a unit in ${near}`,
      `plates nearer than ${TOUCH} px ${((100 * crowded) / all.length).toFixed(2)} %`,
      `overlapping ${((100 * covered) / all.length).toFixed(2)} %`,
      `zooms a hand ${quantile(zooms, 0.5)}`,
    ].join('; '),
  );
}

/** The least distance of two plates in pixels, along one axis. */
function nearest(ends: Layout['ends'], unit: number): number {
  const apart = ends.flatMap(({ plate: a }, index) =>
    ends
      .slice(index + 1)
      .map(({ plate: b }) => unit * Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))),
  );
  return Math.min(...apart);
}
