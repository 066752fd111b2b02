"""How tiles look in characters: box drawing where the terminal can show it, plain ASCII elsewhere.

A mark changes the frame itself, so that nothing rests on colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from longana_protocol.words import SeatName

from .board import Mark


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a tile. `box` is its three rows, corners, edges and joints left to right."""

    top: str
    middle: str
    bottom: str
    """Corner, edge, joint, corner: `┌─┬┐`, `├─┼┤`, `└─┴┘`."""
    wall: str
    small: tuple[str, str, str]
    """Before, between and after the halves of a tile one row high: `[3|7]`."""

    def lying(self, first: int, second: int) -> tuple[str, ...]:
        """A tile lying down, three rows of five."""
        return (
            self._row(self.top, 2),
            f"{self.wall}{first}{self.wall}{second}{self.wall}",
            self._row(self.bottom, 2),
        )

    def lying_small(self, first: int, second: int) -> tuple[str, ...]:
        """A tile lying down, one row of five."""
        opening, between, closing = self.small
        return (f"{opening}{first}{between}{second}{closing}",)

    def standing(self, upper: int, lower: int) -> tuple[str, ...]:
        """A tile standing up, five rows of three."""
        return (
            self._row(self.top, 1),
            f"{self.wall}{upper}{self.wall}",
            self._row(self.middle, 1),
            f"{self.wall}{lower}{self.wall}",
            self._row(self.bottom, 1),
        )

    def standing_small(self, upper: int, lower: int) -> tuple[str, ...]:
        """A tile standing up, three rows of three: the halves stand in its edges."""
        return (
            f"{self.top[0]}{upper}{self.top[-1]}",
            self._row(self.middle, 1),
            f"{self.bottom[0]}{lower}{self.bottom[-1]}",
        )

    @staticmethod
    def _row(parts: str, halves: int) -> str:
        return parts[0] + parts[2].join([parts[1]] * halves) + parts[3]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of characters."""

    frames: Mapping[Mark, Frame]
    shapes: Mapping[SeatName, str]
    """One column each; a seat's shape stands beside its letter."""
    turn: str
    back: str
    """A hidden tile."""
    rule: str
    double: str
    """Between the halves of a double written in a line."""


BOXES = Glyphs(
    frames={
        Mark.OLD: Frame("┌─┬┐", "├─┼┤", "└─┴┘", "│", ("[", "│", "]")),
        Mark.SINCE: Frame("┏━┳┓", "┣━╋┫", "┗━┻┛", "┃", ("{", "┃", "}")),
        Mark.NEWEST: Frame("╔═╦╗", "╠═╬╣", "╚═╩╝", "║", ("«", "║", "»")),
        Mark.GHOST: Frame("┌╌┬┐", "├╌┼┤", "└╌┴┘", "╎", ("(", "╎", ")")),
    },
    shapes={"S": "●", "E": "▲", "N": "■", "W": "◆"},
    turn="►",
    back="▮",
    rule="─",
    double="║",
)

ASCII = Glyphs(
    frames={
        Mark.OLD: Frame("+-++", "+-++", "+-++", "|", ("[", "|", "]")),
        Mark.SINCE: Frame("o=oo", "o=oo", "o=oo", "|", ("{", "|", "}")),
        Mark.NEWEST: Frame("####", "####", "####", "#", ("<", "#", ">")),
        Mark.GHOST: Frame("....", "....", "....", ":", ("(", ":", ")")),
    },
    shapes={"S": " ", "E": " ", "N": " ", "W": " "},
    turn=">",
    back="*",
    rule="-",
    double="=",
)
