"""The ways in which a parsed document is no record (record-format.md, "No record is").

Each takes a good record and spoils its form somewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.naive import TILES, is_double, read_tiles, written_tile
from engine.naive_record import Json


def bad_rules(rng: Random, record: Json) -> None:
    name, value = rng.choice(BAD_SETTINGS)
    record["rules"][name] = value


BAD_SETTINGS: tuple[tuple[str, Any], ...] = (
    ("preset", "Cuban"),
    ("preset", None),
    ("seats", 1),
    ("seats", 5),
    ("seats", "4"),
    ("seats", 4.0),
    ("seats", True),
    ("target", 0),
    ("target", 1001),
    ("target", 50.0),
    ("target", True),
    ("direction", "clockwise"),
    ("block_score", True),
    ("tie_opener", "winner"),
    ("doubles_obey_priority", 1),
    ("own_branch_in_priority", "false"),
    ("reopened_order", None),
    ("comment", "hello"),
)


def bad_deal(rng: Random, record: Json) -> None:
    deal = rng.choice(record["hands"])["deal"]
    one, other = rng.sample(list(deal), 2)
    tiles, others = deal[one].split(), deal[other].split()
    spoiled: list[Any] = [
        " ".join(tiles[1:]),
        " ".join([*tiles, first_undealt(deal)]),
        " ".join([*tiles[1:], tiles[-1]]),
        " ".join([*tiles[1:], others[0]]),
        " ".join([*tiles[1:], others[0][::-1]]),
        " ".join([*tiles[1:], "6-10"]),
        " ".join([*tiles[1:], "0-00"]),
        " ".join([*tiles[1:], "pass"]),
        ", ".join(tiles),
        tiles,
        None,
        "",
    ]
    deal[one] = rng.choice(spoiled)


def first_undealt(deal: Json) -> str:
    dealt = {tile for held in deal.values() for tile in read_tiles(held)}
    return written_tile(next(tile for tile in TILES if tile not in dealt))


def bad_deal_seats(rng: Random, record: Json) -> None:
    deal = rng.choice(record["hands"])["deal"]
    held = deal.pop(rng.choice(list(deal)))
    if rng.random() < 0.5:
        deal[rng.choice(("Q", "s", "SE", "1"))] = held


def no_double_dealt(rng: Random, record: Json) -> None:
    deal = rng.choice(record["hands"])["deal"]
    plain = [written_tile(tile) for tile in TILES if not is_double(tile)]
    rng.shuffle(plain)
    for seat in deal:
        deal[seat] = " ".join(plain.pop() for _ in range(8))


def bad_move(rng: Random, record: Json) -> None:
    hand = rng.choice(record["hands"])
    hand["moves"].insert(rng.randrange(len(hand["moves"]) + 1), rng.choice(BAD_MOVES))


BAD_MOVES: tuple[Any, ...] = (
    "",
    "S",
    "pass",
    "S  pass",
    "S pass ",
    " S pass",
    "S pass\n",
    "S Pass",
    "s pass",
    "S pass>S",
    "Q pass",
    "SE pass",
    "S\tpass",
    "S 3-",
    "S 3",
    "S 3-7-8",
    "S 3 - 7",
    "S 03-7",
    "S 3-100",
    "S -3-7",
    "S +3-7",
    "S 3_7",
    "S 3-7>",
    "S 3-7>w",
    "S 3-7>SN",
    "S 3-7> S",
    "S 3-7 >S",
    "S ٣-7",
    "S ³-7",
    "S 3–7",
    37,
    None,
    ["S", "3-7"],
)


def bad_hand(rng: Random, record: Json) -> None:
    hands = record["hands"]
    place = rng.randrange(len(hands))
    without = rng.choice(("deal", "moves"))
    hands[place] = rng.choice(
        (
            {key: value for key, value in hands[place].items() if key != without},
            {**hands[place], without: None},
            {**hands[place], "moves": " ".join(hands[place]["moves"])},
            {**hands[place], "deal": list(hands[place]["deal"].values())},
            [hands[place]],
            None,
        )
    )


def bad_document(rng: Random, record: Json) -> None:
    name = rng.choice(("format", "hands"))
    if rng.random() < 0.5:
        del record[name]
    else:
        record[name] = rng.choice((None, "longana/2", {}, 1))


def bad_seat_names(rng: Random, record: Json) -> None:
    name = rng.choice(("players", "scores"))
    record[name] = {**(record.get(name) or {}), rng.choice(("Q", "s", "1")): 0}


NO_RECORDS: dict[str, Callable[[Random, Json], None]] = {
    "bad_rules": bad_rules,
    "bad_deal": bad_deal,
    "bad_deal_seats": bad_deal_seats,
    "no_double_dealt": no_double_dealt,
    "bad_move": bad_move,
    "bad_hand": bad_hand,
    "bad_document": bad_document,
    "bad_seat_names": bad_seat_names,
}
