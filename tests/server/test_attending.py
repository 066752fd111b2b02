"""Commands that are not for the log: readers, covered hands, wishes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_engine import Seat
from longana_protocol.commands import CarryOn, Decline, Reading, RoomCommand, ToPerson, Uncover
from longana_protocol.words import SEAT_NAMES
from longana_server import attending
from longana_server.checks import Circumstances
from longana_server.events import HandDealt, Joined, Moved, Returned, Seated, SeatPromised
from longana_server.presence import Presence
from longana_server.refusing import Refused
from server.phases import hand_over, lobby, match_over, playing, seat_command
from server.scripted_room import ScriptedRoom, made


# --- reading (F17)


def test_a_reader_is_noted_until_they_close_it_and_waited_for_anew_when_they_open_it() -> None:
    room = playing(2).room
    reading = attending.read(room, Presence(), 1, made(Reading, what="rules"))
    waved = attending.carry_on(room, reading, 2, made(CarryOn, person=1))
    assert (reading.waits_for_reader(room), waved.waits_for_reader(room)) == (True, False)
    again = attending.read(room, waved, 1, made(Reading, what="records"))
    assert again.reading == {1: "records"}
    assert again.waits_for_reader(room)
    assert attending.read(room, again, 1, made(Reading, what=None)).reading == {}


def test_computers_wait_for_each_of_several_readers() -> None:
    scripted = playing(2)
    presence = scripted.here
    for reader in (1, 2):
        presence = attend(scripted, presence, reader, made(Reading, what="rules"))
    for reader in (1, 2):
        assert presence.waits_for_reader(scripted.room)
        presence = attend(scripted, presence, 1, made(CarryOn, person=reader))
    assert not presence.waits_for_reader(scripted.room)


def test_there_is_nobody_to_carry_on_for_who_does_not_read() -> None:
    with pytest.raises(Refused, match="no_person"):
        attending.carry_on(playing(2).room, Presence(), 2, made(CarryOn, person=1))


# --- covered hands (F07)


def test_only_the_hand_that_is_to_move_is_uncovered_and_on_its_own_device() -> None:
    scripted = ScriptedRoom(2)
    scripted.add(Joined(person=3, seat="N", device=1))
    scripted.start()
    scripted.until(Seat.S)

    def uncover(person: int, seat: Seat) -> Presence:
        command = scripted.now(Uncover, seat=SEAT_NAMES[seat.place])
        return attending.uncover(scripted.room, scripted.here, person, command)

    assert uncover(1, Seat.S).shown(scripted.room, 1) is Seat.S
    with pytest.raises(Refused, match="not_your_turn"):
        uncover(1, Seat.N)
    with pytest.raises(Refused, match="not_seated"):
        uncover(2, Seat.S)
    late = made(Uncover, turn=scripted.room.turn - 1, seat="S")
    with pytest.raises(Refused, match="stale"):
        attending.uncover(scripted.room, scripted.here, 1, late)


def test_nothing_is_uncovered_before_it_is_dealt() -> None:
    scripted = lobby(1)
    with pytest.raises(Refused, match="not_started"):
        attending.uncover(scripted.room, scripted.here, 1, scripted.now(Uncover, seat="S"))


def test_nothing_is_uncovered_when_the_hand_is_over() -> None:
    scripted = hand_over(1)
    with pytest.raises(Refused, match="hand_over"):
        attending.uncover(scripted.room, scripted.here, 1, scripted.now(Uncover, seat="S"))


# --- wishes


def promised_to_dora(away: frozenset[int] = frozenset()) -> tuple[ScriptedRoom, Presence]:
    """South and North are persons', and person 3 was promised North's seat."""
    scripted = playing(2)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    scripted.add(SeatPromised(seat="N", person=3))
    scripted.away = away
    return scripted, attending.wishes_kept(scripted.room, scripted.here, 0.0)


def test_who_was_promised_a_seat_asks_no_more_when_there_is_none_left() -> None:
    """B3: its person is back, and somebody sits at the other."""
    scripted, presence = promised_to_dora()
    assert presence.asking == {}
    scripted.add(Returned(seat="N"))
    again = attending.wishes_kept(scripted.room, presence, 0.0)
    assert (again.asking, again.declined) == ({}, {3: Seat.N})
    assert attending.wishes_kept(scripted.room, again, 0.0) is again


def test_the_wish_is_for_a_seat_that_is_free() -> None:
    scripted, presence = promised_to_dora()
    scripted.add(Seated(seat="S", level="easy"))
    scripted.add(Returned(seat="N"))
    assert attending.wishes_kept(scripted.room, presence, 0.0).asking == {3: Seat.S}


def test_who_is_not_here_any_more_asks_for_nothing() -> None:
    scripted, presence = promised_to_dora(away=frozenset({3}))
    scripted.add(Returned(seat="N"))
    none_left = attending.wishes_kept(scripted.room, presence, 0.0)
    assert (none_left.asking, none_left.declined) == ({}, {})
    scripted.add(Seated(seat="S", level="easy"))
    assert attending.wishes_kept(scripted.room, presence, 0.0).asking == {}


def test_a_promise_that_is_kept_is_no_wish() -> None:
    scripted, presence = promised_to_dora()
    scripted.add(Moved(move="S19S"))
    scripted.add(Moved(move="N00N"))
    scripted.add(HandDealt())
    again = attending.wishes_kept(scripted.room, presence, 0.0)
    assert scripted.room.seats[Seat.N].person == 3
    assert again.asking == {}


def newcomers(wishes: Mapping[int, Seat], persons: int = 2) -> tuple[ScriptedRoom, Presence]:
    """Ana and Beto play at S and E, computers at N and W; these newcomers wish for these seats."""
    scripted = ScriptedRoom(persons)
    scripted.start()
    for _ in wishes:
        scripted.join()
    return scripted, replace(scripted.here, asking=wishes)


def test_a_wish_for_a_seat_that_another_got_moves_to_a_free_one_or_ends() -> None:
    """B3: so does the host's question."""
    scripted, presence = newcomers({3: Seat.N, 4: Seat.N, 5: Seat.W})
    scripted.add(Seated(seat="N", person=3))
    presence = attending.wishes_kept(scripted.room, presence, 0.0)
    assert (presence.asking, presence.declined) == ({4: Seat.W, 5: Seat.W}, {})
    scripted.add(SeatPromised(seat="W", person=5))
    presence = attending.wishes_kept(scripted.room, presence, 0.0)
    assert (presence.asking, presence.declined) == ({}, {4: Seat.W})


