"""A person's nonces and seals."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.fake_server import room, view
from longana_client.connection import NonceBook, Sealed, Shuffle, Update
from longana_client.connection.nonces import MOST_SHUFFLES
from longana_protocol import answers
from longana_protocol.words import SeatName


VECTORS = Path(__file__).parents[2] / "cases" / "fair-deals.json"


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
    assert book.sealed == tuple(nonces)


def test_a_nonce_is_kept_before_anybody_can_use_it() -> None:
    kept: list[Shuffle] = []
    book = NonceBook(keep=kept.append)
    sealed = book.make(b"a" * 32, "S")
    book.make(b"a" * 32, "S")
    assert kept == [Shuffle(b"a" * 32, {"S": sealed.nonce})]
    assert NonceBook(known=kept).find(b"a" * 32, "S") == sealed


def test_nonces_are_random_and_not_shown() -> None:
    sealed = [NonceBook().make(b"a" * 32, "S") for _ in range(2)]
    assert sealed[0].nonce != sealed[1].nonce
    assert "nonce" not in repr(sealed[0])


# --- which match was dealt from what

ANA = "t" * 32
A, B = b"a" * 32, b"b" * 32


def starting(turn: int, commitment: bytes, **changes: object) -> Update:
    table = view(phase="starting", turn=turn, waiting=("S",))
    return Update(room(commitment=commitment, **changes), table, 1, online=True)


def dealt(turn: int, commitment: bytes, **changes: object) -> Update:
    table = view(phase="playing", turn=turn)
    return Update(room(**{"commitment": commitment, "match": 1, **changes}), table, 1, online=True)


def give(book: NonceBook, turn: int, commitment: bytes) -> Sealed:
    """Seal South, and see the seals on the table."""
    sealed = book.make(commitment, "S")
    book.see(starting(turn, commitment), ANA)
    book.see(starting(turn, commitment, seals={"S": sealed.seal}), ANA)
    return sealed


def known(book: NonceBook, match: int = 1) -> tuple[bytes, dict[SeatName, bytes]]:
    shuffle = book.of_match(match, ANA)
    assert shuffle is not None
    return shuffle.commitment, shuffle.part


def test_a_match_is_that_of_the_start_before_it(book: NonceBook) -> None:
    sealed = give(book, 4, A)
    book.see(dealt(5, A, seals={"S": sealed.seal}), ANA)
    assert known(book) == (A, {"S": sealed.nonce})
    assert book.of_match(2, ANA) is None
    assert book.of_match(1, "another") is None


def test_also_if_another_commitment_is_shown_then_or_later(book: NonceBook) -> None:
    sealed = give(book, 4, A)
    book.see(dealt(5, B), ANA)
    book.see(dealt(9, B), ANA)
    assert known(book) == (A, {"S": sealed.nonce})


def test_unless_it_is_dealt_anew_after_the_server_was_set_back_to_a_backup() -> None:
    kept: list[Shuffle] = []
    book = NonceBook(keep=kept.append)
    give(book, 4, B)
    book.see(dealt(5, B), ANA)
    sealed = give(book, 2, A)
    book.see(dealt(3, A), ANA)
    assert known(book) == known(NonceBook(known=kept)) == (A, {"S": sealed.nonce})
    book.make(B, "S")
    book.see(starting(8, B), ANA)
    book.see(dealt(9, B), ANA)
    assert known(book) == (A, {"S": sealed.nonce})


def test_of_aborted_starts_the_last_counts(book: NonceBook) -> None:
    give(book, 4, B)
    sealed = give(book, 6, A)
    book.see(dealt(7, A), ANA)
    assert known(book) == (A, {"S": sealed.nonce})


def test_no_part_in_what_was_started_anew_while_we_were_away(book: NonceBook) -> None:
    give(book, 4, B)
    book.see(dealt(7, A), ANA)
    assert known(book) == (A, {})


def test_an_aborted_rematch_is_not_the_match_before_it(book: NonceBook) -> None:
    give(book, 4, B)
    finished = answers.HandState(
        result=answers.Result(kind="out", points=4, pips=(0, 4), winner="S")
    )
    book.see(dealt(5, A, hands=(finished,)), ANA)
    assert known(book) == (A, {})


def test_no_part_where_another_device_sealed(book: NonceBook) -> None:
    book.make(A, "S")
    book.see(starting(4, A, seals={"S": b"x" * 32}), ANA)
    book.see(dealt(5, A, seals={"S": b"x" * 32}), ANA)
    assert known(book) == (A, {})


def test_a_part_that_is_seen_only_in_the_match(book: NonceBook) -> None:
    sealed = book.make(A, "S")
    book.see(dealt(5, A, seals={"S": sealed.seal}), ANA)
    assert known(book) == (A, {"S": sealed.nonce})


def test_a_commitment_shown_again_gets_another_nonce(book: NonceBook) -> None:
    first = give(book, 4, A)
    book.see(dealt(5, A), ANA)
    second = give(book, 20, A)
    assert second.nonce != first.nonce
    book.see(dealt(21, A, match=2), ANA)
    assert known(book) == (A, {"S": first.nonce})
    assert known(book, 2) == (A, {"S": second.nonce})


def test_an_onlooker_knows_what_was_shown_first_also_when_they_sit_down_later() -> None:
    kept: list[Shuffle] = []
    book = NonceBook(keep=kept.append)
    book.see(dealt(5, A), None)
    book.see(dealt(9, B), ANA)
    assert known(book) == (A, {})
    assert kept == []


def test_it_all_survives_the_program(book: NonceBook) -> None:
    kept: dict[tuple[bytes, int], Shuffle] = {}
    sealed = give(NonceBook(keep=lambda one: kept.update({(one.commitment, 0): one})), 4, A)
    later = NonceBook(known=kept.values())
    later.see(dealt(5, B), ANA)
    assert known(later) == (A, {"S": sealed.nonce})


def test_the_book_is_bounded(book: NonceBook) -> None:
    for match in range(1, MOST_SHUFFLES + 11):
        book.see(dealt(match, bytes([match]) * 32, match=match), ANA)
    assert book.of_match(10, ANA) is None
    assert book.of_match(11, ANA) is not None
