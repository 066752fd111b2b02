"""Other people's text on terminals, and streams that cannot show everything."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_server.plain_text import say, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ana", "Ana"),
        ("José Núñez", "José Núñez"),
        ("アナ 😀", "アナ 😀"),
        ("", ""),
        ("\x1b[2J", r"\x1b[2J"),
        ("a\nb\rc\td", r"a\nb\rc\td"),
        ("\x9b31m\x7f", r"\x9b31m\x7f"),
        ("\u202eAna\u2066", r"\u202eAna\u2066"),
        ("A\u200bna\ufeff", r"A\u200bna\ufeff"),
        ("\u2028", r"\u2028"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_what_would_not_show_is_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_long_text_is_cut_off_visibly() -> None:
    assert visible("x" * 60) == "x" * 60
    assert visible("x" * 61) == "x" * 57 + "..."
    assert visible("x" * 10, most=5) == "xx..."


@given(st.text(st.characters()))
def test_any_text_becomes_one_printable_line(text: str) -> None:
    assert visible(text).isprintable()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8", "cp437"])
@given(text=st.text(st.characters()).map(visible))
def test_any_stream_takes_any_line(encoding: str, text: str) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    say(out, text)
    out.flush()
    assert raw.getvalue() == text.encode(encoding, "backslashreplace") + b"\n"


def test_a_stream_without_an_encoding_takes_everything() -> None:
    out = io.StringIO()
    say(out, "Ana é 😀")
    say(out)
    assert out.getvalue() == "Ana é 😀\n\n"
