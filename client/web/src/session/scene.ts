/** What there is to see of a room: the latest of everything the server has sent. */
import { signal } from '@preact/signals';
import type { Room, Said, View } from '../protocol/messages';
import { puttingAway } from './puttingAway';

const LINES_KEPT = 50;

export class Scene {
  readonly room = signal<Room | null>(null);
  readonly view = signal<View | null>(null);
  readonly lines = signal<readonly Said[]>([]);
  private nextRoom: Room | null = null;
  /** Somebody said no to what was asked: it waits for the view without the question. */
  private no: Said[] = [];
  /** What was said before the first view of a connection: all of it is told anew. */
  private earlier: Said[] | null = null;

  /** A connection begins. What was there stays until its first view. */
  begin(): void {
    this.nextRoom = null;
    this.no = [];
    this.earlier = [];
  }

  clear(): void {
    this.begin();
    this.room.value = null;
    this.view.value = null;
    this.lines.value = [];
  }

  /** It waits for the view it belongs to. */
  roomCame(room: Room): void {
    this.nextRoom = room;
  }

  viewCame(view: View): void {
    const known = this.nextRoom ?? this.room.peek();
    if (!known) return;
    const [room, shown] = puttingAway(known, view);
    this.nextRoom = null;
    this.room.value = room;
    this.view.value = shown;
    if (this.earlier) this.lines.value = this.earlier.slice(-LINES_KEPT);
    else if (this.no.length > 0) this.add(this.no);
    this.earlier = null;
    this.no = [];
  }

  said(line: Said): void {
    if (this.earlier) this.earlier.push(line);
    else if (line.phrase === 'declines' && this.view.peek()?.table.proposal) this.no.push(line);
    else this.add([line]);
  }

  private add(lines: readonly Said[]): void {
    this.lines.value = [...this.lines.peek(), ...lines].slice(-LINES_KEPT);
  }
}
