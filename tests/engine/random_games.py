"""Seeded random settings, deals and moves for the naive model.

Evenly random play hardly ever meets what is hard in this game: two open branches on one value,
tied blocks, seats that may choose between doubles. So some deals are lopsided, and moves lean
towards passes to come and towards equal ends.
"""

from __future__ import annotations

from random import Random

from engine.naive import (
    TILES,
    Hand,
    Match,
    Move,
    Settings,
    Tile,
    doubles_among,
    is_double,
    settings_of,
    table_of,
)


TARGETS = (1, 10, 30, 60, 100)
CHOICES: dict[str, tuple[str | bool, ...]] = {
    "direction": ("right", "left"),
    "block_score": ("all", "difference"),
    "tie_opener": ("next_after_opener", "highest_double"),
    "doubles_obey_priority": (True, False),
    "own_branch_in_priority": (True, False),
    "reopened_order": ("last", "kept"),
}


def random_rules(rng: Random) -> dict[str, str | int | bool]:
    """The `rules` of a record: a preset, seats, a target, and house rules now and then."""
    rules: dict[str, str | int | bool] = {
        "preset": rng.choice(("cuban", "international")),
        "seats": rng.choice((2, 3, 4, 4)),
        "target": rng.choice(TARGETS),
    }
    for name, values in CHOICES.items():
        if rng.random() < 0.4:
            rules[name] = rng.choice(values)
    return rules


def random_settings(rng: Random) -> Settings:
    return settings_of(random_rules(rng))


def random_deal(rng: Random, settings: Settings) -> dict[str, list[Tile]]:
    """Eight tiles a seat with a double among them; some deals favour doubles, or a few values."""
    table = table_of(settings)
    while True:
        tiles = rng.sample(TILES, len(TILES))
        kind = rng.choice(("any", "doubles", "few values"))
        if kind == "doubles":
            tiles.sort(key=is_double, reverse=True)
        if kind == "few values":
            few = rng.sample(range(10), 7)
            tiles.sort(key=lambda tile: tile[0] in few and tile[1] in few, reverse=True)
        tiles = rng.sample(tiles[: 8 * len(table)], 8 * len(table))
        deal = {seat: tiles[8 * place : 8 * place + 8] for place, seat in enumerate(table)}
        if any(doubles_among(held) for held in deal.values()):
            return deal


def random_move(rng: Random, hand: Hand) -> Move:
    """Any legal move, but half of the time one of those that leave the fewest different ends."""
    legal = hand.legal()
    if len(legal) == 1 or rng.random() < 0.5:
        return rng.choice(legal)
    spread = [len(set(after(hand, move).ends().values())) for move in legal]
    return rng.choice([m for m, ends in zip(legal, spread, strict=True) if ends == min(spread)])


def random_hand(
    rng: Random, match: Match, tied: bool = False
) -> tuple[dict[str, list[Tile]], Hand]:
    """A deal and the next hand of a match, finished; if asked for, as a tied block."""
    while True:
        deal = random_deal(rng, match.settings)
        hand = match.begin(deal)
        while hand.to_move is not None:
            hand.play(random_move(rng, hand))
        assert hand.result is not None
        if not tied or hand.result["winner"] is None:
            return deal, hand


def after(hand: Hand, move: Move) -> Hand:
    """The hand one move later; the given one stays as it is."""
    later = hand.copy()
    later.play(move)
    return later


def contested(hand: Hand) -> bool:
    """Whether equal-end priority may have a say: two open branches show one value."""
    ends = [hand.end_of(branch) for branch in hand.opened()]
    return len(set(ends)) < len(ends)
