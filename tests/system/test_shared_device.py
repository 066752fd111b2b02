"""Several seats on one device, readers and minded seats: mishaps told plainly, all checked after
each step (`room_model/party.py`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from system.room_model.evening import Evening


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


def test_a_covered_hand_is_not_sent_until_it_is_asked_for_on_its_turn(evening: Evening) -> None:
    """F07: and not any more after a reload."""
    ana = evening.host()
    evening.seat(ana, "E", kind="here", name="Tata")
    evening.start(ana)
    assert "hand" not in ana.you
    while ana.table["to_move"] not in ("S", "E"):
        evening.wait(1)
    seat = ana.table["to_move"]
    assert "hand" not in ana.you
    other = "E" if seat == "S" else "S"
    assert evening.refused(ana, "uncover", seat=other, turn=ana.turn) == "not_your_turn"
    evening.do(ana, "uncover", seat=seat, turn=ana.turn)
    assert ana.you["seat"] == seat
    assert ana.you["hand"]
    evening.drop(ana)
    evening.back(ana)
    assert "hand" not in ana.you


def test_computers_wait_for_a_reader_and_then_go_on_once(evening: Evening) -> None:
    """F17 (a)."""
    ana = evening.host()
    beto = evening.guest()
    evening.start(ana)
    evening.play_until("E")
    evening.do(ana, "reading", what="rules")
    evening.play()
    turn = evening.party.room.turn
    evening.wait(60)
    assert evening.party.room.turn == turn
    evening.do(beto, "carry_on", person=ana.person)
    evening.wait(60)
    assert evening.party.room.to_move is not None
    assert evening.party.room.to_move.value in ("S", "E")
    assert evening.party.room.turn == turn + 2


def test_a_minded_seat_is_its_persons_again_when_they_are_back(evening: Evening) -> None:
    """F36: with the same hand, but for what was played for them."""
    ana = evening.host()
    beto = evening.guest()
    evening.start(ana)
    evening.drop(beto)
    assert evening.refused(ana, "mind", seat="E") == "not_away"
    evening.wait(16)
    evening.do(ana, "mind", seat="E")
    assert ana.table["minded"] == ["E"]
    evening.back(beto)
    assert "minded" not in ana.table
    assert beto.you["seat"] == "E"
    assert beto.you["hand"]
