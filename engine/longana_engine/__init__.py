"""The rules of Longana and nothing else: no I/O, no clock, no network, no global randomness."""

from .computers import Level, Reason, ReasonKey, Weighed, think
from .match import Match
from .moves import (
    BadNotation,
    Move,
    Opening,
    Pass,
    Play,
    Unknown,
    compact,
    compact_all,
    parse_compact,
    parse_move,
)
from .observation import Observation, Own, Public, observe, own_side, public_side
from .opening import Entitlement, Hands, NoDouble, first_opening, next_opening
from .position import Position, Result
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
    "Entitlement",
    "Fact",
    "Hands",
    "Illegal",
    "Level",
    "Match",
    "Move",
    "NoDouble",
    "Observation",
    "Opening",
    "Own",
    "Pass",
    "Play",
    "Position",
    "Public",
    "Reason",
    "ReasonKey",
    "Refusal",
    "RefusalCode",
    "Result",
    "Rules",
    "Seat",
    "Tile",
    "Unknown",
    "UnknownTile",
    "Weighed",
    "compact",
    "compact_all",
    "first_opening",
    "next_opening",
    "observe",
    "own_side",
    "parse_compact",
    "parse_move",
    "parse_tile",
    "public_side",
    "rules_from",
    "seats_of",
    "think",
    "tile",
]
