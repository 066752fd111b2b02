"""`longana serve` as a program that is killed and started again, and people who play on regardless.

They do as every client should: come back by themselves, and send again, with its id, whatever
was not answered.
"""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from websockets.exceptions import WebSocketException

from free_ports import free_port
from longana_engine.record_reading import read_record
from longana_engine.replay import replay_so_far
from longana_server.app import App
from system.program import LONGANA, environment
from system.table import Message, Raw


_UNHURRIED = {
    "computer_delay": "0",
    "start_patience": "1",
    "commands_per_second": "100000",
    "commands_burst": "100000",
    "entries_per_day": "1000000000",
    "guesses_burst": "100000",
    "max_connections_per_address": "4000",
    "log_level": "warning",
}

_VOIDED = ("rematch", "answer")
"""Proposals do not outlive the server, so what makes and answers them is not in the log."""

_NOT_NOW = ("stale", "already_started", "seat_away", "proposal_open", "no_proposal")


class Process:
    """A server on one port and one folder, over all its lives."""

    def __init__(self, folder: Path, program: Sequence[str] = LONGANA, **settings: str) -> None:
        self.folder = folder
        self._program = program
        self.log = folder / "server.log"
        self.lives = 0
        self.port, self.metrics_port = free_port(), free_port()
        self._settings = {**_UNHURRIED, **settings}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        arguments = [f"--{name.replace('_', '-')}={value}" for name, value in _all(self)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self._program, "serve", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                env=environment(),
            )
        self.lives += 1

    async def up(self) -> None:
        """Until it listens."""
        async with asyncio.timeout(60):
            while True:
                assert self._process is not None
                assert self._process.poll() is None, self.log.read_text(encoding="utf-8")
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    await asyncio.sleep(0.05)
                else:
                    writer.close()
                    return

    async def end(self, with_signal: int) -> float:
        """Send it the signal; gives the seconds until it is gone."""
        process = self._process
        if process is None or process.poll() is not None:
            return 0.0
        began = time.monotonic()
        process.send_signal(with_signal)
        await asyncio.to_thread(process.wait, 20)
        if with_signal == signal.SIGTERM:
            assert process.returncode == 0
        return time.monotonic() - began

    async def metrics(self) -> str:
        """What Prometheus would read."""
        return await asyncio.to_thread(_read, f"http://127.0.0.1:{self.metrics_port}/metrics")

    async def readiness(self) -> int:
        """The status of /readyz."""
        return await asyncio.to_thread(_status, f"http://127.0.0.1:{self.port}/readyz")

    def complaints(self) -> list[str]:
        """Lines of its log that should not be there."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if "ERROR" in line or "Traceback" in line or "never" in line]


@asynccontextmanager
async def running(
    folder: Path, program: Sequence[str] = LONGANA, **settings: str
) -> AsyncIterator[Process]:
    """A server that is gone at the end, whatever comes of the block."""
    process = Process(folder, program, **settings)
    process.start()
    try:
        await process.up()
        yield process
    finally:
        await process.end(signal.SIGKILL)


def _all(process: Process) -> list[tuple[str, str]]:
    here = {
        "host": "127.0.0.1",
        "port": str(process.port),
        "metrics_port": str(process.metrics_port),
        "data_dir": str(process.folder),
        "log": "file",
    }
    return list({**here, **process._settings}.items())


def _read(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:
        text: str = answer.read().decode()
    return text


def _status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


class Broken(ConnectionError):
    """The line broke before the answer came."""


class Player(Raw):
    """Somebody who comes back, and keeps account of what was promised to them."""

    def __init__(self, port: int, rng: Random, name: str) -> None:
        super().__init__(cast(App, SimpleNamespace(server=SimpleNamespace(port=port))), rng)
        self.name = name
        self.acknowledged: dict[str, int] = {}
        """The turn after each command that was done, by its id."""
        self.tried_again = 0
        """How often the answer was `try_again`."""
        self.seat = ""
        self.pause = 0.0
        """Seconds at most before whatever they do by themselves."""
        self._chance = rng
        self._drawn = rng.randbytes(24).hex()
        """The token that this person's own client has drawn."""
        self.asking: Message | None = None
        """What was asked last, until it is answered."""
        self._latest: tuple[str, Message] | None = None

    @property
    def online(self) -> bool:
        return self._reading is not None and not self._reading.done()

    async def connect(self) -> None:
        self._sent.clear()  # what was on its way may not have come to anything
        await super().connect()

    async def send(self, message: Message) -> None:
        self.asking = message
        await super().send(message)

    async def ask(self, type: str, **fields: Any) -> Message:
        answer = await super().ask(type, **fields)
        self.asking = None
        return answer

    async def until(self, wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not wanted():
                if not self.online:
                    raise Broken
                self._news.clear()
                await self._news.wait()

    # --- coming in, and back

    async def come(self, code: str | None = None, **rules: Any) -> None:
        """Into the room of that code, or one of one's own."""
        enter: Message = {"name": self.name, "token": self._drawn}
        enter |= {"type": "create", "rules": rules} if code is None else {"type": "join"}
        answer = await self._surely(enter | ({} if code is None else {"code": code}))
        assert answer["type"] == "welcome", answer
        self.seat = self.you["seat"]

    async def back(self) -> None:
        """On a new line: the same seat, and nothing that was promised is undone."""
        self.view = {}
        await self.connect()
        answer = await self.enter("resume", code=self.code, token=self.token)
        if answer.get("code") == "try_again":  # the server is about to stop
            await self.drop()  # so far it is a line without a seat
            raise Broken
        assert answer["type"] == "welcome", answer
        assert self.you["seat"] == self.seat
        assert self.table["turn"] >= max(self.acknowledged.values(), default=0)
        if self._latest is not None:
            id, command = self._latest
            again = await self.ask(**command, id=id)
            done = {"type": "done", "about": id, "turn": self.acknowledged[id]}
            assert again == done, (command, again, self.table["turn"])

    async def surely(self, type: str, **fields: Any) -> Message:
        """A command until it is answered: with something else than that it be tried again."""
        return await self._surely({"type": type, **fields})

    async def _surely(self, command: Message) -> Message:
        id = self._chance.randbytes(8).hex()
        entering = command["type"] in ("create", "join")
        while True:
            try:
                if not self.online:
                    await (self.connect() if entering else self.back())
                asking = self.enter if entering else self.ask
                answer = await asking(**command, id=id)
            except (OSError, WebSocketException):
                await asyncio.sleep(self._chance.uniform(0.05, 0.3))
                continue
            if answer.get("code") == "try_again":
                self.tried_again += 1
                await asyncio.sleep(0.1)
                continue
            if answer["type"] == "done":
                self._latest = None
                if command["type"] not in _VOIDED:
                    self.acknowledged[id] = answer["turn"]
                    self._latest = id, command
            return answer

    # --- playing

    async def play(self, stopped: asyncio.Event) -> None:
        """Whatever there is to do, until it is enough."""
        while not stopped.is_set():
            try:
                if not self.online:
                    await self.back()
                await self._act()
            except (OSError, WebSocketException):
                await asyncio.sleep(self._chance.uniform(0.05, 0.3))

    async def _act(self) -> None:
        if self.pause:
            await asyncio.sleep(self._chance.uniform(0, self.pause))
        table = self.table
        turn, phase, is_host = table["turn"], table["phase"], self.room["host"] == self.person
        alone = len(self.room["people"]) == 1
        changes = [name for name in ("undo", "redo") if alone and self._chance.random() < 0.1]
        if changes and phase == "playing":
            answer = await self.surely(self._chance.choice(changes), turn=turn)
            nothing = ("nothing_to_undo", "nothing_to_redo", "stale", "revealed")
            assert answer["type"] == "done" or answer["code"] in nothing, answer
        elif self.my_turn and self.you.get("legal"):
            await self._taken(self._as_command(self._chance.choice(self.you["legal"])), turn)
        elif self.person in table.get("proposal", {}).get("waiting", ()):
            answer = {"type": "answer", "proposal": table["proposal"]["number"], "yes": True}
            await self._taken(answer, None)
        elif phase in ("hand_over", "match_over") and is_host and "proposal" not in table:
            await self._taken("next" if phase == "hand_over" else "rematch", turn)
        elif phase == "lobby" and is_host:
            await self._taken({"type": "start"}, None)
        else:
            self._news.clear()
            await asyncio.wait([asyncio.ensure_future(self._news.wait())], timeout=0.2)

    async def _taken(self, command: Message | str, turn: int | None) -> None:
        """Only what has come in the meantime, or who has not come back yet, may speak against."""
        made = {"type": command} if isinstance(command, str) else command
        answer = await self._surely(made | ({} if turn is None else {"turn": turn}))
        assert answer["type"] == "done" or answer["code"] in _NOT_NOW, (made, answer)

    def _as_command(self, move: str) -> Message:
        if len(move) == 1:
            return {"type": "pass"}
        play: Message = {"type": "play", "tile": [int(move[1]), int(move[2])]}
        return play | ({"branch": move[3]} if len(move) == 4 else {})


Whoever = TypeVar("Whoever", bound=Player)


async def sat_down(
    rooms: int, rng: Random, newcomer: Callable[[Random, str], Whoever]
) -> list[Whoever]:
    """In each room one to three persons."""
    players: list[Whoever] = []
    for number in range(rooms):
        people = [
            newcomer(Random(rng.random()), f"Guest {number}-{place}")
            for place in range(1 + number % 3)
        ]
        preset = ("cuban", "international")[number % 2]
        await people[0].come(preset=preset, seats=(4, 2, 3)[number % 3], target=30)
        for guest in people[1:]:
            await guest.come(people[0].code)
        players += people
    return players


def check_room(
    entries: Iterable[tuple[int | None, str | None]],
    document: Mapping[str, Any],
    players: Iterable[Player],
) -> None:
    """Its records replay, and whatever its people were promised happened once.

    `entries`: who wrote each of its log, and by which command.
    """
    ids = Counter((by, id) for by, id in entries if id)
    assert set(ids.values()) == {1}
    for record in document["records"]:
        replayed = replay_so_far(read_record(json.dumps(record).encode()))
        assert replayed.refused is None
    for player in players:
        done = {(player.person, id) for id in player.acknowledged}
        assert not done - ids.keys()
        assert player.name in document["people"].values()


def let_files_grow_to(process: Process, size: int | None) -> None:
    """Whatever would make a file larger fails, as on a full disk; None: no more."""
    import resource  # which Windows has not

    most = resource.RLIM_INFINITY
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most if size is None else size, most))
