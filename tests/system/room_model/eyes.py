"""What one reader is sent, held against what they may know at that moment.

A reader may know what is played, all hands once the hand is over, and the tiles of their own seat;
where a device has several seats, those of the one it has uncovered, while that one is to move.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgpack

from longana_engine import compact, fair
from longana_engine.record_reading import record_from
from longana_engine.verify import verify
from system.room_model.history import Deal, History, Moment, Pair
from tiles_in import tiles_in


Message = dict[str, Any]
Uncovered = set[tuple[str, int]]
"""Seats that a device has asked to see, and in which turn."""


class Table:
    """What all readers of one room have in common: the history, and who has seen which hand."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.seen_by: dict[tuple[Deal, str], dict[object, int]] = {}
        """Who has been shown the tiles of a seat, as its player or at the end of the hand, and
        how many entries the log had at first sight."""
        self.tokens: dict[object, bytes] = {}
        """What brings each of them back: for nobody else."""
        self.reveals: dict[Deal, set[object]] = {}
        """Who has been shown all hands at the end of a hand."""

    def secrets(self, moment: Moment) -> list[bytes]:
        """What nobody may be sent yet: the chains, and the secret of the hand that is open."""
        room = moment.room
        hidden = [room.chain, *(match.chain for match in room.past)]
        if room.starting is not None:
            hidden.append(room.starting.chain)
        if room.match is not None:
            hidden.append(room.match.chain)
            if not room.match.hand.replayed:  # else its secret was public before
                hidden.append(_secret(room.match.chain, len(room.match.standing.hands)))
        return hidden


@functools.lru_cache(1000)
def _secret(chain: bytes, finished: int) -> bytes:
    """Of the hand after so many."""
    return fair.secret_at(chain, finished + 1)


class Eyes:
    """Those of one reader, over all their connections."""

    def __init__(self, table: Table, owner: object) -> None:
        self._table = table
        self._owner = owner
        self._number: int | None = None
        self._room_number: int | None = None
        self._known: set[Pair] = set()
        """Tiles of this deal that were ever rightly shown to this reader."""
        self._deal: Deal | None = None
        self._own: dict[Deal, set[str]] = {}
        """Seats of which this reader has been the player, hand by hand."""
        self._own_words: set[Pair] = set()
        """Tiles this reader has spoken of: a refusal may repeat them."""

    def connected(self) -> None:
        """A new connection begins: it may begin with any number."""
        self._number = self._room_number = None

    def speaks_of(self, message: Message) -> None:
        self._own_words |= tiles_in(message)

    def placed(
        self, frame: bytes, first: int, last: int, person: int | None, uncovered: Uncovered
    ) -> int:
        """The first moment at which the frame can have been sent, else the last there is."""
        message: Message = msgpack.unpackb(frame)
        for version in range(first, last + 1):
            moment = self._table.history.at(version)
            several = len(self._table.history.dealt_together(moment.deal, person)) > 1
            if _fits(message, moment, person, uncovered, several=several):
                return version
        return last

    def see(self, frame: bytes, version: int, person: int | None, uncovered: Uncovered) -> None:
        """A frame that came when the log had `version` entries; raises AssertionError."""
        message: Message = msgpack.unpackb(frame)
        moment = self._table.history.at(version)
        for secret in self._table.secrets(moment):
            assert secret not in frame, "a secret of the shuffle was sent"
            assert secret.hex().encode() not in frame, "a secret of the shuffle was written"
        for owner, token in self._table.tokens.items():
            assert owner is self._owner or token not in frame, f"the token of {owner} was sent"
        if moment.deal != self._deal:
            self._deal, self._known = moment.deal, set()
            self._own_words.clear()
        match message["type"]:
            case "view":
                self._see_view(message, version, person, uncovered)
            case "room":
                self._room_number = message["number"]
                assert not tiles_in(message), message
            case "record":
                self._see_record(message, moment)
            case type:
                found = tiles_in(message)
                if type == "refused":
                    found -= self._own_words
                assert found <= self._known, f"{found - self._known} are in {message}"

    def _see_view(
        self, message: Message, version: int, person: int | None, uncovered: Uncovered
    ) -> None:
        table, you = message["table"], message["you"] or {}
        moment = self._table.history.at(version)
        self._in_order(table["number"])
        room, position = moment.room, moment.position
        assert (table["turn"], table["phase"]) == (room.turn, room.phase)
        assert tuple(table.get("moves", ())) == moment.moves
        assert person is not None or message["you"] is None
        may_see = tiles_in(list(moment.moves))
        if position is not None and moment.deal is not None:
            assert ("reveal" in table) is moment.over
            if moment.over:
                hands = self._table.history.dealt[moment.deal]
                left = [sorted(hands[seat.value] - may_see) for seat in room.seats]
                shown = [[tuple(tile) for tile in hand] for hand in table["reveal"]]
                assert shown == left
                may_see |= set().union(*hands.values())
                self._saw_all(moment.deal, version)
            seat = self._seat_shown(moment, you, person, uncovered)
            if seat is not None:
                own = self._table.history.dealt[moment.deal][seat] - may_see
                if not moment.over:
                    assert {tuple(tile) for tile in you["hand"]} == own
                    self._saw_own(moment.deal, version, seat, person)
                may_see |= own
            due = seat is not None and room.to_move is not None and room.to_move.value == seat
            legal = [compact(move) for move in position.legal()] if due else []
            assert you.get("legal", []) == legal
        found = tiles_in(message)
        assert found <= may_see, f"{found - may_see} are in {message}"
        self._known |= may_see

    def _in_order(self, number: int) -> None:
        assert self._room_number is not None, "a view came before the room"
        assert self._number is None or number in (self._number, self._number + 1)
        self._number = number

    def _seat_shown(
        self, moment: Moment, you: Message, person: int | None, uncovered: Uncovered
    ) -> str | None:
        """Whose tiles are shown, after a look whether they may be."""
        room = moment.room
        seats = _seats_at(moment, person)
        seat: str | None = you.get("seat")
        if person is None or not seats:
            assert seat is None
        elif len(seats) == 1 and len(self._table.history.dealt_together(moment.deal, person)) < 2:
            assert seat == seats[0]
        elif seat is not None:
            assert room.to_move is not None
            assert seat == room.to_move.value, f"{seat} is uncovered out of turn"
            assert (seat, room.turn) in uncovered, f"{seat} is shown though nobody uncovered it"
        assert ("hand" in you) is (seat is not None)
        return seat

    def _saw_own(self, deal: Deal, version: int, seat: str, person: int | None) -> None:
        seen = self._table.seen_by.setdefault((deal, seat), {})
        seen.setdefault(self._owner, version)
        before = {one for one, first in seen.items() if first <= version}
        assert before == {self._owner}, f"{self._owner} sees the hand of {seat}, as did {before}"
        own = self._own.setdefault(deal, set())
        own.add(seat)
        dealt = self._table.history.dealt_together(deal, person)
        assert own <= dealt or len(own) == 1, f"one person sees the hands of {own} in {deal}"

    def _saw_all(self, deal: Deal, version: int) -> None:
        self._table.reveals.setdefault(deal, set()).add(self._owner)
        for seat in self._table.history.dealt[deal]:
            self._table.seen_by.setdefault((deal, seat), {}).setdefault(self._owner, version)

    def _see_record(self, message: Message, moment: Moment) -> None:
        """Finished hands whole; of the current one nothing but what is played."""
        document = message["record"]
        finished = {
            deal: hands
            for deal, hands in self._table.history.dealt.items()
            if deal[0] == message["match"] and deal[1] <= len(document["hands"])
        }
        assert tiles_in(document["hands"]) <= _all_tiles(finished)
        assert set(document.get("current", {"moves": []})) == {"moves"}, "more than its moves"
        assert len(document["hands"]) == _hands_over(moment, message["match"])
        assert verify(record_from(document)) == len(document["hands"])
        assert _current_moves(document) == _moves_so_far(moment, message["match"])


