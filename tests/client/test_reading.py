"""What a person types is understood in many spellings and both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_client.reading import (
    Nothing,
    Number,
    Said,
    TileOn,
    Typed,
    Unread,
    Word,
    read_line,
    read_seat,
)


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("", Nothing()),
        ("   ", Nothing()),
        ("3", Number(3)),
        (" 12 ", Number(12)),
        ("３", Number(3)),
        ("3-7", TileOn((3, 7), None)),
        ("7-3", TileOn((3, 7), None)),
        ("3-7 > W", TileOn((3, 7), "W")),
        ("3-7>w", TileOn((3, 7), "W")),
        ("3-7W", TileOn((3, 7), "W")),
        ("37W", TileOn((3, 7), "W")),
        ("73 west", TileOn((3, 7), "W")),
        ("3|7 -> West", TileOn((3, 7), "W")),
        ("3/7 on north", TileOn((3, 7), "N")),
        ("3-7 > O", TileOn((3, 7), "W")),
        ("3-7 en Oeste", TileOn((3, 7), "W")),
        ("3-7 > 2", TileOn((3, 7), "E")),
        ("3–7 → e", TileOn((3, 7), "E")),
        ("3-7 este", TileOn((3, 7), "E")),
        ("6-10 > W", TileOn((6, 10), "W")),
        ("3-7 > X", TileOn((3, 7), "X")),
        ("pass", Said(Word.PASS)),
        ("PASO", Said(Word.PASS)),
        ("sí", Said(Word.YES)),
        ("n", Said(Word.NO)),
        ("?", Said(Word.HELP)),
        ("hint", Said(Word.HINT)),
        ("deshacer", Said(Word.UNDO)),
        ("rules 4", Said(Word.RULES, "4")),
        ("guardar  Mi Partida.json", Said(Word.SAVE, "Mi Partida.json")),
        ("asiento E difícil", Said(Word.SEAT, "E difícil")),
        ("salir", Said(Word.QUIT)),
        ("carry on", Said(Word.CARRY_ON, "on")),
        ("decir Hola, ¿qué tal?", Said(Word.SAY, "Hola, ¿qué tal?")),
        ("mind E", Said(Word.MIND, "E")),
        ("what?", Unread("what?")),
        ("-3", Unread("-3")),
        ("1000", Unread("1000")),
    ],
)
def test_lines(line: str, typed: Typed) -> None:
    assert read_line(line) == typed


@given(st.text())
def test_any_line_is_read_as_something(line: str) -> None:
    assert isinstance(read_line(line), Nothing | Number | TileOn | Said | Unread)


@pytest.mark.parametrize(
    ("text", "seat"),
    [("s", "S"), ("Sur", "S"), ("este", "E"), ("3", "N"), ("oeste", "W"), ("o", "W"), ("z", None)],
)
def test_seats(text: str, seat: str | None) -> None:
    assert read_seat(text) == seat
