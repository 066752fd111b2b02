"""One connection: hello, then entering a room, then commands, each with exactly one answer.

Nothing a client sends ends in an exception: what is no message is answered `bad_message`, and
somebody who goes on like that, or floods, is shown the door.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed

from longana_protocol.answers import Refused as RefusedAnswer
from longana_protocol.catalogue import text
from longana_protocol.codec import BadMessage, decode_command
from longana_protocol.commands import (
    Create,
    EnterCommand,
    Hello,
    Join,
    RecordCommand,
    Resume,
    ReviewCommand,
    RoomCommand,
    Watch,
)
from longana_protocol.words import VERSION

from .http_adapter import Connection
from .live_room import LiveRoom
from .reader import Reader
from .refusing import Refused
from .rooms import Rooms
from .settings import Settings
from .throttle import Bucket, Guesses, PerAddress


logger = logging.getLogger(__name__)

HELLO_PATIENCE = 10.0
"""Seconds a new connection has to say hello; one that is silent is no client."""

BAD_MESSAGES = 20
"""So many at once are no slip any more; in the long run so many in a minute."""

MOST_ASIDE = 4
"""Reviews one connection may wait for: one of each seat on a shared device."""

WITHOUT_PAUSE = 4
"""Frames of one connection that are heard before others have their turn, if they are there."""

Notice = Callable[[int, str, str | None], None]
"""Told of each command of somebody in a room: the person, the command's type, and the code with
which it was refused, if it was. For the arena, whose umpire sees by it who breaks the rules."""


def unnoticed(person: int, command: str, code: str | None) -> None:
    """Nobody looks on: as on every server that people play on."""


class Door:
    """Makes a conversation of each connection; what all of them share."""

    def __init__(self, rooms: Rooms, settings: Settings, notice: Notice = unnoticed) -> None:
        self._rooms = rooms
        self._settings = settings
        self._notice = notice
        self._guesses = Guesses(settings.guesses_per_minute, settings.guesses_burst)

    async def __call__(self, connection: Connection, address: str) -> None:
        """Serve a connection until it ends. `address` stands for whoever is behind it."""
        reader = Reader(connection, self._settings.send_timeout, self._rooms.metrics)
        conversation = Conversation(
            reader, address, self._rooms, self._settings, self._guesses, self._notice
        )
        try:
            if await conversation.greeted(connection):
                heard = 0
                async for frame in connection:
                    if not await conversation.heard(frame):
                        break
                    heard += 1
                    if heard % WITHOUT_PAUSE == 0:
                        # Frames that wait already come at once; let others have their turn.
                        await asyncio.sleep(0)
        except ConnectionClosed:
            pass
        finally:
            await conversation.ended()
            await reader.parted()  # or else the library closes first, and says that all is well


class Conversation:
    def __init__(
        self,
        reader: Reader,
        address: str,
        rooms: Rooms,
        settings: Settings,
        guesses: Guesses,
        notice: Notice = unnoticed,
    ) -> None:
        self._notice = notice
        self._reader = reader
        self._address = address
        self._rooms = rooms
        self._guesses = guesses
        self._pace = Bucket(settings.commands_per_second, settings.commands_burst)
        self._forbearance = Bucket(settings.commands_per_second / 10, settings.commands_burst)
        """For what comes too fast."""
        self._records = Bucket(settings.commands_per_second / 20, settings.commands_burst / 4)
        """For records, which are a hundred times as long as anything else."""
        self._patience = Bucket(BAD_MESSAGES / 60, BAD_MESSAGES - 1)
        """For what is no message."""
        self._room: LiveRoom | None = None
        self._aside: set[asyncio.Task[None]] = set()
        """Answers that others do not wait for."""

    async def greeted(self, connection: Connection) -> bool:
        """Whether the first message was a hello this server understands."""
        try:
            async with asyncio.timeout(HELLO_PATIENCE):
                hello = decode_command(await connection.recv())
        except TimeoutError:
            self._reader.goodbye("idle", 1008)
            return False
        except BadMessage as bad:
            self._refuse_bad(bad)
            self._reader.goodbye("bad_message", 1008)
            return False
        if not isinstance(hello, Hello):
            self._refuse(Refused("hello_first"), hello.id)
            self._reader.goodbye("bad_message", 1008)
            return False
        self._reader.choose_language(hello.lang)
        if hello.version != VERSION:
            self._reader.goodbye("version")
            return False
        return True

    async def heard(self, frame: bytes | str) -> bool:
        """Answer one frame; False when the conversation is over."""
        if not self._pace.take(time.monotonic()):
            return self._slow_down(frame)
        try:
            message = decode_command(frame)
        except BadMessage as bad:
            self._note(self._person(), "message", "bad_message")
            self._refuse_bad(bad)
            if not self._patience.take(time.monotonic()):
                self._reader.goodbye("bad_message", 1008)
                return False
            return True
        if isinstance(message, Hello):
            self._refuse_bad(BadMessage("type", "hello comes once"))
            return True
        if isinstance(message, ReviewCommand):
            self._answer_aside(message)
        else:
            await self._answer(message)
        return not self._reader.parting

    def _answer_aside(self, message: ReviewCommand) -> None:
        """Answer what takes seconds, and go on meanwhile."""
        if len(self._aside) >= MOST_ASIDE:
            self._refuse(Refused("too_fast"), message.id)
            return
        task = asyncio.create_task(self._answer_whatever_happens(message))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def _answer_whatever_happens(self, message: ReviewCommand) -> None:
        try:
            await self._answer(message)
        except Exception:  # nobody awaits this task: the mistake would be lost, and the answer too
            logger.exception("what was asked for aside could not be answered")
            self._refuse(Refused("try_again"), message.id)

    async def _answer(self, message: EnterCommand | RoomCommand) -> None:
        person = self._person()  # now: whoever leaves is nobody afterwards
        try:
            await self._act(message)
            self._note(person, message.type, None)
        except Refused as refused:
            self._note(person, message.type, refused.code)
            self._refuse(refused, message.id)
            if refused.code == "stale" and self._room is not None:
                self._room.show_again(self._reader)

    def _person(self) -> int | None:
        return self._room.person_of(self._reader) if self._room is not None else None

    def _note(self, person: int | None, command: str, code: str | None) -> None:
        if person is not None:
            self._notice(person, command, code)

    async def ended(self) -> None:
        for task in self._aside:
            task.cancel()
        if self._room is not None:
            await self._room.disconnected(self._reader)

    async def _act(self, message: EnterCommand | RoomCommand) -> None:
        reader = self._reader
        if not isinstance(message, RoomCommand):
            await self._enter(message)
            return
        if self._room is None or not self._room.holds(reader):
            raise Refused("not_in_room")
        if isinstance(message, RecordCommand) and not self._records.take(time.monotonic()):
            raise Refused("too_fast")
        await self._room.do(reader, message)

    async def _enter(self, message: EnterCommand) -> None:
        reader = self._reader
        before = self._room if self._room and self._room.holds(reader) else None
        watching = before is not None and before.person_of(reader) is None
        if before is not None and await self._is_answered_again(before, message):
            return
        if before is not None and not (watching and isinstance(message, Join)):
            raise Refused("already_in_room")
        if isinstance(message, Create):
            self._room = await self._created(message)
        else:
            self._room = await self._entered(message)
        if before is not None and before is not self._room:
            await before.disconnected(reader)

    async def _is_answered_again(self, room: LiveRoom, message: EnterCommand) -> bool:
        """Whether it is the `create` or `join` that has brought this person in, sent again."""
        person = room.person_of(self._reader)
        if not isinstance(message, Create | Join) or message.token is None or person is None:
            return False
        if room.owner_of(message.token) != person:
            return False
        await room.come_again(self._reader, message, message.token)
        return True

    async def _created(self, message: Create) -> LiveRoom:
        """Make a room; whoever guesses the key is slowed down like whoever guesses codes."""
        if self._must_wait(self._guesses.keys):
            raise Refused("too_fast")
        try:
            return await self._rooms.create(self._reader, message, self._address)
        except Refused as refused:
            if refused.code == "bad_key":
                self._count_guess(self._guesses.keys)
            raise

    def _must_wait(self, guesses: PerAddress) -> bool:
        """Whether somebody at this address has guessed so much that no more is looked at now."""
        return guesses.wait(self._address, time.monotonic()) > 0

    def _count_guess(self, guesses: PerAddress) -> None:
        """Of many that were looked at together only so many learn that they were wrong."""
        if not guesses.take(self._address, time.monotonic()):
            raise Refused("too_fast") from None

    async def _entered(self, message: Join | Resume | Watch) -> LiveRoom:
        """Find the room; whoever guesses codes or tokens is slowed down, and only they."""
        if self._must_wait(self._guesses.codes):
            token = None if isinstance(message, Watch) else message.token
            if token is None or not await self._belongs(message.code, token):
                raise Refused("too_fast")
        try:
            return await self._rooms.enter(self._reader, message)
        except Refused as refused:
            if refused.code in ("no_room", "bad_token"):
                self._count_guess(self._guesses.codes)
            raise

    async def _belongs(self, code: str, token: str) -> bool:
        """A token that is right is no guess, whoever else has guessed from the same address.

        Looking for a room that is not in memory takes time, by which codes could be told apart:
        nobody may have it looked for at will.
        """
        if self._rooms.knows(code, token):
            return True
        may_look = self._guesses.tokens.take(self._address, time.monotonic())
        return may_look and await self._rooms.brings_back(code, token)

    def _slow_down(self, frame: bytes | str) -> bool:
        """Refuse what comes too fast; close, if it goes on like that."""
        if not self._forbearance.take(time.monotonic()):
            self._reader.goodbye("too_fast", 1008)
            return False
        try:
            about = getattr(decode_command(frame), "id", None)
        except BadMessage as bad:
            about = bad.about
        self._refuse(Refused("too_fast"), about)
        return True

    def _refuse_bad(self, bad: BadMessage) -> None:
        self._refuse(Refused("bad_message", field=bad.field, problem=bad.problem), bad.about)

    def _refuse(self, refused: Refused, about: str | None) -> None:
        self._rooms.metrics.count("refusals", refused.code)
        language = self._reader.language
        self._reader.answer(
            RefusedAnswer(
                about=about,
                code=refused.code,
                text=text(language, f"refused.{refused.code}", **refused.facts),
                facts=dict(refused.facts),
            )
        )
