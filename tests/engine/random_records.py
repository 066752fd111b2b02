"""Seeded random records with what `replay` must say about them, judged by the naive model.

`random_record(seed)` makes one; the seeds go through all KINDS in turn. For files in the style of
`cases/replay`, from the root of the repository:

    PYTHONPATH=tests python -m engine.random_records FOLDER [COUNT [FIRST_SEED]]
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from engine.naive import TILES, Hand, Match, Move, Tile, read_move, read_tiles, settings_of, written
from engine.naive_record import Json, judge
from engine.no_records import NO_RECORDS
from engine.random_games import contested, random_hand, random_rules


REFUSALS = (
    "hand_over",
    "not_your_turn",
    "unknown_tile",
    "unknown_branch",
    "tile_not_held",
    "must_open",
    "already_open",
    "no_match",
    "branch_closed",
    "earlier_open_branch",
    "must_play",
)


@dataclass(frozen=True)
class Case:
    """A record, what it was made to show, and the document `replay --json` answers with."""

    kind: str
    record: Json
    expected: Json


class Unlucky(Exception):
    """This match has no place for what was to be shown."""


def random_record(seed: int) -> Case:
    """A record of the kind whose turn it is, the same for the same seed."""
    rng = Random(seed)
    kind = list(KINDS)[seed % len(KINDS)]
    code = CODES.get(kind, kind)
    while True:
        record = random_match(rng, tied=kind == "tied")
        try:
            KINDS[kind](rng, record)
        except Unlucky:
            continue
        expected = judge(record)
        assert expected.get("error", {"code": None})["code"] == code, (seed, kind, expected)
        return Case(kind, record, expected)


# ---------------------------------------------------------------------------------------------
# A match as it was played, with statements that are true


def random_match(rng: Random, tied: bool = False) -> Json:
    """The record of a match that was won, in one of the many ways to write it.

    If asked for, its first hand ends in a tied block.
    """
    rules = random_rules(rng)
    match = Match(settings_of(rules))
    hands: list[Json] = []
    while match.winner is None:
        deal, hand = random_hand(rng, match, tied and not hands)
        match.finish(hand)
        moves = [spelled(rng, written(move)) for move in hand.moves]
        hands.append({"deal": written_deal(rng, deal), "moves": moves})
        if rng.random() < 0.5:
            hands[-1]["result"] = rng.choice((hand.result, None))
    record: Json = {"format": "longana/1", "rules": rules, "hands": hands}
    if rng.random() < 0.3:
        record["players"] = {seat: {"name": "Ana", "kind": "human"} for seat in match.scores}
    if rng.random() < 0.3:
        record["note"] = {"moves": "nobody reads this"}
        hands[-1]["secret"] = 7
    return record


def written_deal(rng: Random, deal: dict[str, list[Tile]]) -> Json:
    return {
        seat: " ".join(spelled(rng, f"{low}-{high}") for low, high in tiles)
        for seat, tiles in rng.sample(list(deal.items()), len(deal))
    }


def spelled(rng: Random, text: str) -> str:
    """A tile or move, its tile sometimes written high-low."""
    if rng.random() < 0.8:
        return text
    return re.sub(r"(\d+)-(\d+)", r"\2-\1", text)


def add_true_totals(rng: Random, record: Json) -> None:
    verdict = judge(record)
    for name in ("scores", "winner"):
        if rng.random() < 0.5:
            record[name] = verdict[name]


# ---------------------------------------------------------------------------------------------
# What becomes of it


def finished(rng: Random, record: Json) -> None:
    add_true_totals(rng, record)


def unfinished(rng: Random, record: Json) -> None:
    del record["hands"][rng.randrange(len(record["hands"])) + 1 :]
    last = record["hands"][-1]
    last["result"] = None
    last["moves"] = last["moves"][: rng.randrange(len(last["moves"]))]
    add_true_totals(rng, record)


def refused(code: str) -> Callable[[Random, Json], None]:
    """Put a move that is refused with `code` somewhere; whatever follows it must not matter."""

    def spoil(rng: Random, record: Json) -> None:
        moments = list(moments_of(record))
        rng.shuffle(moments)
        for number, step, hand in moments:
            if code == "earlier_open_branch" and not contested(hand):
                continue
            moves = [move for move in all_moves(hand) if hand.refusal(move) == code]
            if moves:
                move = spelled(rng, written(rng.choice(moves)))
                record["hands"][number]["moves"][step:] = [
                    move,
                    *record["hands"][number]["moves"][step : step + rng.randrange(3)],
                ]
                return
        raise Unlucky

    return spoil


def moments_of(record: Json) -> list[tuple[int, int, Hand]]:
    """Every moment of a match: the hand's number, the moves made in it, and the hand then."""
    match = Match(settings_of(record["rules"]))
    moments = []
    for number, written_hand in enumerate(record["hands"]):
        deal = {seat: read_tiles(tiles) for seat, tiles in written_hand["deal"].items()}
        hand = match.begin(deal)
        moments.append((number, 0, hand.copy()))
        for step, text in enumerate(written_hand["moves"]):
            move = read_move(text)
            assert move is not None
            hand.play(move)
            moments.append((number, step + 1, hand.copy()))
        match.finish(hand)
    return moments


