"""Replaying records: the published cases, random ones, and every statement that can be false."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from engine.random_records import KINDS, random_record
from longana_engine.record import NotARecord
from longana_engine.record_reading import read_record, record_from
from longana_engine.replay import RecordRefused, Replay, replay, replay_document, replay_so_far


REPLAY_CASES = Path(__file__).parent.parent / "cases/replay"
CASES = sorted(REPLAY_CASES.glob("*.record.json"))

# Two hands and a winner, with every statement there can be.
WHOLE = json.loads((REPLAY_CASES / "43-all-statements-true.record.json").read_text("utf-8"))
# A finished hand and an unfinished one.
UNFINISHED = json.loads((REPLAY_CASES / "10-unfinished.record.json").read_text("utf-8"))


def answer(data: bytes) -> Any:
    """What `longana replay --json` is to say, without the message of an error."""
    try:
        return replay_document(replay(read_record(data)))
    except NotARecord:
        return {"ok": False, "error": {"code": "not_a_record"}}
    except RecordRefused as refused:
        error = {"hand": refused.hand, "step": refused.step, "code": refused.code}
        return {"ok": False, "error": error}


def error_of(document: Any) -> tuple[int, int, str] | None:
    """Where and why a document is refused; None if it is right."""
    refused = replay_so_far(record_from(document)).refused
    return None if refused is None else (refused.hand, refused.step, refused.code)


def changed(document: Any, *path: Any, to: Any) -> Any:
    """A copy of a document with one value set."""
    document = copy.deepcopy(document)
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return document


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.removesuffix(".record.json"))
def test_published_case(path: Path) -> None:
    expected = path.with_name(path.name.replace(".record.", ".expected."))
    assert answer(path.read_bytes()) == json.loads(expected.read_text("utf-8"))


@pytest.mark.parametrize("seed", range(2 * len(KINDS)))
def test_random_record(seed: int) -> None:
    """The naive model says the same about matches it played and spoiled in every known way."""
    case = random_record(seed)
    assert answer(json.dumps(case.record).encode()) == case.expected


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.removesuffix(".record.json"))
def test_replay_raises_what_replay_so_far_gives(path: Path) -> None:
    try:
        record = read_record(path.read_bytes())
    except NotARecord:
        return
    so_far = replay_so_far(record)
    if so_far.refused is None:
        assert replay(record) == so_far
    else:
        with pytest.raises(RecordRefused, match=r"\.$") as refused:
            replay(record)
        assert refused.value.args == so_far.refused.args


FIRST = len(WHOLE["hands"][0]["moves"])
LAST = len(WHOLE["hands"][1]["moves"])


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("kind",), "blocked"),
        (("kind",), "Out"),
        (("kind",), None),
        (("winner",), "N"),
        (("winner",), None),
        (("winner",), ["S"]),
        (("points",), 0),
        (("points",), "42"),
        (("points",), None),
        (("points",), True),
        (("points",), 10**300),
        (("pips",), {}),
        (("pips",), None),
        (("pips",), [1, 2, 3, 4]),
        (("pips", "E"), 1),
        (("pips", "E"), None),
        (("pips", "Q"), 0),
    ],
)
def test_a_false_result(path: tuple[str, ...], to: Any) -> None:
    for hand, step in ((0, FIRST), (1, LAST)):
        document = changed(WHOLE, "hands", hand, "result", *path, to=to)
        assert error_of(document) == (hand, step, "wrong_result")


@pytest.mark.parametrize("result", [{}, [], "out", 0, False, True])
def test_a_result_that_is_none(result: Any) -> None:
    document = changed(WHOLE, "hands", 1, "result", to=result)
    assert error_of(document) == (1, LAST, "wrong_result")


@pytest.mark.parametrize("key", ["kind", "winner", "points", "pips"])
def test_all_four_keys_of_a_result_must_be_there(key: str) -> None:
    document = copy.deepcopy(WHOLE)
    del document["hands"][0]["result"][key]
    assert error_of(document) == (0, FIRST, "wrong_result")


def test_the_winner_of_a_tied_block_must_be_stated_as_null() -> None:
    document = json.loads((REPLAY_CASES / "07-tied-block-cuban.record.json").read_text("utf-8"))
    results = replay_document(replay(record_from(document)))["hands"]
    assert isinstance(results, list)
    tied = next(
        number
        for number, hand in enumerate(results)
        if isinstance(hand, dict)
        and isinstance(hand["result"], dict)
        and hand["result"]["winner"] is None
    )
    hand = results[tied]
    assert isinstance(hand, dict)
    assert isinstance(hand["result"], dict)
    assert hand["result"]["kind"] == "block"
    assert hand["result"]["points"] == 0
    stated = changed(document, "hands", tied, "result", to=hand["result"])
    assert error_of(stated) is None
    del stated["hands"][tied]["result"]["winner"]
    assert error_of(stated) == (tied, len(document["hands"][tied]["moves"]), "wrong_result")


def test_further_keys_of_a_result_are_ignored() -> None:
    assert error_of(changed(WHOLE, "hands", 0, "result", "note", to={"S": 1})) is None


def test_false_is_not_zero() -> None:
    """Python would say it is."""
    assert WHOLE["scores"]["S"] == 0
    assert error_of(changed(WHOLE, "scores", "S", to=False)) == (1, LAST, "wrong_scores")
    assert WHOLE["hands"][1]["result"]["pips"]["W"] == 0
    document = changed(WHOLE, "hands", 1, "result", "pips", "W", to=False)
    assert error_of(document) == (1, LAST, "wrong_result")


@pytest.mark.parametrize(
    "scores",
    [
        {"S": 0, "E": 0, "N": 0, "W": 127},
        {"S": 1, "E": 0, "N": 0, "W": 128},
        {"W": 128},
        {},
        [],
        0,
        "128",
        False,
    ],
)
def test_false_scores(scores: Any) -> None:
    assert error_of({**WHOLE, "scores": scores}) == (1, LAST, "wrong_scores")
    assert error_of({**WHOLE, "scores": scores, "winner": "S"}) == (1, LAST, "wrong_scores")


@pytest.mark.parametrize("winner", ["S", "w", "Q", "", ["W"], {"W": 1}, 0, False])
def test_a_false_winner(winner: Any) -> None:
    assert error_of({**WHOLE, "winner": winner}) == (1, LAST, "wrong_winner")


def test_a_winner_of_a_match_that_goes_on() -> None:
    hand, step = len(UNFINISHED["hands"]) - 1, len(UNFINISHED["hands"][-1]["moves"])
    assert error_of(UNFINISHED) is None
    assert error_of({**UNFINISHED, "winner": "S"}) == (hand, step, "wrong_winner")
    assert error_of({**UNFINISHED, "winner": None}) is None


def test_statements_about_a_match_without_hands() -> None:
    empty = {"format": "longana/1", "hands": []}
    zeros = {"S": 0, "E": 0, "N": 0, "W": 0}
    assert error_of({**empty, "scores": zeros}) is None
    assert error_of({**empty, "scores": {**zeros, "W": 1}}) == (0, 0, "wrong_scores")
    assert error_of({**empty, "winner": "W"}) == (0, 0, "wrong_winner")


def test_null_states_nothing() -> None:
    document = {**WHOLE, "players": None, "scores": None, "winner": None}
    assert error_of(changed(document, "hands", 0, "result", to=None)) is None


def test_a_result_stated_for_an_unfinished_hand() -> None:
    result = WHOLE["hands"][1]["result"]
    hand, step = len(UNFINISHED["hands"]) - 1, len(UNFINISHED["hands"][-1]["moves"])
    document = changed(UNFINISHED, "hands", hand, "result", to=result)
    assert error_of(document) == (hand, step, "wrong_result")


class TestOrderOfJudgement:
    """A hand's moves, then its result, then the next hand; then scores, then winner."""

    ALL_WRONG = changed(
        changed(WHOLE, "hands", 0, "result", "points", to=1) | {"winner": "S"},
        "scores",
        "S",
        to=7,
    )

    def test_a_hand_is_judged_before_the_next(self) -> None:
        document = changed(self.ALL_WRONG, "hands", 1, "moves", 0, to="S pass")
        assert error_of(document) == (0, FIRST, "wrong_result")

    def test_its_moves_before_its_result(self) -> None:
        document = changed(self.ALL_WRONG, "hands", 0, "moves", FIRST - 1, to="S pass")
        refused = error_of(document)
        assert refused is not None
        assert refused[:2] == (0, FIRST - 1)

    def test_the_next_hand_before_the_scores(self) -> None:
        document = changed(self.ALL_WRONG, "hands", 0, "result", to=None)
        assert error_of(document) == (1, LAST, "wrong_scores")
        document = changed(document, "hands", 1, "moves", 0, to="N pass")
        assert error_of(document) == (1, 0, "not_your_turn")

    def test_a_false_result_of_an_unfinished_hand_before_the_hand_after_it(self) -> None:
        document = changed(WHOLE, "hands", 0, "moves", to=WHOLE["hands"][0]["moves"][:-1])
        assert error_of(document) == (0, FIRST - 1, "wrong_result")
        document = changed(document, "hands", 0, "result", to=None)
        assert error_of(document) == (1, 0, "hand_unfinished")

    def test_moves_after_the_end_before_the_result(self) -> None:
        moves = [*WHOLE["hands"][0]["moves"], "S pass"]
        document = changed(self.ALL_WRONG, "hands", 0, "moves", to=moves)
        assert error_of(document) == (0, FIRST, "hand_over")

    @pytest.mark.parametrize("move", ["E pass", "S 6-10", "S 0-0>Q", "S 99-99>Z"])
    def test_the_end_of_a_hand_before_all_else_about_a_move(self, move: str) -> None:
        moves = [*WHOLE["hands"][1]["moves"], move]
        document = changed(WHOLE, "hands", 1, "moves", to=moves)
        assert error_of(document) == (1, LAST, "hand_over")

    @pytest.mark.parametrize("moves", [[], ["S pass"], ["S 6-10"]])
    def test_a_hand_after_the_match_was_won_whatever_is_in_it(self, moves: list[str]) -> None:
        one_more = {"deal": WHOLE["hands"][0]["deal"], "moves": moves, "result": {}}
        document = {**self.ALL_WRONG, "hands": [*WHOLE["hands"], one_more, one_more]}
        assert error_of(document) == (2, 0, "hand_over")

    @pytest.mark.parametrize("moves", [[], ["S pass"], ["S 6-10"]])
    def test_a_hand_after_an_unfinished_one_whatever_is_in_it(self, moves: list[str]) -> None:
        begun = {"deal": WHOLE["hands"][0]["deal"], "moves": []}
        one_more = {**begun, "moves": moves, "result": {}}
        document = {**self.ALL_WRONG, "hands": [begun, one_more, one_more]}
        assert error_of(document) == (1, 0, "hand_unfinished")

    @pytest.mark.parametrize(
        ("move", "code"),
        [
            ("N 6-10>Q", "not_your_turn"),
            ("E 6-10>Q", "unknown_tile"),
            ("E 6-10", "unknown_tile"),
            ("E 0-0>Q", "unknown_branch"),
            ("E 9-9>E", "tile_not_held"),
            ("E 9-9", "tile_not_held"),
            ("E 0-0", "already_open"),
            ("E 0-0>E", "no_match"),
            ("E 2-9>N", "branch_closed"),
            ("E pass", "must_play"),
        ],
    )
    def test_codes_of_the_second_move(self, move: str, code: str) -> None:
        assert error_of(changed(WHOLE, "hands", 0, "moves", 1, to=move)) == (0, 1, code)

    @pytest.mark.parametrize(
        ("move", "code"),
        [
            ("E pass", "not_your_turn"),
            ("S 6-10>S", "unknown_tile"),
            ("S 9-9>Q", "unknown_branch"),
            ("S 0-0", "tile_not_held"),
            ("S 7-7", "must_open"),
            ("S 9-9>S", "must_open"),
            ("S 8-9", "must_open"),
            ("S pass", "must_open"),
        ],
    )
    def test_codes_of_the_opening(self, move: str, code: str) -> None:
        assert error_of(changed(WHOLE, "hands", 0, "moves", 0, to=move)) == (0, 0, code)


