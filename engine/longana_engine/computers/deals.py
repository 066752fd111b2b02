"""Deals of the hidden tiles that agree with what passes and the choice of the opener prove.

A seat may pass only when nothing it holds may be played, and hands never grow, so a pass proves for
the rest of the hand that the seat holds none of the tiles that could be played then. Which these
were comes from the core, by playing the public moves again, so it is true under all house rules.
How the opener was chosen proves that some seats hold no double, or none above the first.

What a seat left alone is a hint and no proof (`likelier`).
"""

from collections.abc import Iterator
from itertools import accumulate
from math import comb
from random import Random
from typing import NamedTuple

from ..core import CODES, DOUBLE, OPEN, PASS, Table, as_set, law, numbers
from ..moves import Pass
from ..observation import Observation
from ..tiles import TILES


EVERY_TILE = (1 << len(TILES)) - 1


class Replayed(NamedTuple):
    """What comes of playing the public moves again; lists are indexed by place."""

    table: Table
    """As everybody sees it."""
    voids: list[int]
    """The tiles that its passes prove a seat not to hold."""
    shunned: list[int]
    """Those it could have played on another's branch when it played on its own: whoever wants to
    go on there for long would have, so it hardly holds them."""


def replayed(seen: Observation) -> Replayed:
    """The hand so far.

    The hands of the table mean nothing but that nobody is out and nothing is blocked: every seat
    seems to hold all tiles it has not played.
    """
    small = law(seen.rules)
    hands = [EVERY_TILE if place in small.places else 0 for place in range(4)]
    first = seen.moves[0].seat if seen.moves else seen.to_move
    assert first is not None, "a hand without a move is not over"
    table = Table.begin(small, hands, first.place, EVERY_TILE)
    voids, shunned = [0, 0, 0, 0], [0, 0, 0, 0]
    for move in seen.moves:
        code = CODES[move]
        mover = table.mover
        if code == PASS:
            voids[mover] |= _any(table.reach()[0])
        elif code < OPEN and code & 3 == mover:
            masks, _ = table.reach()
            shunned[mover] |= _any(masks) & ~masks[mover]
        table.play(code)
    if not seen.moves:
        table.openers = as_set(move.tile for move in seen.legal if not isinstance(move, Pass))
    return Replayed(table, voids, shunned)


def _any(masks: list[int]) -> int:
    a, b, c, d = masks
    return a | b | c | d