def test_a_wish_for_the_seat_of_somebody_who_comes_back_moves() -> None:
    scripted, presence = newcomers({3: Seat.E})
    away = replace(presence, connected=frozenset({1, 3}), away_since={2: 0.0})
    assert attending.wishes_kept(scripted.room, away, 15.0).asking == {3: Seat.E}
    assert attending.wishes_kept(scripted.room, away.came(2), 16.0).asking == {3: Seat.N}


@pytest.mark.parametrize(("now", "outcome"), [(14.0, "seat_taken"), (15.0, "asked")])
def test_the_seat_of_somebody_who_is_only_just_gone_is_not_asked_for(
    now: float, outcome: str
) -> None:
    scripted, presence = newcomers({3: Seat.N})
    away = replace(presence, connected=frozenset({1, 3}), away_since={2: 0.0})
    wish = seat_command("E", ToPerson(person=3))
    if outcome == "asked":
        assert attending.ask_for_seat(scripted.room, away, 3, wish, now).asking == {3: Seat.E}
        return
    with pytest.raises(Refused, match=outcome):
        attending.ask_for_seat(scripted.room, away, 3, wish, now)


def test_there_is_no_wish_for_a_seat_that_the_table_does_not_have() -> None:
    scripted, presence = promised_to_dora()
    wish = seat_command("E", ToPerson(person=3))
    with pytest.raises(Refused, match="unknown_branch") as refused:
        attending.ask_for_seat(scripted.room, presence, 3, wish, 0.0)
    assert refused.value.facts == {"branch": "E", "branches": ("S", "N")}


def attend(
    scripted: ScriptedRoom, presence: Presence, person: int, command: RoomCommand
) -> Presence:
    circumstances = Circumstances(scripted.chance, presence, now=0.0)
    changed = attending.attend(scripted.room, person, command, circumstances)
    assert changed is not None
    return changed


def test_the_host_says_no_and_the_asker_may_ask_again() -> None:
    """B2: for the same seat, too."""
    scripted, presence = newcomers({3: Seat.N})
    for person in (2, 3):
        with pytest.raises(Refused, match="not_host"):
            attend(scripted, presence, person, made(Decline, person=3))
    declined = attend(scripted, presence, 1, made(Decline, person=3))
    assert (declined.asking, declined.declined) == ({}, {3: Seat.N})
    assert attending.wishes_kept(scripted.room, declined, 0.0) == declined
    again = attend(scripted, declined, 3, seat_command("N", ToPerson(person=3)))
    assert (again.asking, again.declined) == ({3: Seat.N}, {})


