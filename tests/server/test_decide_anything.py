"""Any command by anybody in any room: carried out or refused, and never anything else."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from longana_engine import Seat, compact
from longana_protocol.commands import (
    Close,
    HintCommand,
    Leave,
    Lock,
    Nonce,
    PlayCommand,
    RecordCommand,
    Remove,
    ReviewCommand,
    RoomCommand,
    RulesCommand,
    Seal,
    SeatChange,
    Start,
    ToComputer,
    ToHere,
    ToOpen,
    ToPerson,
    ToShuffle,
    ToSwap,
    Watching,
)
from longana_protocol.words import SEAT_NAMES, SeatName
from longana_server import room as folding
from longana_server.events import Moved
from longana_server.refusing import Refused
from server.phases import (
    ATTENDING,
    TURN_COMMANDS,
    joining,
    rules_choice,
    seal_of,
    seat_command,
)
from server.scripted_room import ScriptedRoom, made, name


def random_command(scripted: ScriptedRoom, person: int, rng: Random) -> RoomCommand:
    """Most often something that may be carried out now, else anything at all."""
    if rng.random() < 0.2:
        return anything(scripted, rng)
    turn = scripted.room.turn
    match scripted.room.phase:
        case "lobby":
            return made(Start)
        case "starting":
            own = [name(seat) for seat in scripted.room.seats_of(person)]
            return share_of_the_shuffle(scripted, rng.choice(own or SEAT_NAMES), rng)
        case "playing":
            if rng.random() < 0.2:
                return TURN_COMMANDS[rng.choice(["undo", "redo"])](turn)
            return scripted.as_command(compact(rng.choice(scripted.position.legal())))
        case "hand_over":
            return TURN_COMMANDS[rng.choice(["next", "next", "undo"])](turn)
        case "match_over":
            return TURN_COMMANDS[rng.choice(["rematch", "rematch", "undo"])](turn)


def share_of_the_shuffle(scripted: ScriptedRoom, seat: SeatName, rng: Random) -> Seal | Nonce:
    """What that seat has to send, wrong now and then."""
    nonce = scripted.nonces.setdefault(Seat(seat), rng.randbytes(32))
    if scripted.room.starting is None or not scripted.room.starting.all_sealed:
        return seal_of(seat, nonce)
    return made(Nonce, seat=seat, nonce=nonce if rng.random() < 0.95 else bytes(32))


def anything(scripted: ScriptedRoom, rng: Random) -> RoomCommand:
    """Any command, for whatever turn and seat."""
    turn = rng.randrange(scripted.room.turn + 3)
    seat = rng.choice(SEAT_NAMES)
    person = rng.randrange(1, scripted.room.next_person + 1)
    tile = (rng.randrange(12), rng.randrange(12))
    rules = {"seats": rng.choice([2, 3, 4]), "target": rng.choice([1, 30])}
    changes: tuple[SeatChange, ...] = (
        ToComputer(level="easy"),
        ToOpen(),
        ToPerson(person=person),
        ToHere(name="Carla"),
        ToSwap(other=rng.choice(SEAT_NAMES)),
        ToShuffle(),
    )
    commands: tuple[RoomCommand, ...] = (
        made(PlayCommand, turn=turn, tile=tile, branch=rng.choice([None, *"SENWX"])),
        *(command(turn) for command in TURN_COMMANDS.values()),
        share_of_the_shuffle(scripted, seat, rng),
        made(RulesCommand, rules=rules_choice(**rules)),
        *(seat_command(seat, change) for change in changes),
        made(Start),
        made(RecordCommand),
        made(ReviewCommand),
        made(Lock, locked=rng.random() < 0.3),
        made(Watching, allowed=rng.random() < 0.5),
        rng.choice(ATTENDING),
    )
    parting = (made(Remove, person=person), made(Leave), made(Close))
    return rng.choice(commands if rng.random() < 0.95 else parting)


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_every_command_of_anybody_is_carried_out_or_refused(seed: int) -> None:
    """Never another exception, never for another's seat, and the log says all."""
    rng = Random(seed)
    scripted = ScriptedRoom(rng.randrange(1, 5), seed=seed)
    for _ in range(200):
        room = scripted.room
        if room.to_move is not None and room.seats[room.to_move].kind == "computer":
            scripted.move()
            continue
        if rng.random() < 0.02 and joining(scripted) in SEAT_NAMES:
            scripted.join()
        if room.closed or not room.people:
            break
        person = rng.choice([id for id, who in room.people.items() if who.device == id])
        command = random_command(scripted, person, rng)
        try:
            event = scripted.do(person, command)
        except Refused as refused:
            if refused.event is not None:
                scripted.add(refused.event, person)
            continue
        except AssertionError:
            # The live room never asks the log about these.
            assert isinstance(
                command, (HintCommand, RecordCommand, ReviewCommand, *map(type, ATTENDING))
            )
            continue
        if isinstance(event, Moved):
            assert room.to_move in room.seats_of(person)
            assert event.move[0] == room.to_move
        if room.host != person:
            theirs = {who for who in room.people if who != person}
            kept = {who: room.seats_of(who) for who in theirs}
            assert {who: scripted.room.seats_of(who) for who in theirs} == kept
    assert folding.fold(scripted.entries) == scripted.room
