"""One person in one room: enters, keeps the latest state, sends commands, comes back by itself."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from secrets import token_urlsafe
from types import TracebackType
from typing import Self

from longana_protocol import answers, commands
from longana_protocol.catalogue import catalogue, choose, text
from longana_protocol.words import Level, PersonId, SeatName

from .admission import admitted
from .backoff import delays
from .commanding import Answer, Asked, Commanding, is_answer
from .errors import WORTH_ANOTHER_TRY, Broken, ConnectionProblem, Gone, Refused
from .links import parse_link
from .nonces import NonceBook
from .sense import hang_together, makes_sense, put_away
from .socket import Socket
from .starting import Owed, owed
from .twice_told import TwiceTold
from .updates import Heard, Update


_MOST_HEARD = 100
_SLOWER = 1.0
"""Seconds to wait after `too_fast`."""
_MOST_TRIES = 5
"""How often a command is sent that is refused as too fast."""


class Client(Commanding):
    """A person, or an onlooker, in a room of `server`.

    Use it as `async with`; leaving the block closes the socket and keeps the seat. Enter a room
    by one of `create`, `join`, `resume` and `watch`.

    `lang`, a BCP 47 tag, chooses the language of all texts; `software` says who we are. After
    `patience` seconds without a connection the client gives up; with 0 it never comes back by
    itself. `nonces` keeps our part of the fair deals. `rng`, `clock` and `sleep` are for tests.

    Raises:
        BadLink: when `server` is no address.

    """

    def __init__(
        self,
        server: str,
        *,
        lang: str = "en",
        software: str = "longana-client",
        patience: float = 300.0,
        nonces: NonceBook | None = None,
        rng: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._rng = rng or random.SystemRandom()
        super().__init__(ids=f"{self._rng.getrandbits(48):012x}")
        self.link = parse_link(server)
        self.lang = choose(lang)
        self.nonces = nonces or NonceBook()
        self._software = software
        self._patience = patience
        self._clock = clock
        self._sleep = sleep

        self._welcome: answers.Welcome | None = None
        self._token: str | None = None
        self._socket: Socket | None = None
        self._life: asyncio.Task[None] | None = None
        self._pending: dict[str, tuple[Asked, asyncio.Future[Answer]]] = {}

        self._room: answers.Room | None = None
        self._table: tuple[answers.Room, answers.View] | None = None
        """The latest view, and the room as it was then: a room comes before the view of it."""
        self._online = False
        self._heard: deque[tuple[int, Heard]] = deque(maxlen=_MOST_HEARD)
        self._retold = TwiceTold()
        self._changes = 0
        self._changed = asyncio.Event()
        self._gone: Gone | None = None

        self._paid: set[Owed] = set()
        self._errands: set[asyncio.Task[None]] = set()

    # --- where we are

    @property
    def code(self) -> str | None:
        """The code of the room, once in it; the host may change it."""
        if self._room is not None:
            return self._room.code
        return self._welcome.code if self._welcome else None

    @property
    def person(self) -> PersonId | None:
        """Who we are in the room; None for an onlooker."""
        return self._welcome.person if self._welcome else None

    @property
    def token(self) -> str | None:
        """What brings us back to our seat; a secret."""
        return self._token

    @property
    def online(self) -> bool:
        """Whether what we know is fresh: connected, and a view has come since."""
        return self._online

    @property
    def gone(self) -> Gone | None:
        """Why it is over, once it is."""
        return self._gone

    @property
    def latest(self) -> Update | None:
        """What is known now; None before the first view."""
        return self._update(after=self._changes)

    async def updates(self) -> AsyncIterator[Update]:
        """The latest update, and each time something changed the latest again, until the end.

        A slow reader skips what has been replaced meanwhile, never the latest, and hears
        everything that was said (up to 100 lines). Any number of readers may run at once.
        """
        seen = 0
        while True:
            changed = self._changed
            if self._changes > seen and (update := self._update(after=seen)) is not None:
                seen = self._changes
                yield update
            elif self._gone is not None:
                return
            else:
                await changed.wait()

    async def until(self, wanted: Callable[[Update], bool]) -> Update:
        """The first update that is as wanted; raises Gone if the end comes before."""
        async for update in self.updates():
            if wanted(update):
                return update
        raise self._end_of_life()

    # --- entering

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the socket. The seat is kept; `leave` gives it up."""
        self._end("done")
        if self._life is not None:
            self._life.cancel()
            await asyncio.wait([self._life, *self._errands])
            if self._socket is not None:  # cancelled before it began, it has closed nothing
                await self._socket.close()
            if not self._life.cancelled():
                self._life.result()

    async def find_server(self) -> None:
        """Make sure that a Longana server answers. Raises Unreachable."""
        await (await Socket.open(self.link, self.lang)).close()

    async def find_room(self, code: str, seat: SeatName | None = None) -> None:
        """Make sure that a newcomer may enter that room, before anybody has said their name.

        It asks to, without one: that is refused at any rate, but for whatever else is wrong first.
        For an unknown code it counts as a guess like any other. Raises as `join` does.
        """
        nameless = commands.Join(id=self.new_id(), code=code, name=" ", seat=seat)
        try:
            socket, _ = await admitted(self.link, self.lang, self._software, nameless)
        except Refused as refused:
            if refused.code != "bad_name":
                raise
        else:  # a server that takes people without a name
            await socket.close()

    async def create(
        self,
        name: str,
        rules: commands.RulesChoice | None = None,
        level: Level = "normal",
        *,
        watching: bool = True,
        key: str | None = None,
    ) -> answers.Welcome:
        """Make a room and sit down in it as its host.

        Raises (as the other ways in do):
            Refused: the server said no; another try is possible.
            Unreachable: nobody answered, or the connection broke first.
            Gone: the server said goodbye, for instance because it speaks another version.

        """
        return await self._enter(
            commands.Create(
                id=self.new_id(),
                name=name,
                rules=rules or commands.RulesChoice(),
                level=level,
                watching=watching,
                key=key,
                token=token_urlsafe(24),
            )
        )

    async def join(self, code: str, name: str, seat: SeatName | None = None) -> answers.Welcome:
        """Enter a room as a new person, taking `seat` or the first to be had."""
        return await self._enter(
            commands.Join(
                id=self.new_id(), code=code, name=name, seat=seat, token=token_urlsafe(24)
            )
        )

    async def resume(self, code: str, token: str) -> answers.Welcome:
        """Come back as the person the token belongs to."""
        return await self._enter(commands.Resume(id=self.new_id(), code=code, token=token))

    async def watch(self, code: str) -> answers.Welcome:
        """Look on without a seat."""
        return await self._enter(commands.Watch(id=self.new_id(), code=code))

    async def sit_down(self, name: str, seat: SeatName | None = None) -> answers.Welcome:
        """Become a person of the room that we look on at, with a seat as soon as there is one."""
        if self._token is not None:
            raise RuntimeError("an onlooker sits down, once")
        answer = await self.send(
            commands.Join(
                id=self.new_id(),
                code=self.code or "",
                name=name,
                seat=seat,
                token=token_urlsafe(24),
            )
        )
        if not isinstance(answer, answers.Welcome):
            raise TypeError(f"join was answered with {answer.type}")
        return answer

    async def _enter(self, command: commands.EnterCommand) -> answers.Welcome:
        if self._life is not None:
            raise RuntimeError("a client enters one room, once")
        try:
            socket, welcome = await self._be_admitted(command)
        except Broken:
            # Perhaps we are in already: our own token makes nobody, and no room, twice.
            await self._sleep(next(delays(self._rng)))
            socket, welcome = await self._be_admitted(command)
        if not isinstance(command, commands.Watch):
            self._token = welcome.token or command.token
        self._socket = socket
        self._life = asyncio.create_task(self._live(socket))
        return welcome

    async def _be_admitted(self, command: commands.EnterCommand) -> tuple[Socket, answers.Welcome]:
        socket, welcome = await admitted(self.link, self.lang, self._software, command)
        self._welcome = welcome
        return socket, welcome

    # --- staying

    async def _live(self, socket: Socket | None) -> None:
        try:
            while socket is not None:
                goodbye = await self._listen(socket)
                self._socket = None
                await socket.close()
                if goodbye is not None and goodbye.why != "shutdown":
                    self._end(goodbye.why, goodbye.text)
                if self._gone is not None:
                    return
                self._online = False
                self._publish()
                socket = await self._come_back()
        finally:
            self._end("unreachable")
            if self._socket is not None:
                await self._socket.close()

    async def _listen(self, socket: Socket) -> answers.Bye | None:
        """Take in what comes until the connection ends; the server's goodbye, if it said one.

        It is over with a server that talks nonsense.
        """
        while (message := await socket.receive()) is not None:
            match message:
                case answers.Room() if makes_sense(message):
                    self._room = message
                case answers.View() if self._room is not None:
                    room, view = put_away(self._room, message)
                    if not hang_together(room, view):
                        break
                    self._retold.end()
                    self._table = room, view
                    self._online = True
                    self._publish()
                    if (update := self.latest) is not None:
                        for debt in owed(update, self.nonces):
                            self._pay(debt)
                        self.nonces.see(update, self._token)
                case answers.Bye():
                    return message
                case answers.Said():
                    if self._retold.is_new(message):
                        self._hear(message)
                case answers.Refused(about=about, code=code, text=why, facts=facts):
                    if about is None:
                        self._hear(message)
                    elif (future := self._answered(about)) is not None:
                        future.set_exception(Refused(code, why, facts))
                case answers.Room() | answers.View():
                    break
                case _:
                    asked, _ = self._pending.get(message.about, (None, None))
                    if asked is not None and not is_answer(asked, message):
                        break
                    if isinstance(asked, commands.Join) and isinstance(message, answers.Welcome):
                        self._welcome, self._token = message, message.token or asked.token
                    if (future := self._answered(message.about)) is not None:
                        future.set_result(message)
        else:
            return None
        self._end("nonsense")
        return None

    async def _come_back(self) -> Socket | None:
        """A new socket in the same room, with unanswered commands sent again; None at the end."""
        deadline = self._clock() + self._patience
        for delay in delays(self._rng):
            left = deadline - self._clock()
            if left <= 0:
                return None
            await self._sleep(min(delay, left))
            try:
                socket, _ = await self._be_admitted(self._way_back())
            except ConnectionProblem as problem:
                if self._ended_by(problem):
                    return None
                continue
            self._socket = socket
            self._retold.begin()
            for command, _ in tuple(self._pending.values()):
                await socket.send(command)
            return socket
        raise AssertionError("unreachable: the delays never end")

    def _ended_by(self, problem: ConnectionProblem) -> bool:
        """Whether this keeps us from ever coming back; ends the client if it does."""
        match problem:
            case Refused(code=reason, text=why) if reason not in WORTH_ANOTHER_TRY:
                self._end(reason, why)
            case Gone(reason=reason, text=why) if reason != "shutdown":
                self._end(reason, why)
            case _:
                return False
        return True

    def _way_back(self) -> commands.Resume | commands.Watch:
        code = self.code
        if code is None:
            raise AssertionError("unreachable: nobody comes back who was not in")
        if self._token is None:
            return commands.Watch(id=self.new_id(), code=code)
        return commands.Resume(id=self.new_id(), code=code, token=self._token)

    async def leave(self, *, forget: bool = False) -> None:
        """Give up our seats and the room for good; our token is worth nothing any more."""
        await super().leave(forget=forget)
        self._token = None

    async def close_room(self) -> None:
        """Close the room for everybody, as host; our token is worth nothing any more."""
        await super().close_room()
        self._token = None

    # --- sending

    async def send(self, command: Asked) -> Answer:
        """Send any command and wait for its answer; after a drop it is sent again, same id.

        Refused as too fast it is sent again a second later, a few times.
        """
        if self._gone is not None:
            raise self._end_of_life()
        if self._life is None:
            raise RuntimeError("not in a room yet")
        for _ in range(_MOST_TRIES - 1):
            try:
                return await self._exchange(command)
            except Refused as refused:
                if refused.code != "too_fast":
                    raise
                await self._sleep(_SLOWER)
        return await self._exchange(command)

    async def _exchange(self, command: Asked) -> Answer:
        if self._gone is not None:
            raise self._end_of_life()
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending[command.id] = (command, future)
        try:
            if self._socket is not None:
                await self._socket.send(command)
            return await future
        finally:
            self._pending.pop(command.id, None)

    def _answered(self, about: str) -> asyncio.Future[Answer] | None:
        _, future = self._pending.pop(about, (None, None))
        return None if future is None or future.done() else future

    # --- the start of a match

    def _pay(self, debt: Owed) -> None:
        """Send a seal or nonce, once, beside everything else."""
        if debt not in self._paid:
            self._paid.add(debt)
            errand = asyncio.create_task(self._run_errand(debt))
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    async def _run_errand(self, debt: Owed) -> None:
        new_id, seat, start = self.new_id(), debt.seat, debt.commitment
        try:
            if debt.what == "seal":
                seal = commands.Seal(id=new_id, seat=seat, seal=debt.value, commitment=start)
                await self.send(seal)
            else:
                nonce = commands.Nonce(id=new_id, seat=seat, nonce=debt.value, commitment=start)
                await self.send(nonce)
        except Refused as refused:
            if refused.code in WORTH_ANOTHER_TRY:
                self._paid.discard(debt)
        except Gone:
            return

    # --- telling the readers

    def _update(self, after: int) -> Update | None:
        if self._table is None:
            return None
        room, view = self._table
        return Update(
            room=room,
            view=view,
            person=self.person,
            online=self._online,
            heard=tuple(line for number, line in self._heard if number > after),
        )

    def _hear(self, line: Heard) -> None:
        self._heard.append((self._changes + 1, line))
        self._publish()

    def _publish(self) -> None:
        self._changes += 1
        self._wake()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _end(self, reason: str, why: str | None = None) -> None:
        """The first reason counts."""
        if self._gone is not None:
            return
        key = f"gone.{reason}"
        known = key in catalogue(self.lang)
        self._gone = Gone(reason, why or (text(self.lang, key) if known else reason))
        self._online = False
        for _, future in self._pending.values():
            if not future.done():
                future.set_exception(self._end_of_life())
        self._wake()

    def _end_of_life(self) -> Gone:
        """A new exception each time: a raised one collects the traces of all who raise it."""
        if self._gone is None:
            raise AssertionError("unreachable: it is not over")
        return Gone(self._gone.reason, self._gone.text)
