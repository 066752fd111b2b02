"""What our seats owe to the start of a match."""

import pytest

from client.fake_server import COMMITMENT, room, view
from longana_client.connection import NonceBook, Update
from longana_client.connection.starting import Owed, owed
from longana_protocol import answers


@pytest.fixture
def book() -> NonceBook:
    return NonceBook(randomness=lambda size: b"n" * size)


def starting(table: answers.View, **changes: object) -> Update:
    return Update(room=room(**changes), view=table, person=1, online=True)


def test_nothing_is_owed_in_the_lobby(book: NonceBook) -> None:
    assert owed(starting(view(waiting=("S",))), book) == ()
    assert book.sealed == ()


def test_a_seal_while_none_are_shown(book: NonceBook) -> None:
    update = starting(view(phase="starting", waiting=("S",)))
    (debt,) = owed(update, book)
    sealed = book.find(COMMITMENT, "S")
    assert sealed is not None
    assert debt == Owed("seal", COMMITMENT, "S", sealed.seal)


def test_only_for_our_own_seats_that_are_waited_for(book: NonceBook) -> None:
    assert owed(starting(view(phase="starting", waiting=("N",))), book) == ()
    assert owed(starting(view(phase="starting", waiting=())), book) == ()
    watcher = Update(
        room=room(), view=view(phase="starting", waiting=("S",)), person=None, online=True
    )
    assert owed(watcher, book) == ()


def test_each_person_of_this_device_has_a_seal_of_their_own(book: NonceBook) -> None:
    update = starting(
        view(phase="starting", waiting=("S", "N")),
        seats=(
            answers.SeatState(seat="S", kind="person", person=1),
            answers.SeatState(seat="N", kind="person", person=2),
        ),
        people=(
            answers.PersonState(person=1, name="Ana", device=1),
            answers.PersonState(person=2, name="Bea", device=1),
        ),
    )
    assert update.mine == ("S", "N")
    seals = owed(update, book)
    assert [debt.seat for debt in seals] == ["S", "N"]
    assert seals[0].value != seals[1].value


def test_the_nonce_once_the_seals_are_shown(book: NonceBook) -> None:
    sealed = book.make(COMMITMENT, "S")
    shown = {"S": sealed.seal, "N": b"x" * 32}
    update = starting(view(phase="starting", waiting=("S",)), seals=shown)
    assert owed(update, book) == (Owed("nonce", COMMITMENT, "S", sealed.nonce),)


def test_no_nonce_for_a_seal_that_is_not_ours(book: NonceBook) -> None:
    other = {"S": b"x" * 32, "N": b"x" * 32}
    update = starting(view(phase="starting", waiting=("S",)), seals=other)
    assert owed(update, book) == ()
    book.make(COMMITMENT, "S")
    assert owed(update, book) == ()
