"""What a log says, told a second time and more simply than the server does: the moves of a hand
are a list with a mark, and every entry is held against what may follow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from longana_engine import Position, compact
from longana_server import room as folding
from longana_server.events import (
    Entry,
    HandDealt,
    Minded,
    Moved,
    Redone,
    Restarted,
    Returned,
    Seated,
    SeatPromised,
    Started,
    Undone,
)
from longana_server.room import Room


Deal = tuple[int, int]
"""A hand of a match: its tiles are dealt once, however often it is played."""
Pair = tuple[int, int]


@dataclass
class HandLine:
    """The moves of one hand, whose they were, and how many of them stand."""

    moves: list[str] = field(default_factory=list)
    makers: list[int | None] = field(default_factory=list)
    stand: int = 0
    undos: list[int] = field(default_factory=list)

    def move(self, move: str, by: int | None) -> None:
        del self.moves[self.stand :], self.makers[self.stand :]
        self.moves.append(move)
        self.makers.append(by)
        self.stand += 1
        self.undos.clear()

    def undos_of(self, device: int, seats: Iterable[str]) -> set[int]:
        """Where the latest play chosen on a device for each of its seats stands: not a pass."""
        latest = {
            self.moves[at][0]: at
            for at in range(self.stand)
            if self.makers[at] == device and len(self.moves[at]) > 1
        }
        return {latest[seat] for seat in seats if seat in latest}

    def undo(self, to: int) -> None:
        self.undos.append(self.stand)
        self.stand = to

    def redo(self) -> None:
        self.stand = self.undos.pop()

    @property
    def standing(self) -> tuple[str, ...]:
        return tuple(self.moves[: self.stand])


@dataclass(frozen=True)
class Moment:
    """The room after so many entries."""

    room: Room
    deal: Deal | None
    """The hand on the table; None in the lobby and while a match is started."""
    moves: tuple[str, ...]

    @property
    def position(self) -> Position | None:
        match = self.room.match
        return match.hand.position if match is not None and self.deal is not None else None

    @property
    def over(self) -> bool:
        return self.position is not None and self.position.result is not None


class History:
    """Every moment of a room, from its first entry on."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.moments: list[Moment] = []
        self.dealt: dict[Deal, dict[str, frozenset[Pair]]] = {}
        self.together: dict[Deal, dict[int, frozenset[str]]] = {}
        """By device, the seats it had when the hand was dealt."""
        self._line = HandLine()
        self._gives_way: dict[str, int | None] = {}
        """Who had each seat when it was last promised to somebody."""
        self._of: dict[tuple[int, str], Entry] = {}

    def dealt_together(self, deal: Deal | None, device: int | None) -> frozenset[str]:
        """The seats of a device when that hand was dealt: it may show them all, each uncovered."""
        found = self.together[deal] if deal is not None else {}
        return found.get(device or 0, frozenset())

    def is_covered(self, device: int | None) -> bool:
        """Whether a device shows no hand of its own accord."""
        return len(self.dealt_together(self.now.deal, device)) > 1

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def now(self) -> Moment:
        return self.moments[-1]

    def at(self, version: int) -> Moment:
        return self.moments[version - 1]

    def entry_of(self, person: int, id: str) -> Entry | None:
        """What a command has left in the log."""
        return self._of.get((person, id))

    def add(self, entry: Entry) -> None:
        """One more entry; fails if it may not follow."""
        if not self.moments:
            room = folding.begin(entry)
        else:
            room = folding.after(self.now.room, entry)
            self._may_follow(entry)
            if isinstance(entry.event, HandDealt | Started):
                self._may_give_way(entry, room)
        self.entries.append(entry)
        if entry.by is not None and entry.id is not None:
            assert (entry.by, entry.id) not in self._of, f"{entry} is a command twice"
            self._of[entry.by, entry.id] = entry
        self._follow(entry, room)

    def _may_follow(self, entry: Entry) -> None:
        event, by, room = entry.event, entry.by, self.now.room
        match event:
            case Moved(move=move):
                self._may_move(room, move, by)
            case Undone(to=to):
                assert by is not None
                own = [seat.value for seat in room.seats_of(by)]
                assert to in self._line.undos_of(by, own), f"{by} undoes to {to} in {self._line}"
            case Redone():
                assert self._line.undos, "nothing was undone"
            case Restarted():
                assert self._line.moves, "nothing was played"
            case Minded(seat=seat):
                assert seat not in {at.value for at in room.minded}, entry
            case Returned(seat=seat):
                assert seat in {at.value for at in (*room.minded, *room.promised)}, entry
                self._gives_way.pop(seat, None)
            case Seated():
                assert by in room.people, entry
            case SeatPromised(seat=seat, person=None):
                assert by in room.people, entry
                assert seat in {at.value for at in room.promised}, entry
                self._gives_way.pop(seat, None)
            case SeatPromised(seat=seat):
                assert by in room.people, entry
                self._gives_way[seat] = _person_at(room, seat)
            case _:
                pass

    def _may_move(self, room: Room, move: str, by: int | None) -> None:
        """Computers move for computers and for those who are away, persons for themselves."""
        seat = next(seat for seat in room.seats if seat.value == move[0])
        who = room.seats[seat]
        assert seat == room.to_move, f"{seat} moves out of turn"
        if by is None:
            assert who.person is None or seat in room.minded, f"a computer moves for {who}"
        else:
            assert who.person is not None, f"{by} moves for a computer"
            assert room.people[who.person].device == by, f"{by} moves for {who}"
            assert seat not in room.minded, f"{by} moves for a seat that is minded"

    def _may_give_way(self, entry: Entry, now: Room) -> None:
        """With a deal only those lose their seat who were away when it was promised to another."""
        before = self.now.room
        for seat, who in before.seats.items():
            if who.person is not None and who.person not in _seated(now):
                assert self._gives_way.get(seat.value) == who.person, f"{entry} puts out {who}"

    def _follow(self, entry: Entry, room: Room) -> None:
        match entry.event:
            case Moved(move=move):
                self._line.move(move, entry.by)
            case Undone(to=to):
                self._line.undo(to)
            case Redone():
                self._line.redo()
            case Restarted():
                self._line = HandLine()
            case _:
                pass
        match = room.match
        if match is None or room.starting is not None:
            self.moments.append(Moment(room, None, ()))
            return
        deal = (match.number, len(match.earlier.hands) + 1)
        if deal not in self.dealt:
            self._line = HandLine()
            self._note_deal(deal, room)
        self.moments.append(Moment(room, deal, self._line.standing))
        moves = tuple(compact(move) for move in match.hand.position.moves)
        assert moves == self._line.standing, f"{moves} on the table, {self._line} in the log"
        assert match.hand.makers == tuple(self._line.makers[: self._line.stand])

    def _note_deal(self, deal: Deal, room: Room) -> None:
        assert room.match is not None
        hands = room.match.hand.start.dealt
        self.dealt[deal] = {
            seat.value: frozenset((tile.low, tile.high) for tile in hand)
            for seat, hand in hands.items()
        }
        tiles = set().union(*self.dealt[deal].values())
        assert len(tiles) == 8 * len(room.seats), "a tile is dealt twice"
        self.together[deal] = {
            device: frozenset(seat.value for seat in room.seats_of(device))
            for device in room.devices
        }


def _seated(room: Room) -> set[int | None]:
    return {who.person for who in room.seats.values()}


def _person_at(room: Room, seat: str) -> int | None:
    return next(who.person for at, who in room.seats.items() if at.value == seat)
