"""Matches as a room's log tells them: started, played, undone, won, and the lobby after."""

from __future__ import annotations

import pytest

from longana_engine import Pass, Position, Seat, fair
from longana_protocol.commands import (
    Next,
    PassCommand,
    Redo,
    Rematch,
    Restart,
    RulesChoice,
    Start,
    Undo,
)
from longana_server.events import (
    Arranged,
    Event,
    Joined,
    Left,
    Locked,
    RulesSet,
    Seated,
    StartAborted,
    Started,
)
from server.scripted_room import (
    SHORT,
    SHORT_MOVES,
    ScriptedRoom,
    created,
    folded,
    for_two,
    made,
    occupants,
)


S, E, N, W = Seat.S, Seat.E, Seat.N, Seat.W


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
    if scripted.match.hand.undo_to(1) is not None:
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
    assert scripted.match.hand.undo_to(1) is None
    assert scripted.match.standing.scores == {S: 24, N: 0}


def test_a_rematch_is_a_new_match_with_the_chain_of_the_lobby() -> None:
    scripted = for_two(target=20)
    scripted.moves(*SHORT_MOVES)
    won, turn = scripted.match, scripted.room.turn
    scripted.do(1, scripted.now(Rematch))
    assert scripted.room.turn == turn + 1
    scripted.deal()
    assert scripted.room.turn == turn + 2
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
