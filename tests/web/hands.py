"""Random hands for the page's layout tests, played by the one implementation of the rules.

Prints a JSON list of `{"seats": n, "moves": ["S99", "E37W", "N", …]}`, moves as on the wire:

    python tests/web/hands.py --seats 4 --count 200 --seed 1
"""

from __future__ import annotations

import argparse
import json
import sys
from random import Random

from longana_engine import (
    TILES,
    Match,
    Move,
    NoDouble,
    Position,
    Rules,
    compact,
    observe,
    rules_from,
    think,
)


def random_start(rules: Rules, rng: Random) -> Position:
    """Eight tiles a seat, dealt again while nobody holds a double."""
    while True:
        shuffled = rng.sample(TILES, len(TILES))
        deal = {seat: shuffled[8 * n : 8 * n + 8] for n, seat in enumerate(rules.table)}
        try:
            return Match.begin(rules).deal(deal)
        except NoDouble:
            continue


def random_hand(seats: int, rng: Random) -> tuple[Move, ...]:
    """The moves of a whole hand.

    Every other hand is played by computers, as people would; evenly random play makes longer
    branches.
    """
    rules = rules_from({"preset": rng.choice(("cuban", "international")), "seats": seats})
    position = random_start(rules, rng)
    sensible = rng.random() < 0.5
    while (seat := position.to_move) is not None:
        move = (
            think(observe(position, seat), "normal", rng)[0].move
            if sensible
            else rng.choice(position.legal())
        )
        position = position.after(move)
    return position.moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = Random(f"{given.seed} {given.seats}")
    hands = (random_hand(given.seats, rng) for _ in range(given.count))
    json.dump(
        [{"seats": given.seats, "moves": [compact(move) for move in moves]} for moves in hands],
        sys.stdout,
    )


if __name__ == "__main__":
    main()
