/**
 * Where the next tiles of every branch will lie takes a while to find out: longer than a move may
 * take to be seen. So a move is drawn at once, at the place that was found for it before, and the
 * rest is worked out by a worker. Where there is none, all of it takes place here.
 */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Board, isOf, type Laid, type Layout, layOut, meanwhile } from '../layout';
import type { Order } from './laying.worker';

const latest = signal<Layout | undefined>(undefined);
const works = signal(typeof Worker !== 'undefined');
let worker: Worker | undefined;

/** One for the whole time of the page: it is quick only when warm. */
function theWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./laying.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Layout>) => {
    latest.value = data;
  });
  worker.addEventListener('error', () => {
    works.value = false;
  });
  return worker;
}

/** The layout of what is ordered, up to date as far as it is known; and what ends the work for it. */
export function keepLaying(
  order: ReadonlySignal<Order>,
  ready: ReadonlySignal<boolean>,
): { layout: ReadonlySignal<Layout>; dispose: () => void } {
  let here: Layout | undefined;
  const layout = computed(() => {
    const { laid, board } = order.value;
    if (!works.value) {
      here = layOut(laid, board, here);
      return here;
    }
    const known = latest.value;
    if (known && isOf(known, laid, board)) return known;
    return (known && sameSeats(known, board) && meanwhile(known, laid)) || begun(laid, board);
  });
  const dispose = effect(() => {
    if (!works.value || !ready.value) return;
    const { laid, board } = order.value;
    const known = latest.peek();
    if (!known || !isOf(known, laid, board)) theWorker().postMessage({ laid, board });
  });
  return { layout, dispose };
}

/** The centre alone takes no time. */
const begun = (laid: readonly Laid[], board: Board): Layout => layOut(laid.slice(0, 1), board);

const sameSeats = ({ memory }: Layout, board: Board): boolean =>
  memory.board.seats.join() === board.seats.join() &&
  board.seats.every((seat) => memory.board.arms[seat] === board.arms[seat]);
