"""The small types both directions share: seats, tiles, moves, ids.

Bounds are part of a type: whatever passes validation has a known largest size.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints


VERSION = 1
SUBPROTOCOL = "longana.v1"
MAX_COMMAND_BYTES = 4096
"""Largest frame a client may send."""

SeatName = Literal["S", "E", "N", "W"]
SEAT_NAMES: tuple[SeatName, ...] = ("S", "E", "N", "W")

BranchName = Annotated[str, StringConstraints(pattern=r"^[A-Z]$")]
"""One capital letter. One that names no branch of the match is answered `unknown_branch`."""

Number = Annotated[int, Field(ge=0, le=99)]
TilePair = tuple[Number, Number]
"""The two values of a tile, in either order. 6 and 10 are answered `unknown_tile`."""

MoveText = Annotated[str, StringConstraints(pattern=r"^[SENW]([0-9]{2}[SENW]?)?$")]
"""A move in short: `S99` opens, `E37W` plays 3-7 on West's branch, `N` passes."""

CommandId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
"""Chosen by the client, new for each command: one sent again is answered, not repeated."""

PersonId = Annotated[int, Field(ge=1, le=1_000_000)]
"""Who somebody is within one room. Public; it opens nothing."""

RoomCode = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""As typed or pasted; the server reads it forgivingly."""

Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
"""The secret that brings a person back to their seat."""

RawName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
"""A name as typed. The server trims and cleans it to 1-24 visible characters."""

Hash = Annotated[bytes, Field(min_length=32, max_length=32)]
"""32 raw bytes: a commitment, seal, nonce or secret (fair-deal.md)."""

Turn = Annotated[int, Field(ge=0, le=2**53)]
Level = Literal["easy", "normal", "hard"]
Facts = dict[str, str | int | tuple[str, ...] | tuple[int, ...]]
"""What a catalogue text is filled with."""


class Strict(BaseModel):
    """What a client sends: nothing converted, nothing extra, nothing changed afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Tolerant(BaseModel):
    """What the server sends: a client ignores the fields of a newer server."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)
