"""What needs the yes of the others: who asks, whose answer is missing, how it went."""

from __future__ import annotations

from collections.abc import Iterator

from longana_protocol.answers import Proposal, Table

from .board import read_move
from .connection import Update
from .wording import Words, moves_by, name_of, person, tile_text


def to_answer(update: Update) -> Proposal | None:
    """The proposal that waits for the answer of this device, if one does."""
    proposal = update.view.table.proposal
    return proposal if proposal is not None and update.person in proposal.waiting else None


def own_proposal(update: Update) -> Proposal | None:
    """The proposal of somebody on this device while it is open."""
    proposal = update.view.table.proposal
    return proposal if proposal is not None and proposal.by in update.here else None


def asks_for(words: Words, update: Update, proposal: Proposal, name: str) -> str:
    """What is proposed, in a few words: of an undo the play that it goes back to."""
    moves = update.view.table.moves
    if proposal.what == "undo" and proposal.to is not None and proposal.to < len(moves):
        tile = read_move(moves[proposal.to]).tile
        if tile is not None:
            return words("ui.asks.play", name=name, tile=tile_text(tile))
    return words(f"ui.asks.{proposal.what}", name=name)


def named_in_vain(words: Words, now: Update) -> str:
    """What to say to somebody who names whose move shall be taken back: a device asks for the
    person whose tiles it shows, or else for whoever of its persons chose last.
    """
    if len(now.here) < 2:
        return words("ui.undo.alone")
    if name := shown_on_shared(words, now):
        return words("ui.undo.shown", name=name)
    return words("ui.undo.covered")


def shown_on_shared(words: Words, now: Update) -> str:
    """Whose tiles a device of several persons shows; empty for nobody's."""
    seat = now.view.you.seat if now.view.you is not None else None
    return name_of(words, now.room, seat) if seat is not None and len(now.here) > 1 else ""


def proposal_told(
    words: Words, before: Update | None, after: Update, *, declined: bool
) -> list[str]:
    """How the proposal of the update before ended, and what is proposed now.

    A proposal that was carried out shows in the moves. `declined`: somebody has said no since.
    """
    was = before.view.table.proposal if before is not None else None
    now = after.view.table.proposal
    same = was is not None and now is not None and (was.number, was.by) == (now.number, now.by)
    told = []
    if before is not None and was is not None and not same:
        told += _ended(words, before, after, declined=declined)
    if now is not None and not same:
        told += _asked(words, after, now)
    elif was is not None and now is not None and was.waiting != now.waiting:
        others = [device for device in now.waiting if device != after.person]
        names = [person(words, after.room, device) for device in others]
        told += [words("ui.proposal.others", names=names)] if names else []
    if now is not None:
        told += _lost_now(words, before if same else None, after, now)
    return told


def _lost_now(
    words: Words, before: Update | None, after: Update, proposal: Proposal
) -> Iterator[str]:
    """Whose answer is missing and whose line is lost: they are waited for only a moment longer."""
    known = {one.person for one in before.view.table.away} if before is not None else set()
    for one in after.view.table.away:
        left = after.room.grace - one.seconds
        if one.person in proposal.waiting and one.person not in known and left > 0:
            name = person(words, after.room, one.person)
            yield words("ui.proposal.lost", name=name, count=left)


def _ended(words: Words, before: Update, after: Update, *, declined: bool) -> list[str]:
    was = before.view.table.proposal
    if was is None:
        return []
    if was.what == "rematch" and after.view.table.phase != "match_over":
        return []
    if before.view.table.turn == after.view.table.turn:
        if declined:
            return [words("event.proposal.declined")]
        if was.by in after.here:  # it may have been lost, with the server
            return [words("event.proposal.off")]
        return [words("event.proposal.withdrawn", name=person(words, before.room, was.by))]
    carried_out = _has_gone_back(before.view.table, after.view.table)
    if was.what == "redo":  # one move given back looks like one move made
        carried_out = True
    return [] if carried_out else [words("event.proposal.void")]


def _has_gone_back(before: Table, after: Table) -> bool:
    """Whether moves were taken back: those of before are no longer where all the others begin."""
    return before.hand == after.hand and after.moves[: len(before.moves)] != before.moves


def _asked(words: Words, update: Update, proposal: Proposal) -> list[str]:
    names = [person(words, update.room, device) for device in proposal.waiting]
    name = person(words, update.room, proposal.by)
    table = update.view.table
    start = len(table.moves) if proposal.to is None else proposal.to
    taken = moves_by(words, update.room, table, start, speaks_of=proposal.by)
    others = f"event.proposal.{proposal.what}"
    told = [words("ui.asks_back", name=name, moves=taken) if taken else words(others, name=name)]
    if proposal.by in update.here:
        if len(update.here) == 1:
            own = f"ui.proposed.{proposal.what}"
            mine = moves_by(
                words, update.room, table, start, speaks_of=proposal.by, own="ui.play_yours"
            )
            told = [words("ui.asked_back", moves=mine) if mine else words(own)]
        return [*told, words("ui.proposal.waiting", names=names)] if names else told
    if update.person in proposal.waiting:
        told.append(words("ui.proposal.answer"))
    elif names:
        told.append(words("ui.proposal.others", names=names))
    return told