def test_messages_name_hand_move_seats_and_tiles_in_words() -> None:
    document = changed(WHOLE, "hands", 1, "moves", 1, to="S 10-6>S")
    with pytest.raises(RecordRefused, match=r"Hand 2, move 2 \(S 6-10>S\): .*no tile 6-10"):
        replay(record_from(document))


def test_messages_about_hands_and_statements_name_them() -> None:
    """For people hands count from 1."""

    def message(document: Any) -> str:
        return str(replay_so_far(record_from(document)).refused)

    begun = {"deal": WHOLE["hands"][0]["deal"], "moves": []}
    unfinished = {"format": "longana/1", "hands": [begun, begun]}
    assert message(unfinished).startswith("Hand 2 cannot begin")
    assert message({**WHOLE, "hands": [*WHOLE["hands"], begun]}).startswith("There is no hand 3")
    document = changed(WHOLE, "hands", 1, "result", "points", to=-1)
    assert message(document) == "The result of hand 2 is not what its moves give (points)."
    assert "North 0, West 128" in message({**WHOLE, "scores": {}})
    assert "West has won the match" in message({**WHOLE, "winner": "S"})
    assert "nobody has won the match" in message({**UNFINISHED, "winner": "S"})


def steps_of(replayed: Replay) -> list[int]:
    return [len(hand.steps) for hand in replayed.hands]


