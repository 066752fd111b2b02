"""Why a move is refused: one code, the facts, and a sentence that names them.

The codes and the order in which they are tried stand in the record format, "Why a move is
refused"; the codes about records alone belong to the record reader.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .seats import Seat


RefusalCode = Literal[
    "hand_over",
    "not_your_turn",
    "unknown_tile",
    "unknown_branch",
    "tile_not_held",
    "must_open",
    "already_open",
    "no_match",
    "branch_closed",
    "earlier_open_branch",
    "must_play",
]

Fact = str | int | tuple[str, ...]

_SEAT_FACTS = ("seat", "to_move", "branch", "instead")

# {seat} and the like are facts; seats are spelled out, lists are joined with commas.
_SENTENCES: Mapping[RefusalCode, str] = {
    "hand_over": "Nothing more can be played: the {over} is over.",
    "not_your_turn": "It is not {seat}'s turn: {to_move} is to move.",
    "unknown_tile": "There is no tile {tile}.",
    "unknown_branch": "There is no branch {branch} in this match, which has {branches}.",
    "tile_not_held": "{seat} does not hold {tile}.",
    "must_open": "{seat} must open the hand with {tiles}.",
    "already_open": "The hand is already open with {centre}: {tile} needs a branch.",
    "no_match": "{tile} does not fit {branch}'s branch, which ends in {end}.",
    "branch_closed": "{branch}'s branch is closed to {seat}: only a double may be played there.",
    "earlier_open_branch": (
        "{tile} may not be played on {branch}'s branch:"
        " {instead}'s branch also ends in {end} and opened earlier, so it must be used."
    ),
    "must_play": "{seat} may not pass: {moves} can be played.",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A broken rule: its code and the seats, tiles and branches concerned.

    Facts are plain values: `seat`, `to_move`, `branch`, `instead` and `branches` are seat letters,
    `tile`, `tiles` and `centre` are tiles as written, `end` is a number, `moves` are moves as
    written, and `over` is "hand" or "match". `moves` and `tiles` tell what the mover
    holds: a refusal is for the mover alone.
    """

    code: RefusalCode
    facts: Mapping[str, Fact]

    @property
    def text(self) -> str:
        """One plain English sentence."""
        return _SENTENCES[self.code].format_map(
            {name: _in_words(name, fact) for name, fact in self.facts.items()}
        )


class Illegal(ValueError):
    """A move the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


def _in_words(name: str, fact: Fact) -> str:
    if isinstance(fact, tuple):
        *most, last = fact
        joiner = " and " if name == "branches" else " or "
        return joiner.join([", ".join(most), last]) if most else last
    if name in _SEAT_FACTS and isinstance(fact, str) and fact in Seat.__members__:
        return Seat(fact).full_name
    return str(fact)
