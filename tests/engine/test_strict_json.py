"""JSON read strictly, and values shown in messages."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_engine.strict_json import Json, NotJson, parse, shown


jsons = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    # Python joins two halves of a character that were written apart, as it should.
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(jsons)
def test_what_is_printed_is_read(document: Json) -> None:
    assert parse(json.dumps(document).encode()) == document


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not JSON"),
        (b" ", "not JSON"),
        (b"{", "not JSON"),
        (b"{} {}", "not JSON"),
        (b'{"a": 1,}', "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b"[01]", "not JSON"),
        (b'"\t"', "not JSON"),
        (b"\x00", "not JSON"),
        (b"nan", "not JSON"),
        (b"NaN", "NaN is not JSON"),
        (b"[Infinity]", "Infinity is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b"\xff", "not UTF-8"),
        (b'"\xe9"', "not UTF-8"),
        (b'"\xed\xa0\x80"', "not UTF-8"),
        (b"\xef\xbb\xbf{}", "byte-order mark"),
        ("{}".encode("utf-16"), "not UTF-8"),
        (b'{"a": 1, "a": 1}', 'the key "a" stands twice'),
        (b'[{"b": {"a": 1, "\\u0061": 2}}]', 'the key "a" stands twice'),
        (b"[" * 1_000_000, "nested too deep"),
        (b"[" * 1_000_000 + b"]" * 1_000_000, "nested too deep"),
        (b'{"a":' * 1_000_000, "nested too deep"),
        (b'[{"a":' * 1_000_000, "nested too deep"),
    ],
)
def test_what_is_no_json(data: bytes, why: str) -> None:
    with pytest.raises(NotJson, match=why):
        parse(data)


@pytest.mark.parametrize("data", [b'{"a": {"a": 1}}', b'[{"a": 1}, {"a": 1}]', b'"\\ud800"'])
def test_what_is_json_all_the_same(data: bytes) -> None:
    assert parse(data) == json.loads(data)


@pytest.mark.parametrize("sign", ["", "-"])
def test_numbers_of_any_length_are_read_and_stay_numbers(sign: str) -> None:
    integer = parse(f"{sign}1{'0' * 10_000}".encode())
    real = parse(f"{sign}1e400".encode())
    assert isinstance(integer, int)
    assert abs(integer) > 10**90
    assert isinstance(real, float)
    assert math.isfinite(real)
    assert abs(real) > 10**300
    assert (integer < 0, real < 0) == (bool(sign), bool(sign))


@given(jsons)
def test_values_are_shown_on_one_short_line_of_ascii(value: Json) -> None:
    line = shown(value)
    assert line.isascii()
    assert line.isprintable()
    assert 0 < len(line) <= 40


def test_a_long_text_is_cut_off_visibly() -> None:
    assert shown("x" * 38) == f'"{"x" * 38}"'
    assert shown("x" * 39) == f'"{"x" * 36}...'


def test_even_controls_lone_surrogates_and_very_deep_lists_can_be_shown() -> None:
    deep: Json = []
    for _ in range(100_000):
        deep = [deep]
    assert shown("\x7f") == r'"\u007f"'
    assert shown("\ud800") == r'"\ud800"'
    assert shown(deep) == "a list"
    assert shown({"a": deep}) == "an object"
