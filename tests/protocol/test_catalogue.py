"""The texts: complete in both languages, filled from the facts that are really given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args

import pytest

from longana_engine import ReasonKey, RefusalCode
from longana_engine.computers import DrawbackKey
from longana_protocol.answers import ByeReason
from longana_protocol.catalogue import (
    Fact,
    Language,
    Template,
    catalogue,
    choose,
    facts_of,
    languages,
    move_text,
    rules_pages,
    text,
)
from longana_protocol.codes import Code, PlayCode, TableCode
from longana_protocol.commands import RulesChoice
from longana_protocol.words import SEAT_NAMES, Level


BOTH = pytest.mark.parametrize("language", languages())
EN, ES = catalogue("en"), catalogue("es")

# What the engine and the server give with each code.
FACTS: Mapping[str, Mapping[str, Fact]] = {
    "hand_over": {"over": "hand"},
    "not_your_turn": {"seat": "S", "to_move": "E"},
    "unknown_tile": {"tile": "6-10"},
    "unknown_branch": {"branch": "X", "branches": ("S", "N")},
    "tile_not_held": {"seat": "S", "tile": "3-7"},
    "must_open": {"seat": "S", "tiles": ("3-3", "8-8")},
    "already_open": {"centre": "9-9", "tile": "3-7"},
    "no_match": {"tile": "3-7", "branch": "W", "end": 5},
    "branch_closed": {"branch": "W", "seat": "S"},
    "earlier_open_branch": {"tile": "2-5", "branch": "N", "instead": "E", "end": 5},
    "must_play": {"seat": "S", "moves": ("S 3-7>S", "S 5-5>W")},
    "bad_message": {"field": "turn", "problem": "Input should be a valid integer"},
    "seat_taken": {"seat": "W"},
    "wrong_seal": {"seat": "W"},
    "not_away": {"seat": "W"},
    "seat_away": {"seat": "E", "person": 2},
    "not_their_turn": {"seat": "W"},
    "no_deals": {"count": 3},
    "seats_held": {"count": 4},
    "seat_promised": {"seat": "E"},
}

# All that the engine may give with a reason or drawback.
REASONING: Mapping[str, Fact] = {
    "tile": "3-7",
    "tiles": ("3-7", "7-8"),
    "move": "E 3-7>W",
    "seat": "S",
    "branch": "W",
    "left": 2,
    "end": 7,
    "best": 5,
    "mine": "4-9",
}


def forms(template: Template) -> tuple[str, ...]:
    return (template,) if isinstance(template, str) else tuple(template.values())


def words_of(template: Template) -> list[str]:
    """The words of a text itself, without what is filled in."""
    return re.findall(r"[^\W\d_]{2,}", re.sub(r"\{.*?\}", "", " ".join(forms(template))))


# --- both languages


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    assert list(EN) == list(ES)


@pytest.mark.parametrize("key", EN)
def test_both_languages_use_the_same_facts_and_plurals(key: str) -> None:
    assert facts_of(EN[key]) == facts_of(ES[key])
    assert isinstance(EN[key], str) == isinstance(ES[key], str)
    for template in (EN[key], ES[key]):
        if not isinstance(template, str):
            assert list(template) == ["one", "other"]
        assert all(form.strip() == form and form for form in forms(template))


def test_sentences_are_not_left_untranslated() -> None:
    """A word or two may be the same in both languages, a sentence is not."""
    # What Cubans call the numbers has no English.
    nicknames = "page.table.nick."
    same = [key for key in EN if EN[key] == ES[key] and not key.startswith(nicknames)]
    assert [key for key in same if len(words_of(EN[key])) > 2] == []


@BOTH
def test_sentences_neither_shout_nor_glue(language: Language) -> None:
    for key, template in catalogue(language).items():
        for form in forms(template):
            # What the players of the Cuban table call out is quoted as it is called.
            assert "!" not in re.sub(r"¡[^!]*!", "", form), key
            assert "(s)" not in form, key
            # One word in capitals may stand for what is to be filled in.
            assert not re.search(r"\b[A-ZÁÉÍÓÚÑ]{4,} [A-ZÁÉÍÓÚÑ]{4,}\b", form), key


@BOTH
def test_placeholders_name_words_that_are_there(language: Language) -> None:
    texts = catalogue(language)
    families = {key.partition(".")[0] for key in texts} | {"move", "and", "or", "comma"}
    for key, template in texts.items():
        for form in forms(template):
            for noun in re.findall(r"#(\w+)", form.replace("/#", "")):
                assert isinstance(texts[f"count.{noun}"], Mapping), key
            for kinds in re.findall(r"\{\w+:([\w,]+)\}", form):
                assert set(kinds.split(",")) <= families, key
            assert not re.search(r"[{}]", re.sub(r"\{\w+(#\w+)?(:\w+)?(,\w+)?\}", "", form)), key


# --- every code, reason and setting


@BOTH
@pytest.mark.parametrize("code", get_args(PlayCode) + get_args(TableCode))
def test_every_refusal_code_has_a_text_its_facts_fill(language: str, code: Code) -> None:
    said = text(language, f"refused.{code}", **FACTS.get(code, {}))
    assert said.endswith((".", "integer"))
    assert "{" not in said


def test_the_codes_of_play_are_those_of_the_engine() -> None:
    """The protocol knows no engine, so they stand there twice."""
    assert get_args(PlayCode) == get_args(RefusalCode)


def test_there_is_no_refusal_without_a_code() -> None:
    said = {key.removeprefix("refused.") for key in EN if key.startswith("refused.")}
    assert said == set(get_args(PlayCode)) | set(get_args(TableCode))


@BOTH
@pytest.mark.parametrize("why", get_args(ByeReason))
def test_every_goodbye_has_a_text(language: str, why: ByeReason) -> None:
    assert text(language, f"bye.{why}")


@BOTH
@pytest.mark.parametrize("reason", get_args(ReasonKey))
@pytest.mark.parametrize("count", [0, 1, 5])
def test_every_reason_of_a_hint_has_a_text(language: str, reason: ReasonKey, count: int) -> None:
    assert text(language, f"hint.{reason}", **{**REASONING, "count": count}).endswith(".")


@BOTH
@pytest.mark.parametrize("drawback", get_args(DrawbackKey))
@pytest.mark.parametrize("count", [0, 1, 5])
def test_every_drawback_has_a_text(language: str, drawback: DrawbackKey, count: int) -> None:
    assert text(language, f"drawback.{drawback}", **{**REASONING, "count": count}).endswith(".")


@BOTH
def test_every_seat_level_and_setting_has_a_name(language: Language) -> None:
    texts = catalogue(language)
    assert {f"seat.{seat}" for seat in SEAT_NAMES} <= texts.keys()
    assert {f"level.{level}" for level in get_args(Level)} <= texts.keys()
    assert {f"setting.{setting}" for setting in RulesChoice.model_fields} <= texts.keys()
    for setting, field in RulesChoice.model_fields.items():
        for choice in get_args(field.annotation):
            for value in get_args(choice):
                key = f"preset.{value}" if setting == "preset" else f"setting.{setting}.{value}"
                if isinstance(value, str):
                    assert key in texts
    assert {"preset.cuban", "preset.international"} <= texts.keys()


# --- filling in


def test_a_refusal_names_seats_tiles_and_branches() -> None:
    facts: Mapping[str, Fact] = FACTS["earlier_open_branch"]
    assert text("en", "refused.earlier_open_branch", **facts) == (
        "2-5 may not go on North's branch: East's branch also ends in 5 and opened earlier, "
        "so that one comes first."
    )
    assert text("es", "refused.earlier_open_branch", **facts) == (
        "El 2-5 no puede ir en la rama de Norte: la de Este también termina en 5 y se abrió "
        "antes, así que va primero."
    )


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 0, "0 points"),
        ("en", 1, "1 point"),
        ("en", 21, "21 points"),
        ("es", 0, "0 puntos"),
        ("es", 1, "1 punto"),
        ("es", 21, "21 puntos"),
    ],
)
def test_f58_a_number_agrees_with_its_noun(language: str, count: int, said: str) -> None:
    """F58: no '1 points'."""
    assert text(language, "count.point", count=count) == said
    assert said in text(language, "result.out", winner="E", points=count)
    assert said in text(language, "result.match", winner="E", points=count)


@pytest.mark.parametrize(
    ("language", "count", "tiles", "hands"),
    [
        ("en", 1, "South has 1 tile left.", "1 hand"),
        ("en", 2, "South has 2 tiles left.", "2 hands"),
        ("es", 1, "A Sur le queda 1 ficha.", "1 mano"),
        ("es", 2, "A Sur le quedan 2 fichas.", "2 manos"),
    ],
)
def test_f58_verbs_agree_too(language: str, count: int, tiles: str, hands: str) -> None:
    assert text(language, "event.tiles_left", seat="S", count=count) == tiles
    assert text(language, "count.hand", count=count) == hands


@pytest.mark.parametrize(
    ("language", "tiles", "said"),
    [
        ("en", ("3-3",), "3-3."),
        ("en", ("1-1", "3-3"), "1-1 or 3-3."),
        ("en", ("1-1", "3-3", "8-8"), "1-1, 3-3 or 8-8."),
        ("es", ("1-1", "3-3"), "1-1 o 3-3."),
        ("es", ("1-1", "8-8"), "1-1 u 8-8."),
    ],
)
def test_lists_are_joined_as_people_do(language: str, tiles: tuple[str, ...], said: str) -> None:
    assert text(language, "refused.must_open", seat="S", tiles=tiles).endswith(f" {said}")


def test_spanish_minds_the_sound_that_follows() -> None:
    moves = ("S 1-2>S", "S 8-9>W")
    assert "Sur u 8-9 en" in text("es", "refused.must_play", seat="S", moves=moves)
    branches = text("es", "refused.unknown_branch", branch="X", branches=("S", "E", "N", "W"))
    assert "Sur, Este, Norte y Oeste" in branches


@pytest.mark.parametrize(
    ("move", "english", "spanish"),
    [
        ("S 9-9", "9-9 in the centre", "9-9 en el centro"),
        ("S99", "9-9 in the centre", "9-9 en el centro"),
        ("E 3-7>W", "3-7 on West's branch", "3-7 en la rama de Oeste"),
        ("E37W", "3-7 on West's branch", "3-7 en la rama de Oeste"),
        ("N pass", "pass", "paso"),
        ("N", "pass", "paso"),
        ("nonsense", "nonsense", "nonsense"),
    ],
)
def test_moves_in_words(move: str, english: str, spanish: str) -> None:
    assert (move_text("en", move), move_text("es", move)) == (english, spanish)


def test_a_forced_pass_says_what_would_have_fitted() -> None:
    assert text("en", "pass.forced", fits=(3, 7)).startswith("No 3, 7 or double fits")
    assert text("es", "pass.forced", fits=(3,)).startswith("No encaja ningún 3 ni ningún doble")


def test_facts_are_never_read_as_templates() -> None:
    said = text("en", "event.said", name="{text}", text="{name:seat} {0} %s")
    assert said == "{text}: {name:seat} {0} %s"


def test_a_value_without_a_word_stands_for_itself() -> None:
    said = text("en", "refused.unknown_branch", branch="X", branches=("S", "Q"))
    assert said.endswith("the branches of South and Q.")


def test_what_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        text("en", "refused.nonsense")
    with pytest.raises(KeyError):
        text("en", "refused.no_match", tile="3-7", branch="W")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("es-MX,es;q=0.9", "es"),
        ("es", "es"),
        ("ES_cu", "es"),
        ("en-GB,es;q=0.9", "en"),
        ("fr, es;q=0.5, en;q=0.7", "en"),
        ("en;q=0, es;q=0.1", "es"),
        ("de", "en"),
        ("", "en"),
        ("*;q=0.1, ;;,=", "en"),
        ("estonian", "en"),
        ("es;q=high", "es"),
    ],
)
def test_the_language_is_chosen_from_what_is_wanted(wanted: str, language: str) -> None:
    assert choose(wanted) == language


def test_an_unknown_language_gets_english() -> None:
    assert text("fr", "seat.S") == "South"


# --- the rules


@BOTH
def test_every_page_of_the_rules_has_a_title_and_a_text(language: str) -> None:
    pages = rules_pages()
    assert pages[0] == "game"
    assert pages[-1] == "credits"
    for page in pages:
        assert text(language, f"rules.{page}.title")
        assert text(language, f"rules.{page}.text").endswith(".")


@BOTH
def test_the_rules_credit_their_sources_and_mark_our_rulings(language: str) -> None:
    credits = text(language, "rules.credits.text")
    for source in ("Perez", "Cytro", "Pagat", "Game Cabinet", "†"):
        assert source in credits
    rulings = [line for line in credits.splitlines() if line.startswith("- ")]
    assert len(rulings) == 4
    marked = "".join(text(language, f"rules.{page}.text") for page in rules_pages()[:-1])
    assert marked.count("†") >= 3


@BOTH
def test_the_scoring_example_adds_up(language: str) -> None:
    said = text(language, "rules.scoring.text")
    pips = (5, 12, 20, 9)
    lowest, *others = sorted(pips)
    assert f"{' + '.join(map(str, pips))} = {sum(pips)}" in said
    assert f"= {sum(others) - lowest}" in said
