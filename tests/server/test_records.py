"""The records a room gives out: they replay, they verify, and they tell nothing too early."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longana_engine import Seat, fair
from longana_engine.record import NotARecord, Record
from longana_engine.record_reading import read_record
from longana_engine.record_writing import record_bytes
from longana_engine.replay import replay
from longana_engine.verify import Unverified, verify
from longana_protocol.answers import Record as RecordAnswer
from longana_protocol.answers import Step
from longana_protocol.codec import decode_answer, encode
from longana_protocol.commands import (
    Next,
    RecordCommand,
    Redo,
    Rematch,
    Restart,
    RulesChoice,
    Undo,
)
from longana_server.computer_names import computer_name
from longana_server.events import Left, Minded, Moved, Seated
from longana_server.records import Records, recorded
from longana_server.refusing import Refused
from longana_server.room import Room
from server.scripted_room import NAMES, SHORT_MOVES, ScriptedRoom, for_two, made


S, N = Seat.S, Seat.N


def document(scripted: ScriptedRoom, number: int | None = None) -> dict[str, Any]:
    return recorded(scripted.room, NAMES, number)[1]


def read(document: dict[str, Any]) -> Record:
    """The record that somebody has saved and opens again."""
    return read_record(json.dumps(document).encode())


@settings(max_examples=5)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(["cuban", "international"]))
def test_records_replay_and_verify_at_every_moment(seed: int, seats: int, preset: str) -> None:
    """With undone, redone and replayed hands; by what the persons' devices have kept."""
    rules = RulesChoice.model_validate({"preset": preset, "seats": seats, "target": 20})
    scripted = ScriptedRoom(1 + seed % 2, rules, seed=seed)
    scripted.start()
    committed = scripted.match.commitment
    for step, _ in enumerate(scripted.wander()):
        if step % 10 and not scripted.match.hand_over:
            continue
        record = read(document(scripted))
        finished = scripted.match.standing.hands
        assert verify(record, commitment=committed, nonces=scripted.nonces) == len(finished)
        assert tuple(hand.end for hand in replay(record).hands) == finished
        assert record.rules == scripted.room.rules


def test_the_hand_being_played_has_moves_but_no_deal_and_no_secret() -> None:
    """F04: record-format.md, what a room gives out while it plays."""
    scripted = for_two(*SHORT_MOVES)
    scripted.do(1, scripted.now(Next))
    scripted.moves(*SHORT_MOVES[:2])
    given_out = document(scripted)
    assert len(given_out["hands"]) == 1
    assert given_out["current"] == {"moves": ["S 9-9", "N 0-9>N"]}
    text = json.dumps(given_out)
    assert scripted.match.secret(1).hex() in text
    assert scripted.match.secret(2).hex() not in text
    assert scripted.match.chain.hex() not in text


def test_a_hand_that_is_over_is_there_whole() -> None:
    scripted = for_two(*SHORT_MOVES)
    given_out = document(scripted)
    assert "current" not in given_out
    (hand,) = given_out["hands"]
    assert hand["deal"] == {"S": "1-9 2-9 9-9", "N": "0-0 0-9 4-9"}
    assert hand["moves"] == ["S 9-9", "N 0-9>N", "S 1-9>S", "N 0-0>N"]
    assert hand["result"] == {
        "kind": "block",
        "winner": "S",
        "points": 24,
        "pips": {"S": 11, "N": 13},
    }
    assert hand["secret"] == scripted.match.secret(1).hex()
    assert (given_out["scores"], given_out["winner"]) == ({"S": 24, "N": 0}, None)


def test_an_undone_end_is_taken_out_again_and_marked_when_it_stands() -> None:
    scripted = for_two(*SHORT_MOVES)
    assert "replayed" not in document(scripted)["hands"][0]
    scripted.do(1, scripted.now(Undo))
    given_out = document(scripted)
    assert (given_out["hands"], given_out["scores"]) == ([], {"S": 0, "N": 0})
    assert given_out["current"] == {"moves": ["S 9-9", "N 0-9>N"]}
    scripted.do(1, scripted.now(Redo))
    assert document(scripted)["hands"][0]["replayed"] is True
    scripted.do(1, scripted.now(Restart))
    scripted.moves("S99", "N09N")
    assert document(scripted)["hands"] == []


def test_undone_moves_are_not_in_it() -> None:
    """F04, F12: nor those that can still be redone."""
    scripted = for_two(*SHORT_MOVES[:3])
    scripted.do(1, scripted.now(Undo))
    assert document(scripted)["current"] == {"moves": ["S 9-9", "N 0-9>N"]}
    scripted.moves("S29S")
    assert document(scripted)["current"] == {"moves": ["S 9-9", "N 0-9>N", "S 2-9>S"]}


