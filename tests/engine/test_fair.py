"""Fair deals: the vectors of the specification, and what must hold for any seed."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_engine.fair import (
    CHAIN_LENGTH,
    COMPUTER_NONCE,
    chain,
    commitment,
    deal,
    seal,
    secret_at,
    seed,
    stream,
)
from longana_engine.seats import SEATS, Seat, seats_of
from longana_engine.tiles import TILES


VECTORS = json.loads((Path(__file__).parent.parent / "cases/fair-deals.json").read_text("utf-8"))

seeds = st.binary(min_size=32, max_size=32)


def nonces_of(vector: dict[str, Any]) -> dict[Seat, bytes]:
    return {Seat(seat): bytes.fromhex(nonce) for seat, nonce in vector["nonces"].items()}


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector: dict[str, Any]) -> None:
    secret = bytes.fromhex(vector["secret"])
    nonces = nonces_of(vector)

    assert secret_at(secret, 0, length=1).hex() == vector["previous"]
    assert {seat: seal(seat, nonce).hex() for seat, nonce in nonces.items()} == vector["seals"]

    made = seed(secret, nonces)
    assert made.hex() == vector["seed"]
    first = bytes.fromhex(vector["first_bytes"])
    assert bytes(islice(stream(made), len(first))) == first

    dealt = deal(made, nonces)
    assert dealt.redeals == vector["redeals"]
    assert {seat: " ".join(map(str, hand)) for seat, hand in dealt.hands.items()} == vector["deal"]


def test_the_vectors_include_a_redeal() -> None:
    assert any(vector["redeals"] for vector in VECTORS)


def test_every_secret_hashes_to_the_one_before() -> None:
    secrets = chain(b"\x07" * 32)
    assert len(secrets) == CHAIN_LENGTH + 1
    assert secrets[-1] == b"\x07" * 32
    for earlier, later in pairwise(secrets):
        assert sha256(later).digest() == earlier


def test_a_single_secret_is_the_one_of_the_chain() -> None:
    last = b"\x2a" * 32
    secrets = chain(last)
    assert commitment(last) == secrets[0]
    for hand in (0, 1, 2, 500, CHAIN_LENGTH - 1, CHAIN_LENGTH):
        assert secret_at(last, hand) == secrets[hand]


@pytest.mark.parametrize("hand", [-1, CHAIN_LENGTH + 1])
def test_the_chain_ends(hand: int) -> None:
    with pytest.raises(ValueError, match="none for hand"):
        secret_at(bytes(32), hand)


def test_a_seal_belongs_to_its_seat() -> None:
    assert len({seal(seat, COMPUTER_NONCE) for seat in SEATS}) == len(SEATS)


def test_the_order_in_which_nonces_came_does_not_matter() -> None:
    nonces = {seat: seat.value.encode() * 32 for seat in SEATS}
    turned = dict(reversed(nonces.items()))
    assert seed(bytes(32), nonces) == seed(bytes(32), turned)
    assert deal(bytes(32), nonces) == deal(bytes(32), turned)


@pytest.mark.parametrize("seat", SEATS)
def test_every_nonce_counts(seat: Seat) -> None:
    nonces = dict.fromkeys(SEATS, COMPUTER_NONCE)
    assert seed(bytes(32), nonces) != seed(bytes(32), {**nonces, seat: b"\x01" * 32})


@given(seeds, st.sampled_from([2, 3, 4]))
def test_a_deal_gives_eight_tiles_of_the_set_to_each_seat(made: bytes, count: int) -> None:
    table = seats_of(count)
    dealt = deal(made, table)
    assert tuple(dealt.hands) == table
    tiles = [tile for hand in dealt.hands.values() for tile in hand]
    assert len(tiles) == len(set(tiles)) == 8 * count
    assert set(tiles) <= set(TILES)
    assert any(tile.is_double for tile in tiles)
    assert all(list(hand) == sorted(hand) for hand in dealt.hands.values())


def test_tiles_are_spread_evenly() -> None:
    """A shuffle that favours places would show in 2000 deals; the seeds are fixed, so this is too.

    Each tile is expected in 32/55 of the hands dealt, about 1164; the bound is five deviations.
    """
    counts: Counter[object] = Counter()
    for number in range(2000):
        made = sha256(number.to_bytes(4, "big")).digest()
        counts.update(tile for hand in deal(made, SEATS).hands.values() for tile in hand)
    assert set(counts) == set(TILES)
    assert all(abs(counts[tile] - 2000 * 32 / 55) < 5 * 22.1 for tile in TILES)
