"""The rules of Longana and nothing else: no I/O, no clock, no network, no global randomness."""

from .moves import (
    BadNotation,
    Move,
    Opening,
    Pass,
    Play,
    Unknown,
    compact,
    parse_compact,
    parse_move,
)
from .refusals import Fact, Illegal, Refusal, RefusalCode
from .rules import CUBAN, INTERNATIONAL, PRESETS, BadRules, Rules, rules_from
from .seats import SEATS, Seat, seats_of
from .tiles import TILES, Tile, UnknownTile, parse_tile, tile


__all__ = [
    "CUBAN",
    "INTERNATIONAL",
    "PRESETS",
    "SEATS",
    "TILES",
    "BadNotation",
    "BadRules",
    "Fact",
    "Illegal",
    "Move",
    "Opening",
    "Pass",
    "Play",
    "Refusal",
    "RefusalCode",
    "Rules",
    "Seat",
    "Tile",
    "Unknown",
    "UnknownTile",
    "compact",
    "parse_compact",
    "parse_move",
    "parse_tile",
    "rules_from",
    "seats_of",
    "tile",
]
