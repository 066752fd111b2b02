"""What can happen in a room. Its log is a sequence of these, and its state is a fold over them.

One command that is carried out is one event, so nothing can be half-done. Events carry person
ids; names stand elsewhere and can be erased. Everything drawn by chance (codes, tokens, secrets)
stands in the event, so folding a log again always gives the same room.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgpack
from pydantic import Field, TypeAdapter


SeatLetter = Literal["S", "E", "N", "W"]
Level = Literal["easy", "normal", "hard"]
Settings = dict[str, str | int | bool]
"""Rules as a record writes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """The room exists, with computers in its seats.

    `person` made it, is its host and sits at S. A room the operator makes has nobody in it yet:
    the first to come in is its host.
    """

    type: Literal["created"] = "created"
    code: str
    person: int | None = None
    token: bytes | None = None
    """SHA-256 of the person's token."""
    rules: Settings
    level: Level
    watching: bool
    chain: bytes
    """The last secret of the chain the first match will use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A newcomer, at a seat, or in the room without one.

    Somebody who plays on another person's device has no token of their own: `device` is whose.
    """

    type: Literal["joined"] = "joined"
    person: int
    token: bytes | None = None
    seat: SeatLetter | None = None
    device: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """The person is gone for good and their token with them; a computer has their seat."""

    type: Literal["left"] = "left"
    person: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HostNamed:
    """The person is the room's host from now on."""

    type: Literal["host_named"] = "host_named"
    person: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """The seat now has this occupant; a person leaves any other seat they had."""

    type: Literal["seated"] = "seated"
    seat: SeatLetter
    person: int | None = None
    level: Level | None = None
    """Of a computer; with no person either, the seat is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPromised:
    """The person has this seat from the next deal on; without one, nobody is promised it."""

    type: Literal["seat_promised"] = "seat_promised"
    seat: SeatLetter
    person: int | None = None
    minded: bool = False
    """Whether a computer minds it until then, for somebody who is away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Minded:
    """A computer minds the seat of a person who is away."""

    type: Literal["minded"] = "minded"
    seat: SeatLetter


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """The person is back and has their seat again: no computer minds it, nobody is promised it."""

    type: Literal["returned"] = "returned"
    seat: SeatLetter


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranged:
    """The occupants change places: the one at the first seat of each pair goes to the second."""

    type: Literal["arranged"] = "arranged"
    moves: tuple[tuple[SeatLetter, SeatLetter], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesSet:
    type: Literal["rules_set"] = "rules_set"
    rules: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    type: Literal["locked"] = "locked"
    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchingSet:
    """Whether people may come in to look on; whoever does so already stays."""

    type: Literal["watching_set"] = "watching_set"
    allowed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeChanged:
    """The room opens by another code from now on; the log stays under the first."""

    type: Literal["code_changed"] = "code_changed"
    code: str
    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedTo:
    """The only entry under a room's later code: where its log is."""

    type: Literal["moved_to"] = "moved_to"
    room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A match is about to begin with the chain shown so far; seals are asked for."""

    type: Literal["started"] = "started"
    next_chain: bytes
    """For the match after this one."""
    deals: tuple[dict[str, str], ...] = ()
    """Deals fixed for a test, used in order, over and over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    type: Literal["sealed"] = "sealed"
    seat: SeatLetter
    seal: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class NonceShown:
    """With the last one the first hand is dealt."""

    type: Literal["nonce_shown"] = "nonce_shown"
    seat: SeatLetter
    nonce: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class StartAborted:
    """A seal or nonce did not come or was wrong; the chain is thrown away."""

    type: Literal["start_aborted"] = "start_aborted"
    seat: SeatLetter


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An opening, play or pass, in the short notation of the wire."""

    type: Literal["moved"] = "moved"
    move: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """Everything from the asker's latest chosen play on is taken back."""

    type: Literal["undone"] = "undone"
    to: int
    """How many moves of the hand still stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redone:
    """What the latest undo took stands again."""

    type: Literal["redone"] = "redone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restarted:
    """The same tiles again, from the first move."""

    type: Literal["restarted"] = "restarted"


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealShared:
    """Somebody besides the one person who played it has seen all hands of the finished hand."""

    type: Literal["reveal_shared"] = "reveal_shared"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt:
    """The next hand of the match."""

    type: Literal["hand_dealt"] = "hand_dealt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """The room is closed for everybody."""

    type: Literal["closed"] = "closed"


Event = (
    Created
    | Joined
    | Left
    | HostNamed
    | Seated
    | SeatPromised
    | Minded
    | Returned
    | Arranged
    | RulesSet
    | Locked
    | WatchingSet
    | CodeChanged
    | MovedTo
    | Started
    | Sealed
    | NonceShown
    | StartAborted
    | Moved
    | Undone
    | Redone
    | Restarted
    | RevealShared
    | HandDealt
    | Closed
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event with whose command it came from: what a log stores."""

    event: Annotated[Event, Field(discriminator="type")]
    by: int | None = None
    """The person; None for the server and for computers."""
    id: str | None = None
    """The command's id, so that one sent again is known after a crash too."""
    at: int = 0
    """UTC, whole seconds since 1970, by the server's clock."""


_entries: TypeAdapter[Entry] = TypeAdapter(Entry)


def pack_entry(entry: Entry) -> bytes:
    """An entry as bytes."""
    event = {name: getattr(entry.event, name) for name in entry.event.__slots__}
    fields = {"event": event, "by": entry.by, "id": entry.id, "at": entry.at}
    packed: bytes = msgpack.packb(fields)
    return packed


def unpack_entry(data: bytes) -> Entry:
    """The entry again; raises ValueError when the bytes are none."""
    try:
        value: Any = msgpack.unpackb(data, use_list=False)
        return _entries.validate_python(value)
    except Exception:
        # Not chained: the library's errors show the bytes, and those may hold secrets.
        raise ValueError("not a log entry") from None