def test_what_was_declined_is_forgotten_with_a_seat() -> None:
    scripted, presence = newcomers({})
    scripted.join()
    declined = presence.does_not_get(3, Seat.N)
    assert declined.valid(scripted.room).declined == {3: Seat.N}
    assert declined.went(3, 0.0).declined == {}
    scripted.add(Seated(seat="W", person=3))
    assert declined.valid(scripted.room).declined == {}


def test_a_no_is_told_also_when_the_match_is_over() -> None:
    """The wish is from before."""
    scripted = match_over(1)
    assert scripted.room.phase == "match_over"
    scripted.add(Joined(person=2, token=bytes(32)))
    asking = scripted.here.asks(2, Seat.N)
    declined = attend(scripted, asking, 1, made(Decline, person=2)).valid(scripted.room)
    assert (declined.asking, declined.declined) == ({}, {2: Seat.N})


def test_who_is_promised_a_seat_wishes_for_no_other() -> None:
    scripted, presence = newcomers({3: Seat.W})
    scripted.add(SeatPromised(seat="W", person=3))
    with pytest.raises(Refused, match="seat_promised") as refused:
        attend(scripted, presence, 3, seat_command("N", ToPerson(person=3)))
    assert refused.value.facts == {"seat": "W"}


def test_that_nobody_waits_for_a_reader_ends_with_their_seat() -> None:
    """What they read after that is waited for again."""
    scripted = playing(2)
    presence = attending.read(scripted.room, scripted.here, 2, made(Reading, what="rules"))
    presence = attending.carry_on(scripted.room, presence, 1, made(CarryOn, person=2))
    scripted.add(Seated(seat=scripted.room.seats_of(2)[0].value, level="easy"))
    gone = presence.valid(scripted.room)
    assert (gone.reading, gone.not_waited_for) == ({}, frozenset())


def test_a_promise_that_the_host_takes_back_is_no_wish_again() -> None:
    """C2."""
    scripted = ScriptedRoom(2)
    scripted.start()
    scripted.join()
    scripted.add(SeatPromised(seat="W", person=3))
    presence = attending.wishes_kept(scripted.room, scripted.here, 0.0)
    assert scripted.do(1, made(Decline, person=3)) == SeatPromised(seat="W")
    presence = attending.wishes_kept(scripted.room, presence, 0.0)
    assert (presence.asking, presence.declined) == ({}, {3: Seat.W})


@given(st.integers(0, 2**32), st.sets(st.integers(1, 3)), st.sampled_from([{}, {1: 5.0}, {3: 5.0}]))
def test_where_nobody_wishes_for_anything_nothing_is_left_out(
    seed: int, connected: set[int], away_since: dict[int, float]
) -> None:
    """The short cut of `wishes_kept` lists by hand what may call for more."""
    scripted = ScriptedRoom(2, seed=seed)
    scripted.join()
    for phase in ("lobby", "playing"):
        presence = Presence(
            connected=frozenset(connected),
            watchers=1,
            away_since=away_since,
            uncovered={1: (Seat.S, scripted.room.turn)},
        )
        kept = attending.wishes_kept(scripted.room, presence, 20.0)
        assert kept is presence, phase
        assert attending._wishes_kept(scripted.room, presence, 20.0) == presence
        if phase == "lobby":
            scripted.start()


@pytest.mark.parametrize("field", [each.name for each in fields(Presence)])
def test_the_short_cut_is_taken_for_no_field_that_is_looked_at(field: str) -> None:
    """Whatever is put there: if the long way changes it, the short cut is not taken."""
    scripted, here = newcomers({})
    scripted.join()
    values: dict[str, Any] = {
        "asking": {9: Seat.N},
        "wished": {9: Seat.N},
        "declined": {9: Seat.N},
        "reading": {9: "rules"},
        "promised": {Seat.N: 3},
    }
    presence = replace(here, **{field: values.get(field, getattr(here, field))})
    kept = attending.wishes_kept(scripted.room, presence, 0.0)
    assert kept == attending._wishes_kept(scripted.room, presence, 0.0)
    assert (kept != presence) == (field in values)
