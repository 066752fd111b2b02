"""What holds in every position of every hand, under every combination of house rules."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import HOUSES, random_hand, random_hands
from longana_engine import (
    SEATS,
    TILES,
    Illegal,
    Move,
    Opening,
    Pass,
    Play,
    Position,
    Rules,
    Seat,
)


MOVES_OF: dict[Seat, list[Move]] = {
    seat: [
        *(Opening(seat, tile) for tile in TILES),
        *(Play(seat, tile, branch) for tile in TILES for branch in SEATS),
        Pass(seat),
    ]
    for seat in SEATS
}


def place_in_records(move: Move) -> tuple[int, ...]:
    """By tile, low then high, then branch in the order S, E, N, W."""
    match move:
        case Opening(_, tile):
            return tile
        case Play(_, tile, branch):
            return (*tile, SEATS.index(branch))
        case Pass(_):
            return ()


def fits_without_priority(position: Position) -> bool:
    """Whether the mover would have a play if equal ends were no matter."""
    ends, mover = position.ends, position.to_move
    assert ends is not None
    assert mover is not None
    return any(
        tile.carries(end) and (branch == mover or branch in position.opened or tile.is_double)
        for branch, end in ends.items()
        for tile in position.hands[mover]
    )


@given(random_hands())
def test_every_tile_is_in_one_place(hand: list[Position]) -> None:
    undealt = set(TILES) - {tile for dealt in hand[0].hands.values() for tile in dealt}
    assert len(undealt) == 55 - 8 * hand[0].rules.seats
    for position in hand:
        places = [
            *undealt,
            *(tile for held in position.hands.values() for tile in held),
            *(tile for branch in position.branches.values() for tile in branch),
            *([] if position.centre is None else [position.centre]),
        ]
        assert Counter(places) == Counter(TILES)
        assert position.dealt == hand[0].hands


@settings(max_examples=15)
@given(random_hands())
def test_legal_moves_are_those_that_nothing_speaks_against(hand: list[Position]) -> None:
    for number, position in enumerate(hand):
        legal = list(position.legal())
        assert legal == sorted(legal, key=place_in_records)
        for seat, moves in MOVES_OF.items():
            if seat != position.to_move:
                assert not any(position.can(move) for move in moves)
                continue
            free = [move for move in moves if position.why_not(move) is None]
            assert free == [move for move in moves if position.can(move)]
            assert sorted(free, key=place_in_records) == legal
            for move in moves[number::29]:
                if move in legal:
                    assert position.after(move).moves == (*position.moves, move)
                else:
                    with pytest.raises(Illegal) as caught:
                        position.after(move)
                    assert caught.value.refusal == position.why_not(move)


@given(random_hands())
def test_a_legal_move_is_made_as_it_says(hand: list[Position]) -> None:
    for before, after in pairwise(hand):
        move = after.moves[-1]
        assert after.moves == (*before.moves, move)
        assert before.to_move == move.seat
        match move:
            case Opening(seat, tile):
                assert after.centre == tile
                assert after.opener == seat
                assert after.ends == dict.fromkeys(after.rules.table, tile.low)
            case Play(_, tile, branch):
                assert before.ends is not None
                assert after.ends == {**before.ends, branch: tile.other(before.ends[branch])}
                on_branch = (*before.branches[branch], tile)
                assert after.branches == {**before.branches, branch: on_branch}
            case Pass(_):
                assert (after.ends, after.branches) == (before.ends, before.branches)
        held = set(before.hands[move.seat]) - set(after.hands[move.seat])
        assert held == (set() if isinstance(move, Pass) else {move.tile})
        if after.to_move is not None:
            assert after.to_move == after.rules.after(move.seat)


@given(random_hands())
def test_passes_open_plays_close_and_the_order_is_kept(hand: list[Position]) -> None:
    opened: list[Seat] = []
    first_order: list[Seat] = []
    kept = hand[0].rules.reopened_order == "kept"
    for position in hand[1:]:
        move = position.moves[-1]
        if not isinstance(move, Pass):
            opened = [seat for seat in opened if seat != move.seat]
        elif move.seat not in opened:
            opened.append(move.seat)
            if move.seat not in first_order:
                first_order.append(move.seat)
            if kept:
                opened.sort(key=first_order.index)
        assert position.opened == tuple(opened)


@given(random_hands())
def test_equal_ends_never_cause_a_pass(hand: list[Position]) -> None:
    for position in hand:
        if position.centre is not None and (mover := position.to_move) is not None:
            must_pass = position.legal() == (Pass(mover),)
            assert must_pass != fits_without_priority(position)


@settings(max_examples=60)
@given(random_hands())
def test_what_priority_bars_it_names_an_open_branch_for(hand: list[Position]) -> None:
    for position in hand:
        mover, ends = position.to_move, position.ends
        if mover is None or ends is None:
            assert position.barred == {}
            assert position.fits == ()
            continue
        for branch, instead in position.barred.items():
            assert branch != mover
            assert ends[branch] == ends[instead]
            assert position.opened.index(instead) < position.opened.index(branch)
        usable = {mover, *position.opened} - set(position.barred)
        assert position.fits == tuple(sorted({ends[branch] for branch in usable}))
        for tile in position.hands[mover]:
            for branch in ends:
                refusal = position.why_not(Play(mover, tile, branch))
                if refusal is not None and refusal.code == "earlier_open_branch":
                    assert refusal.facts["instead"] == position.barred[branch]
                    assert position.can(Play(mover, tile, position.barred[branch]))
                    assert not tile.is_double or position.rules.doubles_obey_priority


@given(random_hands())
def test_a_hand_ends_when_a_seat_is_out_or_nothing_in_any_hand_fits(hand: list[Position]) -> None:
    for position in hand:
        ends = position.ends
        out = any(not held for held in position.hands.values())
        blocked = ends is not None and not any(
            tile.carries(end)
            for held in position.hands.values()
            for tile in held
            for end in ends.values()
        )
        kind = None if position.result is None else position.result.kind
        assert kind == ("out" if out else "block" if blocked else None)
        assert (position.to_move is None) == (position.legal() == ()) == (kind is not None)
        assert position.revealed == ({} if kind is None else position.hands)


@given(random_hands())
def test_the_result_is_what_the_hands_give(hand: list[Position]) -> None:
    last = hand[-1]
    result = last.result
    assert result is not None
    pips = {seat: sum(tile.pips for tile in held) for seat, held in last.hands.items()}
    assert result.pips == pips
    lowest = [seat for seat in pips if pips[seat] == min(pips.values())]
    if result.kind == "out":
        assert result.winner is not None
        assert last.hands[result.winner] == ()
        assert result.points == sum(pips.values())
    elif len(lowest) > 1:
        assert (result.winner, result.points) == (None, 0)
    else:
        mine = pips[lowest[0]]
        everything = sum(pips.values())
        assert result.winner == lowest[0]
        takes_all = last.rules.block_score == "all"
        assert result.points == (everything if takes_all else everything - 2 * mine)


@given(st.sampled_from(HOUSES), st.integers(0, 2**32))
def test_the_name_of_the_preset_decides_nothing(house: Rules, seed: int) -> None:
    other = replace(house, preset="international" if house.preset == "cuban" else "cuban")
    ones = list(random_hand(house, Random(seed)))
    others = list(random_hand(other, Random(seed)))
    assert [position.legal() for position in ones] == [position.legal() for position in others]
    assert ones[-1].result == others[-1].result


def test_every_combination_of_house_rules_is_played_to_the_end() -> None:
    kinds = Counter(
        last.result.kind
        for number, house in enumerate(HOUSES)
        for last in [list(random_hand(house, Random(number)))[-1]]
        if last.result is not None
    )
    assert sum(kinds.values()) == len(HOUSES)
    assert min(kinds["out"], kinds["block"]) > 50
