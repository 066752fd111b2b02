"""Fair deals as `fair-deal.md` makes them: a chain of secrets, sealed nonces, and their shuffle.

Pure functions on bytes. Drawing the random bytes is the caller's business: this module only makes
what everybody can make again afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest
from itertools import count
from typing import Final

from .seats import SEATS, Seat
from .tiles import TILES, Tile


CHAIN_LENGTH: Final = 1024
"""How many hands a chain of secrets can deal; a match that dealt that many ends there."""

SECRET_BYTES: Final = 32
"""Length of every secret, nonce, seal and commitment."""

COMPUTER_NONCE: Final = bytes(SECRET_BYTES)
"""The nonce of every computer seat: it has nothing to add and nothing to hide."""

TILES_PER_SEAT: Final = 8


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What a seed deals: eight tiles a seat, sorted, and how many shuffles held no double."""

    hands: Mapping[Seat, tuple[Tile, ...]]
    redeals: int


def chain(last: bytes, length: int = CHAIN_LENGTH) -> tuple[bytes, ...]:
    """All secrets of a match: `chain(last)[k]` deals hand k, `chain(last)[0]` is the commitment.

    `last` is the one that is drawn at random; every earlier one is the SHA-256 of the next.
    """
    secrets = [last]
    for _ in range(length):
        secrets.append(sha256(secrets[-1]).digest())
    return tuple(reversed(secrets))


def secret_at(last: bytes, hand: int, length: int = CHAIN_LENGTH) -> bytes:
    """The secret of hand `hand`, counted from 1 (0 is the commitment), without the whole chain.

    Raises ValueError for a hand the chain does not reach.
    """
    if not 0 <= hand <= length:
        raise ValueError(f"a chain of {length} secrets has none for hand {hand}")
    secret = last
    for _ in range(length - hand):
        secret = sha256(secret).digest()
    return secret


def commitment(last: bytes, length: int = CHAIN_LENGTH) -> bytes:
    """What the lobby shows before anybody sends a seal."""
    return secret_at(last, 0, length)


def seal(seat: Seat, nonce: bytes) -> bytes:
    """What a seat shows of its nonce before all seals are in.

    The letter keeps a seat from repeating another's seal and, later, its nonce.
    """
    return sha256(seat.value.encode("ascii") + nonce).digest()


def seed(secret: bytes, nonces: Mapping[Seat, bytes]) -> bytes:
    """The seed of one hand, from its secret and the nonces of all seats of the match."""
    message = b"".join(
        seat.value.encode("ascii") + nonces[seat] for seat in SEATS if seat in nonces
    )
    return digest(secret, message, "sha256")


def stream(hand_seed: bytes) -> Iterator[int]:
    """The endless bytes a seed gives to its shuffles."""
    for block in count():
        yield from sha256(hand_seed + block.to_bytes(4, "big")).digest()


def deal(hand_seed: bytes, seats: Iterable[Seat]) -> FairDeal:
    """Shuffle and deal to `seats`, again with the bytes going on while nobody holds a double."""
    table = [seat for seat in SEATS if seat in frozenset(seats)]
    source = stream(hand_seed)
    redeals = 0
    while True:
        tiles = _shuffled(source)
        hands = {
            seat: tuple(sorted(tiles[TILES_PER_SEAT * place : TILES_PER_SEAT * (place + 1)]))
            for place, seat in enumerate(table)
        }
        if any(tile.is_double for hand in hands.values() for tile in hand):
            return FairDeal(hands, redeals)
        redeals += 1


def _shuffled(source: Iterator[int]) -> list[Tile]:
    tiles = list(TILES)
    for place in range(len(tiles) - 1, 0, -1):
        choices = place + 1
        fair_below = 256 - 256 % choices  # bytes from here on would favour the low places
        byte = next(source)
        while byte >= fair_below:
            byte = next(source)
        other = byte % choices
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return tiles
