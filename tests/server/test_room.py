"""The room that a log describes: whoever folds the same entries has the same room."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longana_engine import Illegal, Pass, Position, Seat, fair
from longana_protocol.commands import (
    Next,
    PassCommand,
    PlayCommand,
    Redo,
    Rematch,
    Restart,
    RulesChoice,
    Start,
    Undo,
)
from longana_server import room as folding
from longana_server.events import (
    Arranged,
    Closed,
    Created,
    Entry,
    Event,
    HandDealt,
    Joined,
    Left,
    Locked,
    Moved,
    NonceShown,
    RulesSet,
    Sealed,
    Seated,
    StartAborted,
    Started,
    pack_entry,
    unpack_entry,
)
from longana_server.occupants import Occupant
from longana_server.room import REMEMBERED_IDS, Room
from server.scripted_room import SHORT, SHORT_MOVES, ScriptedRoom, for_two, made


S, E, N, W = Seat.S, Seat.E, Seat.N, Seat.W
COMPUTER = Occupant(level="normal")


def created(person: int | None = 1, seats: int = 4) -> Created:
    return Created(
        code="K7MP4RWX",
        person=person,
        token=None if person is None else bytes(32),
        rules={"preset": "cuban", "seats": seats},
        level="easy",
        watching=False,
        chain=bytes(32),
    )


def folded(*events: Event) -> Room:
    return folding.fold([Entry(event=event) for event in events])


def occupants(room: Room) -> list[int | str | None]:
    """The persons by number, computers by level, open seats as None."""
    return [who.person or who.level for who in room.seats.values()]


# --- folding


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_the_same_log_is_the_same_room(seed: int, persons: int) -> None:
    scripted = ScriptedRoom(persons, RulesChoice(target=20), seed=seed)
    scripted.start()
    for _ in scripted.wander():
        pass
    assert folding.fold(scripted.entries) == scripted.room
    stored = [pack_entry(entry) for entry in scripted.entries]
    assert folding.fold(map(unpack_entry, stored)) == scripted.room
    assert scripted.room.version == len(stored)


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ((), "empty"),
        ((Locked(locked=True),), "making"),
        ((created(), created()), "only once"),
        ((created(), Moved(move="S99")), "no match"),
        ((created(), Sealed(seat="S", seal=bytes(32))), "being started"),
        ((created(), NonceShown(seat="S", nonce=bytes(32))), "being started"),
        ((created(None), Started(next_chain=bytes(32)), Moved(move="S99X")), "names no tile"),
        ((created(None), Started(next_chain=bytes(32)), Moved(move="9-9")), "no move"),
    ],
)
def test_what_describes_no_room_raises_value_error(events: Sequence[Event], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        folded(*events)


def test_a_log_with_an_illegal_move_is_refused_by_the_rules() -> None:
    with pytest.raises(Illegal):
        folded(created(None), Started(next_chain=bytes(32)), Moved(move="S"))


# --- who is in it


def test_whoever_makes_a_room_hosts_it_at_south_among_computers() -> None:
    room = folded(created())
    assert (room.host, room.phase, room.turn, room.version) == (1, "lobby", 0, 1)
    assert room.seats == {
        S: Occupant(person=1),
        E: Occupant(level="easy"),
        N: Occupant(level="easy"),
        W: Occupant(level="easy"),
    }
    assert (room.watching, room.locked, room.closed) == (False, False, False)


def test_the_first_to_come_hosts_a_room_of_the_operators() -> None:
    room = folded(created(None))
    assert (room.host, occupants(room)) == (None, ["easy"] * 4)
    room = folded(
        created(None),
        Joined(person=1, token=bytes(32), seat="N"),
        Joined(person=2, token=bytes(32), seat="E"),
    )
    assert (room.host, occupants(room)) == (1, ["easy", 2, 1, "easy"])
    assert room.next_person == 3


def test_a_person_has_one_seat_and_leaves_the_other_to_a_computer() -> None:
    room = folded(created(), Seated(seat="W", person=1))
    assert occupants(room) == ["easy", "easy", "easy", 1]
    assert (room.seats_of(1), room.person_seats) == ((W,), (W,))
    room = folded(created(), Seated(seat="S", person=1))
    assert occupants(room) == [1, "easy", "easy", "easy"]


def test_seats_are_opened_given_to_computers_and_arranged() -> None:
    room = folded(
        created(),
        Joined(person=2, token=bytes(32), seat="E"),
        Seated(seat="N", level="hard"),
        Seated(seat="W"),
        Arranged(moves=(("S", "W"), ("W", "S"))),
    )
    assert occupants(room) == [None, 2, "hard", 1]
    assert room.seats[S].kind == "open"
    room = folding.after(
        room, Entry(event=Arranged(moves=(("S", "E"), ("E", "N"), ("N", "W"), ("W", "S"))))
    )
    assert occupants(room) == [1, None, 2, "hard"]


def test_a_lock_can_be_opened() -> None:
    assert folded(created(), Locked(locked=True)).locked
    assert not folded(created(), Locked(locked=True), Locked(locked=False)).locked


def test_a_closed_room_stays_closed() -> None:
    assert folded(created(), Closed(), Locked(locked=True)).closed


# --- leaving (F31)


def test_a_computer_takes_the_seat_of_whoever_leaves() -> None:
    scripted = ScriptedRoom(3)
    scripted.add(Left(person=2))
    assert occupants(scripted.room) == [1, "normal", 3, "normal"]
    assert set(scripted.room.people) == {1, 3}
    assert scripted.room.seats_of(2) == ()
    assert scripted.join() == 4, "a number is never given twice"
    assert occupants(scripted.room) == [1, 4, 3, "normal"]


def test_the_host_passes_on_to_the_first_seated_else_to_the_first_who_came() -> None:
    scripted = ScriptedRoom(4)
    scripted.add(Seated(seat="E", level="easy"))  # person 2 has no seat any more
    scripted.add(Arranged(moves=(("N", "W"), ("W", "N"))))  # person 4 sits at N, 3 at W
    assert scripted.add(Left(person=1)).host == 4
    assert scripted.add(Left(person=4)).host == 3
    assert scripted.add(Left(person=3)).host == 2
    assert scripted.add(Left(person=2)).host is None
    assert occupants(scripted.room) == ["normal", "easy", "normal", "normal"]
    assert scripted.room.phase == "lobby"
    assert scripted.join() == 5
    assert scripted.room.host == 5


def test_a_guest_who_leaves_takes_no_powers_along() -> None:
    scripted = ScriptedRoom(2)
    assert scripted.add(Left(person=2)).host == 1


def test_a_computer_plays_on_with_the_tiles_of_who_left() -> None:
    scripted = ScriptedRoom(2)
    scripted.start()
    scripted.until(E)
    before, turn = scripted.position, scripted.room.turn
    room = scripted.add(Left(person=2))
    assert (scripted.position, room.turn, room.phase) == (before, turn, "playing")
    assert room.seats[E] == COMPUTER
    assert scripted.match.seats[E] == Occupant(person=2), "who sat down to it, for the record"
    scripted.play_hand()


def test_leaving_breaks_a_start_that_needs_the_seat() -> None:
    scripted = ScriptedRoom(2)
    scripted.do(1, made(Start))
    scripted.send_seals()
    turn = scripted.room.turn
    room = scripted.add(Left(person=2))
    assert (room.phase, room.aborted, room.turn) == ("lobby", E, turn + 1)
    scripted.start()
    assert scripted.room.phase == "playing"


def test_leaving_does_not_break_a_start_of_others() -> None:
    scripted = ScriptedRoom(3)
    scripted.add(Seated(seat="E", level="easy"))  # person 2 looks on
    scripted.do(1, made(Start))
    turn = scripted.room.turn
    room = scripted.add(Left(person=2))
    assert (room.phase, room.aborted, room.turn) == ("starting", None, turn)
    scripted.deal()
    assert scripted.room.phase == "playing"


# --- rules


def test_fewer_seats_move_persons_to_the_seats_of_computers() -> None:
    scripted = ScriptedRoom(1)
    scripted.join("E")
    scripted.join("W")
    assert occupants(scripted.room) == [1, 2, "normal", 3]
    room = scripted.add(RulesSet(rules={"preset": "cuban", "seats": 3}))
    assert (list(room.seats), occupants(room)) == ([S, E, N], [1, 2, 3])
    scripted.add(Left(person=1))
    room = scripted.add(RulesSet(rules={"preset": "international", "seats": 2}))
    assert (list(room.seats), occupants(room)) == ([S, N], [2, 3])
    assert room.rules.order == (S, N)


def test_open_seats_stay_open_and_new_ones_get_computers() -> None:
    room = folded(
        created(seats=2), Seated(seat="N"), RulesSet(rules={"preset": "cuban", "seats": 4})
    )
    assert occupants(room) == [1, "easy", None, "easy"]


def test_a_person_whose_seat_goes_has_the_first_that_no_person_has() -> None:
    room = folded(
        created(None),
        Seated(seat="N"),
        Joined(person=1, token=bytes(32), seat="E"),
        Seated(seat="S", level="hard"),
        RulesSet(rules={"preset": "cuban", "seats": 2}),
    )
    assert occupants(room) == [1, None]


# --- starting (fair-deal.md)


def test_seals_then_nonces_then_the_first_deal() -> None:
    scripted = ScriptedRoom(2)
    committed = scripted.room.commitment()
    scripted.do(1, made(Start))
    assert (scripted.room.phase, scripted.room.turn) == ("starting", 1)
    assert scripted.room.commitment() == committed, "the one that was shown in the lobby"
    scripted.send_seals()
    assert (scripted.room.phase, scripted.room.turn) == ("starting", 1)
    scripted.send_nonces()
    room, match = scripted.room, scripted.match
    assert (room.phase, room.turn, room.starting) == ("playing", 2, None)
    assert (match.number, match.commitment) == (1, committed)
    assert match.nonces == {
        S: scripted.nonces[S],
        E: scripted.nonces[E],
        N: bytes(32),
        W: bytes(32),
    }
    assert match.seals == {seat: fair.seal(seat, match.nonces[seat]) for seat in match.nonces}
    assert room.commitment() == committed


def test_open_seats_get_computers_when_a_match_starts() -> None:
    scripted = ScriptedRoom(1)
    scripted.add(Seated(seat="W"))
    scripted.start()
    assert occupants(scripted.room) == [1, "normal", "normal", "normal"]


def test_computers_alone_are_dealt_at_once() -> None:
    room = folded(created(None), Started(next_chain=bytes(32)))
    assert (room.phase, room.turn) == ("playing", 2)


def test_a_start_that_fails_throws_its_chain_away() -> None:
    scripted = ScriptedRoom(2)
    committed = scripted.room.commitment()
    scripted.do(1, made(Start))
    turn = scripted.room.turn
    room = scripted.add(StartAborted(seat="E"))
    assert (room.phase, room.aborted, room.match) == ("lobby", E, None)
    assert (room.turn, room.starting) == (turn + 1, None)
    assert room.commitment() != committed
    next_committed = room.commitment()
    scripted.start()
    assert scripted.match.commitment == next_committed
    assert scripted.match.number == 1
    assert scripted.room.aborted is None


def test_a_rematch_that_fails_leaves_the_match_that_was_won() -> None:
    scripted = for_two(target=20)
    scripted.moves(*SHORT_MOVES)
    won = scripted.match
    scripted.do(1, scripted.now(Rematch))
    assert scripted.room.phase == "starting"
    room = scripted.add(StartAborted(seat="S"))
    assert (room.phase, room.match, room.past) == ("match_over", won, ())


# --- playing


def test_what_raises_the_turn() -> None:
    scripted = for_two()
    turns = [scripted.room.turn]

    def noted() -> None:
        turns.append(scripted.room.turn)

    for move in SHORT_MOVES[:3]:
        scripted.move(move)
        noted()
    scripted.do(1, scripted.now(Undo))
    noted()
    scripted.do(1, scripted.now(Redo))
    noted()
    scripted.do(1, scripted.now(Restart))
    noted()
    for move in SHORT_MOVES:
        scripted.move(move)
        noted()
    scripted.do(1, scripted.now(Next))
    noted()
    assert turns == list(range(turns[0], turns[0] + len(turns)))


def test_what_does_not_raise_the_turn() -> None:
    scripted = ScriptedRoom(2)
    turn = scripted.room.turn
    scripted.join()
    scripted.add(Locked(locked=True))
    scripted.add(Seated(seat="W", level="easy"))
    scripted.add(RulesSet(rules={"preset": "international"}))
    scripted.add(Left(person=2))
    assert scripted.room.turn == turn


@pytest.mark.parametrize("seed", range(5))
def test_undo_takes_back_the_computers_whole_answer(seed: int) -> None:
    """F11: and redo gives back the very same."""
    scripted = ScriptedRoom(1, seed=seed)
    scripted.start()
    before = choosing(scripted)
    scripted.move()
    scripted.until(S)
    after, moves = scripted.position, len(scripted.position.moves)
    assert moves > len(before.moves) + 1
    scripted.do(1, scripted.now(Undo))
    assert scripted.position == before
    assert scripted.room.to_move == S
    scripted.do(1, scripted.now(Redo))
    assert scripted.position == after
    assert scripted.match.hand.redo == ()


def choosing(scripted: ScriptedRoom) -> Position:
    """Play until South is to move and has a tile that fits, computers having moved before."""
    while True:
        scripted.until(S)
        position = scripted.position
        if position.moves and not isinstance(position.legal()[0], Pass):
            return position
        scripted.move()


def test_four_moves_four_undos_four_redos() -> None:
    """F12: depth above one, each step the position that was."""
    scripted = ScriptedRoom(1, seed=3)
    scripted.start()
    befores = []
    for _ in range(4):
        befores.append(choosing(scripted))
        scripted.move()
    afters = [*befores[1:], scripted.position]
    for before in reversed(befores):
        scripted.do(1, scripted.now(Undo))
        assert scripted.position == before
    for number in range(4):
        scripted.do(1, scripted.now(Redo))
        stood = scripted.position.moves
        assert stood == afters[number].moves[: len(stood)]
        assert len(stood) > len(befores[number].moves)
    assert scripted.position == afters[3]


def test_a_new_move_clears_redo_and_the_tile_is_back_in_hand() -> None:
    """F12: X, undo, then Y: the table shows Y only."""
    scripted = for_two()
    scripted.moves("S99", "N09N", "S19S")
    scripted.do(1, scripted.now(Undo))
    scripted.move("S29S")
    assert scripted.match.hand.redo == ()
    assert [str(tile) for tile in scripted.position.hands[S]] == ["1-9"]
    assert [str(tile) for tile in scripted.position.branches[S]] == ["2-9"]


@pytest.mark.parametrize("seed", range(5))
def test_restart_deals_the_same_tiles_and_forgets_the_rest(seed: int) -> None:
    """F15: with open branches and passes on the table."""
    scripted = ScriptedRoom(1, RulesChoice(target=1000), seed=seed)
    scripted.start()
    scripted.play_hand()
    scripted.do(1, scripted.now(Next))
    start, scores = scripted.position, scripted.match.standing.scores
    while len(scripted.position.opened) < 2 and scripted.position.to_move is not None:
        scripted.move()
    if scripted.match.hand.undo_to([S]) is not None:
        scripted.do(1, scripted.now(Undo))
    scripted.do(1, scripted.now(Restart))
    assert scripted.position == start
    assert (start.moves, start.opened, start.ends) == ((), (), None)
    assert (scripted.match.hand.undone, scripted.match.hand.redo) == ((), ())
    assert scripted.match.standing.scores == scores
    assert scripted.position.entitlement == start.entitlement
    while not scripted.position.moves or not isinstance(scripted.position.moves[-1], Pass):
        scripted.move()
    assert scripted.room.phase == "playing", "the first pass ends nothing"


def test_a_hand_that_ended_is_undone_alone() -> None:
    scripted = for_two()
    scripted.moves(*SHORT_MOVES)
    assert scripted.room.phase == "hand_over"
    assert scripted.match.standing.scores == {S: 24, N: 0}
    scripted.do(1, scripted.now(Undo))
    assert (scripted.room.phase, scripted.room.to_move) == ("playing", S)
    assert scripted.match.standing.scores == {S: 0, N: 0}
    assert scripted.match.standing.hands == ()
    assert scripted.match.hand.replayed
    scripted.do(1, scripted.now(Redo))
    assert (scripted.room.phase, scripted.match.standing.scores) == ("hand_over", {S: 24, N: 0})
    scripted.do(1, scripted.now(Restart))
    assert (scripted.room.phase, scripted.match.standing.hands) == ("playing", ())


def test_a_match_that_was_won_is_undone_alone() -> None:
    scripted = for_two(target=20)
    scripted.moves(*SHORT_MOVES)
    assert (scripted.room.phase, scripted.match.standing.winner) == ("match_over", S)
    scripted.do(1, scripted.now(Undo))
    assert (scripted.room.phase, scripted.match.standing.winner) == ("playing", None)
    assert scripted.room.past == ()


def test_the_next_hand_begins_with_nothing_to_undo() -> None:
    scripted = for_two()
    scripted.moves(*SHORT_MOVES)
    scripted.do(1, scripted.now(Next))
    assert (scripted.room.phase, len(scripted.match.earlier.hands)) == ("playing", 1)
    assert scripted.match.hand.undo_to([S, N]) is None
    assert scripted.match.standing.scores == {S: 24, N: 0}


def test_a_rematch_is_a_new_match_with_the_chain_of_the_lobby() -> None:
    scripted = for_two(target=20)
    scripted.moves(*SHORT_MOVES)
    won = scripted.match
    scripted.do(1, scripted.now(Rematch))
    scripted.deal()
    assert scripted.room.past == (won,)
    assert (scripted.match.number, scripted.room.phase) == (2, "playing")
    assert scripted.match.commitment != won.commitment
    assert scripted.match.standing.scores == {S: 0, N: 0}
    scripted.moves(*SHORT_MOVES)
    scripted.do(1, scripted.now(Rematch))
    scripted.deal()
    assert [match.number for match in scripted.room.past] == [1, 2]


def test_computers_alone_have_their_rematch_at_once() -> None:
    scripted = ScriptedRoom(1, RulesChoice(seats=2, target=20), deals=(SHORT,))
    scripted.add(Seated(seat="S", level="easy"))
    scripted.start()
    scripted.moves(*SHORT_MOVES)
    scripted.do(1, scripted.now(Rematch))
    assert (scripted.match.number, scripted.room.phase) == (2, "playing")


# --- after a match


@pytest.mark.parametrize(
    "event",
    [
        Joined(person=3, token=bytes(32), seat="N"),
        Seated(seat="S", level="easy"),
        Arranged(moves=(("S", "N"), ("N", "S"))),
        RulesSet(rules={"preset": "international", "seats": 4}),
    ],
)
def test_other_seats_or_rules_after_a_match_lead_to_the_lobby(event: Event) -> None:
    scripted = for_two(target=20)
    scripted.moves(*SHORT_MOVES)
    won, turn = scripted.match, scripted.room.turn
    room = scripted.add(event)
    assert (room.phase, room.match, room.past) == ("lobby", None, (won,))
    assert room.turn == turn + 1, "what was meant for the old table is stale"
    scripted.deals = ()
    scripted.start(room.host or 0)
    assert scripted.match.number == 2


@pytest.mark.parametrize("event", [Left(person=2), Locked(locked=True)])
def test_leaving_or_locking_after_a_match_leaves_it_on_the_table(event: Event) -> None:
    scripted = for_two(persons=2, target=20)
    scripted.moves(*SHORT_MOVES)
    won = scripted.match
    room = scripted.add(event)
    assert (room.phase, room.match, room.past) == ("match_over", won, ())


def test_nothing_clears_a_match_that_is_being_played() -> None:
    scripted = for_two()
    match = scripted.match
    room = scripted.add(Locked(locked=True))
    assert (room.phase, room.match) == ("playing", match)


# --- answered commands


def test_the_ids_of_a_persons_latest_commands_are_known() -> None:
    scripted = ScriptedRoom(2)
    for number in range(REMEMBERED_IDS + 3):
        scripted.add(Locked(locked=True), by=1, id=f"c{number}")
    known = [scripted.room.answer_to(1, f"c{number}") for number in range(REMEMBERED_IDS + 3)]
    assert known == [None] * 3 + [0] * REMEMBERED_IDS
    assert scripted.room.answer_to(2, f"c{REMEMBERED_IDS}") is None
    scripted.add(Locked(locked=True), by=2, id="c1")
    assert scripted.room.answer_to(2, "c1") == 0
    assert scripted.room.answer_to(1, "c1") is None


def test_an_answer_is_the_turn_after_the_command() -> None:
    scripted = for_two()
    command = scripted.now(PlayCommand, tile=(9, 9), branch=None)
    scripted.do(1, command)
    turn = scripted.room.turn
    scripted.move()
    assert scripted.room.answer_to(1, command.id) == turn
    assert folding.fold(scripted.entries).answer_to(1, command.id) == turn


def test_what_the_server_does_by_itself_answers_nobody() -> None:
    scripted = for_two()
    answered = scripted.room.answered
    scripted.add(Moved(move="S99"), by=None, id=None)
    scripted.add(Moved(move="N09N"), by=2, id=None)
    assert scripted.room.answered == answered


def test_passes_count_as_moves_but_not_as_what_undo_takes_back_to() -> None:
    """Undo goes past a forced pass to the play that was chosen."""
    deal = {"S": "9-9 0-5 1-5", "N": "3-9 4-9 2-8 6-6"}
    scripted = ScriptedRoom(1, RulesChoice(seats=2), deals=(deal,))
    scripted.start()
    scripted.moves("S99", "N39N")
    scripted.do(1, scripted.now(PassCommand))
    scripted.do(1, scripted.now(Undo))
    assert scripted.position.moves == ()
    assert scripted.room.to_move == S
    scripted.do(1, scripted.now(Redo))
    assert scripted.position.opened == (S,)


def test_hands_are_only_dealt_after_hands() -> None:
    with pytest.raises(ValueError, match="no match"):
        folded(created(), HandDealt())
