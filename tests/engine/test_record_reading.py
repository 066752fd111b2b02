"""What is a record and what is none (record-format.md, "No record is")."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.no_records import BAD_MOVES, BAD_SETTINGS, NO_RECORDS
from longana_engine import CUBAN, INTERNATIONAL, Opening, Pass, Play, Seat, Unknown, seats_of, tile
from longana_engine.record import NotARecord, Record
from longana_engine.record_reading import deal_from, read_record, record_from


CASES = sorted((Path(__file__).parent.parent / "cases/replay").glob("*.record.json"))
WHOLE = json.loads((CASES[-1]).read_text("utf-8"))  # with every statement there can be


def read(document: Any) -> Record:
    return read_record(json.dumps(document).encode())


def two_seats(**changes: Any) -> dict[str, Any]:
    """The shortest record of a match of two with a hand, and some of its keys changed."""
    deal = {"S": "0-0 0-1 0-2 0-3 0-4 0-5 0-6 0-7", "N": "1-1 1-2 1-3 1-4 1-5 1-6 1-7 1-8"}
    document = {
        "format": "longana/1",
        "rules": {"seats": 2},
        "hands": [{"deal": deal, "moves": ["N 1-1", "S 0-1>S"]}],
    }
    return {**document, **changes}


def hand(**changes: Any) -> list[Any]:
    """The hands of `two_seats`, with some of the keys of the only one changed."""
    return [{**two_seats()["hands"][0], **changes}]


def deal(**changes: Any) -> list[Any]:
    return hand(deal={**two_seats()["hands"][0]["deal"], **changes})


def test_a_record_says_all_that_is_written() -> None:
    record = read(
        two_seats(
            players={"S": {"name": "Ana"}},
            scores={"S": 0, "N": 0},
            winner="S",
            current={"moves": ["S 0-0", "N pass"]},
            proof={"commitment": "00"},
            test_deals=True,
            hands=hand(result={"kind": "out"}, secret="11"),
        )
    )
    assert record.rules.seats == 2
    assert record.players == {Seat.S: {"name": "Ana"}}
    assert record.scores == {"S": 0, "N": 0}
    assert record.winner == "S"
    assert record.current == (Opening(Seat.S, tile(0, 0)), Pass(Seat.N))
    assert record.proof == {"commitment": "00"}
    assert record.test_deals is True
    (only,) = record.hands
    assert only.deal[Seat.N] == tuple(tile(1, high) for high in range(1, 9))
    assert only.moves == (Opening(Seat.N, tile(1, 1)), Play(Seat.S, tile(0, 1), Seat.S))
    assert only.result == {"kind": "out"}
    assert only.secret == "11"


def test_rules_left_out_are_cuban_for_four_to_100() -> None:
    assert read({"format": "longana/1", "hands": []}).rules == CUBAN
    assert read({"format": "longana/1", "hands": [], "rules": {}}).rules == CUBAN
    for preset, rules in (("cuban", CUBAN), ("international", INTERNATIONAL)):
        document = {"format": "longana/1", "hands": [], "rules": {"preset": preset}}
        assert read(document).rules == rules


def test_tiles_are_read_in_any_order_and_either_way_round() -> None:
    turned = {"S": "7-0 0-6 5-0 0-4 3-0 0-2 1-0 0-0", "N": "8-1 1-1 1-2 3-1 1-4 1-5 1-6 7-1"}
    record = read(two_seats(hands=hand(deal=turned, moves=["N 1-1", "S 1-0>S"])))
    assert record == read(two_seats())


def test_moves_that_cannot_be_are_read_so_that_replay_can_refuse_them() -> None:
    moves = ["S 6-10", "N 10-6>Q", "S 0-1>E", "N 99-99"]
    record = read(two_seats(hands=hand(moves=moves)))
    assert all(isinstance(move, Unknown) for move in (record.hands[0].moves[i] for i in (0, 1, 3)))
    assert [str(move) for move in record.hands[0].moves] == [
        "S 6-10",
        "N 6-10>Q",
        "S 0-1>E",
        "N 99-99",
    ]


@pytest.mark.parametrize(
    "document",
    [
        two_seats(note={"rules": 1}, format="longana/1"),
        two_seats(hands=hand(note=[None], moves=[])),
        two_seats(hands=[]),
        two_seats(rules={"seats": 2, "direction": "right", "doubles_obey_priority": True}),
        two_seats(rules={"seats": 2, "target": 1}),
        two_seats(rules={"seats": 2, "target": 1000}),
        two_seats(players=None, scores=None, winner=None, current=None, proof=None),
        two_seats(players={}, scores={}),
        two_seats(players={"N": None, "S": 5}),
        # Statements of another type are untrue, but statements.
        two_seats(scores=5, winner=["S"], hands=hand(result="out")),
        # These are for `verify` to read.
        two_seats(proof="none", test_deals="yes", hands=hand(secret=7)),
        two_seats(note=10**400, more=[1e308]),
    ],
)
def test_what_is_a_record_all_the_same(document: Any) -> None:
    read(document)


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (None, "not a JSON object"),
        ([], "not a JSON object but a list"),
        ("longana/1", "not a JSON object"),
        ({}, '"format"'),
        (two_seats(format=None), '"format"'),
        (two_seats(format="longana/2"), '"format"'),
        (two_seats(format=["longana/1"]), '"format"'),
        ({"format": "longana/1"}, '"hands"'),
        (two_seats(hands=None), '"hands"'),
        (two_seats(hands={}), '"hands"'),
        (two_seats(hands=[[]]), "hand 1 is not an object"),
        (two_seats(hands=[*hand(), None]), "hand 2 is not an object"),
        (two_seats(hands=hand(moves=None)), '"moves"'),
        (two_seats(hands=hand(moves="N 1-1")), '"moves"'),
        (two_seats(hands=hand(moves={"0": "N 1-1"})), '"moves"'),
        (two_seats(hands=hand(deal=None)), '"deal"'),
        (two_seats(hands=hand(deal=[])), '"deal"'),
        (two_seats(rules=None), '"rules"'),
        (two_seats(rules=[]), '"rules"'),
        (two_seats(rules="cuban"), '"rules"'),
        (two_seats(rules={"seats": [2]}), '"seats"'),
        (two_seats(rules={"seats": None}), '"seats"'),
        (two_seats(rules={"seats": 10**400}), '"seats"'),
        (two_seats(rules={"target": 1e308}), '"target"'),
        (two_seats(rules={"preset": {}}), '"preset"'),
        (two_seats(rules={"Seats": 2}), '"Seats"'),
        (two_seats(rules={"seats": 2, "": 0}), 'setting ""'),
        (two_seats(players={"E": {}}), '"E" is no seat'),
        (two_seats(players={"s": {}}), '"s" is no seat'),
        (two_seats(scores={"S": 0, "N": 0, "W": 0}), '"W" is no seat'),
        (two_seats(scores={"\ud800": 0}), r"ud800. is no seat"),
        (two_seats(hands=deal(E="2-2 2-3 2-4 2-5 2-6 2-7 2-8 2-9")), '"E" is no seat'),
        (two_seats(hands=deal(N=None)), "N no tiles"),
        (two_seats(hands=deal(N="")), "eight tiles"),
        (two_seats(hands=deal(N="1-1 1-2 1-3 1-4 1-5 1-6 1-7")), "eight tiles"),
        (two_seats(hands=deal(N="1-1 1-2 1-3 1-4 1-5 1-6 1-7 1-8 1-9")), "eight tiles"),
        (two_seats(hands=deal(N="1-1 1-2 1-3 1-4 1-5 1-6 1-7 01-8")), "eight tiles"),
        (two_seats(hands=deal(N="1-1 1-2 1-3 1-4 1-5 1-6 1-7 1-10")), "eight tiles"),
        (two_seats(hands=deal(N="1-1 1-2 1-3 1-4 1-5 1-6 1-7  1-8")), "eight tiles"),
        (two_seats(hands=deal(N="1-1 1-2 1-3 1-4 1-5 1-6 1-7 1-8\n")), "eight tiles"),
        (two_seats(hands=deal(N="1-1 1-2 1-3 1-4 1-5 1-6 1-7 1-\u0668")), "eight tiles"),
        (two_seats(hands=deal(N=["1-1", "1-2", "1-3", "1-4"])), "N no tiles"),
        (two_seats(hands=deal(N="1-1 1-2 1-3 1-4 1-5 1-6 1-7 0-1")), "deals 0-1 twice"),
        (two_seats(hands=deal(N="1-1 1-2 1-3 1-4 1-5 1-6 1-7 2-1")), "deals 1-2 twice"),
        (
            two_seats(
                hands=deal(S="0-1 0-2 0-3 0-4 0-5 0-6 0-7 0-8", N="1-2 1-3 1-4 1-5 1-6 1-7 1-8 1-9")
            ),
            "no double",
        ),
        (two_seats(hands=hand(moves=["N 1-1", "E pass"])), '"E" is no seat'),
        (two_seats(hands=hand(moves=["W 1-1"])), '"W" is no seat'),
        (two_seats(current=[]), '"current"'),
        (two_seats(current={}), '"moves"'),
        (two_seats(current={"moves": ["S pass", "n pass"]}), "current hand, move 2"),
        (two_seats(current={"moves": ["E pass"]}), '"E" is no seat'),
    ],
)
def test_what_is_no_record(document: Any, why: str) -> None:
    with pytest.raises(NotARecord, match=why) as refused:
        read(document)
    assert str(refused.value).isascii()
    assert str(refused.value).isprintable()


def test_a_deal_without_a_seat_of_the_match_is_none() -> None:
    with pytest.raises(NotARecord, match="deals N no tiles"):
        read(two_seats(hands=hand(deal={"S": two_seats()["hands"][0]["deal"]["S"]})))


def test_a_deal_alone_is_read_as_in_a_record() -> None:
    """A server's prepared deals are written so."""
    written = two_seats()["hands"][0]["deal"]
    assert deal_from(written, seats_of(2)) == read(two_seats()).hands[0].deal
    with pytest.raises(NotARecord, match="the third deal deals E no tiles"):
        deal_from(written, seats_of(3), "the third deal")
    with pytest.raises(NotARecord, match='"deal" by seats'):
        deal_from([written], seats_of(2))


