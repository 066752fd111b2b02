"""A bot, written from protocol/README.md alone: nothing else of the project was read for it."""

import asyncio
import hashlib
import os
import random
from dataclasses import dataclass, field
from typing import Any

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol


Message = dict[str, Any]
Tiles = list[list[int]]

PROTOCOLS = [Subprotocol("longana.v1")]
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0  # seconds before coming back
PACE = 0.05  # seconds before each command: the server takes 20 a second in the long run
DEPTH = 6  # how many tiles in a row the bot looks ahead


async def play_as_bot(address: str, code: str, name: str, matches: int) -> None:
    """Join the room as `name` and play until its match number `matches` is over."""
    bot = Bot(code, name, matches)
    while True:
        try:
            async with connect(address, subprotocols=PROTOCOLS, compression=None) as socket:
                await bot.visit(socket)
        except (OSError, WebSocketException):
            pass  # the connection broke, or there was none
        if bot.finished:
            return
        await asyncio.sleep(bot.wait * random.uniform(0.5, 1))
        bot.wait = min(2 * bot.wait, LONGEST_WAIT)


@dataclass
class Bot:
    """What outlives a connection."""

    code: str
    name: str
    matches: int
    finished: bool = False
    wait: float = FIRST_WAIT
    token: str | None = None
    person: int | None = None
    room: Message = field(default_factory=dict)
    view: Message = field(default_factory=dict)
    nonces: dict[bytes, bytes] = field(default_factory=dict)  # by commitment
    purpose: tuple[Any, ...] = ()  # of the latest command: nothing is asked for twice
    pending: Message | None = None  # the latest command, until it is answered

    async def visit(self, socket: ClientConnection) -> None:
        """Be in the room until the connection or the last match ends."""
        sent: set[str] = set()  # ids of the commands that went over this connection
        await send(socket, {"type": "hello", "version": 1, "client": "readme_bot"})
        await send(socket, self.entrance())
        async for frame in socket:
            acts = self.take(msgpack.unpackb(frame))
            if self.finished:
                return
            command = self.command() if acts else None
            if command and command["id"] not in sent:
                sent.add(command["id"])
                await asyncio.sleep(PACE)
                await send(socket, command)

    def entrance(self) -> Message:
        """The command that brings the bot in, or back."""
        enter: Message = {"type": "join", "name": self.name}
        if self.token:
            enter = {"type": "resume", "token": self.token}
        return enter | {"id": new_id(), "code": self.code}

    def take(self, message: Message) -> bool:
        """Remember what a message tells; gives whether there may be something to do now."""
        match message["type"]:
            case "welcome":
                self.token, self.wait = message.get("token") or self.token, FIRST_WAIT
                self.person = message["person"]
            case "room":
                self.room = message
            case "view":
                self.view = message
                self.finished = self.is_over()
                return True
            case "done" | "refused" as kind:
                good = kind == "done" or message["code"] == "stale"
                assert good, f"{message.get('code')}: {message.get('text')}"
                if self.pending and self.pending["id"] == message["about"]:
                    self.pending = None
                return True
            case "bye":
                assert message["why"] == "shutdown", f"{message['why']}: {message['text']}"
        return False

    def is_over(self) -> bool:
        """Whether the last match to play is over."""
        number: int = self.room.get("match", 0)
        over: bool = self.view["table"]["phase"] == "match_over"
        return number > self.matches or (number == self.matches and over)

    def command(self) -> Message | None:
        """What should be on its way: the command that waits for its answer, or a new one."""
        commitment = self.room.get("commitment")
        if self.pending and self.purpose[0] == commitment:
            return self.pending
        self.pending = None  # a seal is of no use for another commitment
        chosen = self.choose()
        about = chosen and chosen.get("proposal", chosen.get("turn"))
        purpose = chosen and (commitment, chosen["type"], about)
        if chosen and purpose and purpose != self.purpose:
            self.purpose, self.pending = purpose, chosen | {"id": new_id()}
        return self.pending

    def choose(self) -> Message | None:
        """What the latest view calls for, if anything."""
        table, you = self.view["table"], self.view.get("you") or {}
        if table["phase"] == "starting" and you.get("seat") in table.get("waiting", []):
            return self.part_of_deal(you["seat"])
        asked = table.get("proposal") or {}
        if self.person in asked.get("waiting", []):
            return {"type": "answer", "proposal": asked["number"], "yes": True}
        if legal := you.get("legal"):
            end, hand = self.own_end(you["seat"]), you["hand"]
            best = max(legal, key=lambda move: value(move, hand, end))
            return to_command(best) | {"turn": table["turn"]}
        if table["phase"] == "hand_over":
            return {"type": "next", "turn": table["turn"]}
        return None

    def part_of_deal(self, seat: str) -> Message:
        """The seal of my nonce, or once all seals are in, the nonce."""
        nonce = self.nonces.setdefault(self.room["commitment"], os.urandom(32))
        if self.room.get("seals"):
            return {"type": "nonce", "seat": seat, "nonce": nonce}
        seal = hashlib.sha256(seat.encode() + nonce).digest()
        return {"type": "seal", "seat": seat, "seal": seal}

    def own_end(self, seat: str) -> int | None:
        """The number at the end of my branch; None before the opening."""
        seats = [entry["seat"] for entry in self.room["seats"]]
        ends = self.view["table"].get("ends")
        return ends[seats.index(seat)] if ends else None


def to_command(move: str) -> Message:
    """The command for a move such as "S99", "E37W" or "N", without its turn."""
    if len(move) == 1:
        return {"type": "pass"}
    play: Message = {"type": "play", "tile": [int(move[1]), int(move[2])]}
    return play | ({"branch": move[3]} if len(move) == 4 else {})


def value(move: str, hand: Tiles, end: int | None) -> int:
    """How good a move is: it should keep a long row for my branch, and shed many pips."""
    if len(move) == 1:
        return 0
    tile = sorted((int(move[1]), int(move[2])))
    rest = [other for other in hand if sorted(other) != tile]
    if end is None:
        end = tile[0]
    elif move[3] == move[0]:
        end = sum(tile) - end
    return 8 * longest_row(rest, end, DEPTH) + sum(tile)


def longest_row(tiles: Tiles, end: int, depth: int) -> int:
    """How many of the tiles, `depth` at most, can follow one another from this end."""
    rows = [0]
    for tile in tiles if depth else []:
        if end in tile:
            rest = [other for other in tiles if other != tile]
            rows.append(1 + longest_row(rest, sum(tile) - end, depth - 1))
    return max(rows)


async def send(socket: ClientConnection, message: Message) -> None:
    """Send one message."""
    await socket.send(msgpack.packb(message))


def new_id() -> str:
    """An id that no command had before."""
    return os.urandom(8).hex()