def _fits(
    message: Message, moment: Moment, person: int | None, uncovered: Uncovered, *, several: bool
) -> bool:
    """Whether a message can be from that moment. `several`: hands were dealt to the device."""
    room = moment.room
    match message["type"]:
        case "view":
            table, shown = message["table"], (message["you"] or {}).get("seat")
            seats = _seats_at(moment, person)
            is_open = len(seats) == 1 and not several
            if is_open and shown != seats[0]:
                return False
            if not is_open and shown and (shown, table["turn"]) not in uncovered:
                return False
            state = (table["turn"], table["phase"], tuple(table.get("moves", ())))
            return state == (room.turn, room.phase, moment.moves)
        case "room":
            match = None if room.starting is not None else room.match
            told = message["code"], message.get("match", 0), len(message.get("hands", ()))
            if match is None:
                return told == (room.code, 0, 0)
            hands = len(match.standing.hands)
            replayed = match.hand.replayed and not match.hand_over
            return told == (room.code, match.number, hands) and (
                ("replayed_secret" in message) is replayed
            )
        case "record":
            number, document = message["match"], message["record"]
            return (
                _matches(moment) >= number
                and _hands_over(moment, number) == len(document["hands"])
                and _moves_so_far(moment, number) == _current_moves(document)
            )
        case _:
            return True


def _all_tiles(deals: Mapping[Deal, Mapping[str, frozenset[Pair]]]) -> set[Pair]:
    return {tile for hands in deals.values() for hand in hands.values() for tile in hand}


def _seats_at(moment: Moment, device: int | None) -> list[str]:
    """The seats played on a device then."""
    room = moment.room
    return [
        seat.value
        for seat, who in room.seats.items()
        if who.person is not None and room.people[who.person].device == device
    ]


def _matches(moment: Moment) -> int:
    return len(moment.room.past) + (moment.room.match is not None)


def _hands_over(moment: Moment, number: int) -> int:
    room = moment.room
    matches = [*room.past, *([room.match] if room.match else [])]
    return len(matches[number - 1].standing.hands)


def _moves_so_far(moment: Moment, number: int) -> list[tuple[str, str]]:
    """Of the hand that is played in a match, who and what."""
    is_played = moment.deal is not None and moment.deal[0] == number and not moment.over
    return [(move[0], move[1:3]) for move in moment.moves] if is_played else []


def _current_moves(document: Message) -> list[tuple[str, str]]:
    return [_short(move) for move in document.get("current", {"moves": []})["moves"]]


def _short(move: str) -> tuple[str, str]:
    """`E 3-7>W` as who and what."""
    seat, rest = move.split(" ")
    return seat, "" if rest == "pass" else rest[0] + rest[2]
