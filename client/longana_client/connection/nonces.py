"""A person's part in a fair deal: nonces of their own, sealed first (fair-deal.md, 2 and 3).

Each nonce is kept together with the commitment it was made for, so that a record of the match can
be checked later against what this side knows by itself.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from longana_protocol.words import SeatName


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


class NonceBook:
    """All nonces this side has made.

    `keep` is called with each new one before its seal is sent: the place to write it to disk.
    `known` are those kept earlier; with them a start survives the end of this program too.
    """

    def __init__(
        self,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
        keep: Callable[[Sealed], None] | None = None,
        known: Iterable[Sealed] = (),
    ) -> None:
        self._randomness = randomness
        self._keep = keep
        self._sealed = {(one.commitment, one.seat): one for one in known}

    @property
    def sealed(self) -> tuple[Sealed, ...]:
        """Everything in the book, the oldest first."""
        return tuple(self._sealed.values())

    def nonces(self, commitment: bytes) -> dict[SeatName, bytes]:
        """Our nonces in the match with this commitment."""
        return {one.seat: one.nonce for one in self.sealed if one.commitment == commitment}

    def find(self, commitment: bytes, seat: SeatName) -> Sealed | None:
        """The nonce made for this seat and match, if there is one."""
        return self._sealed.get((commitment, seat))

    def make(self, commitment: bytes, seat: SeatName) -> Sealed:
        """The nonce of this seat and match; a new one the first time it is asked for."""
        found = self.find(commitment, seat)
        if found is None:
            found = Sealed(commitment, seat, self._randomness(32))
            self._sealed[commitment, seat] = found
            if self._keep is not None:
                self._keep(found)
        return found
