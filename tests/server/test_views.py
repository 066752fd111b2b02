"""What each reader is shown: what the protocol says, and no tile before the rules show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.permuted import permuted
from longana_engine import Pass, Seat, Tile, choose, fair, observe
from longana_protocol.answers import Room as RoomMessage
from longana_protocol.answers import View
from longana_protocol.codec import decode_answer, pack
from longana_protocol.commands import Next, Redo, Rematch, Restart, RulesChoice, Start, Undo
from longana_server.events import Joined, Left, Locked, Seated, StartAborted
from longana_server.presence import Presence
from longana_server.records import recorded
from longana_server.views import NOBODY, room_message, table, view, you
from server.scripted_room import NAMES, SHORT_MOVES, ScriptedRoom, for_two, made
from server.tiles_in import tiles_in


S, E, N, W = Seat.S, Seat.E, Seat.N, Seat.W
NUMBER = 17

Reader = int | None
"""A person, or None for somebody who only watches."""
Map = dict[str, Any]


def frame(scripted: ScriptedRoom, reader: Reader, presence: Presence | None = None) -> bytes:
    """The view as it is sent; everybody is here unless said otherwise."""
    room = scripted.room
    own = NOBODY if reader is None else you(room, reader, scripted.reveal_watched)
    return view(table(room, presence or Presence(frozenset(room.people)), NUMBER), own)


def shown(scripted: ScriptedRoom, reader: Reader = None) -> Map:
    """The view as it is received."""
    received: Map = msgpack.unpackb(frame(scripted, reader))
    return received


def on_table(scripted: ScriptedRoom) -> Map:
    public: Map = shown(scripted)["table"]
    return public


def own(scripted: ScriptedRoom, person: int = 1) -> Map:
    private: Map = shown(scripted, person)["you"]
    return private


def the_room(scripted: ScriptedRoom) -> Map:
    received: Map = msgpack.unpackb(pack(room_message(scripted.room, NAMES, NUMBER)))
    return received


def readers(scripted: ScriptedRoom) -> list[Reader]:
    return [*scripted.room.people, None]


# --- the models of the protocol describe every frame


@settings(max_examples=8, deadline=None)
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
        sent = pack(room_message(scripted.room, NAMES, NUMBER))
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


# --- no tile before the rules show it


def pairs(tiles: Iterable[Tile]) -> set[tuple[int, int]]:
    return {(tile.low, tile.high) for tile in tiles}


def table_for(persons: int, seed: int, target: int = 30) -> ScriptedRoom:
    """A match just dealt to so many persons and computers; one person more has no seat."""
    scripted = ScriptedRoom(persons, RulesChoice(target=target), seed=seed)
    onlooker = Joined(person=persons + 1, token=bytes(32), seat="W")
    if persons < 4:
        scripted.add(onlooker)
        scripted.add(Seated(seat="W", level="easy"))
    scripted.start()
    return scripted


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4), st.booleans())
def test_no_tile_is_shown_before_the_rules_show_it(seed: int, persons: int, watched: bool) -> None:
    """F01, F03, F04: to persons at the table or without a seat, and to watchers.

    Undo, redo and restart are among the moves; all values of all messages are looked through.
    """
    scripted = table_for(persons, seed)
    scripted.reveal_watched = watched
    for _ in scripted.wander():
        position, hands = scripted.position, scripted.position.hands
        public = pairs(tile for tiles in position.branches.values() for tile in tiles)
        public |= pairs([position.centre] if position.centre else [])
        if scripted.match.hand_over:
            public |= pairs(tile for tiles in hands.values() for tile in tiles)
        for reader in readers(scripted):
            seats = scripted.room.seats_of(reader)
            known = public | pairs(tile for seat in seats for tile in hands[seat])
            assert tiles_in(shown(scripted, reader)) <= known
            if position.to_move in seats:
                assert tiles_in(hint(scripted, position.to_move)) <= known
        if len(position.moves) % 8 and not scripted.match.hand_over:
            continue  # what follows seldom changes, and takes its time
        assert tiles_in(the_room(scripted)) == set()
        earlier = pairs(
            tile
            for hand in scripted.match.standing.hands
            for tiles in hand.dealt.values()
            for tile in tiles
        )
        record = recorded(scripted.room, NAMES, None)[1]
        assert tiles_in(record.get("current")) <= public
        assert tiles_in(record) <= public | earlier


def hint(scripted: ScriptedRoom, seat: Seat | None) -> Map:
    choice = choose(observe(scripted.position, seat), Random(1))
    return {"move": str(choice.move), "facts": dict(choice.reason.facts)}


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_what_is_hidden_changes_nothing_that_is_sent(seed: int, persons: int) -> None:
    """F01, F08: deal the hidden tiles otherwise, and each reader is sent the same bytes."""
    scripted = table_for(persons, seed)
    rng = Random(seed)
    while scripted.position.to_move is not None:
        real = scripted.room
        for reader in readers(scripted):
            seats = real.seats_of(reader)
            sent = everything(scripted, reader)
            seat = seats[0] if seats else None
            hand = replace(
                scripted.match.hand,
                position=permuted(scripted.position, seat, rng),
                start=permuted(scripted.match.hand.start, seat, rng),
            )
            scripted.room = replace(real, match=replace(scripted.match, hand=hand))
            assert everything(scripted, reader) == sent
            scripted.room = real
        for _ in range(3):
            if scripted.position.to_move is not None:
                scripted.move()


def everything(scripted: ScriptedRoom, reader: Reader) -> tuple[object, ...]:
    """All that a reader may be sent."""
    return frame(scripted, reader), the_room(scripted), recorded(scripted.room, NAMES, None)


def test_the_search_for_tiles_finds_them() -> None:
    """Or else the tests above would hold of anything."""
    message = {
        "hand": [[3, 7], [0, 0]],
        "moves": ["S99", "E45W", "N"],
        "text": "3-8 keeps a chain; 6-10 is no tile.",
        "1-2": None,
        "short": "56",
        "ends": [1, 1],
        "scores": [2, 2],
    }
    assert tiles_in(message) == {(3, 7), (0, 0), (9, 9), (4, 5), (3, 8), (1, 2), (5, 6)}


# --- what was undone disappears


@pytest.mark.parametrize("seed", range(4))
def test_everybody_is_shown_what_they_were_shown_before_it(seed: int) -> None:
    """F01, F11: after undo and after restart, but for the counters and one's own choices."""
    scripted = ScriptedRoom(1, seed=seed)
    onlooker = scripted.join()
    scripted.add(Seated(seat="E", level="easy"))
    scripted.start()
    at_first = seen(scripted, onlooker)
    scripted.until(S)
    while isinstance(scripted.position.legal()[0], Pass):
        scripted.move()
        scripted.until(S)
    before = seen(scripted, onlooker)
    scripted.move()
    scripted.until(S)
    after = seen(scripted, onlooker)
    assert after != before
    scripted.do(1, scripted.now(Undo))
    assert seen(scripted, onlooker) == before
    assert own(scripted)["redo"]
    scripted.do(1, scripted.now(Redo))
    assert seen(scripted, onlooker) == after
    scripted.do(1, scripted.now(Restart))
    assert seen(scripted, onlooker) == at_first
    assert {"undo", "redo", "restart"}.isdisjoint(own(scripted))