def all_moves(hand: Hand) -> list[Move]:
    """Every move that can be written down, with a few tiles and branches that do not exist."""
    tiles = [*TILES, (0, 10), (6, 10), (99, 99)]
    return [
        move
        for seat in hand.table
        for move in (
            (seat, None, None),
            *((seat, tile, branch) for tile in tiles for branch in (None, *"SENWQ")),
        )
    ]


def wrong_result(rng: Random, record: Json) -> None:
    number = rng.randrange(len(record["hands"]))
    hand = record["hands"][number]
    result = judge(record)["hands"][number]["result"]
    lies = [
        {**result, "kind": "block" if result["kind"] == "out" else "out"},
        {**result, "winner": None if result["winner"] else "S"},
        {**result, "points": result["points"] + 1},
        {**result, "pips": {**result["pips"], "S": result["pips"]["S"] + 1}},
        {**result, "pips": {seat: n for seat, n in result["pips"].items() if seat != "N"}},
        *({k: v for k, v in result.items() if k != missing} for missing in result),
    ]
    hand["result"] = rng.choice(lies)
    if rng.random() < 0.2:  # true of the hand, had it been played to its end
        hand["result"] = result
        del hand["moves"][-1]


def wrong_scores(rng: Random, record: Json) -> None:
    if record["hands"] and rng.random() < 0.5:
        unfinished(rng, record)
    verdict = judge(record)
    seat = rng.choice(list(verdict["scores"]))
    record["scores"] = {**verdict["scores"], seat: verdict["scores"][seat] + rng.choice((-1, 1))}
    record["winner"] = rng.choice((verdict["winner"], "S", None))


def wrong_winner(rng: Random, record: Json) -> None:
    if rng.random() < 0.5:
        unfinished(rng, record)
    verdict = judge(record)
    record["winner"] = rng.choice([s for s in verdict["scores"] if s != verdict["winner"]])


def no_hands(rng: Random, record: Json) -> None:
    record["hands"] = []
    if rng.random() < 0.5:
        del record["rules"]
        record.pop("players", None)
    add_true_totals(rng, record)


def no_hands_but_scores(rng: Random, record: Json) -> None:
    record["hands"] = []
    wrong_scores(rng, record)


def one_hand_too_many(rng: Random, record: Json) -> None:
    hand = rng.choice(record["hands"])
    one_more = {"deal": hand["deal"], "moves": hand["moves"] if rng.random() < 0.5 else []}
    record["hands"] += [one_more] * rng.choice((1, 2))


def hand_unfinished(rng: Random, record: Json) -> None:
    if len(record["hands"]) < 2:
        raise Unlucky
    number = rng.randrange(len(record["hands"]) - 1)
    hand = record["hands"][number]
    hand["result"] = None
    hand["moves"] = hand["moves"][: rng.randrange(len(hand["moves"]))]
    if rng.random() < 0.3:
        record["hands"][number + 1]["moves"] = []


KINDS: dict[str, Callable[[Random, Json], None]] = {
    "finished": finished,
    "tied": finished,
    "unfinished": unfinished,
    "no_hands": no_hands,
    **{code: refused(code) for code in REFUSALS},
    "wrong_result": wrong_result,
    "wrong_scores": wrong_scores,
    "wrong_winner": wrong_winner,
    "no_hands_but_scores": no_hands_but_scores,
    "one_hand_too_many": one_hand_too_many,
    "hand_unfinished": hand_unfinished,
    **NO_RECORDS,
}

CODES: dict[str, str | None] = {
    "finished": None,
    "tied": None,
    "unfinished": None,
    "no_hands": None,
    "no_hands_but_scores": "wrong_scores",
    "one_hand_too_many": "hand_over",
    **dict.fromkeys(NO_RECORDS, "not_a_record"),
}
"""The code a kind is refused with, where that is not its own name; None when all is well."""


def write_cases(folder: Path, count: int, first_seed: int = 0) -> None:
    """Write records and what is expected of them as files named by seed and kind."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first_seed, first_seed + count):
        case = random_record(seed)
        for suffix, document in (("record", case.record), ("expected", case.expected)):
            path = folder / f"{seed:04}-{case.kind}.{suffix}.json"
            path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    folder, *numbers = sys.argv[1:]
    write_cases(Path(folder), *map(int, numbers or ["100"]))