def test_test_deals_are_marked_and_do_not_verify() -> None:
    scripted = for_two(*SHORT_MOVES)
    assert document(scripted)["test_deals"] is True
    eight = {"S": "9-9 1-9 2-9 3-9 4-9 5-9 6-9 7-9", "N": "0-9 0-0 0-1 0-2 0-3 0-4 0-5 0-6"}
    scripted = ScriptedRoom(1, RulesChoice(seats=2), deals=(eight,))
    scripted.start()
    scripted.play_hand()
    with pytest.raises(Unverified) as refused:
        verify(read(document(scripted)))
    assert refused.value.code == "test_deals"


def test_matches_are_asked_for_by_number() -> None:
    scripted = for_two(*SHORT_MOVES, target=20)
    first = document(scripted)
    scripted.do(1, scripted.now(Rematch))
    assert document(scripted) == first, "while the next one starts"
    scripted.deal()
    scripted.moves("S99")
    assert document(scripted, 1) == first
    assert recorded(scripted.room, NAMES, None)[0] == 2
    assert document(scripted, 2) == document(scripted)
    assert document(scripted)["current"] == {"moves": ["S 9-9"]}
    scripted = for_two(*SHORT_MOVES, target=20)
    scripted.deals = ()
    scripted.join("N")
    assert scripted.room.phase == "lobby"
    assert document(scripted) == first, "the lobby remembers"


@pytest.mark.parametrize("number", [None, 0, 1, 2, 99])
def test_there_is_no_record_of_a_match_that_was_not(number: int | None) -> None:
    scripted = ScriptedRoom(1)
    with pytest.raises(Refused, match="no_record"):
        recorded(scripted.room, NAMES, number)
    scripted.start()
    if number not in (None, 1):
        with pytest.raises(Refused, match="no_record"):
            recorded(scripted.room, NAMES, number)


def test_who_played_is_who_has_the_seat_and_who_had_it_before() -> None:
    ana, beto = {"name": "Ana", "kind": "human"}, {"name": "Beto", "kind": "human"}
    scripted = for_two("S99", persons=2)
    called = computer_name(scripted.room, N, NAMES)
    computer = {"name": called, "kind": "computer", "level": "normal"}
    assert document(scripted)["players"] == {"S": ana, "N": beto}
    assert recorded(scripted.room, {1: "Ana"}, None)[1]["players"]["N"]["name"] == ""
    scripted.add(Left(person=2))
    assert document(scripted)["players"] == {"S": ana, "N": {**computer, "before": [beto]}}
    scripted = for_two(*SHORT_MOVES)
    assert document(scripted)["players"] == {"S": ana, "N": computer}
    scripted.join()
    scripted.add(Seated(seat="N", person=2))
    assert document(scripted)["players"]["N"] == {**beto, "before": [computer]}


def test_moves_of_a_computer_for_a_person_are_marked_in_finished_hands() -> None:
    scripted = for_two(*SHORT_MOVES[:2], persons=2)
    scripted.add(Minded(seat="S"))
    scripted.add(Moved(move=SHORT_MOVES[2]))
    scripted.moves(*SHORT_MOVES[3:])
    scripted.do(2, scripted.now(Next))
    scripted.moves(*SHORT_MOVES[:2])
    first = document(scripted)["hands"][0]
    assert (first["by_computer"], "replayed" in first) == ([2], False)
    scripted.add(Left(person=1))
    assert document(scripted)["hands"][0] == first, "a record does not change by who leaves"


def test_so_are_those_of_all_hands_before_a_person_took_the_seat() -> None:
    scripted = for_two(*SHORT_MOVES)
    scripted.join()
    scripted.add(Seated(seat="N", person=2))
    scripted.do(1, scripted.now(Next))
    scripted.moves(*SHORT_MOVES)
    hands = document(scripted)["hands"]
    assert [hand.get("by_computer") for hand in hands] == [[1, 3], None]


def test_who_comes_to_a_seat_after_a_match_has_not_played_it() -> None:
    scripted = for_two(*SHORT_MOVES, target=20, persons=2)
    before = document(scripted)["players"]
    scripted.add(Left(person=2))
    assert document(scripted)["players"] == before


def test_proofs_have_the_seals_and_nonces_of_computers_too() -> None:
    scripted = ScriptedRoom(1, RulesChoice(seats=2))
    scripted.start()
    proof = document(scripted)["proof"]
    assert proof["nonces"] == {"S": scripted.nonces[S].hex(), "N": "00" * 32}
    assert proof["seals"]["N"] == fair.seal(N, bytes(32)).hex()
    assert proof["commitment"] == scripted.match.commitment.hex()


def test_the_table_at_each_step_of_finished_hands() -> None:
    """So that no viewer needs the rules."""
    scripted = for_two(*SHORT_MOVES)
    scripted.do(1, scripted.now(Next))
    scripted.moves("S99")
    _, _, steps = recorded(scripted.room, NAMES, None)
    (hand,) = steps
    assert [step.to_move for step in hand] == ["S", "N", "S", "N", None]
    assert [step.ends for step in hand] == [(), (9, 9), (9, 0), (1, 0), (1, 0)]
    assert [step.left for step in hand] == [(3, 3), (2, 3), (2, 2), (1, 2), (1, 1)]
    assert all(step.opened == () for step in hand)


