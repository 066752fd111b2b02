"""What a client may send: one closed union, told apart by `type`.

The acting person and seat come from the connection, never from the message. `turn` is the `turn`
of the view the person was looking at; another one makes the command `stale`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints

from .words import (
    BranchName,
    CommandId,
    Hash,
    Level,
    PersonId,
    RawName,
    RoomCode,
    SeatName,
    Strict,
    TilePair,
    Token,
    Turn,
)


class Hello(Strict):
    """The first message of a connection. A `version` nobody speaks here is answered with `bye`.

    The one message that may hold more than we know: how a later version says hello is its own
    affair, and it shall be told which version is spoken here.
    """

    model_config = ConfigDict(extra="ignore")

    type: Literal["hello"] = "hello"
    version: Annotated[int, Field(ge=0, le=1_000_000)]
    client: Annotated[str, StringConstraints(max_length=60)] = ""
    lang: Annotated[str, StringConstraints(max_length=35)] = "en"
    """BCP 47 tag; refusals and hints come in English or Spanish."""


class Command(Strict):
    """Anything after hello. The answer (`done`, `refused`, …) names its id as `about`."""

    id: CommandId


class TurnCommand(Command):
    """A command made for one `turn`."""

    turn: Turn


# --- entering a room


class RulesChoice(Strict):
    """A preset and the settings that differ from it (rules.md, Settings)."""

    preset: Literal["cuban", "international"] = "cuban"
    seats: Annotated[int, Field(ge=2, le=4)] | None = None
    target: Annotated[int, Field(ge=1, le=1000)] | None = None
    direction: Literal["right", "left"] | None = None
    block_score: Literal["all", "difference"] | None = None
    tie_opener: Literal["next_after_opener", "highest_double"] | None = None
    doubles_obey_priority: bool | None = None
    own_branch_in_priority: bool | None = None
    reopened_order: Literal["last", "kept"] | None = None


class Create(Command):
    """Make a room and sit down in it as its host. Computers take the other seats."""

    type: Literal["create"] = "create"
    name: RawName
    rules: RulesChoice = RulesChoice()
    level: Level = "normal"
    watching: bool = True
    """May people without a seat watch?"""
    key: Annotated[str, StringConstraints(max_length=200)] | None = None
    """The key a public host may ask of whoever makes rooms."""
    token: Token | None = None
    """What shall bring the maker back, drawn by the client; sent again it makes no other room."""


class Join(Command):
    """Enter a room as a new person, taking `seat` or the first seat to be had."""

    type: Literal["join"] = "join"
    code: RoomCode
    name: RawName
    seat: SeatName | None = None
    token: Token | None = None
    """What shall bring the person back, drawn by the client; sent again it makes nobody else."""
    claim: Token | None = None
    """What `longana host` opened the page with: whoever brings it first becomes the host."""


class Resume(Command):
    """Come back as the person `token` belongs to."""

    type: Literal["resume"] = "resume"
    code: RoomCode
    token: Token


class Watch(Command):
    """Look on without a seat."""

    type: Literal["watch"] = "watch"
    code: RoomCode


# --- the lobby


class ToComputer(Strict):
    kind: Literal["computer"] = "computer"
    level: Level = "normal"


class ToOpen(Strict):
    kind: Literal["open"] = "open"


class ToPerson(Strict):
    """Somebody already in the room sits here; a computer has the seat they leave."""

    kind: Literal["person"] = "person"
    person: PersonId


class ToHere(Strict):
    """A further person on the sender's device (pass-and-play)."""

    kind: Literal["here"] = "here"
    name: RawName


class ToSwap(Strict):
    """Whoever sits here and whoever sits at `other` change places."""

    kind: Literal["swap"] = "swap"
    other: SeatName


class ToShuffle(Strict):
    """Everybody's place is drawn by lot; `seat` is of no account."""

    kind: Literal["shuffle"] = "shuffle"


SeatChange = Annotated[
    ToComputer | ToOpen | ToPerson | ToHere | ToSwap | ToShuffle, Field(discriminator="kind")
]


class SeatCommand(Command):
    """Change who sits where. The host may change any seat, anybody may leave or take a free one."""

    type: Literal["seat"] = "seat"
    seat: SeatName
    to: SeatChange


class RulesCommand(Command):
    """The host sets the rules, before a match."""

    type: Literal["rules"] = "rules"
    rules: RulesChoice


class Remove(Command):
    """The host removes a person; their token dies with it."""

    type: Literal["remove"] = "remove"
    person: PersonId


class Lock(Command):
    """The host closes the room to newcomers (or opens it), and may exchange its code."""

    type: Literal["lock"] = "lock"
    locked: bool
    new_code: bool = False


class Watching(Command):
    """The host lets people look on, or nobody new any more; who is looking on may stay."""

    type: Literal["watching"] = "watching"
    allowed: bool


class Start(Command):
    """The host starts the match: a fresh commitment stands, seals are asked for."""

    type: Literal["start"] = "start"


