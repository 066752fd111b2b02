"""The record of a match: what one document of the format `longana/1` says.

Reading it, replaying it, verifying its deals and writing it each have a module of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from .moves import Move, Unknown
from .rules import Rules
from .seats import Seat
from .strict_json import Json
from .tiles import Tile


FORMAT: Final = "longana/1"

Deal = Mapping[Seat, tuple[Tile, ...]]
"""The starting tiles of one hand: eight for each seat of the match, sorted."""

Moves = tuple[Move | Unknown, ...]
"""Moves in due form; whether there are such tiles and branches is for `replay` to say."""


class NotARecord(ValueError):
    """What was read is no record; the message says why, in one line of ASCII."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedHand:
    """One hand: its tiles, its moves, and what else the document states about it.

    `result` and `secret` are kept as they were written (None states nothing): whether a result is
    true is for `replay` to say, whether a secret is right for `verify`.
    """

    deal: Deal
    moves: Moves
    result: Json = None
    secret: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A match, finished or not.

    Form has been checked, truth has not: `scores` and `winner` are what the document states (None
    states nothing), `proof` and `test_deals` what it says about its deals. `current` are the
    public moves of a hand still being played in a live room, None where there is none.
    """

    rules: Rules
    hands: tuple[RecordedHand, ...] = ()
    players: Mapping[Seat, Json] = field(default_factory=dict)
    scores: Json = None
    winner: Json = None
    current: Moves | None = None
    proof: Json = None
    test_deals: Json = None


@dataclass(frozen=True, slots=True)
class Proof:
    """What a match published about its deals besides each hand's secret (`fair-deal.md`)."""

    commitment: bytes
    seals: Mapping[Seat, bytes]
    nonces: Mapping[Seat, bytes]
