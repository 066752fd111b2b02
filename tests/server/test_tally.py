"""Who has won what, over all matches of a room."""

from __future__ import annotations

from longana_protocol.commands import Next, Rematch, RulesChoice, Undo
from longana_server.events import Joined, Left, Seated
from longana_server.tally import tally
from server.scripted_room import SHORT_MOVES, ScriptedRoom, for_two


def won(scripted: ScriptedRoom) -> dict[int, tuple[int, int]]:
    """By person, matches and points."""
    return {one["person"]: (one["matches"], one["points"]) for one in tally(scripted.room)}


def test_points_and_matches_go_to_who_sits_there() -> None:
    """Each of the short hands gives South 24 points."""
    scripted = for_two(persons=2, target=40)
    assert won(scripted) == {1: (0, 0), 2: (0, 0)}
    scripted.moves(*SHORT_MOVES)
    assert won(scripted) == {1: (0, 24), 2: (0, 0)}
    scripted.do(1, scripted.now(Next))
    scripted.moves(*SHORT_MOVES)
    assert won(scripted) == {1: (1, 48), 2: (0, 0)}
    scripted.do(1, scripted.now(Rematch))
    scripted.deal()
    scripted.moves(*SHORT_MOVES)
    assert won(scripted) == {1: (1, 72), 2: (0, 0)}


def test_who_takes_over_a_seat_wins_from_then_on() -> None:
    """B1: points made before stay with who made them, the match goes to who ends it."""
    scripted = for_two(*SHORT_MOVES, target=40)
    scripted.join()
    scripted.add(Seated(seat="N", level="easy"))
    scripted.add(Seated(seat="S", person=2))  # Ana has left it to Beto, and stays in the room
    assert won(scripted) == {1: (0, 24), 2: (0, 0)}
    scripted.do(2, scripted.now(Next))
    scripted.moves(*SHORT_MOVES)
    assert won(scripted) == {1: (0, 24), 2: (1, 24)}


def test_a_hand_that_nobody_wins_gives_nobody_points() -> None:
    """The opening blocks it, and both have three pips left."""
    tied = {"S": "9-9 0-3", "N": "1-2"}
    scripted = ScriptedRoom(2, RulesChoice(seats=2), deals=(tied,))
    scripted.start()
    scripted.move("S99")
    assert scripted.match.hand_over
    assert won(scripted) == {1: (0, 0), 2: (0, 0)}


def test_a_computers_points_are_nobodys() -> None:
    scripted = for_two(target=40)
    scripted.add(Seated(seat="S", level="easy"))
    scripted.moves(*SHORT_MOVES)
    scripted.add(Seated(seat="S", person=1))
    assert won(scripted) == {1: (0, 0)}


def test_who_sits_down_after_a_match_has_won_nothing() -> None:
    scripted = for_two(*SHORT_MOVES, target=20, persons=2)
    scripted.add(Seated(seat="S", level="easy"))
    scripted.add(Joined(person=3, token=bytes(32), seat="S"))
    assert won(scripted) == {1: (1, 24), 2: (0, 0)}


def test_what_is_taken_back_counts_no_more() -> None:
    scripted = for_two(*SHORT_MOVES)
    scripted.do(1, scripted.now(Undo))
    assert won(scripted) == {1: (0, 0)}


def test_who_has_left_is_not_in_it() -> None:
    scripted = for_two(*SHORT_MOVES, persons=2)
    scripted.add(Left(person=1))
    assert won(scripted) == {2: (0, 0)}
