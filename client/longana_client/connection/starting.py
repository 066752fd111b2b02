"""What our seats owe to the start of a match: first a seal each, then the sealed nonce."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from longana_protocol.words import SeatName

from .nonces import NonceBook
from .updates import Update


@dataclass(frozen=True, slots=True)
class Owed:
    """A seal or a nonce that the table waits for; `value` is 32 bytes."""

    what: Literal["seal", "nonce"]
    commitment: bytes
    seat: SeatName
    value: bytes = field(repr=False)


def owed(update: Update, book: NonceBook) -> tuple[Owed, ...]:
    """What is to be sent now (fair-deal.md, 2 and 3).

    A nonce goes out only when its own seal is the one shown: another seal was sent from elsewhere,
    with a nonce that only they have.
    """
    table, commitment = update.view.table, update.room.commitment
    if table.phase != "starting" or commitment is None:
        return ()
    waited_for = [seat for seat in update.mine if seat in table.waiting]
    if not update.room.seals:
        return tuple(
            Owed("seal", commitment, seat, book.make(commitment, seat).seal) for seat in waited_for
        )
    found = [book.find(commitment, seat) for seat in waited_for]
    return tuple(
        Owed("nonce", commitment, sealed.seat, sealed.nonce)
        for sealed in found
        if sealed is not None and sealed.seal == update.room.seals.get(sealed.seat)
    )
