"""The rules of a match as data: two presets, and house rules that change them.

The settings and their values are the table at the end of the rules page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, cast

from .seats import Seat, seats_of


Preset = Literal["cuban", "international"]
Direction = Literal["right", "left"]
BlockScore = Literal["all", "difference"]
TieOpener = Literal["next_after_opener", "highest_double"]
ReopenedOrder = Literal["last", "kept"]

_CHOICES: Mapping[str, tuple[object, ...]] = {
    "preset": ("cuban", "international"),
    "direction": ("right", "left"),
    "block_score": ("all", "difference"),
    "tie_opener": ("next_after_opener", "highest_double"),
    "doubles_obey_priority": (True, False),
    "own_branch_in_priority": (True, False),
    "reopened_order": ("last", "kept"),
}
_RANGES = {"seats": (2, 4), "target": (1, 1000)}


class BadRules(ValueError):
    """A setting that does not exist, or a value it cannot have; `setting` is its name."""

    def __init__(self, setting: str, message: str) -> None:
        super().__init__(message)
        self.setting = setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything a match can be played by; raises BadRules for a value outside the table.

    `target` is in points. `preset` says what the other settings are compared with when they are
    written down; play depends on the settings alone.
    """

    preset: Preset
    seats: int
    target: int
    direction: Direction
    block_score: BlockScore
    tie_opener: TieOpener
    doubles_obey_priority: bool
    own_branch_in_priority: bool
    reopened_order: ReopenedOrder

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            # 1 == True, so the type counts too.
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                listed = " or ".join(str(choice).lower() for choice in choices)
                raise BadRules(name, f"{name} must be {listed}, not {value!r}")
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise BadRules(name, f"{name} must be from {least} to {most}, not {value!r}")

    @property
    def table(self) -> tuple[Seat, ...]:
        """The seats present, in the order S, E, N, W."""
        return seats_of(self.seats)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats present in turn order, starting at S."""
        return _turn_order(self.seats, self.direction)

    def after(self, seat: Seat) -> Seat:
        """The seat that moves after `seat`."""
        return self.order_from(seat)[1]

    def order_from(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats present in turn order, starting at `seat`."""
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def settings(self) -> dict[str, str | int | bool]:
        """The rules as a record writes them: preset, seats, target and what differs.

        >>> rules_from({"preset": "international", "target": 50, "direction": "right"}).settings()
        {'preset': 'international', 'seats': 4, 'target': 50, 'direction': 'right'}
        """
        base = PRESETS[self.preset]
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name in ("preset", "seats", "target")
            or getattr(self, field.name) != getattr(base, field.name)
        }


CUBAN = Rules(
    preset="cuban",
    seats=4,
    target=100,
    direction="right",
    block_score="all",
    tie_opener="next_after_opener",
    doubles_obey_priority=True,
    own_branch_in_priority=False,
    reopened_order="last",
)
INTERNATIONAL = Rules(
    preset="international",
    seats=4,
    target=100,
    direction="left",
    block_score="difference",
    tie_opener="highest_double",
    doubles_obey_priority=False,
    own_branch_in_priority=True,
    reopened_order="last",
)
PRESETS: Mapping[str, Rules] = {rules.preset: rules for rules in (CUBAN, INTERNATIONAL)}


def rules_from(settings: Mapping[str, object]) -> Rules:
    """Read the rules of a record: a preset's name (cuban if absent) and what differs from it.

    Raises BadRules for an unknown setting, because ignoring it would play another game.
    """
    known = {field.name for field in fields(Rules)}
    for name in settings:
        if name not in known:
            raise BadRules(name, f"there is no setting {name!r}")
    preset = settings.get("preset", "cuban")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise BadRules("preset", f"preset must be cuban or international, not {preset!r}")
    # The types are checked by Rules itself.
    return replace(PRESETS[preset], **cast(dict[str, Any], dict(settings)))


@cache
def _turn_order(seats: int, direction: Direction) -> tuple[Seat, ...]:
    first, *rest = seats_of(seats)
    return (first, *(rest if direction == "right" else reversed(rest)))
