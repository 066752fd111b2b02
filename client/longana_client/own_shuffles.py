"""Our part in the shuffles of former matches, in a file beside our seats.

So a terminal that ends in the middle of a start goes on with it, and a record can be checked on
another evening.
"""

from __future__ import annotations

import string
from pathlib import Path
from typing import Final

from longana_protocol.words import SEAT_NAMES

from .connection.nonces import MOST_SHUFFLES, NonceBook, Shuffle
from .state_file import StateFile


FILE_NAME: Final = "shuffles.json"


class OwnShuffles:
    """Reads and writes the file."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = StateFile(FILE_NAME, folder)

    def all(self) -> tuple[Shuffle, ...]:
        """Every shuffle, the oldest first; none from a file that cannot be read."""
        shuffles = map(_read, self._file.read())
        return tuple(one for one in shuffles if one is not None)

    def keep(self, shuffle: Shuffle) -> None:
        """Remember it as the newest, in place of what was known before its match was dealt."""
        former = (0, shuffle.match)
        others = [
            one
            for one in self.all()
            if one.commitment != shuffle.commitment or one.match not in former
        ]
        self._file.write([_written(one) for one in [*others, shuffle][-MOST_SHUFFLES:]])

    def book(self) -> NonceBook:
        """A book of nonces that lies in this file."""
        return NonceBook(keep=self.keep, known=self.all())


def _written(shuffle: Shuffle) -> dict[str, object]:
    return {
        "commitment": shuffle.commitment.hex(),
        "nonces": {seat: nonce.hex() for seat, nonce in shuffle.nonces.items()},
        "given": "".join(sorted(shuffle.given)),
        "person": shuffle.person,
        "match": shuffle.match,
        "turn": shuffle.turn,
    }


def _read(found: object) -> Shuffle | None:
    match found:
        case {
            "commitment": str(commitment),
            "nonces": dict(nonces),
            "given": str(given),
            "person": str(person),
            "match": int(match),
            "turn": int(turn),
        } if all(map(_is_hash, [commitment, *nonces.values()])):
            return Shuffle(
                bytes.fromhex(commitment),
                {seat: bytes.fromhex(nonces[seat]) for seat in SEAT_NAMES if seat in nonces},
                frozenset(seat for seat in SEAT_NAMES if seat in given),
                person,
                match,
                turn,
            )
    return None


def _is_hash(value: object) -> bool:
    """Whether it is 32 bytes in hex."""
    return isinstance(value, str) and len(value) == 64 and set(value) <= set(string.hexdigits)
