"""Playing a hand to its end, everybody by the chain-aware scorer, on the core's table."""

from functools import lru_cache

from ..core import CARRIES, OTHER, PASS, Table
from ..tiles import TILES
from .chain import DOUBLE, ELSEWHERE, FIT, LINK, LONGEST, PIP, longest_chain


_SHED = tuple(PIP * tile.pips + DOUBLE * tile.is_double for tile in TILES)


def play_out(table: Table, reader: int) -> tuple[int, int]:
    """Play on after an opening until the hand is over.

    Gives how many turns that took, and how many other plays the seat at the place `reader` had in
    all of its turns, all branches of others counting as one. Nothing is left to chance. To the
    scorer all branches of others are alike: the tile goes to the nearest in turn order.
    """
    hands, ends, play, reach = table.hands, table.ends, table.play, table.reach
    turns = choices = 0
    while not table.over:
        turns += 1
        mover = table.mover
        hand = hands[mover]
        masks, _ = reach()
        own = hand & masks[mover]
        masks[mover] = 0
        a, b, c, d = masks
        elsewhere = hand & (a | b | c | d)
        if own or elsewhere:
            if mover == reader:
                choices += own.bit_count() + elsewhere.bit_count() - 1
            number, on_own = _best(hand, ends[mover], own, elsewhere)
            branch = mover
            if not on_own:
                while not masks[branch] >> number & 1:
                    branch = table.law.following[branch]
            play(number * 4 + branch)
        else:
            play(PASS)
    return turns, choices


@lru_cache(1 << 16)
def _best(hand: int, end: int, own: int, elsewhere: int) -> tuple[int, bool]:
    """The tile the scorer puts highest, and whether it goes on one's own branch, ending in `end`.

    `own` and `elsewhere` are the tiles that may be played there. Of equals it is the first.
    """
    if own.bit_count() + elsewhere.bit_count() == 1:
        return (own | elsewhere).bit_length() - 1, bool(own)
    best, most = (-1, False), -1.0
    while own:
        lowest = own & -own
        own ^= lowest
        number = lowest.bit_length() - 1
        worth = _SHED[number] + _kept(hand ^ lowest, OTHER[number][end])
        if worth > most:
            best, most = (number, True), worth
    while elsewhere:
        lowest = elsewhere & -elsewhere
        elsewhere ^= lowest
        number = lowest.bit_length() - 1
        worth = _SHED[number] + ELSEWHERE + _kept(hand ^ lowest, end)
        if worth > most:
            best, most = (number, False), worth
    return best


@lru_cache(1 << 16)
def _kept(left: int, end: int) -> float:
    """What the tiles left are worth with one's own branch at `end`."""
    fits = left & CARRIES[end]
    if not fits:
        return 0.0
    return FIT * fits.bit_count() + LINK * min(longest_chain(left, end), LONGEST)