def seen(scripted: ScriptedRoom, onlooker: int) -> list[Map]:
    """What all readers are shown, without the turn and what can be undone."""
    views = [shown(scripted, reader) for reader in (1, onlooker, None)]
    for each in views:
        del each["table"]["turn"]
        for change in ("undo", "redo", "restart"):
            (each["you"] or {}).pop(change, None)
    return [*views, the_room(scripted)]


def test_an_undone_end_hides_hands_points_and_secret_again() -> None:
    scripted = for_two(*SHORT_MOVES[:2])
    before, room_before = on_table(scripted), the_room(scripted)
    scripted.moves(*SHORT_MOVES[2:])
    assert on_table(scripted)["reveal"] == [[[2, 9]], [[4, 9]]]
    assert (the_room(scripted)["scores"], len(the_room(scripted)["hands"])) == ([24, 0], 1)
    scripted.do(1, scripted.now(Undo))
    assert on_table(scripted) | {"turn": 0} == before | {"turn": 0}
    assert the_room(scripted) == room_before
    scripted.moves(*SHORT_MOVES[2:])
    (hand,) = the_room(scripted)["hands"]
    assert hand["replayed"]


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


# --- secrets


def test_only_secrets_of_finished_hands_are_sent() -> None:
    """fair-deal.md, 5: looked for in all bytes that are sent, the record's included."""
    scripted = ScriptedRoom(1, RulesChoice(target=1000), seed=8)
    scripted.start()
    chain = fair.chain(scripted.match.chain)
    for hand in range(1, 4):
        while scripted.position.to_move is not None:
            assert secrets_sent(scripted, chain) == set(range(hand))
            scripted.move()
        assert secrets_sent(scripted, chain) == set(range(hand + 1))
        secrets = [each["secret"] for each in the_room(scripted)["hands"]]
        assert secrets == list(chain[1 : hand + 1])
        scripted.do(1, scripted.now(Undo))
        assert secrets_sent(scripted, chain) == set(range(hand))
        scripted.do(1, scripted.now(Redo))
        scripted.do(1, scripted.now(Next))


