"""The easy level: careless, but never silly."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import begin, play, random_hands
from longana_engine import Pass, Position, Seat, observe, think
from longana_engine.computers.chain import Terms, judge
from longana_engine.computers.easy import LINKS, is_silly


def test_silly_is_to_throw_a_chain_away_for_nothing() -> None:
    kept, lost = Terms(9, False, 1, LINKS, False), Terms(9, True, 3, 0, True)
    assert is_silly(lost, [kept, lost])
    assert not is_silly(kept, [kept, lost])
    heavier = Terms(10, False, 0, 0, False)
    assert not is_silly(heavier, [kept, heavier])
    shorter = Terms(9, False, 0, 1, False)
    assert not is_silly(shorter, [kept, shorter])


def test_it_sheds_what_is_much_heavier() -> None:
    position = play(begin("S", S="9-9 0-1", E="0-9 9-8 1-2", N="0-4", W="0-5"), "S 9-9")
    made = [think(observe(position, Seat.E), "easy", Random(seed))[0].move for seed in range(50)]
    assert 50 > sum(str(move) == "E 8-9>E" for move in made) > 25


@settings(max_examples=50)
@given(random_hands(), st.integers(0, 2**32))
def test_it_is_never_silly(hand: list[Position], seed: int) -> None:
    """By its own words, and whatever the generator says."""
    for position in hand[:-1]:
        seen = observe(position, position.to_move)
        made = think(seen, "easy", Random(seed))[0].move
        if isinstance(made, Pass):
            continue
        mine = judge(seen, made)
        for other in seen.legal:
            assert not isinstance(other, Pass)
            theirs = judge(seen, other)
            assert theirs.chain < mine.chain + 3 or theirs.pips < mine.pips
