"""Deals that agree with all proofs: none that does not, and all that do, equally often."""

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import begin, play, random_hands, tiles
from longana_engine import CUBAN, TILES, Match, Pass, Position, Seat, next_opening, observe
from longana_engine.computers.deals import EVERY_TILE, Deals, deals_of, likelier, replayed
from longana_engine.core import PASS, as_set, numbers


def test_a_pass_proves_what_could_have_been_played() -> None:
    """One's own end, the ends of open branches, and the doubles of all ends."""
    position = play(
        begin("S", S="9-9 0-1 5-6", E="2-3 4-4", N="4-9 4-8 0-2", W="3-3 5-5"),
        *("S 9-9", "E pass", "N 4-9>N", "W pass"),
    )
    voids = replayed(observe(position, Seat.S)).voids
    nines = {tile for tile in TILES if tile.carries(9)}
    assert voids[Seat.E.place] == as_set(nines)
    assert voids[Seat.W.place] == as_set(nines | set(tiles("4-4")))
    assert voids[Seat.N.place] == voids[Seat.S.place] == 0


@settings(max_examples=40)
@given(random_hands())
def test_passes_prove_all_they_can_and_nothing_more(hand: list[Position]) -> None:
    """Under all house rules: a tile is excluded if and only if holding it would forbid a pass."""
    proven = [0, 0, 0, 0]
    earlier = proven[:]
    for position in hand[:-1]:
        mover = position.to_move
        assert mover is not None
        if position.legal() == (Pass(mover),):
            for number in range(len(TILES)):
                table = position._table.copy()
                table.hands[mover.place] = 1 << number
                if table.legal() != [PASS]:
                    proven[mover.place] |= 1 << number
        assert replayed(observe(position, mover)).voids == earlier
        earlier = proven[:]


@settings(max_examples=40)
@given(random_hands(), st.integers(0, 2**32))
def test_a_deal_agrees_with_everything_the_reader_sees(hand: list[Position], seed: int) -> None:
    rng = Random(seed)
    for position in hand[:-1]:
        seen = observe(position, position.to_move)
        assert seen.seat is not None
        table, voids, _ = replayed(seen)
        assert (table.ends, table.queue, table.opened, table.mover) == (
            *(position._table.ends, position._table.queue, position._table.opened),
            position._table.mover,
        )
        public = as_set(seen.hand) | as_set(
            move.tile for move in seen.moves if not isinstance(move, Pass)
        )
        for _ in range(3):
            hands = deals_of(seen, voids).draw(rng)
            assert hands[seen.seat.place] == 0
            for seat, count in seen.left.items():
                if seat != seen.seat:
                    assert hands[seat.place].bit_count() == count
                    assert not hands[seat.place] & (voids[seat.place] | public)
            assert sum(held.bit_count() for held in hands) == sum(hands).bit_count()


def test_who_goes_on_at_home_shunned_what_fits_elsewhere() -> None:
    """East could have played a nine, or the double of South's end, on South's open branch."""
    position = play(
        begin("S", S="9-9 0-1 5-6", E="4-9 4-8 0-2", N="1-4 1-2", W="3-9 5-5"),
        *("S 9-9", "E 4-9>E", "N pass", "W 3-9>N", "S pass"),
    )
    before = replayed(observe(position, Seat.S))
    assert before.shunned == [0, 0, 0, 0]
    seen = observe(play(position, "E 4-8>E"), Seat.S)
    hand = replayed(seen)
    nines = {tile for tile in TILES if tile.carries(9)}
    threes = {tile for tile in TILES if tile.carries(3)}
    expected = (nines | threes) - {tile for tile in TILES if tile.carries(4)}
    assert hand.shunned[Seat.E.place] == as_set(expected)
    proven = deals_of(seen, hand.voids)
    likely, rng = likelier(seen, hand, proven), Random(1)
    assert likely.count < proven.count
    assert not any(likely.draw(rng)[Seat.E.place] & hand.shunned[Seat.E.place] for _ in range(100))


def test_where_everybody_must_have_shunned_what_they_hold_the_proofs_are_left() -> None:
    position = begin("S", S="9-9 0-1", E="0-2", N="0-3", W="0-4")
    seen = observe(play(position, "S 9-9"), Seat.S)
    proven = deals_of(seen, [0] * 4)
    hand = replayed(seen)._replace(shunned=[EVERY_TILE] * 4)
    assert likelier(seen, hand, proven) is proven


