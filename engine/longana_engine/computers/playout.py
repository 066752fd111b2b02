"""Playing a hand to its end, everybody by the chain-aware scorer, on the core's table."""

from functools import lru_cache

from ..core import CARRIES, OPEN, OTHER, PASS, Table
from ..tiles import TILES
from .chain import DOUBLE, ELSEWHERE, FIT, LINK, LONGEST, PIP, longest_chain


_SHED = tuple(PIP * tile.pips + DOUBLE * tile.is_double for tile in TILES)


def play_out(table: Table) -> None:
    """Play on until the hand is over; nothing is left to chance."""
    while not table.over:
        moves = table.legal()
        table.play(moves[0] if len(moves) == 1 else _best(table, moves))


def _best(table: Table, moves: list[int]) -> int:
    """The move the scorer puts highest; of equals the first."""
    mover = table.mover
    hand = table.hands[mover]
    own = table.ends[mover]
    best, most = PASS, -1.0
    for move in moves:
        if move >= OPEN:
            number = move - OPEN
            worth = _SHED[number] + _kept(hand ^ 1 << number, TILES[number].low)
        else:
            number = move >> 2
            left = hand ^ 1 << number
            if move & 3 == mover:
                worth = _SHED[number] + _kept(left, OTHER[number][own])
            else:
                worth = _SHED[number] + ELSEWHERE + _kept(left, own)
        if worth > most:
            best, most = move, worth
    return best


@lru_cache(1 << 16)
def _kept(left: int, end: int) -> float:
    """What the tiles left are worth with one's own branch at `end`."""
    fits = (left & CARRIES[end]).bit_count()
    return FIT * fits + LINK * min(longest_chain(left, end), LONGEST)
