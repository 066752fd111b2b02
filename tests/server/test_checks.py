"""Who may ask for what: the host, or while the host is away whoever is seated and here."""

from __future__ import annotations

import pytest

from longana_protocol.commands import Nudge, Undo
from longana_server.checks import (
    Circumstances,
    acting,
    as_host,
    is_away,
    may_go_on,
    may_nudge,
    same_turn,
)
from longana_server.events import Joined, Left
from longana_server.presence import Presence
from longana_server.refusing import Refused
from server.phases import lobby, playing
from server.scripted_room import ScriptedRoom, made


def at(scripted: ScriptedRoom, now: float) -> Circumstances:
    """The host has been gone since second 100."""
    return Circumstances(scripted.chance, Presence(frozenset({2}), away_since={1: 100.0}), now)


def test_somebody_is_away_after_the_time_of_grace() -> None:
    scripted = playing(2)
    assert not is_away(scripted.room, 1, at(scripted, 114.9))
    assert is_away(scripted.room, 1, at(scripted, 115.0))
    assert not is_away(scripted.room, 2, at(scripted, 1000.0))


def test_others_act_for_a_host_who_is_away() -> None:
    """F31: not before that, and not who has no seat while anybody seated is here."""
    scripted = playing(2)
    with pytest.raises(Refused, match="not_host"):
        as_host(scripted.room, 2, at(scripted, 114.9))
    as_host(scripted.room, 2, at(scripted, 115.0))
    as_host(scripted.room, 1, at(scripted, 115.0))
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    with pytest.raises(Refused, match="not_host"):
        as_host(scripted.room, 3, at(scripted, 115.0))
    onlooker = playing(2, onlooker=True)
    as_host(onlooker.room, 2, at(onlooker, 115.0))


def test_who_acts_for_the_host() -> None:
    """B4: nobody while the host is here, or only just gone; then whoever is seated."""
    scripted = playing(2)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    lost = {1: 100.0, 2: 105.0}
    gone = Presence(connected=frozenset({3}), away_since=lost)
    assert acting(scripted.room, gone.came(1), 200.0) == ()
    assert acting(scripted.room, gone, 114.9) == ()
    assert acting(scripted.room, gone, 115.0) == (2,)
    assert acting(scripted.room, gone, 120.0) == (2, 3)
    assert gone.next_gone(scripted.room, [1, 2, 3], 114.0) == 115.0
    assert gone.next_gone(scripted.room, [1, 2, 3], 115.0) == 120.0
    assert gone.next_gone(scripted.room, [1, 2, 3], 120.0) is None


def test_nobody_acts_for_a_host_in_a_room_without_people() -> None:
    """Somebody may look on all the same."""
    scripted = playing(1)
    scripted.add(Left(person=1))
    assert acting(scripted.room, Presence(watchers=1), 200.0) == ()


def test_anybody_asks_to_go_on_where_all_at_the_table_are_away() -> None:
    scripted = playing(2)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    with pytest.raises(Refused, match="not_seated"):
        may_go_on(scripted.room, 3, at(scripted, 1000.0))
    may_go_on(scripted.room, 2, at(scripted, 1000.0))
    onlooker = playing(2, onlooker=True)
    with pytest.raises(Refused, match="not_seated"):
        may_go_on(onlooker.room, 2, at(onlooker, 114.9))
    may_go_on(onlooker.room, 2, at(onlooker, 115.0))


def test_whoever_is_seated_nudges_the_one_the_table_waits_for() -> None:
    scripted = playing(2)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    may_nudge(scripted.room, 2, made(Nudge, seat="S"))
    with pytest.raises(Refused, match="not_their_turn"):
        may_nudge(scripted.room, 1, made(Nudge, seat="S"))  # oneself
    for person in (1, 2):
        with pytest.raises(Refused, match="not_their_turn") as refused:
            may_nudge(scripted.room, person, made(Nudge, seat="N"))
        assert refused.value.facts == {"seat": "N"}
    with pytest.raises(Refused, match="not_seated"):
        may_nudge(scripted.room, 3, made(Nudge, seat="S"))
    with pytest.raises(Refused, match="not_their_turn"):
        may_nudge(lobby(2).room, 1, made(Nudge, seat="N"))


def test_another_turn_is_stale_and_named() -> None:
    """F20."""
    room = playing(1).room
    same_turn(room, made(Undo, turn=room.turn))
    with pytest.raises(Refused, match="stale") as refused:
        same_turn(room, made(Undo, turn=room.turn + 1))
    assert refused.value.facts == {"turn": room.turn}
