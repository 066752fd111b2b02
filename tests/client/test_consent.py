"""Undo, redo and restart are asked for, answered and told in words."""

from __future__ import annotations

from typing import Any

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.connection import Refused, Update
from longana_client.consent import own_proposal, proposal_told, to_answer
from longana_client.wording import Words
from longana_protocol.answers import Away, Proposal, Said, You
from longana_protocol.commands import Answer, PlayCommand, Withdraw


WORDS = Words("en")
ROOM = a_room(**of_friends("Ana", "Beto", "Caro"))
MOVES = ["S99", "E29E", "N", "W"]
TURN: dict[str, Any] = {"hand": [(0, 9), (3, 9)], "legal": ["S09S", "S39S"]}


def asked(by: int, *waiting: int, what: str = "undo", moves: list[str] = MOVES) -> Update:
    proposal = Proposal.model_validate(
        {"number": len(moves), "what": what, "by": by, "waiting": waiting}
    )
    return an_update(ROOM, a_view(ROOM, moves, proposal=proposal, **TURN))


def plain(moves: list[str] = MOVES, turn: int | None = None) -> Update:
    return an_update(ROOM, a_view(ROOM, moves, turn=turn, **TURN))


def tell(before: Update | None, after: Update, *, declined: bool = False) -> list[str]:
    return proposal_told(WORDS, before, after, declined=declined)


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("undo", "Beto would like to take back their latest play."),
        ("redo", "Beto would like to bring back what was taken back."),
        ("restart", "Beto would like to play this hand again from the same tiles."),
        ("rematch", "Beto would like a rematch."),
    ],
)
def test_whoever_is_asked_is_told_what_and_how_to_answer(what: str, line: str) -> None:
    answer = "Type y if you agree, n if you do not."
    assert tell(plain(), asked(2, 1, 3, what=what)) == [line, answer]
    assert tell(None, asked(2, 1, what=what)) == [line, answer]  # for somebody who comes back


def test_the_question_names_the_plays_it_takes_back() -> None:
    proposal = Proposal(number=4, what="undo", by=2, waiting=(1,), to=1)
    view = a_view(ROOM, [*MOVES[:3], "W29W"], proposal=proposal, **TURN)
    taken = "2-9, a pass by Caro and 2-9 by Cachita."
    assert tell(None, an_update(ROOM, view))[0] == f"Beto would like to take back their {taken}"
    own = an_update(ROOM, view, person=2)
    assert tell(None, own)[0] == f"You have asked to take back your {taken}"


def test_what_a_computer_played_for_somebody_is_not_said_to_be_theirs() -> None:
    proposal = Proposal(number=4, what="undo", by=2, waiting=(1,), to=0)
    view = a_view(ROOM, ["S99", "E29E", "N"], proposal=proposal, by_computer=(1, 2), **TURN)
    taken = "9-9 by Ana, 2-9 by a computer for Beto and a pass by a computer for Caro."
    assert tell(None, an_update(ROOM, view))[0] == f"Beto would like to take back {taken}"


def test_whoever_has_answered_is_told_who_is_waited_for() -> None:
    assert tell(asked(2, 1, 3), asked(2, 3)) == ["Waiting for Caro."]
    assert tell(None, asked(2, 3))[-1] == "Waiting for Caro."
    assert tell(asked(2, 3), asked(2, 3)) == []


def test_the_asker_sees_who_is_waited_for_and_may_withdraw() -> None:
    assert tell(plain(), asked(1, 2, 3)) == [
        "You have asked to take back your latest play.",
        "Waiting for Beto and Caro. withdraw takes the question back.",
    ]


def test_how_it_ended_is_told() -> None:
    assert tell(asked(2, 1), plain(), declined=True) == ["So the table stays as it is."]
    assert tell(asked(2, 1), plain()) == ["Beto does not ask for it any more."]
    assert tell(asked(1, 2), plain()) == ["Your question is off."]
    played = plain([*MOVES, "S39N"])
    assert tell(asked(2, 1), played) == ["The table has moved on, so that question is off."]
    assert tell(asked(2, 1), plain(["S99"], turn=9)) == []  # carried out: the moves tell it
    assert tell(asked(2, 1, what="redo"), played) == []
    assert tell(asked(2, 1, what="rematch"), plain(turn=9)) == []


