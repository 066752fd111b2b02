"""The rules of one hand on small integers: the one implementation of legality and scoring.

`Position` shows it in readable types; the computers' look-ahead plays on it directly.

- A tile is its number in `TILES`, 0 to 54; a set of tiles is an int with those bits.
- A seat, and its branch, is its place 0 to 3 in the order S, E, N, W.
- A move is one int: `tile * 4 + branch` for a play, `OPEN + tile` for an opening, or `PASS`. Moves
  of a seat sorted as ints are in the order of the record format.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from .moves import Move, Opening, Pass, Play, Unknown
from .rules import Rules
from .seats import SEATS, Seat
from .tiles import TILES, Tile


OPEN = len(TILES) * len(SEATS)
PASS = OPEN + len(TILES)

# What the branch of an absent seat ends in, and every branch before the opening: nothing fits.
NO_END = 10

NUMBER = {tile: number for number, tile in enumerate(TILES)}
CARRIES = (*(sum(1 << n for n, t in enumerate(TILES) if t.carries(v)) for v in range(10)), 0)
DOUBLE = (*(1 << NUMBER[Tile(v, v)] for v in range(10)), 0)
PIPS = tuple(tile.pips for tile in TILES)

# The end that shows after tile n is played on end v, at [n][v]; -1 where it does not fit.
OTHER = tuple(tuple(t.other(v) if t.carries(v) else -1 for v in range(10)) for t in TILES)


def _moves_of(seat: Seat) -> tuple[Move, ...]:
    plays = [Play(seat, tile, branch) for tile in TILES for branch in SEATS]
    return (*plays, *(Opening(seat, tile) for tile in TILES), Pass(seat))


# The readable form of every move, at [place][move], and back.
MOVES = tuple(_moves_of(seat) for seat in SEATS)
CODES: Mapping[Move | Unknown, int] = {
    move: code for moves in MOVES for code, move in enumerate(moves)
}


def as_set(tiles: Iterable[Tile]) -> int:
    """Readable tiles as a set."""
    return sum(1 << NUMBER[tile] for tile in tiles)


@lru_cache(maxsize=4096)  # a hand is looked at by its seat after every move of the others
def as_tiles(tiles: int) -> tuple[Tile, ...]:
    """A set as readable tiles, sorted."""
    return tuple(TILES[number] for number in numbers(tiles))


def numbers(tiles: int) -> Iterator[int]:
    """The numbers of the tiles in a set, lowest first."""
    while tiles:
        lowest = tiles & -tiles
        yield lowest.bit_length() - 1
        tiles ^= lowest


def pips(tiles: int) -> int:
    """The pips of a set of tiles."""
    return sum(PIPS[number] for number in numbers(tiles))


@dataclass(frozen=True, slots=True)
class Law:
    """What the core needs to know of `Rules`."""

    places: tuple[int, ...]
    following: tuple[int, ...]
    """The place that moves after each place."""
    doubles_obey: bool
    own_compared: bool
    keeps_order: bool
    takes_all: bool
    """A block is worth all pips (else the others' minus the winner's)."""


@cache
def law(rules: Rules) -> Law:
    """The rules in small."""
    following = [-1] * len(SEATS)
    for seat in rules.table:
        following[seat.place] = rules.after(seat).place
    return Law(
        places=tuple(seat.place for seat in rules.table),
        following=tuple(following),
        doubles_obey=rules.doubles_obey_priority,
        own_compared=rules.own_branch_in_priority,
        keeps_order=rules.reopened_order == "kept",
        takes_all=rules.block_score == "all",
    )


@dataclass(slots=True)
class Table:
    """One hand in play; `play` changes it, so look-ahead works on a `copy`.

    `legal` is complete, and `play` expects one of its moves. Lists are indexed by place.
    """

    law: Law
    openers: int
    """The doubles that may open, until one has."""
    hands: list[int]
    ends: list[int]
    queue: list[int]
    """The places whose branches have an opening order, first in order first."""
    opened: int
    """The open branches, as bits; a closed one stays in `queue` only if orders are kept."""
    mover: int
    over: bool
    out: bool
    """Whether the last play was its seat's last tile; `mover` is then that seat."""

    @classmethod
    def begin(cls, law: Law, hands: Iterable[int], mover: int, openers: int) -> "Table":
        """The table before the opening; `hands` has four sets, empty for absent seats."""
        return cls(law, openers, list(hands), [NO_END] * len(SEATS), [], 0, mover, False, False)

    def copy(self) -> "Table":
        """A table that can be played on without changing this one."""
        return Table(
            self.law,
            self.openers,
            self.hands[:],
            self.ends[:],
            self.queue[:],
            self.opened,
            self.mover,
            self.over,
            self.out,
        )

    def reach(self) -> tuple[list[int], dict[int, int]]:
        """For each branch the tiles the mover may play there, held or not, and what bars the rest.

        Equal-end priority is here and nowhere else: going through the open branches in their
        opening order, the first to show a value may be used, the others with that value not. The
        second result names, for each value so shown, that first branch.
        """
        ends = self.ends
        mover = self.mover
        a, b, c, d = ends
        masks = [DOUBLE[a], DOUBLE[b], DOUBLE[c], DOUBLE[d]]
        first: dict[int, int] = {}
        if self.opened:
            for branch in self.queue:
                if branch == mover and not self.law.own_compared:
                    continue
                if self.opened >> branch & 1:
                    end = ends[branch]
                    if end not in first:
                        first[end] = branch
                        masks[branch] = CARRIES[end]
                    elif self.law.doubles_obey:
                        masks[branch] = 0
        masks[mover] = CARRIES[ends[mover]]
        return masks, first

    def legal(self) -> list[int]:
        """Every legal move of the mover, in no order; empty when the hand is over."""
        if self.over:
            return []
        hand = self.hands[self.mover]
        if self.openers:
            return [OPEN + number for number in numbers(hand & self.openers)]
        moves = []
        for branch, mask in enumerate(self.reach()[0]):
            fitting = hand & mask
            while fitting:
                lowest = fitting & -fitting
                moves.append(lowest.bit_length() * 4 - 4 + branch)
                fitting ^= lowest
        return moves or [PASS]

    def play(self, move: int) -> None:
        """Make a legal move, and end the hand if it is over."""
        mover = self.mover
        if move == PASS:
            self.opened |= 1 << mover
            if mover not in self.queue:
                self.queue.append(mover)
            self.mover = self.law.following[mover]
            return
        ends = self.ends
        if move >= OPEN:
            number = move - OPEN
            end = TILES[number].low
            for place in self.law.places:
                ends[place] = end
            self.openers = 0
        else:
            number = move >> 2
            branch = move & 3
            ends[branch] = end = OTHER[number][ends[branch]]
            if self.opened >> mover & 1:
                self.opened ^= 1 << mover
                if not self.law.keeps_order:
                    self.queue.remove(mover)
        hands = self.hands
        hands[mover] ^= 1 << number
        a, b, c, d = hands
        held = a | b | c | d
        if not hands[mover]:
            self.over = self.out = True
        elif held & CARRIES[end]:
            self.mover = self.law.following[mover]
        else:
            a, b, c, d = ends
            if held & (CARRIES[a] | CARRIES[b] | CARRIES[c] | CARRIES[d]):
                self.mover = self.law.following[mover]
            else:
                self.over = True

    def left(self) -> list[int]:
        """The pips left in each hand; absent seats have 0."""
        return [pips(hand) for hand in self.hands]

    def score(self) -> tuple[int, int]:
        """Who won a hand that is over, -1 for nobody, and the points."""
        left = self.left()
        total = sum(left)
        if self.out:
            return self.mover, total
        lowest, second = sorted([left[place] for place in self.law.places])[:2]
        if lowest == second:
            return -1, 0
        winner = next(place for place in self.law.places if left[place] == lowest)
        return winner, total if self.law.takes_all else total - 2 * lowest