class Seal(Command):
    """SHA-256(seat letter + nonce) of one seat of this device (fair-deal.md, 2)."""

    type: Literal["seal"] = "seal"
    seat: SeatName
    seal: Hash
    commitment: Hash | None = None
    """`room.commitment` of the start it is for: for another one it is refused as `stale`."""


class Nonce(Command):
    """The sealed nonce, once all seals are shown (fair-deal.md, 3)."""

    type: Literal["nonce"] = "nonce"
    seat: SeatName
    nonce: Hash
    commitment: Hash | None = None
    """As in `seal`."""


# --- play


class PlayCommand(TurnCommand):
    """Play a tile on a branch; with no branch it opens the hand. The seat is the one to move."""

    type: Literal["play"] = "play"
    tile: TilePair
    branch: BranchName | None = None


class PassCommand(TurnCommand):
    type: Literal["pass"] = "pass"


class Next(TurnCommand):
    """Deal the next hand, once everybody has seen the last one."""

    type: Literal["next"] = "next"


class Rematch(TurnCommand):
    """Another match with the same seats and rules."""

    type: Literal["rematch"] = "rematch"


class HintCommand(TurnCommand):
    """Ask for a move and why; nobody else learns of it."""

    type: Literal["hint"] = "hint"
    alternatives: bool = False
    """With the other moves, and what they cost?"""


class ReviewCommand(Command):
    """Ask what my choices in a finished hand have cost, and what would have been better.

    Match and hand by their numbers from 1, left out: the latest; a seat of mine, left out: the
    first that I had at the end of that hand.
    """

    type: Literal["review"] = "review"
    match: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    hand: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    seat: SeatName | None = None


class Undo(TurnCommand):
    """Take back my latest chosen play and everything after it."""

    type: Literal["undo"] = "undo"


class Redo(TurnCommand):
    """Give back what the latest undo took."""

    type: Literal["redo"] = "redo"


class Restart(TurnCommand):
    """Play this hand again from the same tiles."""

    type: Literal["restart"] = "restart"


class Answer(Command):
    """Say yes or no to the proposal the view shows."""

    type: Literal["answer"] = "answer"
    proposal: Turn
    yes: bool


class Withdraw(Command):
    """Take back my own proposal."""

    type: Literal["withdraw"] = "withdraw"
    proposal: Turn


class Reading(Command):
    """I opened the rules or the records (computers wait), or closed them."""

    type: Literal["reading"] = "reading"
    what: Literal["rules", "records"] | None = None


class CarryOn(Command):
    """The computers need not wait for this reader."""

    type: Literal["carry_on"] = "carry_on"
    person: PersonId


class Uncover(TurnCommand):
    """Show the hand of this seat on the device that holds several."""

    type: Literal["uncover"] = "uncover"
    seat: SeatName


class Mind(Command):
    """Let a computer mind the seat of somebody who is away, until they return."""

    type: Literal["mind"] = "mind"
    seat: SeatName


class Decline(Command):
    """The host says no to somebody who asks for a seat, or takes back what was promised to them."""

    type: Literal["decline"] = "decline"
    person: PersonId


class Nudge(Command):
    """Tell a seat that the table waits for it."""

    type: Literal["nudge"] = "nudge"
    seat: SeatName


class Say(Command):
    """A line to the table: words of one's own, or a phrase of the catalogue."""

    type: Literal["say"] = "say"
    text: Annotated[str, StringConstraints(min_length=1, max_length=400)] | None = None
    phrase: Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,30}$")] | None = None
    person: PersonId | None = None
    """Who of the persons on this device speaks; left out, the one whose device it is."""


class RecordCommand(Command):
    """Ask for the record of a match of this room: its number from 1, or the latest."""

    type: Literal["record"] = "record"
    match: Annotated[int, Field(ge=1, le=1_000_000)] | None = None


class Leave(Command):
    """Give up my seats and this room for good."""

    type: Literal["leave"] = "leave"
    forget: bool = False
    """Erase my name and what I said, too."""


class Close(Command):
    """The host closes the room for everybody."""

    type: Literal["close"] = "close"


EnterCommand = Create | Join | Resume | Watch
LobbyCommand = SeatCommand | RulesCommand | Remove | Lock | Watching | Start | Seal | Nonce
MatchCommand = PlayCommand | PassCommand | Next | Rematch | HintCommand | Undo | Redo | Restart
TableCommand = (
    Answer
    | Withdraw
    | Reading
    | CarryOn
    | Uncover
    | Mind
    | Decline
    | Nudge
    | Say
    | RecordCommand
    | ReviewCommand
    | Leave
    | Close
)
RoomCommand = MatchCommand | LobbyCommand | TableCommand
"""Everything that acts within the room the connection is in; first what is sent most, for
`isinstance` asks one by one."""

ClientMessage = Annotated[
    Hello | EnterCommand | LobbyCommand | MatchCommand | TableCommand, Field(discriminator="type")
]