def test_a_very_deep_setting() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, {"seats": deep}):
        with pytest.raises(NotARecord, match='"target"'):
            record_from(two_seats(rules={"target": value}))


@pytest.mark.parametrize(("name", "value"), BAD_SETTINGS)
def test_settings_that_do_not_exist(name: str, value: Any) -> None:
    with pytest.raises(NotARecord, match=f'there is no setting "{name}" with the value'):
        read(two_seats(hands=[], rules={name: value}))


@pytest.mark.parametrize("move", BAD_MOVES, ids=repr)
def test_moves_in_another_form(move: Any) -> None:
    with pytest.raises(NotARecord, match="hand 1, move 3"):
        read(two_seats(hands=hand(moves=["N 1-1", "S 0-1>S", move, "N pass"])))


@pytest.mark.parametrize("kind", NO_RECORDS)
def test_nothing_is_judged_before_the_whole_file_is_read(kind: str) -> None:
    """However early its first wrong move, a file whose form is wrong somewhere is no record."""
    rng = Random(kind)
    for _ in range(12):
        document = copy.deepcopy(WHOLE)
        document["hands"][0]["moves"].insert(0, "S pass")
        NO_RECORDS[kind](rng, document)
        with pytest.raises(NotARecord):
            record_from(document)


WHOLE_BYTES = json.dumps(WHOLE).encode()


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(WHOLE_BYTES) - 1),
            st.integers(0, 3),
            st.binary(max_size=3) | st.sampled_from([b'"', b"{", b"[", b"]", b",", b"null", b"-"]),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_damaged_files_are_records_or_none(damage: list[tuple[int, int, bytes]]) -> None:
    data = WHOLE_BYTES
    for place, removed, added in damage:
        data = data[:place] + added + data[place + removed :]
    why = "it is a record"
    try:
        read_record(data)
    except NotARecord as refused:
        why = str(refused)
    assert why.isascii()
    assert why.isprintable()


@pytest.mark.parametrize("end", range(0, len(WHOLE_BYTES), 97))
def test_a_file_cut_short_is_none(end: int) -> None:
    with pytest.raises(NotARecord):
        read_record(WHOLE_BYTES[:end])
