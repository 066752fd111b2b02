"""Random matches by random rules: at every step the engine says what the naive model says."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

import pytest

from engine import naive
from engine.naive import Deal, Hand, is_double, settings_of, written, written_tile
from engine.random_games import contested, random_deal, random_hand, random_rules
from engine.random_records import REFUSALS, all_moves
from longana_engine import (
    Illegal,
    Match,
    Position,
    Seat,
    Tile,
    next_opening,
    parse_move,
    parse_tile,
    rules_from,
)


MATCHES = 40


def test_openings_fall_to_the_same_seat() -> None:
    """Far more hands follow a tie here than random matches would give."""
    seats: Counter[Seat] = Counter()
    for seed in range(400):
        rng = Random(seed)
        written_rules = random_rules(rng)
        settings, rules = settings_of(written_rules), rules_from(written_rules)
        deal = random_deal(rng, settings)
        opener, winner = rng.choice(rules.table), rng.choice([*rules.table, None])
        opens = next_opening(rules, read_deal(deal), winner=winner, opener=opener)
        expected = naive.who_opens(settings, deal, winner, None if winner else opener)
        assert (opens.seat, list(opens.tiles)) == expected
        seats[opens.seat] += 1
    assert set(seats) == set(Seat)


@dataclass
class Seen:
    """What the matches came across, so that a gap in them is noticed."""

    refusals: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    barred: Counter[str] = field(default_factory=Counter)
    """Tiles refused by equal-end priority."""


def test_random_matches_go_the_same_way() -> None:
    seen = Seen()
    for seed in range(MATCHES):
        compare_match(Random(seed), seen)
    assert set(seen.refusals) == set(REFUSALS)
    assert set(seen.endings) == {"out", "block", "tied"}


def compare_match(rng: Random, seen: Seen) -> None:
    """Play one match to its end in both models, and compare them hand by hand."""
    written_rules = random_rules(rng)
    theirs = naive.Match(settings_of(written_rules))
    ours = Match.begin(rules_from(written_rules))
    while theirs.winner is None:
        assert ours.winner is None
        deal, hand = random_hand(rng, theirs, tied=rng.random() < 0.06)
        dealt = read_deal(deal)
        seat, doubles = theirs.opens(deal)
        opening = ours.opening(dealt)
        assert (opening.seat, list(opening.tiles)) == (seat, doubles)
        position = compare_hand(rng, hand, theirs.begin(deal), ours.deal(dealt), seen)
        assert position.dealt == sorted_hands(deal)
        theirs.finish(hand)
        ours = ours.finish(position)
        assert ours.scores == theirs.scores
    assert ours.winner == theirs.winner
    with pytest.raises(Illegal, match="match is over"):
        ours.deal(dealt)


def read_deal(deal: Deal) -> dict[Seat, list[Tile]]:
    return {Seat(seat): [parse_tile(written_tile(t)) for t in deal[seat]] for seat in deal}


def compare_hand(rng: Random, played: Hand, hand: Hand, position: Position, seen: Seen) -> Position:
    """Play a hand as it was `played`, and compare the models at every step, last step first.

    Compared afterwards, because a position must still be what it was when others followed it.
    """
    steps = [(hand.copy(), position)]
    for move in played.moves:
        hand.play(move)
        position = position.after(parse_move(written(move)))
        steps.append((hand.copy(), position))
    for then, at in reversed(steps):
        assert engine_view(at) == naive_view(then)
        if rng.random() < (0.5 if contested(then) else 0.06):
            compare_refusals(rng, then, at, seen)
    assert played.result is not None
    seen.endings["tied" if played.result["winner"] is None else str(played.result["kind"])] += 1
    return position


def test_priority_bites_alike_where_its_settings_matter() -> None:
    """Chance seldom leads there: the moves of one position in a few hundred depend on them."""
    seen = Seen()
    for seed in range(450):
        rng = Random(seed)
        rules = random_rules(rng)
        deal, played = random_hand(rng, naive.Match(settings_of(rules)))
        hand = naive.Match(settings_of(rules)).begin(deal)
        for step, move in enumerate(played.moves):
            if contested(hand) and priority_settings_matter(hand):
                for house in PRIORITIES:
                    compare_moment(rng, {**rules, **house}, deal, played.moves[:step], seen)
            hand.play(move)
    assert seen.barred["double"] >= 5
    assert seen.barred["ordinary"] >= 20


PRIORITIES = [
    {"doubles_obey_priority": obey, "own_branch_in_priority": own}
    for obey in (True, False)
    for own in (True, False)
]


def priority_settings_matter(hand: Hand) -> bool:
    """Whether other moves would be legal now by other settings."""
    lists = []
    for house in PRIORITIES:
        twin = hand.copy()
        twin.settings = {**hand.settings, **house}
        lists.append(twin.legal())
    return any(legal != lists[0] for legal in lists)


def compare_moment(
    rng: Random, rules: dict[str, Any], deal: Deal, moves: list[naive.Move], seen: Seen
) -> None:
    """Compare one moment of a first hand, if it can come about by these rules."""
    hand = naive.Match(settings_of(rules)).begin(deal)
    position = Match.begin(rules_from(rules)).deal(read_deal(deal))
    for move in moves:
        if hand.refusal(move) is not None:
            return
        hand.play(move)
        position = position.after(parse_move(written(move)))
    assert engine_view(position) == naive_view(hand)
    compare_refusals(rng, hand, position, seen)


def engine_view(position: Position) -> dict[str, Any]:
    return {
        "to_move": position.to_move,
        "legal": [str(move) for move in position.legal()],
        "hands": position.hands,
        "branches": {seat: list(tiles) for seat, tiles in position.branches.items()},
        "ends": position.ends,
        "opened": list(position.opened),
        "opener": position.opener,
        "fits": list(position.fits),
        "barred": position.barred,
        "moves": [str(move) for move in position.moves],
        "result": None if position.result is None else asdict(position.result),
    }


def naive_view(hand: Hand) -> dict[str, Any]:
    started = hand.centre is not None
    playing = started and hand.to_move is not None
    return {
        "to_move": hand.to_move,
        "legal": [written(move) for move in hand.legal()],
        "hands": sorted_hands(hand.held),
        "branches": hand.branches,
        "ends": hand.ends() if started else None,
        "opened": hand.opened(),
        "opener": hand.opener,
        "fits": fits(hand) if playing else [],
        "barred": barred(hand) if playing else {},
        "moves": [written(move) for move in hand.moves],
        "result": hand.result,
    }


def sorted_hands(hands: Deal) -> dict[str, tuple[naive.Tile, ...]]:
    return {seat: tuple(sorted(tiles)) for seat, tiles in hands.items()}


def ordinary(value: int) -> naive.Tile:
    """Some tile that carries a value and is no double."""
    return next(tile for tile in naive.TILES if value in tile and not is_double(tile))


def fits(hand: Hand) -> list[int]:
    """The values the mover can play an ordinary tile on."""
    ends = hand.ends()
    return sorted({ends[b] for b in hand.table if hand.may_be_used(ordinary(ends[b]), b)})


def barred(hand: Hand) -> dict[str, str]:
    """The open branches that equal-end priority bars, and the one to use instead of each."""
    instead = {b: hand.barred_by(ordinary(hand.end_of(b)), b) for b in hand.opened()}
    return {branch: first for branch, first in instead.items() if first is not None}


def compare_refusals(rng: Random, hand: Hand, position: Position, seen: Seen) -> None:
    """Try every move of the mover's tiles that can be written down, and a few of all others."""
    legal = position.legal()
    for attempt in all_moves(hand):
        seat, tile, branch = attempt
        own = seat == hand.to_move and (tile is None or tile in hand.held[seat])
        if not own and rng.random() < 0.95:
            continue
        move = parse_move(written(attempt))
        code = hand.refusal(attempt)
        refusal = position.why_not(move)
        assert (refusal and refusal.code) == code, written(attempt)
        assert position.can(move) == (move in legal) == (refusal is None)
        if refusal is None:
            continue
        seen.refusals[refusal.code] += 1
        if refusal.code == "earlier_open_branch":
            assert tile is not None
            assert branch is not None
            assert refusal.facts["instead"] == hand.barred_by(tile, branch)
            seen.barred["double" if is_double(tile) else "ordinary"] += 1
