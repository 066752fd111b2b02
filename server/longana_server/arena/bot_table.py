"""A table at which bots from elsewhere sit: a server of its own on this machine, and its host.

The host has no seat. It places everybody, starts matches and fetches their records. Computers are
the server's; random and heaviest, and the bots, play over sockets like anybody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any, Final, get_args

from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from longana_engine import RefusalCode, Rules, Seat, fair
from longana_server.codes import ALPHABET, CODE_LENGTH, room_link
from longana_server.connection import Door
from longana_server.house import House
from longana_server.log.memory import MemoryLog
from longana_server.name_store import MemoryNames
from longana_server.rooms import Rooms
from longana_server.serving import listen
from longana_server.settings import Settings
from longana_server.thinker import Thinker
from longana_server.throttle import RoomPace

from .bot_process import BotFailed, BotProcess
from .guest import LOOPBACK, Guest, Refusal
from .plan import Plan
from .played import Forfeit
from .players import BASELINES, LEVELS


COME_IN = 30.0
"""Seconds a bot has to join the room."""

PLAYING: Final = frozenset({"join", "resume", "seal", "nonce", "play", "pass", "next", "say"})
"""What a bot may do. It asks for no hint, and takes nothing back."""

FOUL: Final = frozenset({*get_args(RefusalCode), "bad_message", "wrong_seal"})
"""Refusals that no player gets who keeps to the rules and to the protocol."""

Message = dict[str, Any]

Waits = Mapping[tuple[int, int], float]
"""Seconds for each move, by the number of the hand, from 1, and that of moves before it."""


class Umpire:
    """Notes the first foul of a bot."""

    def __init__(self) -> None:
        self.bots: dict[int, int] = {}
        """The player that each person is who is a bot."""
        self.foul: asyncio.Future[Forfeit] = asyncio.get_running_loop().create_future()

    def notice(self, person: int, command: str, code: str | None) -> None:
        """As `connection.Notice`."""
        if code is None and command not in PLAYING:
            self._call(person, f"sent {command}, which is no move")
        elif code in FOUL:
            self._call(person, f"made an illegal move: {command} was refused as {code}")

    def _call(self, person: int, why: str) -> None:
        if person in self.bots and not self.foul.done():
            self.foul.set_result(Forfeit(self.bots[person], why))


class BotTable:
    """Made by `opened`. Plays matches of one series, one after the other, until a forfeit."""

    def __init__(self, plan: Plan, host: Guest, umpire: Umpire, patience: float) -> None:
        self._plan = plan
        self._host = host
        self._umpire = umpire
        self._patience = patience
        self.persons: dict[int, int] = {}
        """The person of each player that is none of the server's computers."""
        self.guests: dict[int, Guest] = {}
        self.bots: dict[int, BotProcess] = {}
        """By player."""

    async def play(self, number: int) -> tuple[Message, Waits] | Forfeit:
        """A match: its record, and how long each of its moves was waited for."""
        host, plan = self._host, self._plan
        matches = host.room.get("match", 0)
        for player, guest in self.guests.items():
            guest.seed = f"{plan.seed} {number} {player}"
        if (forfeit := await self._seat(number)) is not None:
            return forfeit
        clock = _Clock(host)
        try:
            await host.ask("start")
        except Refusal:  # a bot whose line is gone just now
            return await self._stands_still(number)
        over = asyncio.create_task(
            host.until(
                lambda: host.room.get("match", 0) > matches and host.table["phase"] == "match_over"
            )
        )
        trouble = asyncio.create_task(self._trouble(number))
        try:
            await asyncio.wait({over, trouble}, return_when=asyncio.FIRST_COMPLETED)
            if not over.done():
                return trouble.result()
            await over
        finally:
            for task in (over, trouble):
                task.cancel()
            await asyncio.gather(over, trouble, return_exceptions=True)
            host.seen = lambda: None
        answer = await host.ask("record")
        record: Message = answer["record"]
        return record, clock.waits

    async def _seat(self, number: int) -> Forfeit | None:
        """Everybody in their seats: first computers everywhere, for nobody sits down twice.

        A bot that cannot be seated any more forfeits: it has left the room.
        """
        seating = self._plan.seating(number)
        for seat, player in seating.items():
            kind = self._plan.players[player]
            level = kind if kind in LEVELS else "easy"
            await self._host.ask("seat", seat=seat.value, to={"kind": "computer", "level": level})
        for seat, player in seating.items():
            if player in self.persons:
                to = {"kind": "person", "person": self.persons[player]}
                try:
                    await self._host.ask("seat", seat=seat.value, to=to)
                except Refusal as refusal:
                    if player not in self.bots:
                        raise
                    foul = self._umpire.foul
                    why = f"could not be given its seat: {refusal}"
                    return foul.result() if foul.done() else Forfeit(player, why)
        return None

    async def _trouble(self, number: int) -> Forfeit:
        """The first bot that breaks a rule, ends or does not move."""
        ends = {asyncio.create_task(bot.ended()): player for player, bot in self.bots.items()}
        still = asyncio.create_task(self._stands_still(number))
        waiting: set[asyncio.Task[Any]] = {*ends, still}
        foul = self._umpire.foul
        try:
            await asyncio.wait({*waiting, foul}, return_when=asyncio.FIRST_COMPLETED)
            if foul.done():
                return foul.result()
            for end, player in ends.items():
                if end.done():
                    return Forfeit(player, end.result())
            return still.result()
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def _stands_still(self, number: int) -> Forfeit:
        """Whoever is waited for, once nothing has happened for long."""
        turn = None
        while turn != self._host.table["turn"]:
            turn = self._host.table["turn"]
            await asyncio.sleep(self._patience)
        seating = self._plan.seating(number)
        table = self._host.table
        waited = table.get("waiting") or [table.get("to_move")]
        players = [seating[Seat(seat)] for seat in waited if seat is not None]
        blamed = [player for player in players or self.bots if player in self.bots]
        what = {"starting": "seal", "hand_over": "ask for the next hand"}.get(
            table["phase"], "move"
        )
        why = f"did not {what} for {self._patience:g} seconds"
        return Forfeit(blamed[0] if blamed else next(iter(self.bots)), why)