def test_an_unfinished_hand_has_one_more_step() -> None:
    replayed = replay(record_from(UNFINISHED))
    moves = [len(hand["moves"]) for hand in UNFINISHED["hands"]]
    assert steps_of(replayed) == [*moves[:-1], moves[-1] + 1]
    assert replayed.hands[-1].steps[-1].played is None
    assert replayed.hands[-1].steps[-1].position.legal()
    assert replayed.hands[-1].result is None


def test_so_has_a_hand_without_moves() -> None:
    document = changed(WHOLE, "hands", 1, "moves", to=[]) | {"scores": None, "winner": None}
    document = changed(document, "hands", 1, "result", to=None)
    said = replay_document(replay(record_from(document)))
    assert isinstance(said["hands"], list)
    step = {"to_move": "W", "legal": ["W 1-1", "W 8-8"]}
    assert said["hands"][1] == {"steps": [step], "result": None}


def test_a_hand_that_is_refused_is_replayed_up_to_there() -> None:
    document = changed(WHOLE, "hands", 1, "moves", 5, to="S 6-10")
    replayed = replay_so_far(record_from(document))
    assert steps_of(replayed) == [FIRST, 5]
    assert replayed.scores == replayed.hands[0].scores
    assert replayed.winner is None


def test_what_a_live_room_adds_is_not_judged() -> None:
    assert error_of({**UNFINISHED, "current": {"moves": ["S pass", "S 6-10>Q"]}}) is None
