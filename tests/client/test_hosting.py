"""The host lets people in, shuts them out, and seats them; everybody has a way back."""

from __future__ import annotations

import pytest

from client.stage import LINK, a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.connection import Update
from longana_protocol.answers import Away
from longana_protocol.commands import Lock, Remove, SeatCommand, ToHere, Watching


ROOM = a_room(**of_friends("Ana", "Beto"))
LOBBY = an_update(ROOM, a_view(ROOM, phase="lobby", hand_number=0, to_move=None))


async def test_the_door_is_closed_opened_and_moved() -> None:
    async with a_stage() as stage:
        await stage.news(LOBBY)
        await stage.type("lock", "unlock", "newcode")
        doors = [command for command in stage.client.sent if isinstance(command, Lock)]
        assert [(door.locked, door.new_code) for door in doors] == [
            (True, False),
            (False, False),
            (False, True),
        ]


async def test_people_may_look_on_or_not() -> None:
    async with a_stage() as stage:
        await stage.news(LOBBY)
        await stage.type("watching no", "watching yes", "mirones sí")
        said = [command for command in stage.client.sent if isinstance(command, Watching)]
        assert [command.allowed for command in said] == [False, True, True]
        assert "watching no" in await stage.type("watching")


async def test_removing_somebody_is_asked_about_first() -> None:
    async with a_stage() as stage:
        await stage.news(LOBBY)
        assert await stage.type("remove beto") == "Remove Beto for good? y or n >\n"
        await stage.type("n")
        assert stage.sent() == []
        text = await stage.type("remove Beto", "y")
        assert "Beto has been removed, and cannot come back as before.\n" in text
        (command,) = stage.client.sent
        assert isinstance(command, Remove)
        assert command.person == 2
        assert "Nobody here is called Zoe." in await stage.type("remove Zoe")
        assert "Say who, for instance: remove Beto." in await stage.type("remove")


async def test_a_second_person_sits_down_at_this_device() -> None:
    async with a_stage() as stage:
        await stage.news(LOBBY)
        await stage.type("seat N here Doña Dora")
        (command,) = stage.client.sent
        assert isinstance(command, SeatCommand)
        assert (command.seat, command.to) == ("N", ToHere(name="Doña Dora"))


async def test_ones_own_return_link(monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_stage() as stage:
        await stage.news(LOBBY)
        assert "You look on, without a seat or a voice here." in await stage.type("mylink")
        monkeypatch.setattr(stage.client, "_token", "t" * 22)
        text = await stage.type("mylink")
        assert f"  {LINK}.{'t' * 22}\n" in text
        assert "It is yours alone:" in text


async def test_the_tally_is_shown_on_request() -> None:
    async with a_stage() as stage:
        await stage.news(LOBBY)
        assert "Nobody has sat through a match here yet." in await stage.type("tally")


async def test_whoever_acts_for_an_absent_host_is_told_that_they_may_start() -> None:
    def lobby(*acting: int) -> Update:
        gone = (Away(person=1, seconds=20),)
        view = a_view(ROOM, phase="lobby", hand_number=0, to_move=None, away=gone, acting=acting)
        return an_update(ROOM, view, person=2)

    async with a_stage("lines") as stage:
        assert "The host starts the match.\n" in await stage.news(lobby())
        text = await stage.news(lobby(2))
        assert "The host starts" not in text
        assert "Type start to begin." in text
        assert text.endswith("start, or help > ")
        assert "The host starts the match.\n" in await stage.news(lobby())


# --- a seat that somebody would lose


def gone(phase: str = "lobby", *, person: int = 2, acting: bool = True) -> Update:
    """Ana, the host, is away, and Beto may act for her."""
    away = (Away(person=1, seconds=20),)
    acts = (2,) if acting else ()
    view = a_view(ROOM, phase=phase, to_move=None, away=away, acting=acts)
    return an_update(ROOM, view, person=person)


ASKED_AWAY = "Take the seat of Ana away? y or n > "
ASKED_UP = "Give up your seat at East? y or n > "


@pytest.mark.parametrize(
    ("now", "line", "asked"),
    [
        (gone(), "seat S normal", ASKED_AWAY),
        (gone(), "seat S free", ASKED_AWAY),
        (gone(), "seat E easy", ASKED_UP),
        (gone("playing"), "seat E easy", ASKED_UP),
        (gone("hand_over", acting=False), "puesto este facil", ASKED_UP),
    ],
)
async def test_nobody_loses_a_seat_without_a_question(now: Update, line: str, asked: str) -> None:
    async with a_stage("lines") as stage:
        await stage.news(now)
        assert (await stage.type(line)).endswith(asked)
        assert "Then nothing changes." in await stage.type("n")
        assert stage.sent() == []
        await stage.type(line, "y")
        assert stage.sent() == ["seat"]


async def test_a_newcomer_in_place_of_somebody_away_is_asked_about() -> None:
    room = a_room(**of_friends("Ana", "Beto", "Caro", seated=2))
    view = a_view(room, ["S99"], away=(Away(person=1, seconds=20),), acting=(2,))
    async with a_stage("lines") as stage:
        await stage.news(an_update(room, view, person=2))
        assert (await stage.type("seat S Caro")).endswith(ASKED_AWAY)
        await stage.type("n", "seat N Caro")
        assert stage.sent() == ["seat"]


@pytest.mark.parametrize(
    ("now", "line"),
    [
        (gone(), "seat N hard"),
        (gone(), "seat N me"),
        (gone(), "seat N here Dora"),
        (gone(acting=False), "seat S normal"),  # refused by the server
        (gone("playing"), "seat S normal"),
    ],
)
async def test_where_nobody_loses_a_seat_nothing_is_asked(now: Update, line: str) -> None:
    async with a_stage("lines") as stage:
        await stage.news(now)
        await stage.type(line)
        assert stage.sent() == ["seat"]


async def test_a_script_is_not_asked() -> None:
    async with a_stage() as stage:
        await stage.news(gone())
        await stage.type("seat S normal")
        assert stage.sent() == ["seat"]


# --- names that are nobody to remove


async def test_nobody_removes_themselves_or_a_computer() -> None:
    async with a_stage("lines") as stage:
        await stage.news(LOBBY)
        assert "To go away yourself, say leave." in await stage.type("remove ana")
        told = await stage.type("remove tula")
        assert "tula is a computer. seat N free takes it out." in told
        assert stage.sent() == []


@pytest.mark.parametrize(("person", "shown"), [(1, True), (2, False), (None, False)])
async def test_help_in_the_lobby_shows_only_the_host_what_the_host_may_do(
    person: int | None, shown: bool
) -> None:
    async with a_stage("lines") as stage:
        await stage.news(an_update(ROOM, LOBBY.view, person=person))
        text = await stage.type("help")
        assert "carry on" in text
        assert "nudge" not in text
        assert ("newcode" in text) == shown
        assert ("shuffle" in text) == shown
        everything = await stage.type("help all")
        assert "newcode" in everything
        assert "nudge" in everything
