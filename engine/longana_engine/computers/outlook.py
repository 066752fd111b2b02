"""What the reader can be sure of about the table after a move of theirs.

Everything here follows from what is public and from the reader's own tiles: where another hand
matters, it is taken to hold every tile that it may hold. So what not even such a hand could do, the
real one cannot do either.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..core import CARRIES, CODES, OTHER, PASS, Table, as_set, numbers, pips
from ..moves import Opening, Pass, Play
from ..observation import Observation
from ..seats import SEATS, Seat
from ..tiles import TILES, Tile
from .chain import longest_chain
from .deals import hidden_from, lacking, replayed
from .weighed import Weighed


NEAR_OUT = 2
"""A seat with so many tiles left may soon be out."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The table after a legal opening or play of the reader, as far as the reader can know it."""

    move: Opening | Play
    pips: int
    """The reader's, that are left."""
    end: int
    """Of the reader's own branch."""
    ways: tuple[Tile, ...]
    """The reader's tiles that fit that end."""
    line: tuple[Tile, ...]
    """The most of the reader's tiles that can follow each other there."""
    playable: tuple[Tile, ...]
    """The reader's tiles that could be played next, were it their turn again."""
    numbers: frozenset[int]
    """The values on the reader's tiles."""
    borrowed: Seat | None
    """Whose branch the tile went on, if that is another's and open."""
    blocked: bool
    """Nobody can play: the hand is over."""
    stuck: Seat | None
    """The next seat, if it has to pass."""
    rivals: tuple[tuple[Seat, int], ...]
    """The other seats that are near out, nearest first, and the tiles they have left."""
    starved: Seat | None
    """A rival that may have had a tile for that branch before, and has none now."""
    shown: int
    """The value the move leaves at the end of its branch."""
    follow: tuple[Tile, ...]
    """The reader's tiles that could be played on that branch next."""
    lacking: tuple[Seat, ...]
    """The other seats, the next one first, that hold no tile with that value."""
    left: Mapping[Seat, int]
    """The tiles of all other seats, the next one first."""
    unseen: int
    """How many tiles with that value the reader has not seen."""
    fitting: float
    """How many tiles in the other hands fit any end, on average over all hands there may be."""


def outlooks(seen: Observation, moves: Sequence[Weighed]) -> tuple[Outlook, ...]:
    """Of legal moves of the reader, in their order; there is none of a pass."""
    known = _Known(seen)
    return tuple(
        known.after(weighed.move) for weighed in moves if not isinstance(weighed.move, Pass)
    )


class _Known:
    """What the reader knows before the move."""

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None, "a watcher has no turn"
        self.me = seen.seat
        so_far = replayed(seen)
        table = so_far.table
        absent = lacking(seen, so_far.voids)
        self.own = as_set(seen.hand)
        self.hidden = hidden_from(seen)
        self.left = {seat: seen.left[seat] for seat in seen.rules.order_from(seen.seat)[1:]}
        for seat in self.left:
            table.hands[seat.place] = self.hidden & ~absent[seat.place]
        table.hands[self.me.place] = self.own
        self.table = table
        self.rivals = tuple(
            sorted(
                ((seat, left) for seat, left in self.left.items() if left <= NEAR_OUT),
                key=lambda rival: rival[1],
            )
        )

    def after(self, move: Opening | Play) -> Outlook:
        ahead = self.table.copy()
        ahead.play(CODES[move])
        me = self.me.place
        own = ahead.hands[me]
        end = ahead.ends[me]
        branch = self.me if isinstance(move, Opening) else move.branch
        shown = ahead.ends[branch.place]
        blocked = ahead.over and not ahead.out
        stuck = not ahead.over and ahead.legal() == [PASS]
        return Outlook(
            move=move,
            pips=pips(own),
            end=end,
            ways=_tiles(numbers(own & CARRIES[end])),
            line=_tiles(_longest_line(own, end)),
            playable=_tiles(numbers(own & _reach(ahead, me))),
            numbers=frozenset(value for number in numbers(own) for value in TILES[number]),
            borrowed=branch if _is_open(ahead, branch) else None,
            blocked=blocked,
            stuck=SEATS[ahead.mover] if stuck else None,
            rivals=self.rivals,
            starved=self._starved(ahead, branch),
            shown=shown,
            follow=_tiles(numbers(own & _masks(ahead, me)[branch.place])),
            lacking=tuple(
                seat for seat in self.left if not ahead.hands[seat.place] & CARRIES[shown]
            ),
            left=self.left,
            unseen=(self.hidden & CARRIES[shown]).bit_count(),
            fitting=self._fitting(ahead),
        )

    def _starved(self, ahead: Table, branch: Seat) -> Seat | None:
        for seat, _ in self.rivals:
            if branch == seat or _is_open(ahead, branch):
                hand = ahead.hands[seat.place]
                before = hand & _masks(self.table, seat.place)[branch.place]
                if before and not hand & CARRIES[ahead.ends[branch.place]]:
                    return seat
        return None

    def _fitting(self, ahead: Table) -> float:
        fits = 0
        for end in set(ahead.ends):
            fits |= CARRIES[end]
        share = sum(self.left.values()) / self.hidden.bit_count()
        return (self.hidden & fits).bit_count() * share


def _is_open(table: Table, branch: Seat) -> bool:
    return bool(table.opened >> branch.place & 1)


def _masks(table: Table, place: int) -> list[int]:
    """The tiles that could be played on each branch, were it that seat's turn."""
    seat = table.copy()
    seat.mover = place
    return seat.reach()[0]


def _reach(table: Table, place: int) -> int:
    reach = 0
    for mask in _masks(table, place):
        reach |= mask
    return reach


def _longest_line(tiles: int, end: int) -> tuple[int, ...]:
    """The longest line of a set of tiles from an end; of equals the one of lower tiles."""
    line: list[int] = []
    length = longest_chain(tiles, end)
    while len(line) < length:
        for number in numbers(tiles & CARRIES[end]):
            left, other = tiles ^ 1 << number, OTHER[number][end]
            if len(line) + 1 + longest_chain(left, other) == length:
                line.append(number)
                tiles, end = left, other
                break
    return tuple(line)


def _tiles(found: Iterable[int]) -> tuple[Tile, ...]:
    return tuple(TILES[number] for number in found)
