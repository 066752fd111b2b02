"""What `replay` must say about a record, judged with the naive model (record-format.md).

It judges parsed documents. What can only be wrong with the bytes of a file (its encoding, NaN, a
key twice) is the business of the record module's own tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.naive import (
    TABLES,
    Match,
    doubles_among,
    read_move,
    read_tiles,
    settings_of,
    table_of,
    written,
)


Json = dict[str, Any]

PERMITTED: dict[str, list[Any]] = {
    "preset": ["cuban", "international"],
    "seats": list(TABLES),
    "target": list(range(1, 1001)),
    "direction": ["right", "left"],
    "block_score": ["all", "difference"],
    "tie_opener": ["next_after_opener", "highest_double"],
    "doubles_obey_priority": [True, False],
    "own_branch_in_priority": [True, False],
    "reopened_order": ["last", "kept"],
}


# ---------------------------------------------------------------------------------------------
# Is it a record at all?


def is_record(document: Any) -> bool:
    if not isinstance(document, dict) or document.get("format") != "longana/1":
        return False
    rules = document.get("rules", {})
    if not isinstance(rules, dict) or not all(is_setting(*item) for item in rules.items()):
        return False
    table = table_of(settings_of(rules))
    for named in ("players", "scores"):
        if not set(document.get(named) or {}) <= set(table):
            return False
    hands = document.get("hands")
    return isinstance(hands, list) and all(is_hand(hand, table) for hand in hands)


def is_setting(name: str, value: Any) -> bool:
    """Whether a setting exists and has such a value; 1 is not true and 4.0 is no integer."""
    return any(
        value == permitted and type(value) is type(permitted)
        for permitted in PERMITTED.get(name, [])
    )


def is_hand(hand: Any, table: list[str]) -> bool:
    if not isinstance(hand, dict):
        return False
    deal, moves = hand.get("deal"), hand.get("moves")
    if not isinstance(deal, dict) or not isinstance(moves, list):
        return False
    return is_deal(deal, table) and all(is_move(move, table) for move in moves)


def is_deal(deal: Mapping[str, Any], table: list[str]) -> bool:
    if set(deal) != set(table) or not all(isinstance(tiles, str) for tiles in deal.values()):
        return False
    try:
        held = [read_tiles(tiles) for tiles in deal.values()]
    except ValueError:
        return False
    dealt = [tile for tiles in held for tile in tiles]
    each_has_eight = all(len(tiles) == 8 for tiles in held)
    return each_has_eight and len(set(dealt)) == len(dealt) and bool(doubles_among(dealt))


def is_move(text: Any, table: list[str]) -> bool:
    move = read_move(text) if isinstance(text, str) else None
    return move is not None and move[0] in table


# ---------------------------------------------------------------------------------------------
# Is it true?


class Refused(Exception):
    """The first thing in a record that is not so."""

    def __init__(self, hand: int, step: int, code: str) -> None:
        super().__init__(hand, step, code)
        self.error = {"hand": hand, "step": step, "code": code}


def judge(record: Mapping[str, Any]) -> Json:
    """The document `longana replay --json` prints for a record, without an error's message."""
    if not is_record(record):
        return {"ok": False, "error": {"code": "not_a_record"}}
    try:
        return judge_hands(record)
    except Refused as refused:
        return {"ok": False, "error": refused.error}


def judge_hands(record: Mapping[str, Any]) -> Json:
    match = Match(settings_of(record.get("rules") or {}))
    hands: list[Json] = []
    finished = True
    for number, written_hand in enumerate(record["hands"]):
        if not finished:
            raise Refused(number, 0, "hand_unfinished")
        if match.winner is not None:
            raise Refused(number, 0, "hand_over")
        hands.append(judge_hand(match, number, written_hand))
        finished = hands[-1]["result"] is not None
    last = max(len(hands) - 1, 0)
    step = len(record["hands"][last]["moves"]) if hands else 0
    if states(record, "scores") and record["scores"] != match.scores:
        raise Refused(last, step, "wrong_scores")
    if states(record, "winner") and record["winner"] != match.winner:
        raise Refused(last, step, "wrong_winner")
    return {"ok": True, "hands": hands, "scores": match.scores, "winner": match.winner}


def judge_hand(match: Match, number: int, written_hand: Mapping[str, Any]) -> Json:
    deal = {seat: read_tiles(tiles) for seat, tiles in written_hand["deal"].items()}
    hand = match.begin(deal)
    steps: list[Json] = []
    for step, text in enumerate(written_hand["moves"]):
        move = read_move(text)
        assert move is not None, f"not the form of a move: {text}"
        code = hand.refusal(move)
        if code is not None:
            raise Refused(number, step, code)
        legal = [written(choice) for choice in hand.legal()]
        steps.append({"to_move": hand.to_move, "legal": legal, "played": written(move)})
        hand.play(move)
    if states(written_hand, "result") and not is_result(written_hand["result"], hand.result):
        raise Refused(number, len(steps), "wrong_result")
    if hand.result is None:
        legal = [written(choice) for choice in hand.legal()]
        steps.append({"to_move": hand.to_move, "legal": legal})
    else:
        match.finish(hand)
    return {"steps": steps, "result": hand.result}


def states(document: Mapping[str, Any], key: str) -> bool:
    return document.get(key) is not None


def is_result(stated: Mapping[str, Any], result: Mapping[str, Any] | None) -> bool:
    """Whether a statement is true in its four keys, which must all be there; more do not matter."""
    if result is None:
        return False
    return all(key in stated and stated[key] == result[key] for key in result)
