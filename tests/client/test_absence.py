"""Who is away is told with the time; a computer is offered once they have been away for long."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.absence import Absences, acts_as_host
from longana_client.connection import Update
from longana_protocol.answers import USUAL_GRACE, Away, PersonState
from longana_protocol.commands import Mind, Nudge
from longana_protocol.words import SeatName


ROOM = a_room(**of_friends("Ana", "Beto", "Caro"))
OFFER = "Beto is still away. mind E lets a computer play East until they are back.\n"


def away(
    *persons: int,
    seconds: int = 0,
    me: int = 1,
    minded: tuple[SeatName, ...] = (),
    acting: tuple[int, ...] = (),
) -> Update:
    gone = tuple(Away(person=person, seconds=seconds) for person in persons)
    view = a_view(ROOM, ["S99"], to_move="E", away=gone, minded=minded, acting=acting)
    return an_update(ROOM, view, person=me)


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_the_host_is_offered_a_computer_once_and_anew_after_a_return() -> None:
    clock = Clock()
    absences = Absences(clock)
    absences.see(away(2))
    assert absences.to_offer(away(2)) == []
    assert absences.next_due() == USUAL_GRACE
    clock.now += USUAL_GRACE
    assert absences.next_due() is None
    absences.see(away(2, seconds=USUAL_GRACE))
    assert absences.to_offer(away(2)) == ["E"]
    assert absences.to_offer(away(2)) == []
    absences.see(away())
    absences.see(away(2, seconds=USUAL_GRACE))
    assert absences.to_offer(away(2)) == ["E"]
    assert absences.to_offer(away(2, minded=("E",))) == []


def test_how_long_is_the_server_s_affair() -> None:
    clock = Clock()
    absences = Absences(clock)
    update = away(2)
    room = update.room.model_copy(update={"grace": 40})
    absences.see(replace(update, room=room))
    assert absences.next_due() == absences.seconds_left(2) == 40
    clock.now += 39
    assert not absences.long_away(2)
    clock.now += 1
    assert absences.long_away(2)
    assert absences.next_due() is None


def test_others_act_for_a_host_who_is_away_as_long() -> None:
    clock = Clock()
    absences = Absences(clock)
    absences.see(away(2, seconds=20, me=3))
    assert absences.to_offer(away(2, me=3)) == []
    absences.see(away(1, 2, seconds=20, me=3))
    assert absences.to_offer(away(1, 2, me=3)) == []
    assert absences.to_offer(away(1, 2, me=3, acting=(3,))) == ["S", "E"]
    assert acts_as_host(away())
    assert not acts_as_host(an_update(ROOM, away(1, 2, acting=(3,)).view, person=None))


def over(phase: str, me: int | None, *gone: int) -> Update:
    """The first of those at the table are gone for so long; Eva, 9, has no seat."""
    away = tuple(Away(person=at, seconds=seconds) for at, seconds in enumerate(gone, start=1))
    people = (*ROOM.people, PersonState(person=9, name="Eva", device=9))
    view = a_view(ROOM, ["S99"], to_move=None, phase=phase, away=away)
    return an_update(ROOM.model_copy(update={"people": people}), view, person=me)


@pytest.mark.parametrize(
    ("phase", "asked"), [("hand_over", "Enter deals the next hand"), ("match_over", "rematch")]
)
async def test_without_a_seat_one_goes_on_once_nobody_seated_is_here(
    phase: str, asked: str
) -> None:
    async with a_stage() as stage:
        assert asked in await stage.news(over(phase, 1))
    async with a_stage() as stage:
        assert asked not in await stage.news(over(phase, None, 20, 20, 20))
    async with a_stage() as stage:
        assert asked not in await stage.news(over(phase, 9, 20, 20))
        await stage.news(over(phase, 9, 20, 20, 0))
        stage.now += USUAL_GRACE - 0.01
        assert asked not in await stage.news(over(phase, 9, 20, 20, 14))
        stage.now += 0.02
        await asyncio.sleep(0.05)
        assert asked in await stage.printed()


def test_since_when_is_a_time_of_day_unless_it_is_long_ago() -> None:
    absences = Absences(Clock())
    absences.see(away(2, seconds=60))
    assert absences.since == {2: time.strftime("%H:%M", time.localtime(Clock.now - 60))}
    absences.see(away())
    absences.see(away(2, seconds=10**9))
    assert absences.since == {2: ""}


async def test_the_offer_comes_by_itself_and_one_word_takes_it() -> None:
    async with a_stage() as stage:
        await stage.news(away())
        assert "Beto is away.\n" in await stage.news(away(2))
        stage.now += USUAL_GRACE - 0.01
        assert await stage.news(away(2)) == ""  # sets the alarm anew, to a moment from now
        stage.now += 0.02
        await asyncio.sleep(0.05)
        assert await stage.printed() == OFFER
        await stage.type("mind E")
        (command,) = stage.client.sent
        assert isinstance(command, Mind)
        assert command.seat == "E"
        minded = away(2, minded=("E",))
        assert await stage.news(minded) == "A computer plays for Beto until they are back.\n"
        assert await stage.news(away()) == "Beto is back.\n"


async def test_who_comes_in_is_told_who_is_missing() -> None:
    async with a_stage() as stage:
        text = await stage.news(away(2, seconds=60))
        since = time.strftime("%H:%M", time.localtime(stage.now - 60))
        assert f"Beto has been away since {since}.\n" in text
        assert f"Beto (away since {since})" in text
        assert OFFER in text


async def test_asked_too_early_the_seconds_are_said() -> None:
    async with a_stage() as stage:
        await stage.news(away(2, 3))
        stage.now += USUAL_GRACE - 4
        text = await stage.type("mind Caro")
        assert "Caro has only just gone. In 4 seconds a computer may play for them.\n" in text
        assert stage.sent() == []


async def test_without_a_connection_nobody_is_offered() -> None:
    async with a_stage("lines") as stage:
        lost = away(2, seconds=USUAL_GRACE)
        assert OFFER not in await stage.news(replace(lost, online=False))
        assert OFFER in await stage.news(lost)


@pytest.mark.parametrize(("seconds", "told"), [(USUAL_GRACE, True), (USUAL_GRACE - 1, False)])
async def test_whoever_comes_back_is_told_what_was_played_for_them(
    seconds: int, told: bool
) -> None:
    async with a_stage("lines") as stage:
        before = an_update(ROOM, a_view(ROOM, ["S99"], to_move="E"))
        await stage.news(before, replace(before, online=False))
        stage.now += seconds
        after = a_view(ROOM, ["S99", "E29E", "N", "W", "S39S", "E", "N", "W", "S"], to_move="E")
        text = await stage.news(an_update(ROOM, after))
        line = "While you were away a computer played for you: 3-9 on South's branch and pass.\n"
        assert (line in text) == told
        assert "While you were away" not in await stage.news(an_update(ROOM, after))


async def test_the_only_one_away_is_minded_without_a_name_and_the_one_to_move_nudged() -> None:
    async with a_stage() as stage:
        await stage.news(away(2, seconds=USUAL_GRACE))
        await stage.type("mind", "mind Beto", "nudge", "nudge N")
        assert [
            (type(command), command.seat)
            for command in stage.client.sent
            if isinstance(command, Mind | Nudge)
        ] == [(Mind, "E"), (Mind, "E"), (Nudge, "E"), (Nudge, "N")]
        await stage.news(away())
        assert "Nobody is away." in await stage.type("mind")
        assert "Nobody sits at West whom a computer could stand" in await stage.type("mind W")
