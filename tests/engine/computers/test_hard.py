"""The look-ahead: it plays for the match, and its time goes to the close calls."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from engine.hands import begin, play
from longana_engine import Position, Seat, observe, think
from longana_engine.computers import hard
from longana_engine.computers.playout import play_out
from longana_engine.computers.prospects import Prospects
from longana_engine.core import Table


def weighed(position: Position) -> dict[str, float]:
    found = think(observe(position, position.to_move), "hard", Random(3))
    return {str(each.move): each.worth for each in found}


def test_to_go_out_is_worth_what_the_others_hold() -> None:
    """Played on either branch: the chance that the pips leave which deals give the others."""
    position = play(
        begin("S", S="9-9 1-9", E="0-1", N="0-2", W="0-3"), *("S 9-9", "E pass", "N pass", "W pass")
    )
    worths = weighed(position)
    assert set(worths) == {"S 1-9>S", "S 1-9>E"}
    assert len(set(worths.values())) == 1
    # Three tiles of nine pips on average, less what has nines.
    prospects = Prospects(observe(position, Seat.S))
    assert worths["S 1-9>S"] == pytest.approx(prospects.worth(Seat.S.place, 3 * 8), abs=2)


def test_a_clear_call_is_short_and_a_close_one_is_not_endless(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[Table] = []

    def counting(table: Table, reader: int) -> tuple[int, int]:
        played.append(table)
        return play_out(table, reader)

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


def scripted(monkeypatch: pytest.MonkeyPatch, brings: dict[int, Callable[[int], float]]) -> None:
    """What the opening with each double brings on each deal, from 0 on."""
    tried: Counter[int] = Counter()

    def score(table: Table) -> tuple[int, float]:
        double = table.ends[Seat.S.place]
        tried[double] += 1
        return Seat.S.place, brings[double](tried[double] - 1)

    monkeypatch.setattr(hard, "play_out", lambda *_: (1, 0))
    monkeypatch.setattr(Table, "score", score)
    monkeypatch.setattr(Prospects, "worth", lambda _, winner, points: points)


def always(worth: float) -> Callable[[int], float]:
    return lambda _: worth


OPENINGS = begin("S", S="0-0 1-1 2-2 5-6 7-9 8-9", E="0-1", N="0-2", W="0-3")


def test_a_move_that_was_dropped_early_does_not_come_out_on_top(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1-1 is behind 0-0 for sure, 2-2 is further behind, but perhaps by bad luck: so it was."""
    scripted(
        monkeypatch,
        {
            0: always(10),
            1: always(9),
            2: lambda deal: 28 * (deal % 2 or -0.5) if deal < hard.ROUND else 40,
        },
    )
    found = weighed(OPENINGS)
    assert list(found) == ["S 2-2", "S 0-0", "S 1-1"]
    assert found["S 2-2"] > found["S 0-0"] == found["S 1-1"] + 1


def test_moves_that_differ_by_the_same_on_every_deal_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However the sum of squares is rounded."""
    for step in range(1, 100):
        behind = step / 7
        scripted(monkeypatch, {0: always(0), 1: always(-behind), 2: always(-20)})
        found = weighed(OPENINGS)
        assert found["S 0-0"] - found["S 1-1"] == pytest.approx(behind)
