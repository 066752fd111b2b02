"""The personal switch "pass for me when I must": a standing confirmation of forced passes."""

from __future__ import annotations

from longana_protocol.words import PersonId

from .choosing import legal_moves
from .connection import Update


class AutoPass:
    """On for whoever switched it on; asleep after anything was taken back.

    Asleep it waits until its owner has played or passed by hand: passing at once would do again
    what was taken back just now, or throw away what could still be given back. Of several persons
    on one device each wakes only their own.
    """

    def __init__(self) -> None:
        self._owners: set[PersonId] = set()
        self._asleep: set[PersonId] = set()

    def switch(self, owner: PersonId) -> bool:
        """Turn it on or off for a person; whether it is on then."""
        self._owners ^= {owner}
        self._asleep.discard(owner)
        return owner in self._owners

    def see(self, before: Update | None, after: Update) -> bool:
        """Take in a new view; whether this put anybody's to sleep."""
        awake = self._owners - self._asleep
        if before is None or not awake or not taken_back_or_given_back(before, after):
            return False
        self._asleep |= awake
        return True

    def wake(self, now: Update) -> None:
        """Whoever's hand is in sight has acted."""
        self._asleep -= {owner_of_hand(now)}

    def due(self, update: Update) -> bool:
        """Whether to pass now. Never while something is asked: a play would say no to it."""
        you, table = update.view.you, update.view.table
        if you is None or owner_of_hand(update) not in self._owners - self._asleep or you.redo:
            return False
        forced = [move.tile for move in legal_moves(update.view)] == [None]
        return forced and table.proposal is None and update.online


def owner_of_hand(update: Update) -> PersonId | None:
    """The person whose hand is in sight, if one is."""
    shown = update.view.you.seat if update.view.you is not None else None
    return next((one.person for one in update.room.seats if one.seat == shown), None)


def taken_back_or_given_back(before: Update, after: Update) -> bool:
    """Whether an undo, a restart or a redo lies between two updates.

    A redo gives back several moves in one turn; of a single move it can't be told from the move.
    """
    old, new = before.view.table, after.view.table
    if (before.room.match, old.hand) != (after.room.match, new.hand):
        return False
    if new.moves[: len(old.moves)] != old.moves:
        return True
    return len(new.moves) - len(old.moves) > new.turn - old.turn
