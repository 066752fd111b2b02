import { afterEach, beforeEach, expect, test } from 'vitest';
import { WHOLE } from './camera';
import { type Eye, makeEye, watchGestures } from './gestures';

/** A board of 300 × 400 px with an edge of 3 px around it, at this place of the page. */
const LEFT = 10;
const TOP = 20;
const EDGE = 3;
let board: HTMLElement;
let eye: Eye;
let stop: () => void;
let clicks: number;

beforeEach(() => {
  board = document.createElement('div');
  Object.defineProperties(board, {
    clientWidth: { value: 300 },
    clientHeight: { value: 400 },
    clientLeft: { value: EDGE },
    clientTop: { value: EDGE },
    getBoundingClientRect: { value: () => new DOMRect(LEFT - EDGE, TOP - EDGE, 306, 406) },
    setPointerCapture: { value: () => undefined },
  });
  const tile = board.appendChild(document.createElement('button'));
  clicks = 0;
  tile.addEventListener('click', () => {
    clicks += 1;
  });
  document.body.append(board);
  eye = makeEye();
  stop = watchGestures(board, eye);
});
afterEach(() => {
  stop();
  board.remove();
});

const on = (x: number, y: number) => ({ clientX: LEFT + x, clientY: TOP + y });

function finger(type: 'down' | 'move' | 'up' | 'cancel', id: number, x = 0, y = 0, button = 0) {
  const isPrimary = id === 1;
  const init = { pointerId: id, isPrimary, button, ...on(x, y) };
  const event = new PointerEvent(`pointer${type}`, init);
  board.dispatchEvent(event);
}

function wheel(deltaY: number, x: number, y: number, ctrlKey = false): WheelEvent {
  const where = { ctrlKey, ...on(x, y) }; // happy-dom's wheel is nowhere
  const event = Object.assign(new WheelEvent('wheel', { deltaY, cancelable: true }), where);
  board.dispatchEvent(event);
  return event;
}

function tap(): void {
  board.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}

/** Which place of the whole table lies under a place of the board. */
const under = (x: number, y: number): readonly number[] => {
  const { zoom, x: left, y: top } = eye.camera.value;
  return [Math.round((x - left) / zoom), Math.round((y - top) / zoom)];
};

test('a wheel zooms where it is, and the page does not scroll', () => {
  expect(wheel(-400, 90, 120).defaultPrevented).toBe(true);
  expect(eye.camera.value.zoom).toBeCloseTo(Math.exp(0.6));
  expect(under(90, 120)).toEqual([90, 120]);
  wheel(4000, 10, 10);
  expect(eye.camera.value).toEqual(WHOLE);
});

test('a pinch on a touchpad, which comes as a wheel with Ctrl, zooms further for its way', () => {
  wheel(-40, 90, 120, true);
  expect(eye.camera.value.zoom).toBeCloseTo(Math.exp(0.4));
});

test('two fingers zoom, and each stays on what it took hold of', () => {
  finger('down', 1, 100, 200);
  finger('down', 2, 200, 200);
  expect(eye.held.value).toBe(false);
  finger('move', 1, 50, 200);
  expect(eye.held.value).toBe(true);
  finger('move', 2, 250, 200);
  expect(eye.camera.value.zoom).toBe(2);
  expect(under(50, 200)).toEqual([100, 200]);
  expect(under(250, 200)).toEqual([200, 200]);
  finger('move', 1, 50, 230);
  finger('move', 2, 250, 230);
  expect(under(150, 230)).toEqual([150, 200]);
  finger('up', 1);
  expect(eye.held.value).toBe(true);
  finger('up', 2);
  expect(eye.held.value).toBe(false);
});

test('two fingers together again show the whole table', () => {
  wheel(-400, 150, 200);
  finger('down', 1, 20, 200);
  finger('down', 2, 280, 200);
  finger('move', 1, 130, 200);
  finger('move', 2, 150, 200);
  expect(eye.camera.value).toEqual(WHOLE);
});

test('one finger moves what is zoomed, no further than its edge, and not the whole table', () => {
  finger('down', 1, 150, 200);
  finger('move', 1, 200, 250);
  expect(eye.camera.value).toEqual(WHOLE);
  finger('up', 1);
  wheel(-400, 150, 200);
  const [x, y] = under(150, 200) as [number, number];
  finger('down', 1, 150, 200);
  finger('move', 1, 130, 220);
  expect(under(130, 220)).toEqual([x, y]);
  finger('move', 1, 900, 900);
  expect(under(0, 0)).toEqual([0, 0]);
  finger('cancel', 1);
  expect(eye.held.value).toBe(false);
  const { value } = eye.camera;
  finger('move', 1, 10, 10);
  expect(eye.camera.value).toBe(value);
});

test('a third finger and another button of the mouse do nothing', () => {
  wheel(-400, 150, 200);
  const { value } = eye.camera;
  finger('down', 1, 150, 200, 2);
  finger('move', 1, 50, 200);
  expect(eye.camera.value).toBe(value);
  for (const id of [1, 2, 3]) finger('down', id, 100 * id, 100);
  finger('move', 3, 10, 10);
  expect(eye.camera.value).toBe(value);
});

test('a finger that was not heard of to its end is none any more', () => {
  finger('down', 7, 20, 200);
  finger('down', 1, 150, 200);
  finger('move', 1, 100, 200);
  expect(eye.camera.value).toEqual(WHOLE);
});

test('a click that ends a movement is none, a trembling finger taps', () => {
  wheel(-400, 150, 200);
  const { value } = eye.camera;
  finger('down', 1, 150, 200);
  finger('move', 1, 154, 203);
  finger('up', 1);
  tap();
  expect([eye.camera.value, clicks]).toEqual([value, 1]);
  finger('down', 1, 150, 200);
  finger('move', 1, 190, 203);
  finger('up', 1);
  tap();
  expect(clicks).toBe(1);
  tap();
  expect(clicks).toBe(2);
});

test.each([
  [1, false],
  [2, true],
])('touches of %i fingers: kept from the page: %s', (fingers, kept) => {
  for (const type of ['touchstart', 'touchmove']) {
    const touches = Array.from({ length: fingers }, () => ({}));
    const event = Object.assign(new Event(type, { cancelable: true }), { touches });
    board.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(kept);
  }
});

test('nothing happens after the board has gone', () => {
  stop();
  expect(wheel(-400, 150, 200).defaultPrevented).toBe(false);
  finger('down', 1, 100, 200);
  finger('down', 2, 200, 200);
  finger('move', 1, 50, 200);
  expect(eye.camera.value).toEqual(WHOLE);
});
