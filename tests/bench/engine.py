"""Our engine in random play-outs, every move legal and every hand scored. Prints lines of JSON.

- the core, on which computers look ahead: a table that is changed
- the frozen positions that everybody else uses
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random


sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.playing_out import PlayOut, print_playouts
from longana_engine import CUBAN, SEATS, TILES, Match, NoDouble, Position
from longana_engine.core import DOUBLE, Table, law


TILES_EACH = 8


def core() -> PlayOut:
    """Dealt as bits, moves as numbers."""
    rng = Random(1)
    bits = [1 << number for number in range(len(TILES))]
    small = law(CUBAN)
    doubles = sum(DOUBLE)

    def play() -> int:
        hands = [0, 0, 0, 0]
        while not any(hand & doubles for hand in hands):
            rng.shuffle(bits)
            hands = [sum(bits[at : at + TILES_EACH]) for at in range(0, 4 * TILES_EACH, TILES_EACH)]
        highest = next(tile for tile in reversed(DOUBLE[:10]) for hand in hands if tile & hand)
        opener = next(place for place, hand in enumerate(hands) if hand & highest)
        table = Table.begin(small, hands, opener, highest)
        decisions = 0
        while not table.over:
            legal = table.legal()
            table.play(legal[int(rng.random() * len(legal))])
            decisions += 1
        table.score()
        return decisions

    return play


def frozen() -> PlayOut:
    """A position for each move; the one before stays as it was."""
    rng = Random(1)
    tiles = list(TILES)
    match = Match.begin(CUBAN)

    def dealt() -> Position:
        while True:
            rng.shuffle(tiles)
            hands = {seat: tiles[8 * seat.place : 8 * seat.place + 8] for seat in SEATS}
            try:
                return match.deal(hands)
            except NoDouble:
                continue

    def play() -> int:
        position = dealt()
        while position.result is None:
            legal = position.legal()
            position = position.after(legal[int(rng.random() * len(legal))])
        return len(position.moves)

    return play


if __name__ == "__main__":
    print_playouts("Longana, look-ahead core", core, at_least=300_000)
    print_playouts("Longana, frozen positions", frozen, at_least=100_000)
