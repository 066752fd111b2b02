/**
 * Room and view as they can be shown together. After a match its host may set other seats; what
 * lies on the table then belongs to seats that are gone, and is left out.
 */
import type { Room, View } from '../protocol/messages';

export function puttingAway(room: Room, view: View): readonly [Room, View] {
  const { phase, left } = view.table;
  if (phase !== 'match_over' || left.length === 0 || left.length === room.seats.length)
    return [room, view];
  const bare = { moves: [], ends: [], opened: [], left: [], result: null, reveal: [] };
  return [
    { ...room, scores: [], hands: [], winner: null },
    {
      ...view,
      table: { ...view.table, ...bare, to_move: null },
      you: view.you && { ...view.you, seat: null, hand: null, legal: [] },
    },
  ];
}
