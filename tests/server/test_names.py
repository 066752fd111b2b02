"""Names: F48 (shown literally, nothing hidden in them) and the seats' unique names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_server.names import BadName, clean_name, unique_name, visible_length


FLAG = "\U0001f1e8\U0001f1fa"
WAVE = "\U0001f44b\U0001f3fd"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana   María\t", "Ana María"),
        ("Ana\u00a0\u2003María\u3000", "Ana María"),
        ("Jose\u0301", "José"),
        ("Jose\u200b\u0301", "José"),
        ("An\u202ea", "Ana"),
        ("\u2066Ana\u2069\u200f", "Ana"),
        ("A\u00adn\ufeffa\u200d", "Ana"),
        ("A\u3164n\u2800a\ufe0f", "Ana"),
        ("Ana\u2d7f\U0001107f\U00016fe4", "Ana"),
        ("A\x00n\x07a\x7f", "Ana"),
        ("\x1b[31mAna", "[31mAna"),
        ("Ana\r\nBob\u2028Eva", "Ana Bob Eva"),
        ("\u0301Ana \u0301 Eva", "Ana Eva"),
        ("a" + "\u0316" * 30, "a" + "\u0316" * 3),
        ("<img src=x>", "<img src=x>"),
        ("明美", "明美"),
        ("नमस्ते", "नमस्ते"),
        (FLAG + WAVE, FLAG + WAVE),
        ("\U0001fae9", "\U0001fae9"),  # unassigned to the older of our Pythons
        ("Ａｎａ", "Ａｎａ"),
    ],
)
def test_what_is_typed_is_shown_without_what_is_hidden(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b", "\u202e\u2066", "\x00", "\u3164", "\u0301", "\ufe0f", "\ue000"]
)
def test_a_name_with_nothing_to_see_is_refused(typed: str) -> None:
    with pytest.raises(BadName) as refused:
        clean_name(typed)
    assert refused.value.problem == "empty"


def test_24_visible_characters_are_allowed_and_25_are_not() -> None:
    for letter in ["a", "é", "e\u0316\u0317", "明", WAVE, FLAG]:
        assert visible_length(clean_name(letter * 24)) == 24
        with pytest.raises(BadName, match="24") as refused:
            clean_name(letter * 25)
        assert refused.value.problem == "long"


@given(st.text(max_size=60))
def test_a_clean_name_is_clean(raw: str) -> None:
    try:
        name = clean_name(raw)
    except BadName:
        return
    assert clean_name(name) == name
    assert name == unicodedata.normalize("NFC", name).strip()
    assert 1 <= visible_length(name) <= 24
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("name", "taken", "unique"),
    [
        ("Ana", [], "Ana"),
        ("Ana", ["Eva"], "Ana"),
        ("Ana", ["Ana"], "Ana 2"),
        ("Ana", ["Ana", "Ana 2"], "Ana 3"),
        ("ANA", ["Ana"], "ANA 2"),
        ("Ａｎａ", ["Ana"], "Ａｎａ 2"),
        ("Аna", ["Ana"], "Аna 2"),  # with a Cyrillic A
        ("ΑΝΑ", ["ANA"], "ΑΝΑ 2"),  # Greek
        ("ΝΊΚΗ", ["νίκη"], "ΝΊΚΗ 2"),
        ("Bi11", ["Bill"], "Bi11 2"),
        ("AI", ["Al"], "AI 2"),
        ("STRASSE", ["Straße"], "STRASSE 2"),
        ("José", ["Jose"], "José"),
        ("Ӏgor", ["Igor"], "Ӏgor 2"),  # with a palochka
        ("ӏars", ["Lars"], "ӏars 2"),
        ("ǀgor", ["Igor"], "ǀgor 2"),  # a click
        ("∣gor", ["Igor"], "∣gor 2"),
        ("Ꭺna", ["Ana"], "Ꭺna 2"),  # Cherokee
        ("Ꭼva", ["Eva"], "Ꭼva 2"),
        ("Ꭲom", ["Tom"], "Ꭲom 2"),
        ("Ꮃim", ["Wim"], "Ꮃim 2"),
        ("Ꮪam", ["Sam"], "Ꮪam 2"),
        ("ꓮna", ["Ana"], "ꓮna 2"),  # Lisu
        ("𐊠na", ["Ana"], "𐊠na 2"),  # Carian
        ("Anɑ", ["Ana"], "Anɑ 2"),
        ("Uɡo", ["Ugo"], "Uɡo 2"),
        ("Սgo", ["Ugo"], "Սgo 2"),  # Armenian
        ("Lսis", ["Luis"], "Lսis 2"),
        ("Ԝim", ["Wim"], "Ԝim 2"),
        ("Computer", [], "Computer 2"),  # what the game itself says
        ("computadora", [], "computadora 2"),
        ("Cоmputer", [], "Cоmputer 2"),  # with a Cyrillic o
        ("You", [], "You 2"),
        ("TÚ", [], "TÚ 2"),
        ("South", [], "South 2"),
        ("Norte", [], "Norte 2"),
        ("Youssef", [], "Youssef"),
    ],
)
def test_names_are_unique_as_seen(name: str, taken: list[str], unique: str) -> None:
    assert unique_name(name, taken) == unique


def test_a_long_name_makes_room_for_its_number() -> None:
    long = "Maximiliana de la Cruz y"
    assert unique_name(long, [long]) == "Maximiliana de la Cruz 2"
    assert unique_name("é" * 24, ["É" * 24]) == "é" * 22 + " 2"


@given(st.lists(st.text("AaаΑ1lI ", min_size=1, max_size=4), max_size=12))
def test_everybody_in_a_room_gets_another_name(raw: list[str]) -> None:
    names: list[str] = []
    for typed in raw:
        if typed.strip():
            names.append(unique_name(clean_name(typed), names))
    assert len({name.casefold() for name in names}) == len(names)
    assert all(clean_name(name) == name for name in names)