class _Clock:
    """How long each move was waited for, by the views that the host sees."""

    def __init__(self, host: Guest) -> None:
        self.waits: dict[tuple[int, int], float] = {}
        self._host = host
        self._next: tuple[int, int] | None = None
        self._since = time.perf_counter()
        host.seen = self._seen

    def _seen(self) -> None:
        now, table = time.perf_counter(), self._host.table
        if self._next is not None:
            self.waits[self._next] = self.waits.get(self._next, 0.0) + now - self._since
        waits = table.get("to_move") is not None
        self._next = (table["hand"], len(table.get("moves", ()))) if waits else None
        self._since = now


class _TableSettings(Settings):
    """As given and no others: variables for servers change nothing here."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings,)


class _Chance:
    """A server's chance that the plan's seed decides."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def secret(self) -> bytes:
        return self._rng.randbytes(32)

    def shuffled(self, seats: Sequence[Seat]) -> list[Seat]:
        return self._rng.sample(seats, len(seats))

    def code(self) -> str:
        return "".join(self._rng.choices(ALPHABET, k=CODE_LENGTH))

    def number(self) -> int:
        return self._rng.getrandbits(32)


@asynccontextmanager
async def opened(
    plan: Plan, number: int, thinker: Thinker, patience: float
) -> AsyncIterator[BotTable]:
    """A table for the series of a match, everybody at it; raises BotFailed when a bot isn't."""
    umpire = Umpire()
    async with AsyncExitStack() as around:
        port = await _serving(around, plan, number, thinker, umpire)
        host = await Guest.open(port)
        around.push_async_callback(host.close)
        rules = {
            "preset": plan.rules.preset,
            "seats": plan.rules.seats,
            "target": plan.rules.target,
        }
        await host.enter("create", name="Arena", rules=rules, level="easy")
        await host.ask("seat", seat="S", to={"kind": "computer", "level": "easy"})
        table = BotTable(plan, host, umpire, patience)
        link = room_link(f"http://{LOOPBACK}:{port}", host.room["code"])
        for player, kind in enumerate(plan.players):
            if kind in BASELINES:
                guest = await Guest.open(port, kind)
                around.push_async_callback(guest.close)
                await guest.enter("join", code=host.room["code"], name=kind)
                table.guests[player] = guest
                table.persons[player] = guest.person
            elif kind in plan.bots:
                bot = await BotProcess.start(kind, plan.bots[kind], link)
                around.push_async_callback(bot.close)
                table.bots[player] = bot
                person = await _newcomer(host, bot, set(table.persons.values()))
                table.persons[player] = person
                umpire.bots[person] = player
        yield table


async def _newcomer(host: Guest, bot: BotProcess, known: set[int]) -> int:
    """The bot as a person of the room; raises BotFailed when it does not come in."""

    def new() -> set[int]:
        return {one["person"] for one in host.room["people"]} - known - {host.person}

    coming = asyncio.create_task(host.until(lambda: bool(new())))
    ending = asyncio.create_task(bot.ended())
    try:
        await asyncio.wait({coming, ending}, timeout=COME_IN, return_when=asyncio.FIRST_COMPLETED)
        if coming.done():
            return new().pop()
        why = ending.result() if ending.done() else f"did not in {COME_IN:g} seconds"
        raise BotFailed(f"{bot.name} never joined the room: it {why}")
    finally:
        for task in (coming, ending):
            task.cancel()
        await asyncio.gather(coming, ending, return_exceptions=True)


def most_hands(rules: Rules) -> int:
    """More than a match takes, in which a hand brings some 20 points: one that takes more would
    begin again with the first deal, like any with test deals."""
    return min(fair.CHAIN_LENGTH, 64 + rules.seats * rules.target // 8)


async def _serving(
    around: AsyncExitStack, plan: Plan, number: int, thinker: Thinker, umpire: Umpire
) -> int:
    """A server that nobody else on the network can reach; gives its port."""
    dealt = plan.deals(number)
    hands = [dealt.hands(hand) for hand in range(1, most_hands(plan.rules) + 1)]
    house = House(
        log=MemoryLog(),
        names=MemoryNames(),
        thinker=thinker,
        chance=_Chance(f"{plan.seed} {plan.series_of(number)}"),
        computer_delay=0.0,
        start_patience=60.0,
        deals=tuple(
            {seat.value: " ".join(map(str, tiles)) for seat, tiles in hand.items()}
            for hand in hands
        ),
        pace=RoomPace(10**9),
    )
    settings = _TableSettings(
        host=LOOPBACK,
        port=0,
        log="memory",
        commands_per_second=10.0**6,
        commands_burst=10**6,
    )
    rooms = Rooms(house, settings)
    server = await listen(Door(rooms, settings, umpire.notice), settings)

    async def close() -> None:
        server.stop_accepting()
        rooms.shutdown()
        await server.close()

    around.push_async_callback(close)
    return server.port
