"""F38: codes do not collide, hold no look-alikes, and harmless spellings are accepted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_server.codes import ALPHABET, new_code, read_code, room_link, spaced
from longana_server.tokens import new_token


CODE = "K7MP4RWX"


def test_codes_are_distinct_and_without_look_alikes() -> None:
    codes: set[str] = set()
    for _ in range(500):
        codes.add(new_code(codes))
    assert len(codes) == 500
    assert not set("".join(codes)) & set("01ILOQSZBGU")
    assert all(len(code) == 8 for code in codes)


def test_a_taken_code_is_not_given_again() -> None:
    class AllButOne:
        """Says that everything is taken, until asked the fifth time."""

        asked = 0

        def __contains__(self, code: object) -> bool:
            self.asked += 1
            return self.asked < 5

    taken = AllButOne()
    assert read_code(new_code(taken)) is not None
    assert taken.asked == 5


@pytest.mark.parametrize(
    "text",
    [
        "K7MP4RWX",
        "k7mp4rwx",
        " K7MP 4RWX ",
        "k7mp-4rwx",
        "K7MP–4RWX",
        "k 7 m p 4 r w x",
        "Ｋ７ｍｐ４ｒｗｘ",
        "K1MP4RWX",
        "klmp4rwx",
        '"K7MP4RWX"',
        "#K7MP4RWX",
        "http://192.168.1.5:8765/#K7MP4RWX",
        "https://example.org/longana/#k7mp4rwx",
        "https://example.org/longana/%23K7MP4RWX",
        "http://[fd00::2]:8765/#K7MP4RWX.abcdefghijklmnopqrstuv-_",
        "Come to http://192.168.1.5:8765/#K7MP4RWX, we wait",
        "(http://192.168.1.5:8765/#K7MP4RWX)",
    ],
)
def test_harmless_spellings_are_read(text: str) -> None:
    assert read_code(text) == CODE


@pytest.mark.parametrize(
    "text",
    ["", "K7MP4RW", "K7MP4RWXX", "K7MP4RW/", "http://192.168.1.5:8765/", "#", "ß" * 8, "К7МР4РВХ"],
)
def test_what_is_no_code_is_none(text: str) -> None:
    assert read_code(text) is None


@given(st.text(max_size=80))
def test_any_text_is_read_or_not_but_raises_nothing(text: str) -> None:
    code = read_code(text)
    assert code is None or (len(code) == 8 and set(code) <= set(ALPHABET))


@given(st.text(ALPHABET, min_size=8, max_size=8), st.booleans())
def test_what_is_shown_is_read_back(code: str, back: bool) -> None:
    assert read_code(spaced(code)) == code
    assert read_code(spaced(code).lower()) == code
    link = room_link("https://example.org/longana/", code, new_token() if back else None)
    assert read_code(link) == code


def test_links() -> None:
    assert room_link("http://127.0.0.1:8765", CODE) == "http://127.0.0.1:8765/#K7MP4RWX"
    assert room_link("https://example.org/l/", CODE, "tok") == "https://example.org/l/#K7MP4RWX.tok"
