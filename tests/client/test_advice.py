"""The other moves beside a hint, and looking back on a hand, as they are shown."""

from __future__ import annotations

import asyncio

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.advice import others_told, review_told
from longana_client.connection import Refused
from longana_client.wording import Words
from longana_protocol.answers import (
    Alternative,
    HandState,
    Hint,
    Result,
    Review,
    ReviewedMove,
)
from longana_protocol.commands import HintCommand, ReviewCommand


WORDS = Words("en")
HINT = Hint(
    about="x",
    turn=4,
    move="S39N",
    reason="best",
    text="It is good.",
    others=(
        Alternative(move="S39S", cost=0, drawback="as_good", text="About as good."),
        Alternative(move="S99E", cost=4, drawback="worse", text="Clearly\nworse."),
    ),
)
GOOD = ReviewedMove(at=0, move="S99", cost=0, better="S99", reason="best", text="Fine.")
NEAR = ReviewedMove(at=4, move="S39N", cost=2, better="S39S", reason="best", text="Fine.")
COSTLY = ReviewedMove(
    at=12,
    move="S37W",
    cost=7,
    worse="clear",
    costly=True,
    better="S27S",
    reason="best",
    text="It keeps more.",
)


JUDGED = WORDS("hint.judged")


def a_review(*moves: ReviewedMove) -> Review:
    return Review(about="x", match=1, hand=3, seat="S", moves=moves)


def test_the_other_moves_are_named_with_what_they_cost() -> None:
    assert others_told(WORDS, HINT) == [
        "Other moves:",
        "  3-9 on South's branch. About as good.",
        "  9-9 on East's branch. Clearly worse.",
        JUDGED,
    ]
    assert others_told(WORDS, HINT.model_copy(update={"others": ()})) == []


def test_what_cost_much_is_marked_with_what_was_better() -> None:
    assert review_told(WORDS, a_review(GOOD, NEAR, COSTLY)) == [
        "",
        "Hand 3: you had 3 choices.",
        "   1  9-9 in the centre. Good.",
        "   5  3-9 on North's branch. Nearly as good as 3-9 on South's branch.",
        "* 13  3-7 on West's branch. Clearly better: 2-7 on South's branch. It keeps more.",
        JUDGED,
    ]


def test_a_hand_without_mistakes_is_praised_and_one_without_choices_is_not() -> None:
    assert review_told(WORDS, a_review(GOOD))[-1] == "None of them cost much: well played."
    assert review_told(WORDS, a_review()) == ["In hand 3 there was nothing for you to choose."]


ROOM = a_room()
MY_TURN = an_update(ROOM, a_view(ROOM, ["S99"], hand=[(3, 9)], legal=["S39N", "S39S"]))
RESULT = Result(kind="out", points=41, pips=(12, 0, 20, 9), winner="E")
OVER = an_update(
    ROOM.model_copy(update={"hands": 3 * (HandState(result=RESULT),)}),
    a_view(
        ROOM,
        ["S99"],
        phase="hand_over",
        to_move=None,
        result=RESULT,
        reveal=[[(5, 7)], [], [(1, 9), (2, 8)], [(0, 9)]],
    ),
)


@pytest.mark.parametrize(("line", "others"), [("hint", False), ("h all", True), ("pista t", True)])
async def test_the_others_are_asked_for(line: str, others: bool) -> None:
    async with a_stage() as stage:
        stage.client.answers["hint"] = HINT.model_copy(
            update={"turn": MY_TURN.view.table.turn, "others": HINT.others if others else ()}
        )
        await stage.news(MY_TURN)
        text = await stage.type(line)
        (sent,) = stage.client.sent
        assert isinstance(sent, HintCommand)
        assert sent.alternatives == others
        assert ("Other moves:" in text) == others


@pytest.mark.parametrize(
    ("line", "hand", "seat"),
    [
        ("review", None, None),
        ("repaso 2", 2, None),
        ("review 1 w", 1, "W"),
        ("review W", None, "W"),
    ],
)
async def test_a_hand_and_a_seat_can_be_named(
    line: str, hand: int | None, seat: str | None
) -> None:
    async with a_stage() as stage:
        stage.client.answers["review"] = a_review(GOOD)
        await stage.news(OVER)
        text = await stage.type(line)
        (sent,) = stage.client.sent
        assert isinstance(sent, ReviewCommand)
        assert (sent.hand, sent.seat) == (hand, seat)
        assert "Looking back" in text
        assert "Hand 3: you had 1 choice.\n" in text


async def test_what_is_no_hand_and_no_seat_is_not_asked_for() -> None:
    async with a_stage() as stage:
        await stage.news(OVER)
        assert "review 2 on the second" in await stage.type("review of it")
        assert stage.sent() == []


async def test_a_person_goes_on_while_it_is_thought_over() -> None:
    async with a_stage("lines") as stage:
        stage.client.answers["review"] = a_review(COSTLY)
        stage.client.held = asyncio.Event()
        await stage.news(OVER)
        await stage.type("review")
        stage.client.answers["next"] = Refused("stale", "Too late.", {})
        await stage.type("next")
        assert stage.sent() == ["review", "next"]
        stage.client.held.set()
        assert "Clearly better" in await stage.printed()


async def test_a_refusal_is_said() -> None:
    async with a_stage("lines") as stage:
        stage.client.answers["review"] = Refused("hand_not_over", "The hand is not over yet.", {})
        await stage.news(MY_TURN)
        text = await stage.type("review")
        assert "The hand is not over yet." in text
        assert WORDS("ui.review.waits") not in text


async def test_a_hand_that_has_not_been_dealt_is_not_asked_for() -> None:
    async with a_stage() as stage:
        await stage.news(OVER)
        assert "Hand 4 has not been dealt yet.\n" in await stage.type("review 4")
        assert stage.sent() == []


async def test_on_one_device_it_is_said_whose_choices_they_were() -> None:
    room = a_room(**of_friends("Ana", "Beto", device=[1, 1]), hands=OVER.room.hands)
    async with a_stage() as stage:
        stage.client.answers["review"] = a_review(GOOD)
        await stage.news(an_update(room, OVER.view))
        text = await stage.type("review")
        assert [sent.seat for sent in stage.client.sent if isinstance(sent, ReviewCommand)] == [
            "S",
            "E",
        ]
        assert "Hand 3: Ana (South) had 1 choice.\n" in text
        stage.client.answers["review"] = a_review()
        assert "nothing for Ana (South) to choose" in await stage.type("review S")


async def test_once_seats_have_changed_every_seat_is_asked_for_and_named_by_itself() -> None:
    room = a_room(**of_friends("Ana", "Beto", device=[1, 1]), match=0)
    async with a_stage() as stage:
        stage.client.answers["review"] = a_review(GOOD)
        await stage.news(an_update(room, a_view(room, phase="lobby", hand_number=0)))
        text = await stage.type("review")
        assert stage.sent() == ["review"] * 4
        assert "Hand 3: South had 1 choice.\n" in text


async def test_a_seat_that_was_not_ours_is_said_once() -> None:
    room = a_room(**of_friends("Ana", "Beto", device=[1, 1]), match=0)
    async with a_stage() as stage:
        stage.client.answers["review"] = Refused("not_seated", "That needs a seat.", {})
        await stage.news(an_update(room, a_view(room, phase="lobby", hand_number=0)))
        assert (await stage.type("review")).count("That needs a seat.") == 1
