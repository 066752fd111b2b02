"""What the server sends. Fields at their default may be left out of a frame.

`room` holds what changes seldom; `view` is the complete table for its reader and may replace the
one before; everything else answers a command (`about` is its id) or says goodbye.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from .words import (
    CommandId,
    Facts,
    Hash,
    Level,
    MoveText,
    PersonId,
    SeatName,
    TilePair,
    Tolerant,
    Turn,
)


Phase = Literal["lobby", "starting", "playing", "hand_over", "match_over"]


class Welcome(Tolerant):
    """You are in. `token` (create and join only) brings you back: keep it, show it to nobody."""

    type: Literal["welcome"] = "welcome"
    about: CommandId
    version: int
    code: str
    person: PersonId | None = None
    """None for somebody who only watches."""
    token: str | None = None


class Done(Tolerant):
    """The command was carried out and is in the room's log. Also the answer to sending it again."""

    type: Literal["done"] = "done"
    about: CommandId
    turn: Turn
    """The `turn` after it."""


class Refused(Tolerant):
    """The command changed nothing. `text` is a sentence in the connection's language."""

    type: Literal["refused"] = "refused"
    about: CommandId | None = None
    code: str
    """One of `codes.Code`, or of a newer server's."""
    text: str
    facts: Facts = {}


class SeatState(Tolerant):
    """Who controls a seat. `level` and `name` belong to a computer, `person` to a person."""

    seat: SeatName
    kind: Literal["person", "computer", "open"]
    person: PersonId | None = None
    level: Level | None = None
    name: str | None = None


class PersonState(Tolerant):
    person: PersonId
    name: str
    device: PersonId
    """Whose device they play on; their own id unless they share one."""


class Result(Tolerant):
    """How a hand ended; `pips` in the order of `seats`."""

    kind: Literal["out", "block"]
    points: int
    pips: tuple[int, ...]
    winner: SeatName | None = None
    """None after a tied block."""


class HandState(Tolerant):
    """A finished hand of this match."""

    result: Result
    secret: Hash | None = None
    """Published now that the hand is over (fair-deal.md, 5)."""
    replayed: bool = False
    """Its reveal had been seen before it was played again."""


class Tally(Tolerant):
    """What a person has won in this room, over all its matches."""

    person: PersonId
    matches: int
    points: int


USUAL_GRACE = 15
"""Seconds."""


class Room(Tolerant):
    """Everything about the room that changes seldom. Sent whenever it changes, before the view."""

    type: Literal["room"] = "room"
    number: int
    code: str
    host: PersonId | None = None
    locked: bool = False
    watching: bool = True
    rules: dict[str, str | int | bool]
    """A preset and what differs from it, as in a record."""
    seats: tuple[SeatState, ...]
    """In the order S, E, N, W of those present."""
    order: tuple[SeatName, ...]
    """The same seats in turn order."""
    people: tuple[PersonState, ...]
    match: int = 0
    """Matches begun in this room, this one included."""
    scores: tuple[int, ...] = ()
    hands: tuple[HandState, ...] = ()
    replayed_secret: Hash | None = None
    """Of the hand on the table, when it is played again after its end: once public, it stays so."""
    winner: SeatName | None = None
    commitment: Hash | None = None
    seals: dict[SeatName, Hash] = {}
    nonces: dict[SeatName, Hash] = {}
    test_deals: bool = False
    tally: tuple[Tally, ...] = ()
    """Of everybody in the room who has sat through a match."""
    aborted: SeatName | None = None
    """The seat whose seal or nonce made the latest start fail."""
    grace: int = USUAL_GRACE
    """Seconds somebody is away before others may act for them, or without them."""


class Proposal(Tolerant):
    """Somebody asks to take back, or for another match; the computers wait for the answers."""

    number: Turn
    what: Literal["undo", "redo", "restart", "rematch"]
    by: PersonId
    waiting: tuple[PersonId, ...] = ()
    """Whose devices have not answered yet, those that were lost only just now included."""
    to: int | None = None
    """Of an undo: how many moves of the hand would still stand."""


class Away(Tolerant):
    """A seated person without a connection."""

    person: PersonId
    seconds: int
    """How long, when this was sent; a computer may mind the seat from the room's `grace` on."""


class Reader(Tolerant):
    """Somebody who has the rules or the records open."""

    person: PersonId
    what: Literal["rules", "records"]
    waits: bool = True
    """Whether the computers wait for them; somebody may have said "carry on"."""


class Wish(Tolerant):
    """A person and a seat they ask for, or have been promised."""

    person: PersonId
    seat: SeatName


