"""What needs the yes of the other persons: undo, redo and restart, for they take back what others
saw; a rematch, for it takes the result away. Asked, answered, withdrawn, what becomes of it. Pure.

A device that has only just been lost is asked all the same: a broken line is no consent. One that
has been away for longer holds nobody up, and asks for nothing any more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from longana_protocol.commands import (
    Answer,
    Rematch,
    RoomCommand,
    Withdraw,
)

from .checks import who_cannot_shuffle
from .events import Event
from .presence import Change, Changed, Presence, Proposal
from .refusing import Refused
from .room import Room


def asked(room: Room, presence: Presence, device: int, now: float) -> frozenset[int]:
    """The devices that a change asked for on this device needs the yes of."""
    others = room.devices - {device}
    return frozenset(other for other in others if not presence.is_away(room, other, now))


def must_agree(room: Room, presence: Presence, now: float) -> frozenset[int]:
    """The devices whose yes the proposal still lacks."""
    proposal = presence.proposal
    if proposal is None:
        return frozenset()
    return asked(room, presence, proposal.device, now) - proposal.agreed


def verdict(room: Room, presence: Presence, now: float) -> Literal["open", "void", "agreed"]:
    """What has become of the proposal.

    It is void once its turn has passed, or whoever asked plays no more or is away. That nobody is
    left to ask is consent only while the asker is here, or somebody has said yes.
    """
    proposal = presence.proposal
    if proposal is None:
        return "void"
    if (
        proposal.command.turn != room.turn
        or proposal.by not in room.seated
        or presence.is_away(room, proposal.by, now)
    ):
        return "void"
    if must_agree(room, presence, now):
        return "open"
    if isinstance(proposal.command, Rematch) and who_cannot_shuffle(room, presence):
        return "open"  # somebody has said yes, and was lost before the last did
    return "agreed" if proposal.agreed or proposal.device in presence.connected else "open"


def next_absence(room: Room, presence: Presence, now: float) -> float | None:
    """When the next of those who matter has been gone for so long that they count as away."""
    proposal = presence.proposal
    if proposal is None:
        return None
    lost = must_agree(room, presence, now) | {proposal.device}
    since = [
        presence.away_since.get(device, presence.began) for device in lost - presence.connected
    ]
    return min(since) + presence.grace if since else None


def proposed(
    room: Room, presence: Presence, device: int, command: RoomCommand, event: Event, now: float
) -> Presence | None:
    """With the change proposed, where it needs the yes of others; else None. Raises Refused."""
    if not isinstance(command, Change) or not isinstance(event, Changed):
        return None
    if not asked(room, presence, device, now):
        return None
    return propose(room, presence, device, command, event)


def propose(
    room: Room, presence: Presence, device: int, command: Change, event: Changed
) -> Presence:
    """Ask the others; the computers wait for their answers."""
    if presence.proposal is not None:
        raise Refused("proposal_open")
    number = presence.proposed + 1
    by = _asker(room, presence, device, command)
    proposal = Proposal(number, command, event, by, device)
    return replace(presence, proposal=proposal, proposed=number)


def _asker(room: Room, presence: Presence, device: int, command: Change) -> int:
    """In whose name a device asks: whose play comes back, else whoever is first on it."""
    seats = presence.speaking(room, device)
    seat = seats[0]
    if room.match is not None and not isinstance(command, Rematch):
        at = room.match.hand.undo_to(device, seats)
        seat = seat if at is None else room.match.hand.position.moves[at].seat
    person = room.seats[seat].person
    return device if person is None else person


def answer(room: Room, presence: Presence, device: int, command: Answer, now: float) -> Presence:
    """One device's answer: a no ends the proposal; what a yes leads to, `verdict` says."""
    proposal = _open_proposal(presence, command.proposal)
    if device not in must_agree(room, presence, now):
        raise Refused("no_proposal")
    if not command.yes:
        return replace(presence, proposal=None)
    return replace(presence, proposal=replace(proposal, agreed=proposal.agreed | {device}))


def taken_back(presence: Presence, device: int) -> Presence:
    """Without the device's answer, if the proposal is still open: it may answer again."""
    proposal = presence.proposal
    if proposal is None:
        return presence
    return replace(presence, proposal=replace(proposal, agreed=proposal.agreed - {device}))


def without(presence: Presence, proposal: Proposal) -> Presence:
    """The proposal is dealt with."""
    return replace(presence, proposal=None) if presence.proposal == proposal else presence


def withdraw(presence: Presence, device: int, command: Withdraw) -> Presence:
    """The asker thinks again."""
    if _open_proposal(presence, command.proposal).device != device:
        raise Refused("no_proposal")
    return replace(presence, proposal=None)


def _open_proposal(presence: Presence, number: int) -> Proposal:
    if presence.proposal is None or presence.proposal.number != number:
        raise Refused("no_proposal")
    return presence.proposal
