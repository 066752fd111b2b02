"""What each reader is shown: the one place where the state of a room becomes messages.

Closed by default: what is not written here is not sent. The table is made from what everybody may
see of a hand (`Public`, which knows no tiles but played ones), and a reader's own part from what
their seat may (`Own`).

The messages of every move are built as plain maps without default fields, seats and tiles as they
are (they pack as text and arrays); the models of the protocol describe them, and a test holds every
frame against the models.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from longana_engine import Position, Result, Seat, compact_all, own_side, public_side
from longana_protocol.answers import USUAL_GRACE
from longana_protocol.codec import pack

from .checks import acting
from .computer_names import computer_name
from .consent import must_agree
from .decide import may_change
from .events import Undone
from .match_in_play import MatchInPlay, by_computer
from .presence import Presence, Proposal
from .room import Room
from .tally import tally


Map = dict[str, Any]


def room_message(room: Room, names: Mapping[int, str], number: int, grace: float) -> Map:
    """Everything about the room that changes seldom (`answers.Room`).

    `grace` are the seconds of `Presence`: told as whole ones, so that nobody is offered too early
    what the server refuses.
    """
    match = None if room.starting is not None else room.match
    message: Map = {
        "type": "room",
        "number": number,
        "code": room.code,
        "host": room.host,
        "locked": room.locked,
        "watching": room.watching,
        "rules": room.rules.settings(),
        "seats": [_seat_state(room, seat, names) for seat in room.seats],
        "order": [seat.value for seat in room.rules.order],
        "people": [
            {"person": id, "name": names.get(id, ""), "device": person.device}
            for id, person in room.people.items()
        ],
        "commitment": room.commitment(),
        "tally": tally(room),
    }
    if (seconds := ceil(grace)) != USUAL_GRACE:
        message["grace"] = seconds
    if room.aborted is not None:
        message["aborted"] = room.aborted.value
    if room.starting is not None and room.starting.all_sealed:
        message["seals"] = _by_seat(room.starting.seals)
        # Nonces are shown together, as seals are.
    if match is not None:
        message |= _match_state(match)
    return message


def table(room: Room, presence: Presence, number: int, now: float) -> bytes:
    """The public part of every view, packed (`answers.Table`)."""
    state: Map = {"number": number, "turn": room.turn, "phase": room.phase}
    if room.starting is not None:
        state["waiting"] = [seat.value for seat in room.starting.waiting]
    elif room.match is not None:
        state["hand"] = len(room.match.earlier.hands) + 1
        state |= _position(room.match.hand.position)
        hand = room.match.hand
        if made := by_computer(hand.position, hand.makers, room.person_seats):
            state["by_computer"] = made
        if room.match.redeals:
            state["redeals"] = room.match.redeals
    return pack(state | _attendance(room, presence, now))


def _attendance(room: Room, presence: Presence, now: float) -> Map:
    """Who is away, minded, reading, asking; the proposal they are to answer."""
    state: Map = {}
    if not room.devices <= presence.connected:
        state["away"] = [
            {"person": person, "seconds": int(min(presence.away_for(room, person, now), 10**9))}
            for person in (who.person for who in room.seats.values())
            if person is not None and not presence.is_here(room, person)
        ]
    if room.minded:
        state["minded"] = [seat for seat in room.seats if seat in room.minded]
    if presence.reading:
        state["reading"] = [
            {"person": person, "what": what, "waits": person not in presence.not_waited_for}
            for person, what in presence.reading.items()
        ]
    if presence.asking:
        state["asking"] = _wishes(presence.asking)
    if room.promised:
        state["promised"] = [{"person": id, "seat": seat} for seat, id in room.promised.items()]
    if presence.declined:
        state["declined"] = _wishes(presence.declined)
    if acts := [id for id in acting(room, presence, now) if id in presence.connected]:
        state["acting"] = acts
    if presence.proposal is not None:
        state["proposal"] = _proposal(room, presence, presence.proposal, now)
    if presence.watchers:
        state["watchers"] = presence.watchers
    return state


def _wishes(wishes: Mapping[int, Seat]) -> list[Map]:
    return [{"person": id, "seat": seat} for id, seat in wishes.items()]


def _proposal(room: Room, presence: Presence, proposal: Proposal, now: float) -> Map:
    to = {"to": proposal.event.to} if isinstance(proposal.event, Undone) else {}
    return {
        "number": proposal.number,
        "what": proposal.command.type,
        "by": proposal.by,
        "waiting": sorted(must_agree(room, presence, now)),
        **to,
    }


def you(room: Room, presence: Presence, device: int | None) -> bytes:
    """What the person with this device alone may see, packed (`answers.You`); None: a watcher."""
    if device is None:
        return NOBODY
    shown, speaking = presence.shown_and_speaking(room, device)
    match = room.match
    if match is None or room.starting is not None or not speaking:
        return pack({} if shown is None else {"seat": shown})
    hand = match.hand
    state: Map = {} if shown is None else _own(hand.position, shown)
    if may_change(room):
        if hand.undo_to(device, speaking) is not None:
            state["undo"] = True
        if hand.redo:
            state["redo"] = True
        if hand.position.moves or hand.undone:
            state["restart"] = True
    return pack(state)


_VIEW = b"\x83" + pack("type") + pack("view") + pack("table")
_YOU = pack("you")
NOBODY = pack(None)


def view(table: bytes, you: bytes) -> bytes:
    """A whole view frame from its two parts."""
    return _VIEW + table + _YOU + you


def done(about: str, turn: int) -> bytes:
    """The answer to a command that was carried out, packed (`answers.Done`)."""
    return pack({"type": "done", "about": about, "turn": turn})


def _position(position: Position) -> Map:
    seen = public_side(position)
    state: Map = {"left": seen.left}
    if seen.to_move is not None:
        state["to_move"] = seen.to_move
    if seen.moves:
        state["moves"] = compact_all(seen.moves)
        state["ends"] = seen.ends
    if seen.opened:
        state["opened"] = seen.opened
    if seen.result is not None:
        state["result"] = _result(seen.result)
        state["reveal"] = list(position.revealed.values())
    return state


def _own(position: Position, seat: Seat) -> Map:
    seen = own_side(position, seat)
    state: Map = {"seat": seat, "hand": seen.hand}
    if seen.legal:
        state["legal"] = compact_all(seen.legal)
    if seen.fits:
        state["fits"] = seen.fits
    if seen.barred:
        state["barred"] = dict(seen.barred)
    return state


def _result(result: Result) -> Map:
    winner = {} if result.winner is None else {"winner": result.winner.value}
    return {
        "kind": result.kind,
        "points": result.points,
        "pips": list(result.pips.values()),
        **winner,
    }


def _match_state(match: MatchInPlay) -> Map:
    standing = match.standing
    replayed = (*match.replayed, match.hand.replayed)
    state: Map = {
        "match": match.number,
        "scores": list(standing.scores.values()),
        "hands": [
            {
                "result": _result(hand.result),
                "secret": match.secret(number),
                "replayed": replayed[number - 1],
            }
            for number, hand in enumerate(standing.hands, start=1)
            if hand.result is not None
        ],
        "seals": _by_seat(match.seals),
        "nonces": _by_seat(match.nonces),
        "test_deals": bool(match.deals),
    }
    if match.hand.replayed and not match.hand_over:
        state["replayed_secret"] = match.secret(len(standing.hands) + 1)
    if standing.winner is not None:
        state["winner"] = standing.winner.value
    return state


def _seat_state(room: Room, seat: Seat, names: Mapping[int, str]) -> Map:
    who = room.seats[seat]
    state: Map = {"seat": seat.value, "kind": who.kind}
    if who.person is not None:
        state["person"] = who.person
    elif who.level is not None:
        state |= {"level": who.level, "name": computer_name(room, seat, names)}
    return state


def _by_seat(values: Mapping[Seat, bytes]) -> dict[str, bytes]:
    return {seat.value: values[seat] for seat in values}