def test_only_who_is_waited_for_answers() -> None:
    assert to_answer(asked(2, 1, 3)) is not None
    assert to_answer(asked(2, 3)) is None
    assert own_proposal(asked(2, 3)) is None
    assert own_proposal(asked(1, 3)) is not None


async def test_an_answer_costs_no_preview() -> None:
    async with a_stage() as stage:
        await stage.news(plain())
        await stage.type("2")
        text = await stage.news(asked(2, 1))
        assert text.endswith(
            "Type y if you agree, n if you do not.\n"
            "Beto asks to take back their latest play: y or n, or Enter plays on >\n"
        )
        await stage.type("n")
        (answer,) = stage.client.sent
        assert isinstance(answer, Answer)
        assert (answer.proposal, answer.yes) == (4, False)
        text = await stage.news(plain())
        assert text.endswith("Enter plays it, n goes back >\n")
        await stage.type("")
        assert isinstance(stage.client.sent[-1], PlayCommand)


def test_nobody_is_said_to_wait_for_themselves() -> None:
    assert tell(asked(2, 1, 3), asked(2, 1)) == []


async def test_enter_is_no_answer_where_there_is_nothing_to_confirm() -> None:
    async with a_stage("lines") as stage:
        asks = "Beto asks to take back their latest play: y or n"
        assert f"{asks} > " in await stage.news(asked(2, 1))
        assert "Please answer y or n." in await stage.type("")
        assert f"{asks}, or Enter plays on > " in await stage.type("1")
        assert stage.sent() == []


async def test_enter_still_plays_while_somebody_asks() -> None:
    """Playing on says no: the server voids the proposal."""
    async with a_stage() as stage:
        await stage.news(plain())
        await stage.type("1")
        await stage.news(asked(2, 1))
        await stage.type("")
        assert stage.sent() == ["play"]


async def test_the_asker_withdraws() -> None:
    async with a_stage("keys") as stage:
        await stage.news(an_update(ROOM, a_view(ROOM, MOVES, to_move="E")))
        assert "You have asked for nothing." in await stage.type("withdraw")
        update = asked(1, 2)
        quiet = update.view.model_copy(
            update={"you": None, "table": update.view.table.model_copy(update={"to_move": "E"})}
        )
        text = await stage.news(an_update(ROOM, quiet))
        assert text.endswith("Please wait, or withdraw > ")
        await stage.type("withdraw")
        (command,) = stage.client.sent
        assert isinstance(command, Withdraw)
        assert command.proposal == 4


async def test_a_no_is_told_in_the_words_of_whoever_said_it_muted_or_not() -> None:
    async with a_stage() as stage:
        await stage.news(asked(1, 2))
        await stage.type("mute beto")
        no = Said(person=2, name="Beto", phrase="declines")
        heard = Update(ROOM, asked(1, 2).view, 1, True, (no,))
        assert "Beto: I would rather not.\n" in await stage.news(heard)
        assert "So the table stays as it is.\n" in await stage.news(plain())


async def test_on_a_shared_device_it_is_said_who_of_them_asks() -> None:
    shared = a_room(**of_friends("Ana", "Beto", "Caro", device=[1, 1, 3]))
    asked = a_view(
        shared, MOVES, to_move="W", proposal=Proposal(number=4, what="undo", by=2, waiting=(3,))
    )
    async with a_stage() as stage:
        await stage.news(an_update(shared, a_view(shared, MOVES, to_move="W")))
        text = await stage.news(an_update(shared, asked))
        assert "Beto would like to take back their latest play.\n" in text
        assert "Waiting for Caro. withdraw takes the question back.\n" in text
        await stage.type("withdraw")
        assert stage.sent() == ["withdraw"]


@pytest.mark.parametrize(
    ("what", "to", "prompt"),
    [
        ("undo", 1, "Beto asks to take back 2-9: y or n >"),
        ("undo", 9, "Beto asks to take back their latest play: y or n >"),
        ("redo", None, "Beto asks to bring back what was taken back: y or n >"),
        ("restart", None, "Beto asks to play this hand again: y or n >"),
        ("rematch", None, "Beto asks for a rematch: y or n >"),
    ],
)
async def test_the_prompt_says_what_is_asked(what: str, to: int | None, prompt: str) -> None:
    proposal = Proposal.model_validate(
        {"number": 4, "what": what, "by": 2, "waiting": (1,), "to": to}
    )
    view = a_view(ROOM, MOVES, to_move="E", proposal=proposal)
    async with a_stage() as stage:
        await stage.news(an_update(ROOM, view))
        await stage.type("help")
        assert (await stage.type("table")).endswith(f"{prompt}\n")


