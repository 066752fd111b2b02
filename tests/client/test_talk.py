"""Talk is shown harmlessly; the phrases that fit the moment come first; people can be muted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.connection import Update
from longana_client.talk import heard_told, is_no, phrases
from longana_client.wording import Words
from longana_protocol.answers import Refused, Result, Said, You
from longana_protocol.commands import Say


WORDS = Words("en")
ROOM = a_room(**of_friends("Ana", "Beto"))
PLAIN = an_update(ROOM, a_view(ROOM, ["S99"]))


def test_what_is_heard_is_told_harmlessly() -> None:
    said = Said(person=2, name="Bea", text="hi\x1b[2J\nthere")
    assert heard_told(WORDS, PLAIN, said) == "Bea: hi␛[2J there"
    nudge = Said(person=2, name="Bea", nudge="S")
    assert heard_told(WORDS, PLAIN, nudge) == "Bea says the table is waiting for you."
    for_beto = Said(person=1, name="Ana", nudge="E")
    told = "Ana says the table is waiting for Beto (East)."
    assert heard_told(WORDS, PLAIN, for_beto) == told
    pair = a_room(**of_friends("Ana", "Beto", device=[1, 1]))
    assert heard_told(WORDS, an_update(pair, PLAIN.view), for_beto) == told
    notice = Refused(code="no_more_hands", text="North is missing.", facts={})
    assert heard_told(WORDS, PLAIN, notice) == "North is missing."


def test_a_phrase_comes_with_its_meaning_and_an_unknown_one_as_it_is() -> None:
    assert (
        heard_told(WORDS, PLAIN, Said(person=2, name="Bea", phrase="paso"))
        == "Bea: Paso. Knock, knock."
    )
    assert heard_told(WORDS, PLAIN, Said(person=2, name="Bea", phrase="novel")) == "Bea: novel"
    assert is_no(Said(person=2, name="Bea", phrase="declines"))
    assert not is_no(Said(person=2, name="Bea", text="declines"))


def ended(kind: str, phase: str = "hand_over", **room: Any) -> Update:
    result = Result.model_validate({"kind": kind, "points": 9, "pips": (0,) * 4, "winner": "S"})
    table = a_room(**of_friends("Ana", "Beto"), **room)
    return an_update(table, a_view(table, ["S99"], phase=phase, result=result))


@pytest.mark.parametrize(
    ("update", "first"),
    [
        (ended("out"), ["me_pegue", "dame_agua"]),
        (ended("block"), ["tranque", "a_virarse", "dame_agua"]),
        (ended("out", "match_over", scores=(101, 0, 4, 9)), ["me_pegue", "pollona", "good_game"]),
        (an_update(ROOM, a_view(ROOM, ["S99", "E"])), ["paso"]),
        (an_update(ROOM, a_view(ROOM, ["S99"])), ["botagorda"]),
        (an_update(ROOM, a_view(ROOM, [])), ["dame_agua"]),
    ],
)
def test_the_phrases_of_the_moment_come_first(update: Update, first: list[str]) -> None:
    listed = phrases(update)
    assert listed[: len(first)] == first
    assert len(set(listed)) == len(listed) == 9
    assert "declines" not in listed


async def test_a_line_or_a_phrase_by_its_number_is_said() -> None:
    async with a_stage() as stage:
        await stage.news(PLAIN)
        text = await stage.type("phrases")
        assert text.startswith("  1  Botagorda! Off with the heavy ones.\n")
        passed = an_update(ROOM, a_view(ROOM, ["S99", "E"]))
        await stage.news(passed)  # the numbers stay those of the list in sight
        await stage.type("say 1", "say Buenas, 3 amigos", "say " + "x" * 500)
        said = [
            (command.text, command.phrase)
            for command in stage.client.sent
            if isinstance(command, Say)
        ]
        assert said == [(None, "botagorda"), ("Buenas, 3 amigos", None), ("x" * 400, None)]
        assert "say 2 says line 2" in await stage.type("say")
        assert "say 2 says line 2" in await stage.type("say 77")


async def test_somebody_may_be_muted_and_heard_again() -> None:
    def saying(text: str) -> Update:
        return Update(ROOM, PLAIN.view, 1, True, (Said(person=2, name="Beto", text=text),))

    async with a_stage() as stage:
        await stage.news(PLAIN)
        assert await stage.news(saying("one")) == "Beto: one\n"
        assert "You do not see lines of Beto any more." in await stage.type("mute beto")
        assert await stage.news(saying("two")) == ""
        await stage.type("mute Beto")
        assert await stage.news(saying("three")) == "Beto: three\n"
        assert "Nobody here is called Zoe." in await stage.type("mute Zoe")
        assert "Say who, for instance: mute Beto." in await stage.type("mute")
        assert "Your own lines are not muted." in await stage.type("mute ana")
        assert "Tula is a computer and says nothing." in await stage.type("mute Tula")


async def test_whoever_is_muted_stays_so_when_the_line_breaks_and_when_they_come_in_again() -> None:
    """Somebody who leaves and enters again is another person by number."""
    again = a_room(**of_friends("Ana", "Caro", "Beto"))

    def saying(text: str, person: int) -> Update:
        return Update(again, PLAIN.view, 1, True, (Said(person=person, name="Beto", text=text),))

    async with a_stage() as stage:
        await stage.news(PLAIN)
        await stage.type("mute beto")
        await stage.news(replace(PLAIN, online=False), PLAIN)
        assert "loud" not in await stage.news(saying("loud", 2))
        assert "louder" not in await stage.news(saying("louder", 3))
        assert "You see lines of Beto again." in await stage.type("mute Beto")


async def test_on_a_shared_device_whose_hand_is_in_sight_speaks_or_whoever_is_named() -> None:
    shared = a_room(**of_friends("Ana", "Beto", "Caro", device=[1, 1, 3]))
    view = a_view(shared, ["S99"], to_move="E")
    covered = an_update(shared, view.model_copy(update={"you": You()}))
    in_sight = an_update(shared, view.model_copy(update={"you": You(seat="E", hand=((1, 2),))}))
    async with a_stage() as stage:
        await stage.news(covered)
        await stage.type("say mine", "say beto: his", "say Caro: not hers", "say Beto: 1")
        await stage.news(in_sight)
        await stage.type("say also his", "say ana: hers")
        said = [(one.person, one.text) for one in stage.client.sent if isinstance(one, Say)]
    assert said == [
        *((None, "mine"), (2, "his"), (None, "Caro: not hers"), (2, None)),
        *((2, "also his"), (1, "hers")),
    ]
