"""Playing on to the end: by the rules, and everybody by the scorer."""

from dataclasses import fields

import pytest
from hypothesis import given, settings

from engine.hands import begin, play, random_hands
from longana_engine import SEATS, Move, Pass, Play, Position, observe
from longana_engine.computers.chain import judge
from longana_engine.computers.playout import play_out
from longana_engine.core import MOVES, Table


class Watched(Table):
    """A table that remembers the moves."""

    def __init__(self, table: Table) -> None:
        copy = table.copy()
        super().__init__(*(getattr(copy, field.name) for field in fields(Table)))
        self.moves: list[Move] = []

    def play(self, code: int) -> None:
        self.moves.append(MOVES[self.mover][code])
        super().play(code)


def played_out(position: Position) -> tuple[list[Move], Position]:
    """The moves until the hand is over, and how it ended; that they are legal is checked."""
    table = Watched(position._table)
    reader = SEATS[table.mover]
    turns, choices = play_out(table, reader.place)
    assert turns == len(table.moves)
    assert table.over
    for move in table.moves:
        if move.seat == reader and not isinstance(move, Pass):
            plays = [each for each in position.legal() if isinstance(each, Play)]
            choices -= len({(play.tile, play.branch == reader) for play in plays}) - 1
        position = position.after(move)
    assert choices == 0
    assert position.result is not None
    winner, points = table.score()
    seat = position.result.winner
    assert (winner, points) == (-1 if seat is None else seat.place, position.result.points)
    return table.moves, position


def worths(position: Position) -> dict[Move, float]:
    """What the scorer says of the legal plays."""
    seen = observe(position, position.to_move)
    return {
        move: sum(judge(seen, move).weights) for move in seen.legal if not isinstance(move, Pass)
    }


@settings(max_examples=40)
@given(random_hands())
def test_everybody_makes_a_move_that_the_scorer_puts_highest(hand: list[Position]) -> None:
    """Under all house rules; the play-outs have the scorer's terms in another form, for speed."""
    for position in hand[1:-1:6]:
        moves, _ = played_out(position)
        for move in moves:
            found = worths(position)
            assert isinstance(move, Pass) == (not found)
            assert not found or found[move] == pytest.approx(max(found.values()))
            position = position.after(move)


def test_a_forced_hand_goes_as_it_must() -> None:
    start = begin("S", S="9-9 8-9 7-8", E="0-1", N="0-2", W="0-3")
    moves, end = played_out(play(start, "S 9-9"))
    assert list(map(str, moves)) == ["E pass", "N pass", "W pass", "S 8-9>S", *PASSES, "S 7-8>S"]
    assert end.result is not None
    assert (end.result.kind, end.result.points) == ("out", 6)


PASSES = ("E pass", "N pass", "W pass")


def test_of_the_branches_of_others_it_takes_the_nearest() -> None:
    """North's 4-5 fits South's branch as well, which is further off."""
    position = play(
        begin("N", N="9-9 4-5 6-7", W="5-9 0-1 1-2", S="4-9 0-2 2-3", E="0-3 1-3 0-6"),
        *("N 9-9", "W 5-9>W", "S 4-9>S", "E pass", "N pass", "W pass", "S pass", "E pass"),
    )
    assert sorted(map(str, worths(position))) == ["N 4-5>S", "N 4-5>W"]
    moves, _ = played_out(position)
    assert str(moves[0]) == "N 4-5>W"


def test_a_hand_that_is_over_takes_no_turn() -> None:
    table = play(begin("S", S="9-9", E="0-1", N="0-2", W="0-3"), "S 9-9")._table.copy()
    assert table.over
    assert play_out(table, 0) == (0, 0)
