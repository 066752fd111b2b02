"""No tile, secret or undone move is shown before the rules show it, or after."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.permuted import permuted
from longana_engine import Pass, Seat, Tile, fair, observe, think
from longana_engine.computers import advice
from longana_protocol.commands import Next, Redo, Restart, RulesChoice, Undo
from longana_server.events import Joined, Minded, Moved, Returned, Seated
from longana_server.records import recorded
from server.scripted_room import NAMES, SHORT_MOVES, ScriptedRoom, for_two
from server.shown import Map, Reader, frame, on_table, own, readers, room_frame, shown, the_room
from tiles_in import tiles_in


S = Seat.S
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


@settings(max_examples=12)
@given(st.integers(0, 2**32), st.integers(1, 4), st.booleans())
def test_no_tile_is_shown_before_the_rules_show_it(seed: int, persons: int, watched: bool) -> None:
    """F01, F03, F04: to persons at the table or without a seat, and to watchers.

    Undo, redo and restart are among the moves; all values of all messages are looked through.
    """
    scripted = table_for(persons, seed)
    for _ in scripted.wander():
        if watched and scripted.match.hand_over and not scripted.match.hand.shared:
            scripted.reveal_is_shared()
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
    seen = observe(scripted.position, seat)
    said = advice(seen, think(seen, "normal", Random(1)))
    return {"move": str(said.move), "facts": dict(said.reason.facts)}


@settings(max_examples=10)
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


def test_an_undone_end_hides_hands_and_points_again_and_its_secret_stays_public() -> None:
    """fair-deal.md, 5: what was published is so for good, and this is not hidden."""
    scripted = for_two(*SHORT_MOVES[:2])
    before, room_before = on_table(scripted), the_room(scripted)
    scripted.moves(*SHORT_MOVES[2:])
    assert on_table(scripted)["reveal"] == [[[2, 9]], [[4, 9]]]
    assert (the_room(scripted)["scores"], len(the_room(scripted)["hands"])) == ([24, 0], 1)
    scripted.do(1, scripted.now(Undo))
    assert on_table(scripted) | {"turn": 0} == before | {"turn": 0}
    secret = scripted.match.secret(1)
    assert the_room(scripted) == room_before | {"replayed_secret": secret}
    scripted.moves(*SHORT_MOVES[2:])
    (hand,) = the_room(scripted)["hands"]
    assert (hand["replayed"], hand["secret"]) == (True, secret)
    assert "replayed_secret" not in the_room(scripted)


# --- who made the moves


def test_moves_of_a_computer_for_a_person_are_marked() -> None:
    scripted = for_two("S99", "N09N", persons=2)
    assert "by_computer" not in on_table(scripted)
    scripted.add(Minded(seat="S"))
    scripted.add(Moved(move="S19S"))
    assert on_table(scripted)["by_computer"] == [2]
    scripted.add(Returned(seat="S"))
    scripted.move("N00N")
    assert on_table(scripted)["by_computer"] == [2]


def test_so_are_those_of_a_computer_whose_seat_a_person_has_taken() -> None:
    scripted = for_two("S99", "N09N", "S19S")
    assert "by_computer" not in on_table(scripted)
    scripted.join()
    scripted.add(Seated(seat="N", person=2))
    assert on_table(scripted)["by_computer"] == [1]
    scripted.do(1, scripted.now(Restart))
    assert "by_computer" not in on_table(scripted)


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
        assert secrets_sent(scripted, chain) == set(range(hand + 1)), "once public, always"
        scripted.do(1, scripted.now(Redo))
        scripted.do(1, scripted.now(Next))


def secrets_sent(scripted: ScriptedRoom, chain: Sequence[bytes]) -> set[int]:
    """The places in the chain of what is sent; 0 is the commitment. The next chain counts too."""
    document = recorded(scripted.room, NAMES, None)[1]
    sent = b"".join(
        [
            *(frame(scripted, reader) for reader in readers(scripted)),
            room_frame(scripted),
            *(bytes.fromhex(word) for word in re.findall("[0-9a-f]{64}", str(document))),
        ]
    )
    assert scripted.room.chain not in sent
    assert fair.commitment(scripted.room.chain) not in sent, "it is shown in the lobby"
    return {place for place, secret in enumerate(chain) if secret in sent}


def test_no_hash_of_a_token_is_sent() -> None:
    """F33."""
    scripted = ScriptedRoom(4)
    sent = room_frame(scripted)
    for person in scripted.room.people.values():
        assert person.token is not None
        assert person.token not in sent
