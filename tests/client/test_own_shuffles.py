"""The shuffles a device remembers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from longana_client.connection import Shuffle
from longana_client.connection.nonces import MOST_SHUFFLES
from longana_client.own_shuffles import FILE_NAME, OwnShuffles


START = Shuffle(b"c" * 32, {"S": b"s" * 32, "N": b"n" * 32}, frozenset({"S"}), "me", turn=4)


def test_a_shuffle_is_read_as_it_was_written(tmp_path: Path) -> None:
    OwnShuffles(tmp_path).keep(START)
    assert OwnShuffles(tmp_path).all() == (START,)


def test_a_match_stands_in_place_of_its_start_and_others_stay(tmp_path: Path) -> None:
    shuffles = OwnShuffles(tmp_path)
    other, match = replace(START, commitment=b"d" * 32), replace(START, match=3)
    for shuffle in (START, other, match):
        shuffles.keep(shuffle)
    assert shuffles.all() == (other, match)


def test_a_book_goes_on_where_another_ended(tmp_path: Path) -> None:
    sealed = OwnShuffles(tmp_path).book().make(b"c" * 32, "W")
    assert OwnShuffles(tmp_path).book().make(b"c" * 32, "W") == sealed


def test_it_is_bounded(tmp_path: Path) -> None:
    shuffles = OwnShuffles(tmp_path)
    for number in range(MOST_SHUFFLES + 5):
        shuffles.keep(replace(START, commitment=bytes([number]) * 32))
    assert [one.commitment[0] for one in shuffles.all()] == [*range(5, MOST_SHUFFLES + 5)]


WRITTEN = {
    "commitment": "aa" * 32,
    "nonces": {"S": "bb" * 32},
    "given": "S",
    "person": "me",
    "match": 1,
    "turn": 4,
}


@pytest.mark.parametrize(
    "changed",
    [
        {"commitment": "aa"},
        {"commitment": "xx" * 32},
        {"nonces": {"S": 3}},
        {"nonces": []},
        {"nonces": {"S": "b" * 63 + " "}},
        {"match": "1"},
        {"turn": None},
    ],
)
def test_what_is_no_shuffle_is_left_out(tmp_path: Path, changed: dict[str, object]) -> None:
    (tmp_path / FILE_NAME).write_text(json.dumps([1, WRITTEN | changed, WRITTEN]))
    (shuffle,) = OwnShuffles(tmp_path).all()
    assert shuffle.part == {"S": b"\xbb" * 32}
