"""Where every tile of the picture lies, in character cells.

The centre double stands at (0, 0), x in columns and y in rows, y growing downwards. The branches
turn around it like a pinwheel: the right one runs right and folds down, the bottom one goes down
and folds to the left, and so on, so that none gets in another's way however long it grows. At the
edge a branch turns a corner and comes back in a lane of its own.

The place after the last tile belongs to the plate that names the end; a preview lies there too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from longana_protocol.words import SeatName

from .board import Board


class Side(Enum):
    """Where a seat's branch starts, seen by the reader."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"


def sides(order: Sequence[SeatName], me: SeatName, *, rightwards: bool) -> dict[SeatName, Side]:
    """Which side each seat sits on: `me` at the bottom, then on in turn order.

    `order` is the turn order. Of three or four the next to play sits on the right when play goes
    `rightwards`, else on the left (design, "The table in the browser").
    """
    at = list(order).index(me)
    turn = [*order[at:], *order[:at]]
    first, last = (Side.RIGHT, Side.LEFT) if rightwards else (Side.LEFT, Side.RIGHT)
    others = {2: [Side.TOP], 3: [first, last], 4: [first, Side.TOP, last]}[len(turn)]
    return dict(zip(turn, [Side.BOTTOM, *others], strict=True))


@dataclass(frozen=True, slots=True)
class Scale:
    """How tall tiles are: rows above and below the middle row, for a lying and a standing one.

    A lying tile is 5 columns wide, a standing one 3.
    """

    lying: int
    standing: int


LARGE = Scale(lying=1, standing=2)
SMALL = Scale(lying=0, standing=1)

LYING_WIDTH = 5
STANDING_WIDTH = 3


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for one tile: leftmost column, middle row, and where its inner half lies."""

    x: int
    y: int
    standing: bool
    inner_first: bool
    """The inner half is the left (lying) or the upper one (standing)."""
    fold: int
    """1 where this branch folds downwards, -1 where it folds upwards."""

    @property
    def width(self) -> int:
        return STANDING_WIDTH if self.standing else LYING_WIDTH


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of each branch: one for each tile, and last the one of the plate."""

    scale: Scale
    spots: Mapping[SeatName, tuple[Spot, ...]]
    left: int
    """The leftmost column there is (negative)."""
    top: int
    bottom: int

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1


def lay_out(board: Board, where: Mapping[SeatName, Side], width: int, scale: Scale) -> Layout:
    """Give every tile its place on a picture `width` columns wide (at least 40)."""
    left, right = -((width - 1) // 2), width - 1 - (width - 1) // 2
    present = set(where.values())
    spots = {
        branch.seat: _spots(
            where[branch.seat],
            [tile.is_double for tile in branch.tiles],
            scale,
            _Bounds(left, right, present),
        )
        for branch in board.branches
    }
    rows = [0 - scale.standing, scale.standing]
    for spot in (spot for branch in spots.values() for spot in branch):
        half = scale.standing if spot.standing else max(scale.lying, 1)  # a plate has two rows
        rows += [spot.y - half, spot.y + half]
    return Layout(scale, spots, left, min(rows), max(rows))


@dataclass(frozen=True, slots=True)
class _Bounds:
    """The edges of the picture, and which sides have a branch that must not be run into."""

    left: int
    right: int
    present: set[Side]

    def of(self, side: Side) -> tuple[int, int]:
        """The columns in which the lanes of this side's branch may run."""
        match side:
            case Side.RIGHT:
                return (3 if Side.BOTTOM in self.present else self.left), self.right
            case Side.LEFT:
                return self.left, (-3 if Side.TOP in self.present else self.right)
            case Side.BOTTOM:
                return self.left, (1 if Side.RIGHT in self.present else self.right)
            case Side.TOP:
                return (-1 if Side.LEFT in self.present else self.left), self.right


def _spots(side: Side, doubles: Sequence[bool], scale: Scale, bounds: _Bounds) -> tuple[Spot, ...]:
    low, high = bounds.of(side)
    fold = 1 if side in (Side.RIGHT, Side.BOTTOM) else -1
    step = 1 if side in (Side.RIGHT, Side.TOP) else -1
    spots: list[Spot] = []
    lane = 0
    free = 2 * step  # the next free column in the direction of travel
    for double in (*doubles, False):
        size = STANDING_WIDTH if double else LYING_WIDTH
        upright = not spots and side in (Side.BOTTOM, Side.TOP)
        if not upright and low <= free + (size - 1) * step <= high:
            x = free if step > 0 else free - size + 1
            spots.append(Spot(x, lane, double, step > 0, fold))
            free += size * step
            continue
        # A corner: under (or over) the end half of the tile before, then on in a new lane.
        before = spots[-1] if spots else Spot(-1, 0, True, True, fold)
        x = before.x if before.standing or step < 0 else before.x + 2
        half = scale.standing if before.standing else scale.lying
        corner = Spot(x, before.y + fold * (half + scale.standing + 1), True, fold > 0, fold)
        spots.append(corner)
        lane = corner.y + fold * (scale.standing - scale.lying)
        if not upright:
            step = -step
        free = corner.x + STANDING_WIDTH if step > 0 else corner.x - 1
    return tuple(spots)
