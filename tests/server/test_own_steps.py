"""What a room does by itself: one step at a time, and the right one."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest

from longana_engine import Seat
from longana_protocol.commands import Undo
from longana_server import consent, own_steps
from longana_server.decide import decide
from longana_server.events import (
    Closed,
    Event,
    HandDealt,
    Joined,
    Moved,
    Seated,
    StartAborted,
    Undone,
)
from longana_server.house import House
from longana_server.live_room import LiveRoom
from longana_server.log.memory import MemoryLog
from longana_server.name_store import MemoryNames
from longana_server.own_steps import OwnSteps
from longana_server.presence import Presence
from longana_server.room import Room
from longana_server.thinker import Thinker
from longana_server.ties import Alone
from server.phases import hand_over, lobby, playing, starting
from server.scripted_room import ScriptedRoom, SeededChance


class Table(LiveRoom):
    """Notes what it is to do by itself, instead of doing it."""

    def __init__(self, scripted: ScriptedRoom, house: House, presence: Presence) -> None:
        super().__init__("K7MP4RWX", scripted.room, {}, house)
        self._ties = Alone(self, presence)
        self.done: list[Event | str | None] = []
        self.did = asyncio.Event()
        self.takes = True
        self.meanwhile = self.room
        """What other servers have made of it by the time it acts."""

    async def by_itself(self, turn: int, event_now: Callable[[Room], Event | None]) -> bool:
        self.done.append(event_now(self.meanwhile))
        self.did.set()
        return self.takes

    async def look_again(self) -> None:
        self.done.append("looked again")
        self.did.set()


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(own_steps, "LOG_PAUSE", 0.01)
    thinker = Thinker()
    yield House(
        log=MemoryLog(),
        names=MemoryNames(),
        thinker=thinker,
        chance=SeededChance(Random(0)),
        computer_delay=0.01,
        start_patience=0.01,
        away_grace=0.1,
        clock=lambda: 1000.0,
    )
    thinker.close()


def here_now(table: Table, presence: Presence, steps: OwnSteps) -> None:
    table._ties = Alone(table, presence)
    steps.consider()


@contextmanager
def going(table: Table, house: House) -> Iterator[OwnSteps]:
    """What it does by itself, once it has been considered."""
    steps = OwnSteps(table, house)
    steps.consider()
    try:
        yield steps
    finally:
        steps.close()


HERE = Presence(connected=frozenset({1, 2}), began=1000.0, grace=0.1)


async def steps_of(
    table: Table, house: House, *, often: int = 1, count: int = 0
) -> list[Event | str | None]:
    """What it does by itself within a moment, or as long as it takes to do so much."""
    steps = OwnSteps(table, house)
    for _ in range(often):
        steps.consider()
    async with asyncio.timeout(10):
        while len(table.done) < count:
            table.did.clear()
            await table.did.wait()
    await asyncio.sleep(0.1)
    steps.close()
    return table.done


def computers_turn() -> ScriptedRoom:
    scripted = playing(1)
    scripted.until(Seat.N)
    if scripted.position.to_move is not Seat.N:
        scripted.move()
    return scripted


async def test_a_computer_moves_once_however_often_it_is_considered(house: House) -> None:
    (moved,) = await steps_of(Table(computers_turn(), house, HERE), house, often=3, count=1)
    assert isinstance(moved, Moved)
    assert moved.move.startswith("N")


async def test_a_persons_turn_is_theirs(house: House) -> None:
    scripted = playing(2)
    assert await steps_of(Table(scripted, house, HERE), house) == []


async def test_nothing_happens_while_nobody_is_here_or_somebody_reads(house: House) -> None:
    for presence in (Presence(), replace(HERE, reading={1: "rules"})):
        assert await steps_of(Table(computers_turn(), house, presence), house) == []
    waved_on = replace(HERE, reading={1: "rules"}, not_waited_for=frozenset({1}))
    assert len(await steps_of(Table(computers_turn(), house, waved_on), house, count=1)) == 1


async def test_a_start_that_waits_for_somebody_is_given_up_and_they_are_named(
    house: House,
) -> None:
    done = await steps_of(Table(starting(2), house, HERE), house, count=1)
    assert done == [StartAborted(seat="S")]


async def test_the_next_hand_is_dealt_where_no_person_is_to_ask_for_it(house: House) -> None:
    scripted = hand_over(1)
    scripted.reveal_is_shared()
    assert await steps_of(Table(scripted, house, HERE), house) == []
    scripted.add(Seated(seat="S", level="easy"))
    assert await steps_of(Table(scripted, house, HERE), house, count=1) == [HandDealt()]


async def test_what_the_log_did_not_take_is_tried_again_after_a_pause(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(computers_turn(), house, HERE)
    table.takes = False
    assert len(await steps_of(table, house, count=2)) > 1
    monkeypatch.setattr(own_steps, "LOG_PAUSE", 10.0)
    table.done.clear()
    assert len(await steps_of(table, house, count=1)) == 1


async def test_what_is_not_due_any_more_is_done_with(house: House) -> None:
    """By itself a room tries again until it is."""
    asked: list[Room] = []

    def nothing(room: Room) -> None:
        asked.append(room)
        assert len(asked) < 10

    table = Table(computers_turn(), house, HERE)
    for turn, often in ((table.room.turn, 1), (table.room.turn - 1, 1)):
        assert await LiveRoom.by_itself(table, turn, nothing)
        assert len(asked) == often
    table.retire()


async def test_a_computer_does_not_move_any_more_once_somebody_reads(house: House) -> None:
    """F17 (a): it was about to."""
    table = Table(computers_turn(), house, HERE)
    with going(table, house) as steps:
        here_now(table, replace(HERE, reading={1: "rules"}), steps)
        await asyncio.sleep(0.05)
    assert table.done == []


async def test_whoever_sits_there_by_now_is_not_played_for(house: House) -> None:
    """They sat down by way of another server."""
    unattended = hand_over(1)
    unattended.add(Seated(seat="S", level="easy"))
    unattended.reveal_is_shared()
    for scripted in (computers_turn(), unattended):
        table = Table(scripted, house, HERE)
        scripted.add(Joined(person=2, token=bytes(32), seat="N"))
        table.meanwhile = scripted.room
        assert await steps_of(table, house, count=1) == [None]


async def test_time_is_left_to_the_server_that_comes_first(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    unattended = hand_over(1)
    unattended.add(Seated(seat="S", level="easy"))
    unattended.reveal_is_shared()
    for scripted in (computers_turn(), unattended):
        monkeypatch.setattr(Alone, "deference", lambda _: 10.0)
        assert await steps_of(Table(scripted, house, HERE), house) == []
        monkeypatch.setattr(Alone, "deference", lambda _: 0.02)
        assert len(await steps_of(Table(scripted, house, HERE), house, count=1)) == 1


# --- a proposal


def proposed(connected: set[int]) -> tuple[ScriptedRoom, Presence]:
    """Person 1 asks; whoever is not connected has been lost just now."""
    scripted = playing(2)
    presence = replace(HERE, connected=frozenset(connected))
    event = decide(scripted.room, 1, scripted.now(Undo), scripted.circumstances)
    assert isinstance(event, Undone)
    return scripted, consent.propose(scripted.room, presence, 1, scripted.now(Undo), event)


async def test_a_proposal_is_left_to_those_who_are_here(house: House) -> None:
    scripted, presence = proposed({1, 2})
    assert await steps_of(Table(scripted, house, presence), house) == []


async def test_a_proposal_is_looked_at_again_when_somebody_has_been_gone_for_long(
    house: House,
) -> None:
    scripted, presence = proposed({1})
    soon = replace(presence, grace=0.02)
    assert await steps_of(Table(scripted, house, soon), house, count=1) == ["looked again"]
    scripted, presence = proposed({2})
    soon = replace(presence, grace=0.02)
    done = await steps_of(Table(scripted, house, soon), house)
    assert done == ["looked again"] * 2, "and it is the host, for whom others act then"
    scripted, presence = proposed({1})
    assert await steps_of(Table(scripted, house, replace(presence, grace=10.0)), house) == []


async def test_a_proposal_does_not_wait_for_ever_for_who_is_lost_while_it_is_open(
    house: House,
) -> None:
    scripted, presence = proposed({1, 2})
    soon = replace(presence, grace=0.02)
    table = Table(scripted, house, soon)
    with going(table, house) as steps:
        await asyncio.sleep(0)
        here_now(table, soon.went(2, now=1000.0), steps)
        async with asyncio.timeout(10):
            await table.did.wait()
    assert table.done == ["looked again"]


async def test_the_room_is_shown_again_when_others_may_act_for_the_host(house: House) -> None:
    """B4: whoever else is lost matters only while the host is."""
    scripted = playing(2)
    for connected, done in (({2}, ["looked again"]), ({1}, []), (set[int](), [])):
        presence = replace(HERE, connected=frozenset(connected), grace=0.02)
        assert (
            await steps_of(Table(scripted, house, presence), house, often=3, count=len(done))
            == done
        )
    long_gone = replace(HERE, connected=frozenset({2}), began=0.0)
    assert await steps_of(Table(scripted, house, long_gone), house) == []


async def test_nobody_is_told_who_acts_for_a_host_who_is_back_or_in_a_room_that_is_closed(
    house: House,
) -> None:
    scripted = playing(2)
    without_host = replace(HERE, connected=frozenset({2}), grace=0.02)
    table = Table(scripted, house, without_host)
    with going(table, house) as steps:
        here_now(table, HERE, steps)
        await asyncio.sleep(0.05)
    assert table.done == []
    scripted.add(Closed())
    assert await steps_of(Table(scripted, house, without_host), house) == []


async def test_it_matters_when_the_host_is_gone_and_when_the_last_who_plays_is(
    house: House,
) -> None:
    scripted = lobby(2)
    scripted.add(Seated(seat="S", level="easy"))
    hosts = replace(HERE, connected=frozenset({2}), grace=0.02)
    assert await steps_of(Table(scripted, house, hosts), house, count=1) == ["looked again"]
    scripted = playing(2)
    scripted.add(Joined(person=3, token=bytes(32)))
    last = replace(HERE, connected=frozenset({3}), away_since={1: 0.0}, grace=0.02)
    assert await steps_of(Table(scripted, house, last), house, count=1) == ["looked again"]


async def test_what_is_agreed_to_and_was_not_carried_out_is_tried_again(house: House) -> None:
    scripted, presence = proposed({1})
    away = replace(presence, grace=0.0)
    assert await steps_of(Table(scripted, house, away), house, count=1) == ["looked again"]


async def test_the_end_of_a_hand_waits_until_it_is_stored_that_it_is_seen(house: House) -> None:
    """Two persons are to see it, and the log does not say so yet."""
    table = Table(hand_over(2), house, HERE)
    assert table.owes_reveal
    assert set(await steps_of(table, house, count=1)) == {"looked again"}


async def test_a_room_that_nobody_is_in_rests(house: House) -> None:
    scripted, presence = proposed(set())
    assert await steps_of(Table(scripted, house, replace(presence, grace=0.0)), house) == []


async def test_a_room_that_is_closed_down_is_not_set_going_again(house: House) -> None:
    """Whoever goes after that changes who is there; a computer would move without thinking."""
    table = Table(computers_turn(), house, replace(HERE, reading={1: "rules"}))
    with going(table, house) as steps:
        steps.close()
        here_now(table, HERE.went(1, now=1000.0), steps)
        await asyncio.sleep(0.2)
    assert table.done == []


@pytest.mark.parametrize("persons", [1, 3])
async def test_where_a_person_is_waited_for_there_is_nothing_to_do(
    house: House, persons: int
) -> None:
    """Said once more in short, for it is so after most moves; both must agree."""
    scripted = ScriptedRoom(persons)
    scripted.start()
    found = Counter[tuple[bool, bool]]()
    for _ in zip(scripted.wander(), range(60), strict=False):
        _, asked = proposed({1, 2})
        here = scripted.here
        for presence in (Presence(), here, replace(here, reading={1: "rules"})):
            for proposal in (None, asked.proposal):
                table = Table(scripted, house, replace(presence, proposal=proposal))
                step = OwnSteps(table, house)._next(table.room)
                if step is not None:
                    step.close()
                awaits = own_steps._awaits_person(table.room, table.presence)
                found[awaits, step is not None] += 1
    assert (True, True) not in found
    assert len(found) == 3
