"""What is said: the latest lines, and nothing of who is forgotten."""

from __future__ import annotations

import pytest

from longana_protocol.answers import Said
from longana_protocol.commands import Say
from longana_server.refusing import Refused
from longana_server.talk import AT_ONCE, REMEMBERED, REMEMBERED_BYTES, Talk, line_of
from server.scripted_room import made


def test_only_the_latest_50_lines_are_kept() -> None:
    """F45."""
    talk = Talk()
    for number in range(60):
        talk.add(line_of(1, "Ana", made(Say, text=f"line {number}")))
    assert [line.text for line in talk.lines] == [f"line {number}" for number in range(10, 60)]
    assert REMEMBERED == 50


def test_a_line_is_no_longer_than_it_may_be_once_it_is_cleaned() -> None:
    """U+1D160, a note, is three signs in NFC."""
    talk = Talk()
    with pytest.raises(Refused, match="bad_message"):
        talk.add(line_of(1, "Ana", made(Say, text="\U0001d160" * 400)))
    talk.add(line_of(1, "Ana", made(Say, text="\U0001d160" * 133)))
    assert len(talk.lines[0].text or "") == 399


def test_what_is_kept_is_never_too_much_for_a_slow_line() -> None:
    talk = Talk()
    for number in range(60):
        talk.add(line_of(1, "Ana", made(Say, text=f"{number}" + "\U0001f1e8" * 398)))
    kept = [(line.text or "").encode() for line in talk.lines]
    assert 10 < len(kept) < REMEMBERED
    assert REMEMBERED_BYTES - 1700 < sum(map(len, kept)) <= REMEMBERED_BYTES
    assert kept[-1].startswith(b"59")


def test_who_is_forgotten_has_said_nothing_and_the_bound_stays() -> None:
    talk = Talk()
    talk.add(line_of(1, "Ana", made(Say, text="hola")))
    talk.add(line_of(2, "Beto", made(Say, text="hola, Ana")))
    talk.forget([1])
    assert [line.person for line in talk.lines] == [2]
    for _ in range(60):
        talk.add(line_of(2, "Beto", made(Say, phrase="me_pegue")))
    assert len(talk.lines) == REMEMBERED


def test_a_line_is_shown_as_it_is_said() -> None:
    assert line_of(1, "Ana", made(Say, text=" hola ")) == Said(person=1, name="Ana", text="hola")
    phrase = line_of(1, "Ana", made(Say, phrase="me_pegue"))
    assert phrase == Said(person=1, name="Ana", phrase="me_pegue")


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({}, "text"),
        ({"text": "hola", "phrase": "me_pegue"}, "text"),
        ({"phrase": "no_such_phrase"}, "phrase"),
        ({"text": " \u202e "}, "text"),
    ],
)
def test_a_line_is_either_words_or_a_known_phrase(said: dict[str, str], field: str) -> None:
    talk = Talk()
    with pytest.raises(Refused, match="bad_message") as refused:
        talk.add(line_of(1, "Ana", made(Say, **said)))
    assert refused.value.facts["field"] == field
    assert talk.lines == ()


def test_who_talks_on_and_on_has_to_wait_and_nobody_else() -> None:
    talk = Talk()
    for _ in range(AT_ONCE):
        talk.keep_pace(1, 5.0)
    with pytest.raises(Refused, match="too_fast"):
        talk.keep_pace(1, 5.0)
    talk.keep_pace(2, 5.0)
    talk.keep_pace(1, 6.0)
