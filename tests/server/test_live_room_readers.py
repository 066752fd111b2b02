"""What readers of a live room receive: everything, in order, and not one tile too early."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from random import Random

import pytest

from longana_engine import Tile
from longana_server import room as folding
from longana_server.events import Entry, Event, Left
from longana_server.log.memory import MemoryLog
from longana_server.room import Room
from server.clients import Client, Map, Played, mover, playing, short_match, start
from server.scripted_room import SHORT
from server.wire import set_to
from tiles_in import tiles_in


Pairs = set[tuple[int, int]]
MADE_UP = {(0, 0)}
"""What a person has named themselves, in a command that may be refused."""

NO_LIMITS = set_to(commands_per_second=10_000, commands_burst=10_000)


# --- every frame, in order


async def test_players_get_every_view_while_others_come_and_go(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """F43: sockets join, leave and die all the time, at the moment of the start too."""
    async with playing(NO_LIMITS) as played:
        host = await played.host(rules={"preset": "cuban", "target": 1000})
        guest = await played.guest(host)
        churn = asyncio.create_task(come_and_go(played, host.code, Random(1)))
        await start(host, guest)
        moves = 0
        while moves < 40:
            person = await mover(host, guest)
            if person is None:
                await host.do("next", turn=host.table["turn"])
            else:
                await person.move()
                moves += 1
        churn.cancel()
        for each in (host, guest):
            await each.rest()
            numbers = [said["table"]["number"] for said in each.received if said["type"] == "view"]
            assert numbers == list(range(numbers[0], numbers[-1] + 1))
            assert numbers[-1] > 100
        assert host.table == guest.table
    assert [line.message for line in caplog.records] == []


async def come_and_go(played: Played, code: str, rng: Random) -> None:
    """Up to 20 watchers at a time."""
    here: list[Client] = []
    while True:
        if len(here) < 20 and rng.random() < 0.6:
            watcher = await played.client()
            await watcher.send(type="watch", id="w", code=code)
            here.append(watcher)
        elif here:
            gone = here.pop(rng.randrange(len(here)))
            if rng.random() < 0.5:
                gone.drop()
            else:
                await gone.be_gone()
        await asyncio.sleep(0)


# --- no tile too early


@pytest.mark.parametrize("seed", range(6))
async def test_nobody_is_sent_a_tile_they_cannot_know_yet(seed: int) -> None:
    """F01, F03, F04: every byte to every reader of a match.

    It is played with undo, redo, restart, hints, records, refusals and new connections, by one
    person or two, before somebody without a seat and a watcher. What each could know when is read
    from the log.
    """
    rng = Random(seed)
    async with playing(NO_LIMITS) as played:
        host = await played.host(rules={"preset": "international", "target": 40})
        onlooker = await played.guest(host, "Nadia")
        await onlooker.do("seat", seat="E", to={"kind": "computer"})
        persons = [host, await played.guest(host, "Beto")] if seed % 2 else [host]
        watcher = await played.watcher(host)
        await start(*persons)
        await wander(played, persons, rng)
        states = states_of(await played.house.log.read(host.code))
        everybody = [*played.clients]
        for reader in everybody:
            await reader.rest(0.01)
            check(reader, states)
        assert {reader.person for reader in everybody} == {None, *range(1, len(persons) + 2)}
        assert any(tiles_in(said.get("table")) for said in watcher.received)


async def wander(played: Played, persons: list[Client], rng: Random) -> None:
    """Play a match, with all that can be done besides."""
    while True:
        person = await mover(*persons)
        if person is None:
            if persons[0].table["phase"] == "match_over":
                return
            await persons[0].do("next", turn=persons[0].table["turn"])
            continue
        turn = person.table["turn"]
        match rng.randrange(12):
            case 0:
                await person.ask(type="hint", turn=turn)
            case 1:
                await person.ask(type="record")
            case 2:
                await person.ask(**person.command("S00E"))  # see MADE_UP
                await person.ask(type="pass", turn=turn)
            case 3:
                persons[persons.index(person)] = await played.back(person)
            case 4:
                await person.ask(type=rng.choice(["undo", "redo", "restart"]), turn=turn)
            case _:
                await person.ask(**person.command(rng.choice(person.you["legal"])))
        await person.rest(0.005)


def states_of(entries: Iterable[Entry]) -> Mapping[int, Room]:
    """The room at each turn."""
    first, *others = entries
    room = folding.begin(first)
    states = {room.turn: room}
    for entry in others:
        room = folding.after(room, entry)
        states[room.turn] = room
    return states


def check(reader: Client, states: Mapping[int, Room]) -> None:
    """Hold everything that was received against what could be known."""
    now = states[0]
    for message in reader.received:
        message.pop("token", None)  # random, so it may look like a tile
        found = tiles_in(message)
        match message["type"]:
            case "room" | "welcome" | "done":
                assert found == set()
            case "view":
                now = states[message["table"]["turn"]]
                assert found <= known(now, reader)
            case "record":
                assert found <= known(now, reader) | earlier(now)
            case _:
                assert found <= known(now, reader) | MADE_UP


def known(room: Room, reader: Client) -> Pairs:
    """What was played, one's own tiles, and all hands once the hand is over."""
    if room.match is None:
        return set()
    position = room.match.hand.position
    tiles = [tile for branch in position.branches.values() for tile in branch]
    tiles += [position.centre] if position.centre else []
    for seat, hand in position.hands.items():
        if room.match.hand_over or seat in room.seats_of(reader.person):
            tiles += hand
    return pairs(tiles)


