"""What each reader is shown is what the protocol says, and all there is to know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longana_engine import Seat, fair
from longana_protocol.answers import Room as RoomMessage
from longana_protocol.answers import View
from longana_protocol.codec import decode_answer, pack
from longana_protocol.commands import Next, Redo, Rematch, Restart, RulesChoice, Start, Undo
from longana_server.computer_names import computer_name
from longana_server.events import (
    Joined,
    Left,
    Locked,
    Minded,
    Seated,
    SeatPromised,
    StartAborted,
)
from longana_server.presence import Presence
from longana_server.views import room_message, table
from server.scripted_room import NAMES, SHORT_MOVES, ScriptedRoom, for_two, made
from server.shown import NUMBER, frame, on_table, own, readers, room_frame, the_room


S, E = Seat.S, Seat.E
# --- the models of the protocol describe every frame


@settings(max_examples=8)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(["cuban", "international"]))
def test_frames_are_exactly_what_the_protocol_says(seed: int, seats: int, preset: str) -> None:
    """Nothing unknown, nothing of another type; a view has no field that is at its default."""
    rules = RulesChoice.model_validate({"preset": preset, "seats": seats, "target": 20})
    scripted = ScriptedRoom(1, rules, seed=seed)
    for _ in life(scripted):
        for reader in readers(scripted):
            sent = frame(scripted, reader, Presence(frozenset(), watchers=seed % 2))
            read = decode_answer(sent)
            assert isinstance(read, View)
            private = None if read.you is None else read.you.model_dump(exclude_defaults=True)
            public = read.table.model_dump(exclude_defaults=True)
            assert plain({"type": "view", "table": public, "you": private}) == plain_of(sent)
        if scripted.room.phase == "playing" and len(scripted.position.moves) % 8:
            continue  # the room is as before
        sent = room_frame(scripted, grace=14.5 + seed % 2)
        room = decode_answer(sent)
        assert isinstance(room, RoomMessage)
        assert plain(room.model_dump(exclude_unset=True)) == plain_of(sent)


def life(scripted: ScriptedRoom) -> Iterator[None]:
    """All phases of a room with a match that is played, undone and replayed."""
    yield
    scripted.add(Seated(seat="N"))
    scripted.add(Locked(locked=True))
    yield
    scripted.do(1, made(Start))
    scripted.add(StartAborted(seat="S"))
    yield
    scripted.do(1, made(Start))
    yield
    scripted.send_seals()
    yield
    scripted.send_nonces()
    yield
    yield from scripted.wander()
    scripted.do(1, scripted.now(Rematch))
    yield
    scripted.deal()
    yield
    scripted.add(Left(person=1))
    yield


def plain(value: object) -> object:
    return plain_of(pack(value))


def plain_of(sent: bytes) -> object:
    """What was sent, lists for tuples."""
    received: object = msgpack.unpackb(sent)
    return received


# --- the start


def test_seals_are_shown_when_all_have_come_and_nonces_after_the_deal() -> None:
    """fair-deal.md, 2 and 3: whoever is last can't choose by what the others sent."""
    scripted = ScriptedRoom(2)
    committed = the_room(scripted)["commitment"]
    assert on_table(scripted)["phase"] == "lobby"
    assert "waiting" not in on_table(scripted)
    scripted.do(1, made(Start))
    for number, (seat, waiting) in enumerate([(S, "SE"), (E, "E"), (S, "SE"), (E, "E")]):
        starting, message = scripted.room.starting, the_room(scripted)
        assert starting is not None
        assert "".join(on_table(scripted)["waiting"]) == waiting
        assert message["commitment"] == committed
        assert "nonces" not in message
        if number < 2:
            assert "seals" not in message
            scripted.send_seal(seat)
        else:
            assert message["seals"] == by_letter(starting.seals)
            scripted.send_nonce(seat)
    message = the_room(scripted)
    assert message["seals"] == by_letter(scripted.match.seals)
    assert message["nonces"] == by_letter(scripted.match.nonces)
    assert "waiting" not in on_table(scripted)


def by_letter(values: Mapping[Seat, bytes]) -> dict[str, bytes]:
    return {seat.value: value for seat, value in values.items()}


def test_the_seat_that_broke_the_start_is_named() -> None:
    scripted = ScriptedRoom(2)
    scripted.do(1, made(Start))
    scripted.add(StartAborted(seat="E"))
    assert the_room(scripted)["aborted"] == "E"
    scripted.start()
    assert "aborted" not in the_room(scripted)


