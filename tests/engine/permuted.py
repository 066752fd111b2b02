"""The same hand to one reader, with everything hidden from it dealt differently."""

from dataclasses import replace
from random import Random

from longana_engine import TILES, Pass, Position, Seat
from longana_engine.core import as_set
from longana_engine.position import _legal


def permuted(position: Position, reader: Seat | None, rng: Random) -> Position:
    """Shuffle the undealt tiles and the hands other than the reader's; the counts stay.

    What was played stays, so a pass of the past may no longer have been forced: it shows more
    about a leak than a deal that agrees with the passes would.
    """
    played = {move.tile for move in position.moves if not isinstance(move, Pass)}
    own = () if reader is None else position.hands[reader]
    hidden = [tile for tile in TILES if tile not in played and tile not in own]
    rng.shuffle(hidden)
    table = position._table.copy()
    for seat, hand in position.hands.items():
        if seat != reader:
            table.hands[seat.place] = as_set([hidden.pop() for _ in hand])
    return replace(position, _table=table, _legal=_legal(table))