async def test_enter_on_a_covered_device_shows_tiles_and_does_not_play_on() -> None:
    proposal = Proposal(number=4, what="undo", by=3, waiting=(1,), to=1)
    room = a_room(**of_friends("Ana", "Beto", "Caro", device=[1, 1, 3]))
    view = a_view(room, MOVES, proposal=proposal).model_copy(update={"you": You()})
    async with a_stage(width=120) as stage:
        assert (await stage.news(an_update(room, view))).endswith(
            "Caro asks to take back 2-9: y or n, or Enter shows Ana's tiles >\n"
        )


@pytest.mark.parametrize(("line", "yes"), [("y", True), ("no", False)])
async def test_whoever_reads_is_told_of_a_question_and_answers_it(line: str, yes: bool) -> None:
    async with a_stage("lines") as stage:
        await stage.news(plain())
        await stage.type("rules 2")
        asks = "Beto asks to take back their latest play"
        text = await stage.news(asked(2, 1, 3))
        assert f"Meanwhile {asks}.\n" in text
        assert text.endswith(f"{asks}: y or n, or Enter turns the page > ")
        assert "Meanwhile" not in await stage.news(asked(2, 1))
        text = await stage.type(line)
        answer = stage.client.sent[-1]
        assert isinstance(answer, Answer)
        assert answer.yes is yes
        assert (await stage.news(plain())).endswith("Enter turns the page, q ends > ")
        assert "3/" in await stage.type("y"), "nobody asks any more"


async def test_over_the_records_enter_goes_back() -> None:
    async with a_stage("lines") as stage:
        await stage.news(plain())
        await stage.type("records")
        text = await stage.news(asked(2, 1))
        assert text.endswith("latest play: y or n, or Enter goes back > ")


async def test_whose_line_is_lost_is_not_waited_for_for_long() -> None:
    def table(away: int | None) -> Update:
        proposal = Proposal(number=4, what="undo", by=1, waiting=(2, 3))
        gone = () if away is None else (Away(person=2, seconds=away),)
        return an_update(ROOM, a_view(ROOM, MOVES, proposal=proposal, away=gone, **TURN))

    lost = "Beto has lost the connection and is waited for no longer than 12 seconds."
    assert tell(plain(), table(3))[-1] == lost
    assert tell(table(None), table(3)) == [lost]
    assert tell(table(3), table(5)) == []
    assert lost not in tell(plain(), table(20))


# --- several persons on one device


PAIR = a_room(**of_friends("Ana", "Beto", device=[1, 1]))
EVAS = an_update(PAIR, a_view(PAIR, MOVES, **TURN))
BOTH_COVERED = an_update(PAIR, EVAS.view.model_copy(update={"you": You()}))


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (plain(), "Nothing was done: undo, redo and restart are said alone"),
        (EVAS, "While the tiles of Ana are in sight it goes back to what Ana chose last"),
        (BOTH_COVERED, "While all tiles are covered it goes back to what any of you chose last"),
    ],
)
@pytest.mark.parametrize("line", ["undo Beto", "deshacer 2", "u x", "redo Beto", "restart now"])
async def test_a_name_behind_undo_is_not_ignored(now: Update, said: str, line: str) -> None:
    async with a_stage(width=200) as stage:
        await stage.news(now)
        assert said in await stage.type(line)
        assert stage.sent() == []


@pytest.mark.parametrize(("now", "told"), [(EVAS, True), (BOTH_COVERED, False), (plain(), False)])
async def test_it_is_said_whose_moves_could_be_taken_back(now: Update, told: bool) -> None:
    async with a_stage(width=200) as stage:
        nothing = Refused("nothing_to_undo", "There is nothing to take back.", {})
        stage.client.answers["undo"] = nothing
        await stage.news(now)
        said = await stage.type("undo")
        assert "There is nothing to take back.\n" in said
        assert ("While the tiles of Ana are in sight" in said) == told