def test_a_rematch_that_starts_shows_nothing_of_the_match_before() -> None:
    scripted = for_two(*SHORT_MOVES, target=20)
    assert the_room(scripted)["winner"] == "S"
    scripted.do(1, scripted.now(Rematch))
    assert on_table(scripted).keys() == {"number", "turn", "phase", "waiting"}
    assert own(scripted) == {"seat": "S"}
    assert {"winner", "scores", "hands", "seals", "nonces"}.isdisjoint(the_room(scripted))


# --- what the parts say


def test_the_public_part_is_the_same_for_all() -> None:
    scripted = for_two(*SHORT_MOVES[:2], persons=2)
    public = table(scripted.room, Presence(frozenset({1, 2})), NUMBER, now=0.0)
    for reader in readers(scripted):
        assert public in frame(scripted, reader)


def test_a_table_in_play() -> None:
    scripted = for_two(*SHORT_MOVES[:2])
    assert on_table(scripted) == {
        "number": NUMBER,
        "turn": scripted.room.turn,
        "phase": "playing",
        "hand": 1,
        "to_move": "S",
        "moves": ["S99", "N09N"],
        "ends": [9, 0],
        "left": [2, 2],
    }
    assert own(scripted) == {
        "seat": "S",
        "hand": [[1, 9], [2, 9]],
        "legal": ["S19S", "S29S"],
        "undo": True,
        "restart": True,
    }


def test_a_hand_that_is_over() -> None:
    scripted = for_two(*SHORT_MOVES)
    public = on_table(scripted)
    assert public["phase"] == "hand_over"
    assert "to_move" not in public
    assert public["result"] == {"kind": "block", "points": 24, "pips": [11, 13], "winner": "S"}
    assert "legal" not in own(scripted)
    scripted.do(1, scripted.now(Next))
    assert on_table(scripted)["hand"] == 2


def test_why_a_pass_is_forced() -> None:
    deal = {"S": "9-9 0-5 1-5", "N": "3-9 4-9 2-8 6-6"}
    scripted = ScriptedRoom(1, RulesChoice(seats=2), deals=(deal,))
    scripted.start()
    scripted.moves("S99", "N39N")
    assert own(scripted)["legal"] == ["S"]
    assert own(scripted)["fits"] == [9]
    scripted.moves("S")
    assert on_table(scripted)["opened"] == ["S"]
    assert "fits" not in own(scripted)


def test_which_branches_are_barred_is_told_to_the_mover() -> None:
    deal = {"S": "9-9 4-9 0-4", "E": "0-1 1-1 0-0", "N": "0-2 2-2 1-2", "W": "5-9 6-9 3-3"}
    scripted = ScriptedRoom(4, deals=(deal,))
    scripted.start()
    scripted.moves("S99", "E", "N")
    assert own(scripted, 4)["barred"] == {"N": "E"}
    for other in (1, 2, 3):
        assert "barred" not in own(scripted, other)


@settings(max_examples=4)
@given(st.integers(0, 2**32))
def test_what_can_be_undone_is_what_undo_does(seed: int) -> None:
    scripted = ScriptedRoom(1, RulesChoice(target=20), seed=seed)
    scripted.start()
    for _ in scripted.wander():
        offered = {change for change in ("undo", "redo", "restart") if own(scripted).get(change)}
        commands = scripted.now(Undo), scripted.now(Redo), scripted.now(Restart)
        taken = {command.type for command in commands if is_done(scripted, command)}
        assert offered == taken


def is_done(scripted: ScriptedRoom, command: Undo | Redo | Restart) -> bool:
    return scripted.outcome(1, command) in ("undone", "redone", "restarted")


def test_nothing_is_offered_that_was_revealed() -> None:
    """F19: to two persons, and to one who was watched."""
    for scripted in (for_two(*SHORT_MOVES, persons=2), for_two(*SHORT_MOVES)):
        if len(scripted.room.people) == 1:
            scripted.reveal_is_shared()
        assert own(scripted) == {"seat": "S", "hand": [[2, 9]]}
    assert {"undo", "restart"} <= own(for_two(*SHORT_MOVES)).keys()


def test_who_is_away_and_how_many_watch() -> None:
    """F36: a person without a seat is missed by nobody."""
    scripted = ScriptedRoom(3)
    scripted.add(Seated(seat="N", level="easy"))
    public = msgpack.unpackb(
        table(
            scripted.room, Presence(frozenset({2}), away_since={1: 5.0}, watchers=2), NUMBER, 12.5
        )
    )
    assert public["away"] == [{"person": 1, "seconds": 7}]
    assert public["watchers"] == 2
    public = msgpack.unpackb(table(scripted.room, Presence(frozenset({1, 2})), NUMBER, now=0.0))
    assert {"away", "watchers"}.isdisjoint(public)


