"""Who opens a hand, and with what (rules, "Who opens")."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from .rules import Rules
from .seats import Seat
from .tiles import Tile


class NoDouble(ValueError):
    """Nobody holds a double: the only misdeal, to be dealt again."""


@dataclass(frozen=True, slots=True)
class Entitlement:
    """The seat that opens, and the doubles it may open with, sorted; it cannot decline."""

    seat: Seat
    tiles: tuple[Tile, ...]
    highest: Mapping[Seat, int] = field(default_factory=dict, compare=False)
    """A seat holds no double above this value: -1 where it was asked first, and had none."""


Hands = Mapping[Seat, Collection[Tile]]


def first_opening(rules: Rules, hands: Hands) -> Entitlement:
    """The opening of a match: the highest double held anywhere is forced; raises NoDouble."""
    doubles = {double: seat for seat in rules.table for double in _doubles(hands[seat])}
    if not doubles:
        raise NoDouble("nobody holds a double")
    highest = max(doubles)
    values = dict.fromkeys(rules.table, highest.low)
    return Entitlement(doubles[highest], (highest,), values)


def next_opening(rules: Rules, hands: Hands, *, winner: Seat | None, opener: Seat) -> Entitlement:
    """The opening of the hand after one that `opener` opened; raises NoDouble.

    `winner` is the seat that won that hand, None if it ended in a tied block.
    """
    if winner is None and rules.tie_opener == "highest_double":
        return first_opening(rules, hands)
    asked: list[Seat] = []
    for seat in rules.order_from(rules.after(opener) if winner is None else winner):
        if doubles := _doubles(hands[seat]):
            return Entitlement(seat, doubles, dict.fromkeys(asked, -1))
        asked.append(seat)
    raise NoDouble("nobody holds a double")


def _doubles(hand: Collection[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tile for tile in hand if tile.is_double))
