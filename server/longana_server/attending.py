"""Commands that change only what is so while people are here: reading, answers, uncovered hands,
wishes for a seat. Pure, like `decide`: they are not part of the log and end with the connection.
"""

from __future__ import annotations

from dataclasses import replace

from longana_engine import Seat
from longana_protocol.commands import (
    Answer,
    CarryOn,
    Reading,
    SeatCommand,
    Uncover,
    Withdraw,
)

from .checks import same_turn, seated
from .presence import Change, Presence, Proposal
from .refusing import Refused
from .room import Room


def read(room: Room, presence: Presence, person: int, command: Reading) -> Presence:
    """A seated person has opened the rules or records, or closed them."""
    seated(room, person)
    presence = presence.stopped_reading(person)
    if command.what is None:
        return presence
    return replace(presence, reading={**presence.reading, person: command.what})


def carry_on(room: Room, presence: Presence, person: int, command: CarryOn) -> Presence:
    """The computers need not wait for that reader, until they open it again."""
    if command.person not in presence.reading:
        raise Refused("no_person")
    return replace(presence, not_waited_for=presence.not_waited_for | {command.person})


def uncover(room: Room, presence: Presence, person: int, command: Uncover) -> Presence:
    """Show the hand that is to move; the one uncovered before is covered by it."""
    seats = seated(room, person)
    same_turn(room, command)
    seat = Seat(command.seat)
    if seat not in seats:
        raise Refused("not_seated")
    if room.to_move is None:
        raise Refused("not_started" if room.match is None else "hand_over", over="hand")
    if seat != room.to_move:
        raise Refused("not_your_turn", seat=seat.value, to_move=room.to_move.value)
    return replace(presence, uncovered={**presence.uncovered, person: (seat, room.turn)})


def ask_for_seat(room: Room, presence: Presence, person: int, command: SeatCommand) -> Presence:
    """Somebody without a seat would like this one; the host grants it by seating them."""
    seat = Seat(command.seat)
    if seat not in room.seats:
        raise Refused("unknown_branch", branch=seat.value, branches=tuple(room.seats))
    return replace(presence, asking={**presence.asking, person: seat})


def propose(room: Room, presence: Presence, person: int, command: Change) -> Presence:
    """Ask the others; the computers wait for their answers."""
    if presence.proposal is not None:
        raise Refused("proposal_open")
    # It follows the turn as well, since a server that has begun anew counts anew.
    number = max(room.turn, presence.proposed + 1)
    return replace(presence, proposal=Proposal(number, command, person), proposed=number)


def answer(room: Room, presence: Presence, person: int, command: Answer) -> Presence:
    """One device's answer: a no ends the proposal; who has agreed to it all is for the caller."""
    proposal = _open_proposal(presence, command.proposal)
    device = room.people[person].device
    if device not in presence.must_agree(room):
        raise Refused("no_proposal")
    if not command.yes:
        return replace(presence, proposal=None)
    agreed = replace(proposal, agreed=proposal.agreed | {device})
    return replace(presence, proposal=agreed)


def withdraw(room: Room, presence: Presence, person: int, command: Withdraw) -> Presence:
    """The asker thinks again."""
    if _open_proposal(presence, command.proposal).by != person:
        raise Refused("no_proposal")
    return replace(presence, proposal=None)


def _open_proposal(presence: Presence, number: int) -> Proposal:
    if presence.proposal is None or presence.proposal.number != number:
        raise Refused("no_proposal")
    return presence.proposal
