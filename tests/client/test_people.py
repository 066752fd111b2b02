"""People come, go, sit down, read and look on, and everybody is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from client.stage import LINK, a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.connection import Update
from longana_client.people import people_told
from longana_client.wording import Words
from longana_protocol.answers import Away, Reader, Room, Wish
from longana_protocol.commands import Decline, SeatCommand, ToPerson


WORDS = Words("en")
FRIENDS = of_friends("Ana", "Beto", "Caro\x1b[31m", seated=2)
ROOM = a_room(**FRIENDS)
PLAIN = an_update(ROOM, a_view(ROOM, ["S99"]))


def now(me: int | None = 1, room: Room = ROOM, **more: Any) -> Update:
    """The table with something about people."""
    return an_update(room, a_view(ROOM, ["S99"], **more), person=me)


def tell(before: Update | None, after: Update) -> list[str]:
    return people_told(WORDS, before, after, {2: "20:14"})


def test_people_come_and_go_harmlessly() -> None:
    alone = now(room=a_room(**of_friends("Ana", "Beto")))
    assert tell(alone, now()) == ["Caro␛[31m is here."]
    assert tell(now(), alone) == ["Caro␛[31m has left."]
    gone = now(away=(Away(person=2, seconds=0),))
    assert tell(now(), gone) == ["Beto is away."]
    assert tell(gone, now()) == ["Beto is back."]
    assert tell(None, now(away=(Away(person=2, seconds=70),))) == [
        "Beto has been away since 20:14."
    ]
    assert tell(now(), now()) == []


def test_whoever_loses_their_seat_while_away_is_not_said_to_be_back() -> None:
    away = now(away=(Away(person=2, seconds=20),))
    without = now(room=a_room(**of_friends("Ana", "Beto", "Caro\x1b[31m", seated=1)))
    assert tell(away, without) == ["Chano, a computer, sits down at East."]


@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_whoever_has_lost_their_seat_is_told_who_has_it(phase: str) -> None:
    before, after = now(me=2, phase=phase), now(me=2, phase=phase)
    rest = a_room(**of_friends("Ana", "Beto", "Caro\x1b[31m", seated=1))
    lost = replace(after, room=rest)
    assert tell(replace(before, online=False), lost)[-1] == (
        "East is not your seat any more: Chano (computer, normal) has it now. Ask for one, "
        "for instance with seat E me."
    )
    assert not any("not your seat" in line for line in tell(before, after))
    assert not any("not your seat" in line for line in tell(None, lost))


def test_the_host_changes() -> None:
    other = now(room=a_room(**FRIENDS, host=2))
    assert tell(now(), other) == ["Beto is the host now."]
    assert tell(other, now()) == ["You are the host now."]


def test_seats_change_hands() -> None:
    caro = now(room=a_room(**of_friends("Ana", "Beto", "Caro")))
    assert tell(now(), caro) == ["Caro sits at North."]
    assert tell(now(me=3), Update(caro.room, caro.view, 3, True)) == ["You sit at North now."]
    assert tell(caro, now()) == ["Tula, a computer, sits down at North."]


def test_the_door() -> None:
    locked = now(room=a_room(**FRIENDS, locked=True))
    assert tell(now(), locked) == ["The room is closed to newcomers."]
    assert tell(locked, now()) == ["The room is open to newcomers again."]
    alone = now(room=a_room(**FRIENDS, watching=False))
    assert tell(now(), alone) == ["Nobody else may look on."]
    assert tell(alone, now()) == ["People may look on again."]
    other = now(room=a_room(**FRIENDS, code="QQQQ2345"))
    assert tell(now(), other) == ["The room has a new link. The old one leads nowhere now."]


def test_a_newcomer_and_the_host_are_told_what_happens() -> None:
    asking = (Wish(person=3, seat="N"),)
    assert tell(None, now(me=3, asking=asking)) == [
        "You look on for now. Ana has been asked to seat you at North."
    ]
    assert tell(now(), now(asking=asking)) == [
        "Caro␛[31m would like to sit at North.",
        "yes seats Caro␛[31m there; for another seat say for instance seat W Caro␛[31m.",
    ]
    everywhere = [seat.model_copy(update={"kind": "person", "person": 2}) for seat in ROOM.seats]
    full = now(room=ROOM.model_copy(update={"seats": tuple(everywhere)}), asking=asking)
    assert tell(None, full)[-1] == "yes seats Caro␛[31m there."
    assert tell(now(me=2), now(me=2, asking=asking)) == ["Caro␛[31m would like to sit at North."]
    assert tell(now(me=2), now(me=2, promised=asking)) == [
        "Caro␛[31m sits at North from the next deal on."
    ]
    assert tell(now(me=3), now(me=3, promised=asking)) == [
        "You look on for now. North is yours from the next deal on."
    ]


def test_whoever_becomes_host_with_a_wish_is_told_how_to_grant_it() -> None:
    """Nobody else need be asked any more."""
    asking = (Wish(person=3, seat="N"),)
    own = "You ask to sit at North, and may grant it yourself now: seat N me."
    waits = now(me=3, asking=asking)
    hosts = now(me=3, room=a_room(**FRIENDS, host=3), asking=asking)
    acts = now(me=3, asking=asking, acting=(3,))
    assert tell(waits, hosts) == ["You are the host now.", own]
    for seen in (hosts, acts):
        assert tell(None, seen) == [own]
        assert tell(seen, seen) == []
    assert tell(waits, acts) == [own]
    assert tell(acts, hosts) == ["You are the host now."]
    assert tell(acts, waits) == []


def test_who_reads_is_told_and_that_the_computers_wait() -> None:
    rules = now(reading=(Reader(person=2, what="rules"),))
    assert tell(now(), rules) == [
        "Beto is reading the rules.",
        "The computers wait. carry on lets them play.",
    ]
    onlooker = now(me=None, reading=(Reader(person=2, what="rules"),))
    assert tell(now(me=None), onlooker) == ["Beto is reading the rules."]  # may not carry on
    waived = now(reading=(Reader(person=2, what="rules", waits=False),))
    assert tell(rules, waived) == ["The computers play on while Beto reads."]
    assert tell(waived, now()) == ["Beto has finished reading."]
    records = now(reading=(Reader(person=2, what="records"),))
    assert tell(now(), records)[0] == "Beto is looking at the records."
    everybody = a_room(**of_friends("Ana", "Beto", "Caro", "Dora"))
    no_computers = Update(everybody, rules.view, 1, True)
    assert tell(Update(everybody, now().view, 1, True), no_computers) == [
        "Beto is reading the rules."
    ]
    mine = now(reading=(Reader(person=1, what="rules"),))
    assert tell(now(), mine) == tell(mine, now()) == []


def test_onlookers_are_counted() -> None:
    assert tell(now(), now(watchers=2)) == ["2 people watching."]
    assert tell(now(watchers=2), now()) == []
    assert tell(now(me=None), now(me=None, watchers=2)) == []


async def test_the_host_seats_a_newcomer_with_one_word() -> None:
    asking = (Wish(person=3, seat="N"),)
    async with a_stage() as stage:
        await stage.news(PLAIN)
        assert (await stage.news(now(asking=asking))).endswith("to sit at North: y or n >\n")
        await stage.type("yes")
        (command,) = stage.client.sent
        assert isinstance(command, SeatCommand)
        assert (command.seat, command.to) == ("N", ToPerson(person=3))


async def test_no_is_told_to_the_newcomer_who_may_ask_again() -> None:
    """B2."""
    asking = (Wish(person=3, seat="N"),)
    async with a_stage() as stage:
        await stage.news(now(asking=asking))
        await stage.type("n")
        (command,) = stage.client.sent
        assert isinstance(command, Decline)
        assert command.person == 3
        told = await stage.news(now(declined=asking))
        assert "Caro?[31m does not get North for now.\n" in told
        assert "asks" not in told
        assert "would like to sit at North.\n" in await stage.news(now(asking=asking))
        await stage.type("n")
        assert [type(command) for command in stage.client.sent] == [Decline, Decline]
    declined = now(me=3, declined=asking)
    assert tell(now(me=3, asking=asking), declined) == [
        "You look on: North was not given to you. You may ask again, or for another seat."
    ]


def test_whoever_comes_back_to_a_server_that_knows_of_no_wishes_is_told() -> None:
    wish = (Wish(person=3, seat="N"),)
    asked = now(me=3, asking=wish)
    told = ["Your wish to sit at North was lost: please ask again, or for another seat."]
    assert tell(asked, now(me=3)) == told
    assert tell(now(me=3, promised=wish), now(me=3)) == told
    assert tell(now(me=3), now(me=3)) == []


@pytest.mark.parametrize(
    "after",
    [
        now(me=3, asking=(Wish(person=3, seat="W"),)),
        now(me=3, promised=(Wish(person=3, seat="N"),)),
        now(me=3, declined=(Wish(person=3, seat="N"),)),
        now(me=3, room=a_room(**of_friends("Ana", "Beto", "Caro"))),
        now(me=3, phase="match_over"),
        now(me=2),
        now(me=None),
    ],
    ids=["asks anew", "promised", "declined", "seated", "match over", "not mine", "onlooker"],
)
def test_no_wish_is_called_lost_that_something_has_become_of(after: Update) -> None:
    asked = now(me=after.person, asking=(Wish(person=3, seat="N"),))
    assert not any("was lost" in line for line in tell(asked, after))


async def test_whoever_acts_for_the_host_is_asked() -> None:
    """B4."""
    asking = (Wish(person=3, seat="N"),)
    async with a_stage() as stage:
        assert "at North: y or n" not in await stage.news(now(me=2, asking=asking))
        acting = now(me=2, asking=asking, acting=(2,))
        assert "at North: y or n >\n" in await stage.news(acting)
        await stage.type("y")
        (command,) = stage.client.sent
        assert isinstance(command, SeatCommand)
        assert (command.seat, command.to) == ("N", ToPerson(person=3))
    assert tell(now(me=2, acting=(2,)), acting)[1].startswith("yes seats")


async def test_whoever_comes_in_without_a_seat_learns_how_to_get_one() -> None:
    async with a_stage() as stage:
        assert "Ask for one, for instance with seat N me.\n" in await stage.news(now(me=3))
        await stage.type("seat N me")
        (command,) = stage.client.sent
        assert isinstance(command, SeatCommand)
        assert (command.seat, command.to) == ("N", ToPerson(person=3))
    async with a_stage() as stage:
        told = await stage.news(now(me=None))
        assert "You look on, and see what everybody sees. To play" in told


async def test_a_new_link_is_shown() -> None:
    async with a_stage() as stage:
        await stage.news(PLAIN)
        assert f"  {LINK}\n" in await stage.news(now(room=a_room(**FRIENDS, code="QQQQ2345")))


@pytest.mark.parametrize(
    ("me", "said"),
    [
        (None, "You look on, and see what everybody sees. All seats are taken now.\n"),
        (5, "You have no seat, and all are taken now.\n"),
    ],
)
async def test_nobody_is_offered_a_seat_where_all_are_taken(me: int | None, said: str) -> None:
    full = a_room(**of_friends("Ana", "Beto", "Caro", "Dora", "Eva", seated=4))
    async with a_stage() as stage:
        assert said in await stage.news(now(me=me, room=full))
    async with a_stage() as stage:  # the seat of somebody who is away may be asked for
        away = now(me=me, room=full, away=(Away(person=3, seconds=20),))
        text = await stage.news(away)
        assert said not in text
        assert "seat N" in text