def secrets_sent(scripted: ScriptedRoom, chain: Sequence[bytes]) -> set[int]:
    """The places in the chain of what is sent; 0 is the commitment. The next chain counts too."""
    document = recorded(scripted.room, NAMES, None)[1]
    sent = b"".join(
        [
            *(frame(scripted, reader) for reader in readers(scripted)),
            pack(room_message(scripted.room, NAMES, NUMBER)),
            *(bytes.fromhex(word) for word in re.findall("[0-9a-f]{64}", str(document))),
        ]
    )
    assert scripted.room.chain not in sent
    assert fair.commitment(scripted.room.chain) not in sent, "it is shown in the lobby"
    return {place for place, secret in enumerate(chain) if secret in sent}


def test_no_hash_of_a_token_is_sent() -> None:
    """F33."""
    scripted = ScriptedRoom(4)
    sent = pack(room_message(scripted.room, NAMES, NUMBER))
    for person in scripted.room.people.values():
        assert person.token not in sent


# --- what the parts say


def test_the_public_part_is_the_same_for_all() -> None:
    scripted = for_two(*SHORT_MOVES[:2], persons=2)
    public = table(scripted.room, Presence(frozenset({1, 2})), NUMBER)
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


@settings(max_examples=4, deadline=None)
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
        scripted.reveal_watched = True
        assert own(scripted) == {"seat": "S", "hand": [[2, 9]]}
    assert {"undo", "restart"} <= own(for_two(*SHORT_MOVES)).keys()


def test_who_is_away_and_how_many_watch() -> None:
    """F36: a person without a seat is missed by nobody."""
    scripted = ScriptedRoom(3)
    scripted.add(Seated(seat="N", level="easy"))
    public = msgpack.unpackb(table(scripted.room, Presence(frozenset({2}), 2), NUMBER))
    assert (public["away"], public["watchers"]) == ([1], 2)
    public = msgpack.unpackb(table(scripted.room, Presence(frozenset({1, 2})), NUMBER))
    assert {"away", "watchers"}.isdisjoint(public)


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
    }
    scripted.add(Seated(seat="N", level="hard"))
    assert the_room(scripted)["seats"][2] == {"seat": "N", "kind": "computer", "level": "hard"}


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
    assert room_message(scripted.room, {}, NUMBER)["people"][0]["name"] == ""
