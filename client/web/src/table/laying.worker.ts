/** Lays out tiles beside the page, which goes on meanwhile. */
import { type Board, type Laid, type Layout, layOut } from '../layout';

export interface Order {
  readonly laid: readonly Laid[];
  readonly board: Board;
}

let before: Layout | undefined;

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  before = layOut(data.laid, data.board, before);
  postMessage(before);
});