class Table(Tolerant):
    """What everybody may see, encoded once for all readers."""

    number: int
    """Rises by one with every view of this connection's room; orders views, nothing else."""
    turn: Turn
    phase: Phase
    hand: int = 0
    """Number of the hand in this match, from 1."""
    to_move: SeatName | None = None
    moves: tuple[MoveText, ...] = ()
    """Every opening, play and pass of the hand, in order: the branches, tile by tile."""
    by_computer: tuple[int, ...] = ()
    """Which of these moves, counted from 0, a computer made for a seat that a person has: it minds
    the seat, or had it before them."""
    ends: tuple[int, ...] = ()
    """The end of each seat's branch, in the order of `seats`; empty before the opening."""
    opened: tuple[SeatName, ...] = ()
    """The open branches, the one that opened first standing first."""
    left: tuple[int, ...] = ()
    """Tiles in each hand, in the order of `seats`."""
    result: Result | None = None
    reveal: tuple[tuple[TilePair, ...], ...] = ()
    """The tiles left in each hand, in the order of `seats`, once the hand is over."""
    waiting: tuple[SeatName, ...] = ()
    """While starting: seats whose seal or nonce has not come."""
    away: tuple[Away, ...] = ()
    minded: tuple[SeatName, ...] = ()
    """Persons' seats that a computer minds."""
    reading: tuple[Reader, ...] = ()
    asking: tuple[Wish, ...] = ()
    """Persons without a seat and the seat they would like; the host grants it."""
    promised: tuple[Wish, ...] = ()
    """Who has which seat from the next deal on."""
    declined: tuple[Wish, ...] = ()
    """Persons without a seat who do not get the one they asked for; they may ask again."""
    acting: tuple[PersonId, ...] = ()
    """While the host is away: those who are here and may do what is the host's."""
    proposal: Proposal | None = None
    watchers: int = 0
    redeals: int = 0
    """How often this hand was shuffled again because nobody held a double."""


class You(Tolerant):
    """What this reader alone may see."""

    seat: SeatName | None = None
    """The seat whose hand is shown: one's own, or the uncovered one of several.

    Of several seats on a device only the one to move can be uncovered; until then, and again
    after its move, none is shown.
    """
    hand: tuple[TilePair, ...] | None = None
    legal: tuple[MoveText, ...] = ()
    """Complete, when it is this seat's turn; a single pass when nothing fits."""
    barred: dict[SeatName, SeatName] = {}
    """Open branches closed to ordinary tiles by equal-end priority: use the other one."""
    fits: tuple[int, ...] = ()
    """When only a pass is legal: the values that ordinary tiles could have matched."""
    undo: bool = False
    redo: bool = False
    restart: bool = False


class View(Tolerant):
    """The complete table for its reader; replaces the view before."""

    type: Literal["view"] = "view"
    table: Table
    you: You | None = None
    """None for somebody who only watches."""


Degree = Literal["slight", "clear", "great"]
"""How much worse a move is, for people: the key `hint.worse.<it>`."""


class Alternative(Tolerant):
    """Another move than the best, and what it lacks, as the key `drawback.<it>`; `text` says it."""

    move: MoveText
    cost: int
    """How much less it promises, rounded: what it takes from the chance of winning the match, in
    points that would be worth as much at its start."""
    worse: Degree | None = None
    """The same in a word; None where it is about as good."""
    drawback: str
    facts: Facts = {}
    text: str


class Hint(Tolerant):
    """A move and why: `reason` is the key `hint.<it>`, filled with `facts`; `text` says it."""

    type: Literal["hint"] = "hint"
    about: CommandId
    turn: Turn
    move: MoveText
    reason: str
    facts: Facts = {}
    text: str
    others: tuple[Alternative, ...] = ()
    """The best of the other moves, best first, if they were asked for."""


class ReviewedMove(Tolerant):
    """A choice of a finished hand, and why the better move would have been better."""

    at: int
    """Its number among the moves of the hand, from 0."""
    move: MoveText
    cost: int
    """How much less it promised than the best, as in `Alternative`."""
    worse: Degree | None = None
    """The same in a word; None for the best and its like."""
    costly: bool = False
    """Whether it is worth another look: it is clearly worse or more."""
    better: MoveText
    """The best move: the one made, if the cost is 0."""
    reason: str
    facts: Facts = {}
    text: str


class Review(Tolerant):
    """What the choices of a seat in a finished hand have cost.

    Forced moves are not in it, nor are those of a computer.
    """

    type: Literal["review"] = "review"
    about: CommandId
    match: int
    hand: int
    seat: SeatName
    moves: tuple[ReviewedMove, ...] = ()


class Step(Tolerant):
    """The table after one move of a record, so that no viewer needs the rules."""

    to_move: SeatName | None = None
    ends: tuple[int, ...]
    opened: tuple[SeatName, ...]
    left: tuple[int, ...]


class Record(Tolerant):
    """A record (record-format.md) and, for each of its hands, the table at each step."""

    type: Literal["record"] = "record"
    about: CommandId
    match: int
    record: dict[str, Any]
    steps: tuple[tuple[Step, ...], ...] = ()


class Said(Tolerant):
    """Somebody spoke, or the table waits for a seat (`nudge`)."""

    type: Literal["said"] = "said"
    person: PersonId
    name: str
    text: str | None = None
    phrase: str | None = None
    """Of the catalogue: `phrase.<it>`; "declines" says no to a proposal."""
    nudge: SeatName | None = None


ByeReason = Literal[
    "version",
    "replaced",
    "removed",
    "closed",
    "left",
    "shutdown",
    "too_fast",
    "bad_message",
    "idle",
]


class Bye(Tolerant):
    """The last message before the server closes the connection, and what to do."""

    type: Literal["bye"] = "bye"
    why: str
    """One of `ByeReason`, or of a newer server's."""
    text: str
    version: int = 1


ServerMessage = Annotated[
    Welcome | Done | Refused | Room | View | Hint | Review | Record | Said | Bye,
    Field(discriminator="type"),
]
