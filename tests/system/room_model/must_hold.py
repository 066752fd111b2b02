"""What must hold at every moment of a night, whatever has happened."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from longana_engine.record_reading import record_from
from longana_engine.verify import verify
from longana_server.records import recorded
from longana_server.tally import tally
from system.room_model.eyes import Message


if TYPE_CHECKING:
    from system.room_model.guest import Guest
    from system.room_model.party import Party


class MustHold:
    def __init__(self, party: Party) -> None:
        self._party = party
        self._due: tuple[object, float] | None = None
        """What the room is to do by itself, and since when."""
        self._verified: object = None

    def check(self) -> None:
        """Raises AssertionError for what does not hold."""
        self._check_people()
        self._check_record()
        if self._party.exact:
            self._check_views()
            self._check_nothing_is_overdue()

    def _check_people(self) -> None:
        room = self._party.room
        people, seats = room.people, room.seats
        if people:
            assert room.host is not None, "nobody is host"
            assert people[room.host].device == room.host, "the host has no device"
        else:
            assert room.host is None
        seated = [who.person for who in seats.values() if who.person is not None]
        assert len(seated) == len(set(seated)), "somebody sits twice"
        assert set(seated) <= people.keys()
        assert all(people[one.device].device == one.device for one in people.values())
        connected = {one.person for one in self._party.here}
        for seat in room.minded:
            assert seat in seats, f"{seat} is minded and is no seat"
            who = seats[seat].person
            assert who is not None, f"{seat} is minded for nobody"
            if self._party.exact:
                assert people[who].device not in connected, f"{seat} is minded, {who} is here"
        promised = list(room.promised.values())
        assert len(promised) == len(set(promised)), "somebody is promised two seats"
        assert set(promised) <= people.keys(), "somebody who is gone is promised a seat"
        assert not set(promised) & set(seated), "somebody seated is promised another seat"

    def _check_record(self) -> None:
        """The record replays and verifies, and gives the scores that are shown."""
        match = self._party.room.match
        standing = None if match is None else match.standing
        if match is None or standing is self._verified:
            return
        self._verified = standing
        _, document, _ = recorded(self._party.room, {}, None)
        assert verify(record_from(document)) == len(match.standing.hands)
        scores = {seat.value: points for seat, points in match.standing.scores.items()}
        assert document["scores"] == scores
        self._check_tally()

    def _check_tally(self) -> None:
        """Points are with those who sat there when they were made."""
        room = self._party.room
        won: dict[int, int] = {}
        for before, after in pairwise(self._party.history.moments):
            match, was = after.room.match, before.room.match
            if match is None or was is None or match.number != was.number:
                continue
            for seat, who in before.room.seats.items():
                gained = match.standing.scores[seat] - was.standing.scores[seat]
                if who.person is not None and gained:
                    won[who.person] = won.get(who.person, 0) + gained
        told = {one["person"]: one["points"] for one in tally(room)}
        assert told == {person: won.get(person, 0) for person in told}
        assert {one for one in won if one in room.people and won[one]} <= told.keys()

    def _check_views(self) -> None:
        """Everybody is up to date."""
        party = self._party
        everybody = [*party.here, *party.watchers]
        for one in everybody:
            is_latest = _but_for_clocks(one.table) == _but_for_clocks(party.public)
            assert is_latest, f"{one} is behind"
            self._check_told(one)
        if everybody:
            self._check_attendance()

    def _check_told(self, guest: Guest) -> None:
        """The `room` a guest was sent last is true, and whoever is to move can."""
        room, told = self._party.room, guest.room
        assert (told["code"], told.get("host")) == (room.code, room.host)
        assert told.get("locked", False) is room.locked
        assert told.get("watching", True) is room.watching
        who = [(seat["kind"], seat.get("person")) for seat in told["seats"]]
        assert who == [(seat.kind, seat.person) for seat in room.seats.values()]
        assert {person["person"] for person in told["people"]} == room.people.keys()
        names = [person["name"] for person in told["people"]]
        assert all(names), "somebody has no name"
        assert len(names) == len(set(names)), "two have the same name"
        if room.match is not None and room.starting is None:
            standing = room.match.standing
            assert list(told["scores"]) == list(standing.scores.values())
            assert told.get("winner") == (standing.winner and standing.winner.value)
        is_covered = self._party.history.is_covered(guest.person)
        if room.to_move is not None and guest.seats == [room.to_move.value] and not is_covered:
            assert guest.my_turn, f"{guest} is to move"
            assert guest.you["legal"], f"{guest} is to move and cannot"

    def _check_attendance(self) -> None:
        """The table shows who is away, watches, reads and asks."""
        party, room, public = self._party, self._party.room, self._party.public
        connected = {one.person for one in party.here}
        away = {one["person"] for one in public.get("away", ())}
        seated = [who.person for who in room.seats.values() if who.person is not None]
        assert away == {one for one in seated if room.people[one].device not in connected}
        assert public.get("watchers", 0) == len(party.watchers)
        reading = {one["person"] for one in public.get("reading", ())}
        surely = {one for one, sure in party.reading.items() if sure and room.seats_of(one)}
        assert surely <= reading <= party.reading.keys()
        live = party.server.live(party.id)
        if live is not None:
            waved, readers = live.presence.not_waited_for, live.presence.reading.keys()
            assert waved <= readers, "the next reading of somebody will not be waited for"
        assert set(public.get("acting", ())) == party.acting() & connected
        self._check_wishes()
        asked = party.asked
        assert asked is None or asked.turn == room.turn, "a change is asked for that is void"

    def _check_wishes(self) -> None:
        """Nobody asks for what is not to be had, or for what they have already."""
        party, room, public = self._party, self._party.room, self._party.public
        if room.match is None or room.match.over or room.starting is not None:
            return
        has = {*room.seated, *room.promised.values()}
        for wish in public.get("asking", ()):
            assert wish["person"] in room.people.keys() - has
            at = next(seat for seat in room.seats if seat.value == wish["seat"])
            owner = room.seats[at].person
            assert at not in room.promised, f"{wish}, and it is promised"
            assert owner is None or party.is_gone(owner), f"{wish}, and {owner} is here"
        asking = {wish["person"] for wish in public.get("asking", ())}
        declined = {wish["person"] for wish in public.get("declined", ())}
        assert declined <= room.people.keys() - has - asking

    def _check_nothing_is_overdue(self) -> None:
        """Whatever the room is to do by itself it does before long."""
        party, room, now = self._party, self._party.room, self._party.server.now
        paused = "proposal" in party.public or party.waited_for()
        if room.closed or paused or not (party.here or party.watchers):
            self._due = None
            return
        due = room.to_move
        for_computer = due is not None and (room.seats[due].person is None or due in room.minded)
        unattended = room.phase == "hand_over" and not room.person_seats
        if not for_computer and not unattended:
            self._due = None
            return
        state = (room.turn, due and room.seats[due])
        if self._due is None or self._due[0] != state:
            self._due = (state, now)
        patience = party.server.computer_delay + party.server.thinking + 0.1
        assert now - self._due[1] <= patience, f"nothing happens in turn {room.turn}"


def _but_for_clocks(table: Message) -> Message:
    """A table without how long somebody is away."""
    away = {one["person"] for one in table.get("away", ())}
    return {**table, "away": away}