def test_who_is_minded_reads_asks_and_acts_for_the_host() -> None:
    """The host and North are away; West's seat is promised to person 4."""
    scripted = ScriptedRoom(3)
    scripted.start()
    for person in (4, 5, 6):
        scripted.add(Joined(person=person, token=bytes(32)))
    scripted.add(Minded(seat="N"))
    scripted.add(SeatPromised(seat="W", person=4))
    presence = Presence(
        connected=frozenset({2, 4, 5, 6}),
        away_since={1: -100.0, 3: -20.0},
        reading={2: "rules"},
        asking={5: Seat.N},
        declined={6: Seat.W},
    )
    public = msgpack.unpackb(frame(scripted, None, presence))["table"]
    expected = {
        "away": [{"person": 1, "seconds": 100}, {"person": 3, "seconds": 20}],
        "minded": ["N"],
        "reading": [{"person": 2, "what": "rules", "waits": True}],
        "asking": [{"person": 5, "seat": "N"}],
        "promised": [{"person": 4, "seat": "W"}],
        "declined": [{"person": 6, "seat": "W"}],
        "acting": [2],
    }
    assert {name: public[name] for name in expected} == expected
    waved_on = replace(presence, not_waited_for=frozenset({2}))
    reading = msgpack.unpackb(frame(scripted, None, waved_on))["table"]["reading"]
    assert reading == [{"person": 2, "what": "rules", "waits": False}]


def test_deals_without_doubles_are_counted() -> None:
    for seed in range(200):
        scripted = ScriptedRoom(1, RulesChoice(seats=2), seed=seed)
        scripted.start()
        if scripted.match.redeals:
            break
    assert on_table(scripted)["redeals"] == scripted.match.redeals > 0


def test_a_room_in_the_lobby() -> None:
    scripted = ScriptedRoom(2, RulesChoice(preset="international", seats=3, target=50))
    scripted.add(Seated(seat="N"))
    assert the_room(scripted) == {
        "type": "room",
        "number": NUMBER,
        "code": "K7MP4RWX",
        "host": 1,
        "locked": False,
        "watching": True,
        "rules": {"preset": "international", "seats": 3, "target": 50},
        "seats": [
            {"seat": "S", "kind": "person", "person": 1},
            {"seat": "E", "kind": "person", "person": 2},
            {"seat": "N", "kind": "open"},
        ],
        "order": ["S", "N", "E"],
        "people": [
            {"person": 1, "name": "Ana", "device": 1},
            {"person": 2, "name": "Beto", "device": 2},
        ],
        "commitment": fair.commitment(scripted.room.chain),
        "tally": [],
    }
    scripted.add(Seated(seat="N", level="hard"))
    name = computer_name(scripted.room, Seat.N, NAMES)
    computer = {"seat": "N", "kind": "computer", "level": "hard", "name": name}
    assert the_room(scripted)["seats"][2] == computer


def test_a_room_during_a_match() -> None:
    scripted = for_two(*SHORT_MOVES, target=24)
    message = the_room(scripted)
    assert (message["match"], message["scores"], message["winner"]) == (1, [24, 0], "S")
    assert message["test_deals"]
    (hand,) = message["hands"]
    assert hand["result"] == on_table(scripted)["result"]
    assert not hand["replayed"]
    scripted = ScriptedRoom(1)
    scripted.start()
    assert not the_room(scripted)["test_deals"]
    assert (the_room(scripted)["scores"], the_room(scripted)["hands"]) == ([0, 0, 0, 0], [])


def test_an_erased_name_is_shown_empty() -> None:
    scripted = ScriptedRoom(1)
    assert room_message(scripted.room, {}, NUMBER, 15.0)["people"][0]["name"] == ""


@pytest.mark.parametrize(
    ("grace", "told"), [(15.0, None), (14.5, None), (0.0, 0), (0.05, 1), (15.01, 16), (120.0, 120)]
)
def test_how_long_others_wait_for_somebody_away_is_told_where_it_is_not_as_usual(
    grace: float, told: int | None
) -> None:
    """In whole seconds: nobody is offered too early what would be refused."""
    sent = room_frame(ScriptedRoom(1), grace)
    assert msgpack.unpackb(sent).get("grace") == told
    room = decode_answer(sent)
    assert isinstance(room, RoomMessage)
    assert room.grace == (15 if told is None else told)
