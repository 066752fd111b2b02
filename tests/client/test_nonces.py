"""A person's nonces and seals."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from longana_client.connection import NonceBook, Sealed


VECTORS = Path(__file__).parents[1] / "cases" / "fair-deals.json"


def counting() -> Iterator[bytes]:
    for number in range(256):
        yield bytes([number]) * 32


@pytest.fixture
def book() -> NonceBook:
    source = counting()
    return NonceBook(randomness=lambda size: next(source)[:size])


def test_seals_are_those_of_the_fair_deal_vectors() -> None:
    checked = 0
    for case in json.loads(VECTORS.read_text(encoding="utf-8")):
        for seat, nonce in case["nonces"].items():
            sealed = Sealed(bytes(32), seat, bytes.fromhex(nonce))
            assert sealed.seal.hex() == case["seals"][seat]
            checked += 1
    assert checked > 0


def test_each_seat_and_each_commitment_has_its_own_nonce(book: NonceBook) -> None:
    first, second = b"a" * 32, b"b" * 32
    nonces = [book.make(first, "S"), book.make(first, "N"), book.make(second, "S")]
    assert len({sealed.nonce for sealed in nonces}) == 3
    assert book.make(first, "S") == nonces[0]
    assert book.nonces(first) == {"S": nonces[0].nonce, "N": nonces[1].nonce}
    assert book.sealed == tuple(nonces)


def test_a_nonce_is_kept_before_anybody_can_use_it() -> None:
    kept: list[Sealed] = []
    book = NonceBook(keep=kept.append)
    sealed = book.make(b"a" * 32, "S")
    book.make(b"a" * 32, "S")
    assert kept == [sealed]
    assert NonceBook(known=kept).find(b"a" * 32, "S") == sealed


def test_nonces_are_random_and_not_shown() -> None:
    sealed = [NonceBook().make(b"a" * 32, "S") for _ in range(2)]
    assert sealed[0].nonce != sealed[1].nonce
    assert "nonce" not in repr(sealed[0])