def test_steps_follow_the_replay() -> None:
    scripted = ScriptedRoom(1, RulesChoice(target=30), seed=4)
    scripted.start()
    scripted.play_match()
    _, given_out, steps = recorded(scripted.room, NAMES, None)
    replayed = replay(read(given_out))
    assert [len(hand) for hand in steps] == [len(hand["moves"]) + 1 for hand in given_out["hands"]]
    for hand, again in zip(steps, replayed.hands, strict=True):
        assert [step.to_move for step in hand[:-1]] == [move.seat.value for move in again.end.moves]
        assert hand[-1].opened == tuple(seat.value for seat in again.end.opened)
        assert hand[-1].ends == tuple((again.end.ends or {}).values())


def test_a_record_travels_and_is_still_one() -> None:
    scripted = ScriptedRoom(2, seed=2)
    scripted.start()
    scripted.play_hand()
    number, given_out, steps = recorded(scripted.room, NAMES, None)
    answer = RecordAnswer(about="a", match=number, record=given_out, steps=steps)
    received = decode_answer(encode(answer))
    assert isinstance(received, RecordAnswer)
    assert received.steps == steps
    assert record_bytes(received.record) == record_bytes(given_out)
    assert verify(read_record(record_bytes(received.record))) == 1


def test_a_record_of_the_short_test_deals_is_none() -> None:
    """What these tests use for short is no deal of the game: the reader says so."""
    with pytest.raises(NotARecord):
        read(document(for_two(*SHORT_MOVES)))


# --- as they are answered


async def answered(records: Records, scripted: ScriptedRoom, number: int | None = None) -> bytes:
    names = dict(NAMES)
    return await records.answer(scripted.room, names, made(RecordCommand, match=number))


async def test_the_frame_is_that_of_the_record_whoever_asks() -> None:
    scripted, records = for_two(*SHORT_MOVES, target=20), Records()
    scripted.do(1, scripted.now(Rematch))
    scripted.deal()
    for number in (None, 1, 2, 1):
        match, given_out, steps = recorded(scripted.room, NAMES, number)
        command = made(RecordCommand, match=number)
        received = decode_answer(await records.answer(scripted.room, NAMES, command))
        whole = RecordAnswer(about=command.id, match=match, record=given_out, steps=steps)
        assert received == decode_answer(encode(whole))
    with pytest.raises(Refused, match="no_record"):
        await answered(records, scripted, 3)


async def test_a_record_is_written_once_until_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """F28: a watcher who asks all the time costs the others nothing, and nobody waits for it."""
    written: list[tuple[int | None, str]] = []

    def counting(room: Room, names: Mapping[int, str], number: int | None) -> Recorded:
        written.append((number, threading.current_thread().name))
        return recorded(room, names, number)

    monkeypatch.setattr("longana_server.records.recorded", counting)
    scripted, records = for_two(*SHORT_MOVES), Records()
    await asyncio.gather(*(answered(records, scripted) for _ in range(20)))
    assert [number for number, _ in written] == [1]
    assert written[0][1].startswith("records"), "not on the event loop"
    scripted.do(1, scripted.now(Next))
    await answered(records, scripted)
    scripted.moves(*SHORT_MOVES[:1])
    for _ in range(3):
        await answered(records, scripted)
    assert len(written) == 3
    await records.answer(scripted.room, {**NAMES, 1: "Anita"}, made(RecordCommand))
    assert len(written) == 4, "with the names of now"
    records.forget()
    assert b"Anita" not in repr(records._packed).encode()


async def test_a_record_has_the_names_that_computers_have_now() -> None:
    """Somebody of the computer's name comes: the room alone changes, not the match or the names."""
    scripted, records = for_two(*SHORT_MOVES), Records()
    called = computer_name(scripted.room, N, NAMES)
    names = {**NAMES, 2: called}
    assert (await written_by(records, scripted, names))["players"]["N"]["name"] == called
    scripted.join()
    later = (await written_by(records, scripted, names))["players"]["N"]["name"]
    assert later == computer_name(scripted.room, N, names) != called


async def written_by(
    records: Records, scripted: ScriptedRoom, names: Mapping[int, str]
) -> dict[str, Any]:
    frame = await records.answer(scripted.room, names, made(RecordCommand))
    answer = decode_answer(frame)
    assert isinstance(answer, RecordAnswer)
    return dict(answer.record)


async def test_only_a_few_records_are_kept() -> None:
    scripted, records = for_two(*SHORT_MOVES, target=20), Records()
    for _ in range(6):
        scripted.do(1, scripted.now(Rematch))
        scripted.deal()
        scripted.moves(*SHORT_MOVES)
    for number in range(1, 7):
        await answered(records, scripted, number)
    assert list(records._packed) == [3, 4, 5, 6]


Recorded = tuple[int, dict[str, Any], tuple[tuple[Step, ...], ...]]
