"""The look-ahead: what it brings is in points, and its time goes to the close calls."""

from random import Random

import pytest

from engine.hands import begin, play
from longana_engine import Position, Weighed, observe, think
from longana_engine.computers import hard
from longana_engine.computers.playout import play_out
from longana_engine.core import Table


def weighed(position: Position) -> dict[str, float]:
    found = think(observe(position, position.to_move), "hard", Random(3))
    return {str(each.move): each.worth for each in found}


def test_to_go_out_is_worth_what_the_others_hold() -> None:
    """Played on either branch: the pips that deals give the others, and the bonus for winning."""
    position = play(
        begin("S", S="9-9 1-9", E="0-1", N="0-2", W="0-3"), *("S 9-9", "E pass", "N pass", "W pass")
    )
    worths = weighed(position)
    assert set(worths) == {"S 1-9>S", "S 1-9>E"}
    assert len(set(worths.values())) == 1
    # Three tiles of nine pips on average, less what has nines.
    assert worths["S 1-9>S"] == pytest.approx(hard.WIN + 3 * 8, abs=3)


def test_a_clear_call_is_short_and_a_close_one_is_not_endless(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[Table] = []

    def counting(table: Table) -> int:
        played.append(table)
        return play_out(table)

    monkeypatch.setattr(hard, "play_out", counting)
    even = play(
        begin("S", S="9-9 1-9", E="0-1", N="0-2", W="0-3"), *("S 9-9", "E pass", "N pass", "W pass")
    )
    weighed(even)
    assert len(played) == 2 * hard.DEALS
    played.clear()
    # One of them keeps a chain of six tiles, the other throws it away for one pip.
    clear = play(
        begin("S", S="9-9 0-1", E="3-9 3-4 4-5 5-6 6-7 7-8 4-9", N="0-2", W="0-5"), "S 9-9"
    )
    found = weighed(clear)
    assert len(found) == 2
    assert 2 * hard.ROUND <= len(played) < 2 * hard.DEALS


def test_the_worths_are_those_of_the_order() -> None:
    """A move that was dropped early is not worth more than one that was not, for want of deals."""
    position = begin("S", S="0-0 1-1 2-2 3-3 4-4 5-6 7-9 8-9", E="0-1", N="0-2", W="0-3")
    found: tuple[Weighed, ...] = think(observe(position, position.to_move), "hard", Random(2))
    assert [each.worth for each in found] == sorted((each.worth for each in found), reverse=True)
    assert len(found) == 5
