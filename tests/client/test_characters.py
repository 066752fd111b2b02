"""Other people's text cannot act on a terminal, and everything can be shown (F48, F53)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_client.characters import encodable, harmless, showable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2Jgone", "␛[2Jgone"),
        ("a\r\nb\tc\x00", "a␍␊b␉c␀"),
        ("del\x7f c1\x9b31m", "del␡ c1�31m"),
        ("\u202eevil\u2066", "�evil�"),
        ("zero\u200bwidth\ufeff", "zero�width�"),
        ("line\u2028break", "line�break"),
        ("Beatriz Peña 李 🁣", "Beatriz Peña 李 🁣"),
    ],
)
def test_controls_become_visible(text: str, shown: str) -> None:
    assert harmless(text) == shown


@given(st.text())
def test_harmless_text_has_no_control_and_keeps_its_length(text: str) -> None:
    shown = harmless(text)
    assert len(shown) == len(text)
    assert not any(
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co") for character in shown
    )
    assert harmless(shown) == shown


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("¿Peña? … 1.ª – «tú»", "ascii", "Pena? ... 1.a - <tu>"),
        ("¿Peña? … 1.ª – «tú»", "cp1252", "¿Peña? … 1.ª – «tú»"),
        ("李 ok", "cp1252", "? ok"),
        ("李 ok", "utf-8", "李 ok"),
        ("5 − 2", "ascii", "5 - 2"),
    ],
)
def test_text_is_written_in_characters_there_are(text: str, encoding: str, shown: str) -> None:
    assert showable(text, encoding) == shown


@given(st.text(), st.sampled_from(["ascii", "cp1252", "latin-1", "utf-8"]))
def test_showable_text_can_be_encoded(text: str, encoding: str) -> None:
    assert encodable(showable(harmless(text), encoding), encoding)


def test_an_unknown_encoding_has_no_characters() -> None:
    assert not encodable("a", "no-such-encoding")
