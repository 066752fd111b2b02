"""A forced pass may be confirmed once and for all; what was taken back is not passed over."""

from __future__ import annotations

from typing import Any

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.auto_pass import taken_back_or_given_back
from longana_client.connection import Update
from longana_protocol.answers import Proposal, You
from longana_protocol.words import SeatName


ROOM = a_room()
FORCED = ["S99", "E29E", "N49N", "W"]
PASS: dict[str, Any] = {"hand": [(1, 3)], "legal": ["S"], "fits": [9]}


def forced(moves: list[str] = FORCED, turn: int | None = None, **more: Any) -> Update:
    return an_update(ROOM, a_view(ROOM, moves, turn=turn, **PASS, **more))


def waiting(moves: list[str], turn: int | None = None, **more: Any) -> Update:
    return an_update(ROOM, a_view(ROOM, moves, hand=[(1, 3)], to_move="E", turn=turn, **more))


async def test_it_passes_when_one_must_and_says_so() -> None:
    async with a_stage() as stage:
        await stage.news(waiting(FORCED[:3]))
        assert "When you can only pass, it is done for you." in await stage.type("auto")
        text = await stage.news(forced())
        assert "You could only pass, so that was done for you.\n" in text
        assert stage.sent() == ["pass"]
        await stage.news(forced(watchers=1))
        assert stage.sent() == ["pass"]  # once
        assert "You pass yourself again." in await stage.type("auto")
        await stage.news(forced([*FORCED, "S", "E", "N", "W"]))
        assert stage.sent() == ["pass"]


async def test_it_passes_at_once_when_switched_on_in_need() -> None:
    async with a_stage() as stage:
        await stage.news(forced())
        await stage.type("auto")
        assert stage.sent() == ["pass"]


async def test_it_rests_after_something_was_taken_back_until_its_owner_acts() -> None:
    async with a_stage() as stage:
        await stage.news(waiting([*FORCED, "S", "E59E"]))
        await stage.type("auto")
        text = await stage.news(forced(turn=9))
        assert "After this you pass yourself once" in text
        assert stage.sent() == []
        await stage.type("")
        assert stage.sent() == ["pass"]
        await stage.news(waiting([*FORCED, "S"], turn=10))
        await stage.news(forced([*FORCED, "S", "E59E", "N", "W"], turn=13))
        assert stage.sent() == ["pass", "pass"]


async def test_it_says_no_to_nobody_and_throws_away_nothing() -> None:
    """A pass would void what somebody asks, and end what could be given back."""
    proposal = Proposal(number=4, what="undo", by=2, waiting=(1,))
    async with a_stage() as stage:
        await stage.news(waiting(FORCED[:3]))
        await stage.type("auto")
        await stage.news(forced(proposal=proposal), forced(redo=True))
        assert stage.sent() == []
        await stage.news(forced())
        assert stage.sent() == ["pass"]


async def test_an_onlooker_has_nothing_to_pass() -> None:
    async with a_stage() as stage:
        view = a_view(ROOM, FORCED).model_copy(update={"you": None})
        await stage.news(an_update(ROOM, view, person=None))
        assert "That is for whoever sees a hand of their own." in await stage.type("auto")


def test_what_was_taken_back_or_given_back_is_told_from_what_was_played() -> None:
    played = waiting([*FORCED, "S"])
    assert not taken_back_or_given_back(forced(), played)
    assert taken_back_or_given_back(played, forced(turn=6))
    assert taken_back_or_given_back(forced(turn=6), waiting([*FORCED, "S", "E"], turn=7))
    next_hand = an_update(ROOM, a_view(ROOM, [], hand_number=2, turn=7))
    assert not taken_back_or_given_back(played, next_hand)


async def test_on_a_shared_device_everybody_wakes_only_their_own() -> None:
    """Ana's move is none of Beto's: his pass, which he took back, is not made again for him."""
    room = a_room(**of_friends("Ana", "Beto", device=[1, 1]))

    def shown(seat: SeatName, moves: list[str], turn: int, legal: str) -> Update:
        you = You(seat=seat, hand=((1, 3),), legal=(legal,), fits=(9,))
        view = a_view(room, moves, to_move=seat, turn=turn).model_copy(update={"you": you})
        return an_update(room, view)

    async with a_stage() as stage:
        await stage.news(shown("S", ["S99", "E", "N", "W"], 4, "S13S"))
        await stage.type("auto")
        await stage.news(shown("E", ["S99", "E", "N", "W", "S13S"], 5, "E13E"))
        await stage.type("auto")
        assert "After this" in await stage.news(shown("S", ["S99", "E", "N", "W"], 6, "S13S"))
        await stage.type("")
        assert stage.sent() == ["play"]
        await stage.news(shown("E", ["S99", "E", "N", "W", "S13S"], 7, "E"))
        assert stage.sent() == ["play"]
        await stage.type("")
        assert stage.sent() == ["play", "pass"]
        await stage.news(shown("S", ["S99", "E", "N", "W", "S13S", "E", "N", "W"], 10, "S"))
        await stage.news(shown("E", ["S99", "E", "N", "W", "S13S", "E", "N", "W", "S"], 11, "E"))
        assert stage.sent() == ["play", "pass", "pass", "pass"]


async def test_on_a_shared_screen_it_is_said_again_once_the_hand_is_covered() -> None:
    room = a_room(**of_friends("Ana", "Beto", device=[1, 1]))
    async with a_stage("keys", rows=40) as stage:
        await stage.news(an_update(room, forced().view))
        await stage.type("auto")
        assert stage.sent() == ["pass"]
        covered = waiting([*FORCED, "S"]).view.model_copy(update={"you": You()})
        text = await stage.news(an_update(room, covered))
        wiped = text.rpartition("\x1b[3J")[2]
        assert wiped.count("Ana had to pass, and that was done.\n") == 1
        assert "could only pass" not in await stage.news(an_update(room, forced(turn=9).view))
