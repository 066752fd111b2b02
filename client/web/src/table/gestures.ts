/** Two fingers zoom and pan, one finger pans what is zoomed, a wheel zooms. */
import { type Signal, signal } from '@preact/signals';
import { type Camera, panned, type Size, WHOLE, zoomed } from './camera';

export interface Eye {
  readonly camera: Signal<Camera>;
  /** Fingers are on it: no movement of its own meanwhile. */
  readonly held: Signal<boolean>;
}

export const makeEye = (): Eye => ({ camera: signal(WHOLE), held: signal(false) });

const CLICK = 8; // px; less is a tap

/** Listens on an element until the returned function is called. */
export function watchGestures(element: HTMLElement, eye: Eye): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let moved = false;
  const size = (): Size => ({ width: element.clientWidth, height: element.clientHeight });
  const place = (event: MouseEvent) => {
    const box = element.getBoundingClientRect();
    const { clientLeft, clientTop } = element; // what is seen of the table is within its edge
    return { x: event.clientX - box.left - clientLeft, y: event.clientY - box.top - clientTop };
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (event.isPrimary) {
      fingers.clear(); // the end of one is not heard when what it lay on is taken away meanwhile
      eye.held.value = moved = false;
    }
    fingers.set(event.pointerId, place(event));
  };
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before || fingers.size > 2) return;
    const now = place(event);
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (!other && eye.camera.value.zoom === 1) return;
    const way = Math.hypot(now.x - before.x, now.y - before.y);
    if (!moved && way < CLICK) return;
    if (!moved) {
      moved = true;
      eye.held.value = true;
      element.setPointerCapture(event.pointerId);
    }
    fingers.set(event.pointerId, now);
    if (!other) {
      eye.camera.value = panned(eye.camera.value, now.x - before.x, now.y - before.y, size());
      return;
    }
    const spread = Math.hypot(now.x - other.x, now.y - other.y);
    const was = Math.hypot(before.x - other.x, before.y - other.y) || 1;
    const middle = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
    // In this order: the whole table, as it is before the first zoom, cannot be moved.
    const near = zoomed(eye.camera.value, spread / was, middle, size());
    eye.camera.value = panned(near, (now.x - before.x) / 2, (now.y - before.y) / 2, size());
  };
  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (fingers.size === 0) eye.held.value = false;
  };
  // A click that ends a pan is none.
  const click = (event: MouseEvent) => {
    if (moved) event.stopPropagation();
    moved = false;
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const by = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
    eye.camera.value = zoomed(eye.camera.value, by, place(event), size());
  };
  // The page shall not zoom along; `touch-action` alone does not keep Chromium from it over SVG.
  const touch = (event: TouchEvent) => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  };
  element.addEventListener('touchstart', touch, { passive: false });
  element.addEventListener('touchmove', touch, { passive: false });
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('click', click, true);
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    element.removeEventListener('touchstart', touch);
    element.removeEventListener('touchmove', touch);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('click', click, true);
    element.removeEventListener('wheel', wheel);
  };
}
