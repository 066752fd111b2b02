"""The host types the rules of the next match, one setting at a time."""

from __future__ import annotations

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.reading import Said, Word, read_line
from longana_client.settling import read_setting
from longana_client.wording import Words, setting
from longana_engine.rules import PRESETS
from longana_protocol.commands import RulesChoice, RulesCommand


ROOM = a_room(rules={"preset": "cuban", "seats": 4, "target": 100, "direction": "left"})


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("target 50", {"target": 50}),
        ("meta 50", {"target": 50}),
        ("seats 3", {"seats": 3}),
        ("direction right", {"direction": "right"}),
        ("cierre diferencia", {"block_score": "difference"}),
        ("tie highest", {"tie_opener": "highest_double"}),
        ("dobles no", {"doubles_obey_priority": False}),
        ("own sí", {"own_branch_in_priority": True}),
        ("reopened kept", {"reopened_order": "kept"}),
    ],
)
def test_one_setting_changes_and_the_others_stay(text: str, changed: dict[str, object]) -> None:
    wanted = RulesChoice.model_validate({**ROOM.rules, **changed})
    assert read_setting(text, ROOM) == wanted


def test_another_preset_brings_its_own_rules() -> None:
    assert read_setting("rules internacional", ROOM) == RulesChoice(
        preset="international", seats=4, target=100
    )


@pytest.mark.parametrize(
    "text",
    ["", "target", "target 0", "target two", "seats 9", "rules chess", "own maybe", "x y"],
)
def test_what_cannot_be_read_or_is_no_rule(text: str) -> None:
    assert read_setting(text, ROOM) is None


async def test_the_host_sets_the_rules_and_all_see_them() -> None:
    async with a_stage() as stage:
        lobby = a_view(ROOM, phase="lobby", hand_number=0, to_move=None)
        await stage.news(an_update(ROOM, lobby))
        await stage.type("set target 50")
        (command,) = stage.client.sent
        assert isinstance(command, RulesCommand)
        assert command.rules.target == 50
        assert "That is none of the rules. set shows them all" in await stage.type("set x 1")
        text = await stage.type("set target 0")
        assert "It cannot be set to that. Say:\nset target 50 | 150\nFrom 1 to 1000.\n" in text
        assert "set seats 2 | 3 | 4\nstart, or" in await stage.type("set seats 9")
        text = await stage.type("set")
        assert "  Play to: 100\n    set target 50 | 150\n" in text
        assert "  Play goes: to the left\n" in text
        changed = a_room(rules={**ROOM.rules, "target": 50})
        text = await stage.news(an_update(changed, lobby))
        assert "The room: Cuban rules, to 50\n" in text
        assert "  Play goes: to the left\n" in text


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", RulesChoice.model_fields)
def test_all_that_is_said_of_a_rule_can_be_typed(language: str, name: str) -> None:
    words = Words(language)
    first, *others = words(f"ui.set.{name}").split(" | ")
    command, named, value = first.split()
    read = read_line(f"{command} {named} {value}")
    assert isinstance(read, Said)
    assert read.word is Word.SET
    chosen = [read_setting(f"{named} {one}", ROOM) for one in (value, *others)]
    values = [getattr(choice, name) for choice in chosen]
    assert None not in values
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("preset", ["cuban", "international"])
def test_a_presets_own_rules_are_those_of_the_engine(preset: str) -> None:
    room = a_room(rules={"preset": preset})
    rules = PRESETS[preset]
    for name in RulesChoice.model_fields:
        assert setting(room, name) == getattr(rules, name)


async def test_too_many_persons_for_fewer_seats_are_named_instead_of_asked_for() -> None:
    room = a_room(**of_friends("Ana", "Beto", "Caro", "Dora"))
    lobby = a_view(room, phase="lobby", hand_number=0, to_move=None)
    async with a_stage(width=200) as stage:
        await stage.news(an_update(room, lobby))
        said = "Ana, Beto, Caro and Dora have seats: too many for 3 seats. For instance seat W free"
        assert said in await stage.type("set seats 3")
        assert stage.sent() == []
        await stage.type("set seats 4", "set target 50")
        assert stage.sent() == ["rules", "rules"]
        await stage.news(an_update(room, a_view(room, ["S99"])))
        await stage.type("set seats 3")  # for another reason: the server says which
        assert stage.sent() == ["rules", "rules", "rules"]
