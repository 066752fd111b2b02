"""Written records: canonical, true, and read again as they were."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fair_matches import FairMatch, fair_match, played
from engine.random_records import random_record
from engine.test_strict_json import jsons
from longana_engine import CUBAN, INTERNATIONAL, Match, Position, Rules, Seat, rules_from
from longana_engine.fair import chain, deal, seed
from longana_engine.record import NotARecord, Record
from longana_engine.record_reading import read_record, record_from
from longana_engine.record_writing import document_of, record_bytes, write_record
from longana_engine.replay import replay


CASES = sorted((Path(__file__).parent.parent / "cases/replay").glob("*.record.json"))

HOUSE = rules_from({"preset": "international", "seats": 3, "target": 20, "reopened_order": "kept"})


def read_again(document: Any) -> Record:
    return read_record(record_bytes(document))


def next_hand(fair: FairMatch, rng: Random, moves: int) -> tuple[Match, Position]:
    """The match without its last hand, and that hand played anew for some moves."""
    match = Match(fair.match.rules, fair.match.hands[:-1])
    position = match.deal(fair.match.hands[-1].dealt)
    return match, played(position, rng, moves)


@pytest.mark.parametrize("rules", [CUBAN, INTERNATIONAL, HOUSE])
def test_a_written_match_is_read_again_and_true(rules: Rules) -> None:
    fair = fair_match(rules, Random(1))
    record = read_again(fair.record())
    assert record.rules == rules
    assert [hand.moves for hand in record.hands] == [hand.moves for hand in fair.match.hands]
    replayed = replay(record)
    assert [hand.result for hand in replayed.hands] == [hand.result for hand in fair.match.hands]
    assert replayed.winner == fair.match.winner
    assert replayed.scores == fair.match.scores


def test_a_record_is_written_in_canonical_form() -> None:
    fair = fair_match(HOUSE, Random(2))
    players = {Seat.N: {"name": "Ana"}, Seat.S: {"name": "José"}}
    document = write_record(
        fair.match,
        players=players,
        proof=fair.proof,
        secrets=fair.secrets,
        test_deals=True,
        extra={"room": "ABC"},
        hand_extras=[{"replayed": True}],
    )
    assert list(document) == [
        "format", "rules", "players", "hands", "scores", "proof", "test_deals", "winner", "room",
    ]  # fmt: skip
    assert document["rules"] == {
        "preset": "international", "seats": 3, "target": 20, "reopened_order": "kept",
    }  # fmt: skip
    hands = document["hands"]
    assert isinstance(hands, list)
    first = hands[0]
    assert isinstance(first, dict)
    assert list(first) == ["deal", "moves", "result", "secret", "replayed"]
    dealt = first["deal"]
    assert isinstance(dealt, dict)
    assert list(dealt) == ["S", "E", "N"]
    for tiles in dealt.values():
        assert isinstance(tiles, str)
        assert tiles.split(" ") == sorted(tiles.split(" "))
    assert first["secret"] == fair.chain[1].hex()
    assert document["winner"] == fair.match.winner
    text = record_bytes(document).decode("utf-8")
    assert text.endswith("}\n")
    assert "José" in text


def test_a_match_not_begun() -> None:
    assert write_record(Match.begin(CUBAN)) == {
        "format": "longana/1",
        "rules": {"preset": "cuban", "seats": 4, "target": 100},
        "hands": [],
        "scores": {"S": 0, "E": 0, "N": 0, "W": 0},
        "winner": None,
    }


@pytest.mark.parametrize("moves", [0, 1, 5])
def test_an_unfinished_hand_for_the_operator(moves: int) -> None:
    rng = Random(3)
    match, position = next_hand(fair_match(HOUSE, rng), rng, moves)
    replayed = replay(read_again(write_record(match, unfinished=position)))
    assert len(replayed.hands) == len(match.hands) + 1
    assert replayed.hands[-1].end.moves == position.moves
    assert replayed.hands[-1].end.hands == position.hands
    assert replayed.hands[-1].result is None
    assert replayed.scores == match.scores
    assert replayed.winner is None


@pytest.mark.parametrize("moves", [0, 1, 5])
def test_what_a_live_room_gives_out(moves: int) -> None:
    """No deal, no secret, no result of the hand in play."""
    rng = Random(4)
    fair = fair_match(HOUSE, rng)
    match, position = next_hand(fair, rng, moves)
    document = write_record(
        match,
        current=position.moves,
        proof=fair.proof,
        secrets=fair.chain[1 : len(match.hands) + 1],
    )
    assert document["current"] == {"moves": [str(move) for move in position.moves]}
    hands = document["hands"]
    assert isinstance(hands, list)
    assert len(hands) == len(match.hands)
    text = record_bytes(document).decode()
    assert fair.chain[len(match.hands) + 1].hex() not in text
    record = read_again(document)
    assert record.current == position.moves
    assert replay(record).scores == match.scores


def test_a_hand_in_play_is_written_in_one_way() -> None:
    rng = Random(5)
    match, position = next_hand(fair_match(HOUSE, rng), rng, 3)
    with pytest.raises(ValueError, match="not both"):
        write_record(match, unfinished=position, current=position.moves)


@pytest.mark.parametrize("count", [0, 2])
def test_every_finished_hand_has_its_secret(count: int) -> None:
    fair = fair_match(rules_from({"target": 1}), Random(6))
    assert len(fair.match.hands) == 1
    with pytest.raises(ValueError, match=f"{count} secrets for 1 finished"):
        write_record(fair.match, secrets=[bytes(32)] * count)


def test_further_keys_cannot_replace_what_the_format_knows() -> None:
    fair = fair_match(rules_from({"target": 1}), Random(7))
    for key in ("format", "hands", "winner", "proof", "current"):
        with pytest.raises(ValueError, match=f"knows {key}"):
            write_record(fair.match, extra={key: None})
    for key in ("deal", "moves", "result", "secret"):
        with pytest.raises(ValueError, match=f"knows {key}"):
            write_record(fair.match, hand_extras=[{key: None}])
    with pytest.raises(ValueError, match="2 sets of further keys for 1 hands"):
        write_record(fair.match, hand_extras=[{}, {}])


@given(st.dictionaries(st.text().map("x-{}".format), jsons, max_size=3))
def test_further_keys_are_ignored(extra: dict[str, Any]) -> None:
    plain = write_record(ONE_HAND.match)
    document = write_record(ONE_HAND.match, extra=extra, hand_extras=[extra])
    assert json.loads(record_bytes(document)) == document
    assert read_again(document) == read_again(plain)


ONE_HAND = fair_match(rules_from({"seats": 2, "target": 1}), Random(8))


def test_text_that_is_no_utf_8_is_written_all_the_same() -> None:
    document = write_record(ONE_HAND.match, players={Seat.S: {"name": "\ud800 \x1b \U0001f600"}})
    assert read_again(document).players == {Seat.S: {"name": "\ud800 \x1b \U0001f600"}}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.removesuffix(".record.json"))
def test_published_records_survive_being_written(path: Path) -> None:
    try:
        record = read_record(path.read_bytes())
    except NotARecord:
        return
    assert read_again(document_of(record)) == record


@pytest.mark.parametrize("start", range(0, 40, 10))
def test_random_records_survive_being_written(start: int) -> None:
    """Parse, print, parse: also what is refused, and then printed the same once more."""
    for seed_ in range(start, start + 10):
        try:
            record = record_from(random_record(seed_).record)
        except NotARecord:
            continue
        document = document_of(record)
        assert read_again(document) == record
        assert record_bytes(document_of(read_again(document))) == record_bytes(document)


@given(st.binary(min_size=32, max_size=32), st.sampled_from([2, 3, 4]), st.integers(0, 60))
def test_any_hand_survives_being_written(secret: bytes, seats: int, moves: int) -> None:
    rules = rules_from({"seats": seats})
    match = Match.begin(rules)
    dealt = deal(seed(chain(secret, 1)[1], dict.fromkeys(rules.table, bytes(32))), rules.table)
    position = played(match.deal(dealt.hands), Random(secret), moves)
    if position.result is None:
        document = write_record(match, unfinished=position)
    else:
        document = write_record(match.finish(position))
    record = read_again(document)
    assert record.hands[0].deal == dealt.hands
    assert record.hands[0].moves == position.moves
    assert document_of(record) == document
    assert replay(record).hands[0].result == position.result