def every_deal(hidden: int, voids: dict[int, int], left: dict[int, int]) -> set[tuple[int, ...]]:
    """All deals that agree, by trying every hand for every seat in turn."""
    found: list[tuple[int, tuple[int, ...]]] = [(hidden, (0, 0, 0, 0))]
    for place, count in left.items():
        further = []
        for rest, hands in found:
            for some in combinations(numbers(rest & ~voids[place]), count):
                held = sum(1 << number for number in some)
                further.append((rest ^ held, (*hands[:place], held, *hands[place + 1 :])))
        found = further
    return {hands for _, hands in found}


@st.composite
def small_questions(draw: st.DrawFn) -> tuple[int, dict[int, int], dict[int, int]]:
    """A few hidden tiles, one to three seats with voids of their own, and one tile or two each."""
    hidden = draw(st.sets(st.integers(0, 54), min_size=4, max_size=7))
    places = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3, unique=True))
    several = st.sets(st.sampled_from(sorted(hidden)), max_size=5)
    voids = {place: sum(1 << number for number in draw(several)) for place in places}
    left = {place: draw(st.integers(1, 2)) for place in places}
    return sum(1 << number for number in hidden), voids, left


@settings(max_examples=60)
@given(small_questions())
def test_every_deal_that_agrees_is_drawn_and_no_other(
    question: tuple[int, dict[int, int], dict[int, int]],
) -> None:
    deals = every_deal(*question)
    if not deals:
        with pytest.raises(ValueError, match="no deal agrees"):
            Deals(*question)
        return
    asked = Deals(*question)
    assert asked.count == len(deals)
    if len(deals) <= 40:
        # A generator with a seed: that all of 40 come up in 1,000 draws is certain, not likely.
        rng = Random(1)
        assert {tuple(asked.draw(rng)) for _ in range(25 * len(deals))} == deals


def test_all_deals_are_equally_likely() -> None:
    """Also where a seat that may hold less could take from others what only they may hold."""
    hidden = as_set(tiles("0-1 0-2 0-3 1-2 1-3 2-3"))
    voids = {1: as_set(tiles("0-1 0-2")), 2: as_set(tiles("0-1 0-2 0-3")), 3: 0}
    question = hidden, voids, {1: 1, 2: 1, 3: 2}
    deals, rng = Deals(*question), Random(2)
    expected = 200
    drawn = Counter(tuple(deals.draw(rng)) for _ in range(expected * deals.count))
    assert set(drawn) == every_deal(*question)
    # Chi square with 53 degrees of freedom: below 100 in 9,999 of 10,000 seeds, and this is one.
    spread = sum((count - expected) ** 2 / expected for count in drawn.values())
    assert (deals.count, spread < 100) == (54, True)


def test_before_the_opening_everything_else_may_be_anywhere() -> None:
    seen = observe(begin("S", S="9-9 0-1", N="0-9", E="0-3", W="0-4"), Seat.S)
    table, voids, _ = replayed(seen)
    assert voids == [0, 0, 0, 0]
    assert table.openers == as_set(tiles("9-9"))
    assert deals_of(seen, voids).count == 53 * 52 * 51
    assert EVERY_TILE.bit_count() == len(TILES)


def test_how_the_opener_was_chosen_tells_who_lacks_doubles() -> None:
    """Nobody holds a higher double than a forced one; who was asked in vain holds none at all."""
    deal = {
        Seat.S: tiles("7-7 0-1"),
        Seat.E: tiles("0-2 1-2"),
        Seat.N: tiles("6-6 0-4"),
        Seat.W: tiles("0-5 1-1"),
    }
    first = Match.begin(CUBAN).deal(deal)
    # Until it lies there, the others do not know which double is forced.
    assert all(observe(first, reader).highest == {} for reader in (*CUBAN.table, None))
    seen = observe(play(first, "S 7-7"), Seat.E)
    assert seen.highest == dict.fromkeys(CUBAN.table, 7)
    deals = deals_of(seen, [0] * 4)
    higher = as_set(tiles("8-8 9-9"))
    assert not any(hand & higher for _ in range(100) for hand in deals.draw(Random(1)))
    assert deals.count == comb(50, 1) * comb(49, 2) * comb(47, 2)

    opening = next_opening(CUBAN, deal, winner=Seat.E, opener=Seat.S)
    assert opening.seat == Seat.N
    later = observe(play(Position.begin(CUBAN, deal, opening), "N 6-6"), Seat.W)
    assert later.highest == {Seat.E: -1}
    doubles = as_set(tile for tile in TILES if tile.is_double)
    deals, rng = deals_of(later, [0] * 4), Random(1)
    assert not any(deals.draw(rng)[Seat.E.place] & doubles for _ in range(100))