class Deals:
    """What the other seats may hold; every deal that agrees with the proofs is equally likely."""

    def __init__(self, hidden: int, voids: dict[int, int], left: dict[int, int]) -> None:
        """`hidden`: the tiles the reader has not seen; by place the proven voids and the counts.

        Raises ValueError when no deal agrees.
        """
        # Who knows least room first: fewer ways to split the rest.
        self._places = sorted(left, key=lambda place: (hidden & ~voids[place]).bit_count())
        self._left = [left[place] for place in self._places]
        groups: dict[int, list[int]] = {}
        for number in numbers(hidden):
            may = sum(
                1 << n for n, place in enumerate(self._places) if not voids[place] >> number & 1
            )
            groups.setdefault(may, []).append(number)
        self._may = tuple(sorted(groups))
        self._tiles = [groups[may] for may in self._may]
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}
        self._splits: dict[
            tuple[int, tuple[int, ...]], tuple[list[tuple[int, ...]], list[int]]
        ] = {}
        self.count = self._count(0, tuple(map(len, self._tiles)))
        """How many deals agree."""
        if not self.count:
            raise ValueError("no deal agrees with what was played and passed")

    def draw(self, rng: Random) -> list[int]:
        """One of the deals: a set of tiles by place, empty for the reader."""
        hands = [0, 0, 0, 0]
        pools = [tiles[:] for tiles in self._tiles]
        for n, place in enumerate(self._places):
            splits, ways = self._parts(n, tuple(map(len, pools)))
            taken = splits[0] if len(splits) == 1 else rng.choices(splits, cum_weights=ways)[0]
            for pool, some in zip(pools, taken, strict=True):
                for _ in range(some):
                    at = int(rng.random() * len(pool))
                    hands[place] |= 1 << pool[at]
                    pool[at] = pool[-1]
                    pool.pop()
        return hands

    def _parts(self, n: int, sizes: tuple[int, ...]) -> tuple[list[tuple[int, ...]], list[int]]:
        """How seat n may take its tiles from groups of these sizes.

        And how many deals have that way or one before it.
        """
        key = n, sizes
        if key not in self._splits:
            splits = []
            ways = []
            for taken in self._shares(n, sizes, self._left[n]):
                count = 1
                for size, some in zip(sizes, taken, strict=True):
                    count *= comb(size, some)
                count *= self._count(
                    n + 1, tuple(size - some for size, some in zip(sizes, taken, strict=True))
                )
                if count:
                    splits.append(taken)
                    ways.append(count)
            self._splits[key] = splits, list(accumulate(ways))
        return self._splits[key]

    def _count(self, n: int, sizes: tuple[int, ...]) -> int:
        """In how many ways the seats from the nth can be dealt from groups of these sizes."""
        if n == len(self._left):
            return 1
        # Tiles are alike that may be held by the same of the seats still to be dealt.
        alike: dict[int, int] = {}
        for may, size in zip(self._may, sizes, strict=True):
            alike[may >> n] = alike.get(may >> n, 0) + size
        return self._ways_of(n, tuple(sorted(alike.items())))

    def _ways_of(self, n: int, alike: tuple[tuple[int, int], ...]) -> int:
        key = n, tuple(part for pair in alike for part in pair)
        if key not in self._ways:
            self._ways[key] = self._tally(n, alike)
        return self._ways[key]

    def _tally(self, n: int, alike: tuple[tuple[int, int], ...]) -> int:
        mine = [size for may, size in alike if may & 1]
        if n + 1 == len(self._left):
            return comb(sum(mine), self._left[n])
        total = 0
        for taken in _shares(mine, self._left[n]):
            share = iter(taken)
            count = 1
            after: dict[int, int] = {}
            for may, size in alike:
                some = next(share) if may & 1 else 0
                count *= comb(size, some)
                after[may >> 1] = after.get(may >> 1, 0) + size - some
            total += count * self._ways_of(n + 1, tuple(sorted(after.items())))
        return total

    def _shares(self, n: int, sizes: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
        mine = [size if may >> n & 1 else 0 for may, size in zip(self._may, sizes, strict=True)]
        return _shares(mine, count)


def _shares(sizes: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Every way to take `count` tiles from groups of these sizes."""
    if not sizes:
        if not count:
            yield ()
        return
    first, *rest = sizes
    room = sum(rest)
    for some in range(max(0, count - room), min(first, count) + 1):
        for others in _shares(rest, count - some):
            yield (some, *others)


def hidden_from(seen: Observation) -> int:
    """The tiles the reader has not seen: in other hands or undealt."""
    played = as_set(move.tile for move in seen.moves if not isinstance(move, Pass))
    return EVERY_TILE & ~played & ~as_set(seen.hand)


def lacking(seen: Observation, voids: list[int]) -> dict[int, int]:
    """By place the tiles that each other seat is proven not to hold.

    By its passes (`replayed`), and by how the opener was chosen.
    """
    absent = {seat.place: voids[seat.place] for seat in seen.left if seat != seen.seat}
    for seat, highest in seen.highest.items():
        if seat != seen.seat:
            absent[seat.place] |= sum(DOUBLE[highest + 1 :])
    return absent


def deals_of(seen: Observation, voids: list[int]) -> Deals:
    """The deals that agree with the proofs, and with how the opener was chosen."""
    assert seen.seat is not None, "a watcher has no hand"
    left = {seat.place: count for seat, count in seen.left.items() if seat != seen.seat}
    return Deals(hidden_from(seen), lacking(seen, voids), left)


def likelier(seen: Observation, hand: Replayed, proven: Deals) -> Deals:
    """The proven deals in which nobody holds a tile it shunned; all where there is none such."""
    absent = [void | shun for void, shun in zip(hand.voids, hand.shunned, strict=True)]
    try:
        return deals_of(seen, absent)
    except ValueError:
        return proven
