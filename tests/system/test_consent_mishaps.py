"""Mishaps while an undo, redo or restart is talked about, each told plainly; after every step all
that must ever hold is checked too (`room_model/party.py`).

(Rows of faults.md: F07, F10, F36.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from system.room_model.consent import say_yes_or_no
from system.room_model.evening import Evening
from system.room_model.guest import Guest


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


def table_of_two(evening: Evening) -> tuple[Guest, Guest]:
    """Ana at S and Beto at E, in a hand in which each of them has played a tile."""
    ana = evening.host()
    beto = evening.guest()
    evening.start(ana)
    while not (ana.you.get("undo") and beto.you.get("undo")):
        evening.play()
    return ana, beto


def test_a_yes_that_comes_late_is_not_taken_for_another_proposal(evening: Evening) -> None:
    ana, beto = table_of_two(evening)
    evening.do(ana, "undo", turn=ana.turn)
    meant = beto.table["proposal"]["number"]
    evening.do(ana, "withdraw", proposal=meant)
    evening.do(ana, "restart", turn=ana.turn)
    assert evening.refused(beto, "answer", proposal=meant, yes=True) == "no_proposal"
    assert beto.table["proposal"]["what"] == "restart"


def test_a_proposal_ends_when_its_asker_gives_up_their_seat(evening: Evening) -> None:
    ana, beto = table_of_two(evening)
    evening.do(ana, "undo", turn=ana.turn)
    evening.seat(ana, "S", kind="computer")
    assert "proposal" not in beto.table


def table_of_three(evening: Evening) -> tuple[Guest, Guest, Guest]:
    ana, beto, caro = evening.host(), evening.guest(), evening.guest()
    evening.start(ana)
    while not (ana.you.get("undo") and beto.you.get("undo")):
        evening.play()
    return ana, beto, caro


def test_a_line_that_breaks_for_a_moment_is_no_consent(evening: Evening) -> None:
    ana, beto = table_of_two(evening)
    turn = ana.turn
    evening.do(ana, "undo", turn=turn)
    evening.drop(beto)
    evening.wait(10)
    assert ana.table["proposal"]["waiting"] == [beto.person]
    evening.back(beto)
    evening.wait(60)
    assert ana.turn == turn
    evening.do(beto, "answer", proposal=beto.table["proposal"]["number"], yes=False)
    assert "proposal" not in ana.table


def test_who_stays_away_holds_a_proposal_up_no_longer_than_the_time_of_grace(
    evening: Evening,
) -> None:
    ana, beto = table_of_two(evening)
    moves = len(ana.table["moves"])
    evening.drop(beto)
    evening.wait(5)
    evening.do(ana, "undo", turn=ana.turn)
    evening.wait(9.9)
    assert "proposal" in ana.table
    evening.wait(0.2)
    assert "proposal" not in ana.table
    assert len(ana.table.get("moves", [])) < moves


def test_who_says_yes_first_does_not_decide_for_who_is_lost_for_a_moment(
    evening: Evening,
) -> None:
    ana, beto, caro = table_of_three(evening)
    evening.do(ana, "restart", turn=ana.turn)
    evening.drop(caro)
    evening.run(say_yes_or_no(evening.party, beto, yes=True))
    assert ana.table["proposal"]["waiting"] == [caro.person]
    evening.back(caro)
    evening.run(say_yes_or_no(evening.party, caro, yes=True))
    assert "proposal" not in ana.table
    assert "moves" not in ana.table


def test_a_proposal_ends_when_its_asker_stays_away(evening: Evening) -> None:
    """The computers go on."""
    ana, beto, caro = table_of_three(evening)
    evening.play_until("S")
    evening.play()
    while evening.party.room.to_move is not None and evening.party.room.to_move.value != "W":
        evening.play()
    turn = ana.turn
    evening.do(ana, "undo", turn=turn)
    evening.drop(ana)
    evening.wait(14)
    assert "proposal" in beto.table
    assert (beto.turn, caro.turn) == (turn, turn)
    evening.wait(3)
    assert "proposal" not in beto.table
    assert beto.turn == turn + 1


def test_when_all_lines_break_together_nobody_has_agreed(evening: Evening) -> None:
    ana, beto = table_of_two(evening)
    turn = ana.turn
    evening.do(ana, "undo", turn=turn)
    for guest in (beto, ana):
        evening.drop(guest)
    evening.wait(60)
    evening.back(ana)
    assert "proposal" not in ana.table
    assert ana.turn == turn


def test_a_proposal_from_a_shared_device_is_of_whose_play_it_is_about(evening: Evening) -> None:
    ana = evening.host()
    evening.seat(ana, "E", kind="here", name="Tata")
    tata = evening.party.room.next_person - 1
    caro = evening.guest("N")
    evening.start(ana)
    while not _is_play_by("E", evening.party.history.now.moves) or not ana.you.get("undo"):
        evening.play()
    evening.do(ana, "undo", turn=ana.turn)
    assert caro.table["proposal"]["by"] == tata
    assert caro.table["proposal"]["waiting"] == [caro.person]
    evening.do(ana, "withdraw", proposal=caro.table["proposal"]["number"])
    assert "proposal" not in caro.table


def _is_play_by(seat: str, moves: Sequence[str]) -> bool:
    """Whether the latest move is a play, and not a pass, of that seat."""
    return bool(moves) and moves[-1][0] == seat and len(moves[-1]) > 1
