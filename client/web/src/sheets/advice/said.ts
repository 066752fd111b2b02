/** Moves and reasons in words, as somebody at this table says them. */
import { readMove, type Seat, tileName } from '../../game/branches';
import { called, namingBy } from '../../game/called';
import type { Room } from '../../protocol/messages';
import { type Facts, has, t } from '../../words';

/** "3-7 on Beto's branch"; of one's own: "3-7 on your own branch". */
export function moveSaid(room: Room, move: string): string {
  const { seat, tile, branch } = readMove(move);
  if (!tile) return t('move.pass');
  const name = tileName(tile);
  if (!branch) return t('move.opening', { tile: name });
  if (branch === seat) return t('page.advice.own', { tile: name });
  return t(
    'move.play',
    namingBy((one: Seat) => called(room, one), { tile: name, branch }),
  );
}

interface Given {
  readonly facts: object;
  readonly text: string;
}

/** From its key where we have that, else as the server says it. */
export function reasonSaid(room: Room, key: string, { facts, text }: Given): string {
  return has(key)
    ? t(
        key,
        namingBy((one) => called(room, one), facts as Facts),
      )
    : text;
}
