"""A person's part in a fair deal: nonces of their own, sealed first (fair-deal.md, 2 and 3).

What this side knows by itself of each shuffle is kept together: the commitment that was shown and
our nonces, and which match was dealt from them. So a record of the match can be checked later
against something else than what the server says of it then.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from longana_protocol.words import SeatName

from .updates import Update


MOST_SHUFFLES: Final = 60
"""The newest are kept."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The nonce of one seat for one match, and the commitment it answers."""

    commitment: bytes
    seat: SeatName
    nonce: bytes = field(repr=False)

    @property
    def seal(self) -> bytes:
        """What is shown of the nonce before all seals are in."""
        return sha256(self.seat.encode("ascii") + self.nonce).digest()


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What is known of the shuffle of one match."""

    commitment: bytes
    nonces: Mapping[SeatName, bytes] = field(default_factory=dict, repr=False)
    """All that were drawn here for it."""
    given: frozenset[SeatName] = frozenset()
    """The seats that were sealed with them: our part."""
    person: str = ""
    """Who we were (`fingerprint`); empty for an onlooker, and until that is noted."""
    match: int = 0
    """Its number in the room; 0 while it is being started, and for a start that was aborted."""
    turn: int = -1
    """`table.turn` of the start."""

    @property
    def part(self) -> dict[SeatName, bytes]:
        """The nonces that are ours in every deal of the match."""
        return {seat: nonce for seat, nonce in self.nonces.items() if seat in self.given}

    def is_start_of(self, person: str) -> bool:
        """Whether we sealed for it, and no match is known that was dealt from it."""
        return self.match == 0 and self.person == person


class NonceBook:
    """All shuffles this side has known, up to `MOST_SHUFFLES`.

    `keep` is called with each that is new or changed, with a new nonce before its seal is sent: the
    place to write it to disk. `known` are those kept earlier, the oldest first; with them a start
    survives the end of this program too.
    """

    def __init__(
        self,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
        keep: Callable[[Shuffle], None] | None = None,
        known: Iterable[Shuffle] = (),
    ) -> None:
        self._randomness = randomness
        self._keep = keep
        self._shuffles = tuple(known)[-MOST_SHUFFLES:]

    # --- nonces

    @property
    def sealed(self) -> tuple[Sealed, ...]:
        """Every nonce in the book, the oldest first."""
        return tuple(
            Sealed(one.commitment, seat, nonce)
            for one in self._shuffles
            for seat, nonce in one.nonces.items()
        )

    def find(self, commitment: bytes, seat: SeatName) -> Sealed | None:
        """The nonce made for this seat in the start of a match, if there is one.

        Once the match is dealt there is none any more: a commitment shown twice gets other nonces,
        or it would give the same deals again.
        """
        start = self._start(commitment)
        if start is None or seat not in start.nonces:
            return None
        return Sealed(commitment, seat, start.nonces[seat])

    def make(self, commitment: bytes, seat: SeatName) -> Sealed:
        """The nonce of this seat and start; a new one the first time it is asked for."""
        found = self.find(commitment, seat)
        if found is None:
            found = Sealed(commitment, seat, self._randomness(32))
            before = self._start(commitment) or Shuffle(commitment)
            nonces = {**before.nonces, seat: found.nonce}
            self._put(replace(before, nonces=nonces), instead_of=before)
        return found

    # --- matches

    def of_match(self, match: int, token: str | None) -> Shuffle | None:
        """What the match of that number was dealt from, as whoever this token belongs to saw it."""
        persons = (fingerprint(token), "")
        latest_first = reversed(self._shuffles)
        return next(
            (one for one in latest_first if one.match == match and one.person in persons), None
        )

    def see(self, update: Update, token: str | None) -> None:
        """Note what is promised for the match that is started or played.

        For each match what was seen first counts: what is said of it later is no promise.
        """
        room, table = update.room, update.view.table
        if room.commitment is None:
            return
        if table.phase == "starting":
            self._see_start(update, room.commitment, fingerprint(token))
        elif room.match:
            start = self._start(room.commitment)
            if start is not None:
                start = replace(start, given=start.given | _given(start, update))
            # A server that was set back to a backup counts its matches from there: our own start
            # counts, though another match had its number.
            if self.of_match(room.match, token) is None or (start is not None and start.given):
                self._see_deal(update, room.commitment, fingerprint(token), start)

    def _see_start(self, update: Update, commitment: bytes, person: str) -> None:
        before = self._start(commitment)
        if before is None:
            return
        self._drop_starts(person, but=before)
        given = before.given | _given(before, update)
        now = replace(before, given=given, person=person, turn=update.view.table.turn)
        if now != before:
            self._put(now, instead_of=before)

    def _see_deal(
        self, update: Update, commitment: bytes, person: str, own: Shuffle | None
    ) -> None:
        room, table = update.room, update.view.table
        if own is None and table.phase == "playing" and not room.hands:
            # Right after a start that we had a part in comes its own deal, whatever is shown now:
            # nothing can have aborted it.
            starts = (one for one in self._shuffles if one.is_start_of(person) and one.given)
            own = next((one for one in starts if table.turn == one.turn + 1), None)
        self._drop_starts(person)
        known = own or Shuffle(commitment, turn=table.turn)
        self._put(
            replace(known, person=person, match=room.match), instead_of=self._start(commitment)
        )

    def _start(self, commitment: bytes) -> Shuffle | None:
        starts = (one for one in self._shuffles if one.match == 0)
        return next((one for one in starts if one.commitment == commitment), None)

    def _drop_starts(self, person: str, but: Shuffle | None = None) -> None:
        """Starts before this one were aborted."""
        self._shuffles = tuple(
            one for one in self._shuffles if one is but or not one.is_start_of(person)
        )

    def _put(self, shuffle: Shuffle, instead_of: Shuffle | None) -> None:
        others = tuple(one for one in self._shuffles if one is not instead_of)
        self._shuffles = (*others, shuffle)[-MOST_SHUFFLES:]
        if self._keep is not None and (shuffle.nonces or shuffle.person):
            self._keep(shuffle)


def fingerprint(token: str | None) -> str:
    """Tells whose a token is without telling it; empty for an onlooker, who has none."""
    return sha256(token.encode()).hexdigest()[:16] if token else ""


def _given(shuffle: Shuffle, update: Update) -> frozenset[SeatName]:
    """The seats whose seal is the one we made; somebody else may have sealed in our place."""
    seals = update.room.seals
    return frozenset(
        seat
        for seat, nonce in shuffle.nonces.items()
        if seals.get(seat) == Sealed(shuffle.commitment, seat, nonce).seal
    )
