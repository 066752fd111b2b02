/**
 * Computers' moves at a reader's own pace: each waits until the one before has been looked at. For
 * this reader alone; the server and the others go on. Whatever else comes (a proposal, a wish for a
 * seat, somebody who comes or goes) is shown at once, and with it all that waited.
 */
import type { Room, View } from '../protocol/messages';

/** So many moves may wait; of more the first is shown early. */
const MOST = 4;

interface Moment {
  /** Changed with this view; null: it is as before. */
  readonly room: Room | null;
  readonly view: View;
}

export class Unhurried {
  private waiting: Moment[] = [];
  private room: Room | null = null;
  private nextRoom: Room | null = null;
  /** The latest that has come. */
  private view: View | null = null;
  /** The turn that is shown, and since when. */
  private shown = -1;
  private shownAt = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param show Called with each moment, in their order.
   * @param between Milliseconds between two moves; 0: as they come.
   */
  constructor(
    private readonly show: (room: Room | null, view: View) => void,
    private readonly between: () => number,
  ) {}

  /** What comes from now on has nothing to do with what was. */
  clear(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.view = null;
    this.nextRoom = null;
  }

  roomCame(room: Room): void {
    this.nextRoom = room;
    this.room = room;
  }

  viewCame(view: View): void {
    const { view: before, room } = this;
    const moment = { room: this.nextRoom, view };
    this.view = view;
    this.nextRoom = null;
    if (before && room && isComputersMove(room, before, view) && this.isTooSoon()) {
      this.waiting.push(moment);
      if (this.waiting.length > MOST) this.next();
      else if (this.waiting.length === 1) this.wait();
    } else {
      this.hurry();
      this.present(moment);
    }
  }

  /** Show all that waits: the reader does not want to. */
  hurry(): void {
    clearTimeout(this.timer);
    for (const moment of this.waiting.splice(0)) this.present(moment);
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), this.patience());
  }

  private next(): void {
    const moment = this.waiting.shift();
    if (moment) this.present(moment);
    if (this.waiting.length > 0) this.wait();
  }

  private present({ room, view }: Moment): void {
    if (view.table.turn !== this.shown) this.shownAt = performance.now();
    this.shown = view.table.turn;
    this.show(room, view);
  }

  private isTooSoon(): boolean {
    return this.between() > 0 && (this.waiting.length > 0 || this.patience() > 0);
  }

  /** How long until the next move may be shown; 0 or less: now. */
  private patience(): number {
    return this.shownAt + this.between() - performance.now();
  }
}

/** Whether nothing but one move has happened, and a computer made it. */
function isComputersMove(room: Room, before: View, now: View): boolean {
  const [was, is] = [before.table, now.table];
  if (was.phase !== 'playing' || is.turn !== was.turn + 1) return false;
  if (is.moves.length !== was.moves.length + 1) return false;
  const seat = is.moves.at(-1)?.[0];
  const isMinded = is.minded.some((minded) => minded === seat);
  return isMinded || room.seats.some((one) => one.seat === seat && one.kind === 'computer');
}
