"""Verifying a record: were its deals made as they had to be (`fair-deal.md`)?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from . import fair
from .record import NotARecord, Proof, Record
from .replay import replay, replay_so_far
from .seats import Seat
from .strict_json import Json, shown


ProofCode = Literal[
    "no_proof",
    "test_deals",
    "wrong_commitment",
    "wrong_seal",
    "wrong_nonce",
    "wrong_secret",
    "wrong_deal",
]


class Unverified(ValueError):
    """What is published about the deals does not prove them; the message is an English sentence.

    `hand`, counted from 0, is there when it is about one hand.
    """

    def __init__(self, code: ProofCode, message: str, hand: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.hand = hand


@dataclass(frozen=True, slots=True)
class _Published:
    """Everything published, None where nothing is. Secrets are those of the hands, in order."""

    commitment: bytes | None
    seals: Mapping[Seat, bytes | None]
    nonces: Mapping[Seat, bytes | None]
    secrets: tuple[bytes | None, ...]


def verify(
    record: Record,
    *,
    commitment: bytes | None = None,
    nonces: Mapping[Seat, bytes] | None = None,
) -> int:
    """Check every deal and every move; returns the number of finished hands.

    `commitment` and `nonces` are what the person who asks has kept: without them a record that
    was forged as a whole passes.

    Raises the first that applies: NotARecord for a proof that cannot be read (bad hex included),
    Unverified, RecordRefused for what `replay` refuses.
    """
    published = _read(record)
    proof = _complete(record, published)
    if record.test_deals is not None and record.test_deals is not False:
        raise Unverified("test_deals", "The deals were fixed for a test.")
    if commitment is not None and commitment != proof.commitment:
        raise Unverified("wrong_commitment", "The commitment is not the one you were shown.")
    for seat, nonce in proof.nonces.items():
        if fair.seal(seat, nonce) != proof.seals[seat]:
            raise Unverified("wrong_seal", f"{seat.full_name}'s nonce does not match its seal.")
    for seat, kept in (nonces or {}).items():
        if proof.nonces.get(seat) != kept:
            raise Unverified("wrong_nonce", f"{seat.full_name}'s nonce is not the one you kept.")
    _check_deals(record, proof, published.secrets)
    return sum(hand.result is not None for hand in replay(record).hands)


def _check_deals(record: Record, proof: Proof, secrets: tuple[bytes | None, ...]) -> None:
    before = proof.commitment
    for number, (hand, secret) in enumerate(zip(record.hands, secrets, strict=True)):
        if secret is None:  # the last hand, not finished yet
            return
        if sha256(secret).digest() != before:
            earlier = f"hand {number}'s secret" if number else "the commitment"
            message = f"Hand {number + 1}'s secret does not hash to {earlier}."
            raise Unverified("wrong_secret", message, number)
        if fair.deal(fair.seed(secret, proof.nonces), record.rules.table).hands != hand.deal:
            message = f"Hand {number + 1}'s tiles are not the ones its secret and the nonces deal."
            raise Unverified("wrong_deal", message, number)
        before = secret


def _complete(record: Record, published: _Published) -> Proof:
    """All that is needed to check the finished hands; raises Unverified (`no_proof`)."""
    if published.commitment is None:
        raise Unverified("no_proof", "The record does not say what its deals were committed to.")
    seals: dict[Seat, bytes] = {}
    nonces: dict[Seat, bytes] = {}
    for what, found, complete in (
        ("seal", published.seals, seals),
        ("nonce", published.nonces, nonces),
    ):
        for seat, value in found.items():
            if value is None:
                raise Unverified("no_proof", f"{seat.full_name}'s {what} is missing.")
            complete[seat] = value
    for number, secret in enumerate(published.secrets):
        if secret is None and _is_finished(record, number):
            raise Unverified("no_proof", f"Hand {number + 1} has no secret.", number)
    return Proof(published.commitment, seals, nonces)


def _is_finished(record: Record, number: int) -> bool:
    """Whether a hand is played to its end, or the record says so by a result or by a next hand."""
    if number < len(record.hands) - 1 or record.hands[number].result is not None:
        return True
    played = replay_so_far(record).hands
    return len(played) > number and played[number].result is not None


def _read(record: Record) -> _Published:
    """Read the hex of a record; raises NotARecord for what is no 32 bytes of hex."""
    proof = _object(record.proof, "the proof")
    seals = _object(proof.get("seals"), "the seals")
    nonces = _object(proof.get("nonces"), "the nonces")
    table = record.rules.table
    return _Published(
        commitment=_bytes(proof.get("commitment"), "the commitment"),
        seals={seat: _bytes(seals.get(seat), f"{seat.full_name}'s seal") for seat in table},
        nonces={seat: _bytes(nonces.get(seat), f"{seat.full_name}'s nonce") for seat in table},
        secrets=tuple(
            _bytes(hand.secret, f"hand {number}'s secret")
            for number, hand in enumerate(record.hands, 1)
        ),
    )


def _object(value: Json, what: str) -> Mapping[str, Json]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise NotARecord(f"{what} is not an object but {shown(value)}")
    return value


def _bytes(value: Json, what: str) -> bytes | None:
    if value is None:
        return None
    if not isinstance(value, str) or not re.fullmatch("[0-9A-Fa-f]{64}", value):
        raise NotARecord(f"{what} is not 64 hex digits but {shown(value)}")
    return bytes.fromhex(value)