def earlier(room: Room) -> Pairs:
    """The tiles of the hands that are over."""
    hands = room.match.standing.hands if room.match else ()
    return pairs(tile for hand in hands for tiles in hand.dealt.values() for tile in tiles)


def pairs(tiles: Iterable[Tile]) -> Pairs:
    return {(tile.low, tile.high) for tile in tiles}


# --- who a connection is


async def test_nobody_here_is_gone_because_a_watcher_sits_down_elsewhere() -> None:
    """They are person 1 of the other room; person 1 of this one stays where they are."""
    async with playing(deals=(SHORT,)) as played:
        elsewhere = await played.host("Eva")
        host, guest = await short_match(played, guest=True)
        await elsewhere.be_gone()
        watcher = await played.watcher(host)
        await guest.until(lambda: "watchers" in guest.table)
        await watcher.enter(type="join", code=elsewhere.code, name="Eva", token=elsewhere.token)
        assert watcher.person == host.person == 1
        await guest.until(lambda: "watchers" not in guest.table)
        assert "away" not in guest.table
        await host.move("S99")
        await guest.until(lambda: guest.table.get("moves") == ["S99"])
        received = await watcher.rest()
        assert not any(said["type"] == "view" and said["table"].get("moves") for said in received)


class WaitingLog(MemoryLog):
    """Takes an event of that kind only when it is told to."""

    def __init__(self, kind: type[Event]) -> None:
        super().__init__()
        self.kind = kind
        self.reached, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        if isinstance(entry.event, self.kind):
            self.reached.set()
            await self.may_go_on.wait()
        return await super().append(room, expected_version, entry)


@pytest.mark.parametrize(
    "command",
    [
        {"type": "seat", "seat": "W", "to": {"kind": "here", "name": "Ghost"}},
        {"type": "say", "text": "boo"},
        {"type": "lock", "locked": True},
        {"type": "record"},
    ],
)
async def test_what_waits_while_its_person_is_removed_is_not_done(command: Map) -> None:
    log = WaitingLog(Left)
    async with playing(log=log) as played:
        host = await played.host()
        guest = await played.guest(host)
        await host.send(type="remove", id="out", person=guest.person)
        await log.reached.wait()
        await guest.send(id="late", **command)
        await asyncio.sleep(0.02)
        log.may_go_on.set()
        assert (await host.answer_to("out"))["type"] == "done"
        assert (await guest.farewell())["why"] == "removed"
        await host.rest(0.02)
        assert [who["person"] for who in host.room["people"]] == [1]
        assert "said" not in [said["type"] for said in host.received]
