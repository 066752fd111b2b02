"""What our seats owe to the start of a match, and that a client pays it unasked."""

import asyncio
from hashlib import sha256
from pathlib import Path

import pytest

from client.fake_server import COMMITMENT, FakeServer, eventually, room, view
from longana_client.connection import Client, NonceBook, Update
from longana_client.connection.starting import Owed, owed
from longana_client.own_shuffles import OwnShuffles
from longana_protocol import answers, commands


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


# --- over a socket


async def test_seals_and_nonces_are_sent_without_being_asked(fake: FakeServer) -> None:
    book = NonceBook(randomness=lambda size: b"n" * size)
    async with Client(fake.address, nonces=book) as client:
        await client.create("Ana")
        await fake.send(view(2, phase="starting", waiting=("S",)))
        await eventually(lambda: len(fake.of_type("seal")) == 1)
        await fake.send(view(3, phase="starting", waiting=("S",)))
        await client.until(lambda update: update.view.table.number == 3)
        (seal,) = fake.of_type("seal")
        assert isinstance(seal, commands.Seal)
        assert seal.seal == sha256(b"S" + b"n" * 32).digest()
        assert seal.commitment == COMMITMENT
        shown = {"S": seal.seal, "N": sha256(b"N" + bytes(32)).digest()}
        await fake.send(room(seals=shown), view(4, phase="starting", waiting=("S",)))
        await eventually(lambda: len(fake.of_type("nonce")) == 1)
        (nonce,) = fake.of_type("nonce")
        assert isinstance(nonce, commands.Nonce)
        assert nonce.nonce == b"n" * 32
        assert nonce.commitment == COMMITMENT
        await fake.send(room(match=1, seals=shown), view(5))
        await client.until(lambda update: update.view.table.number == 5)
        shuffle = book.of_match(1, client.token)
        assert shuffle is not None
        assert shuffle.part == {"S": b"n" * 32}


async def test_a_start_goes_on_in_another_program(fake: FakeServer, tmp_path: Path) -> None:
    starting = view(2, phase="starting", waiting=("S",))
    async with Client(fake.address, nonces=OwnShuffles(tmp_path).book()) as client:
        await client.create("Ana")
        await fake.send(starting)
        await eventually(lambda: len(fake.of_type("seal")) == 1)
        code, token = client.code or "", client.token or ""
    (seal,) = fake.of_type("seal")
    assert isinstance(seal, commands.Seal)
    async with Client(fake.address, nonces=OwnShuffles(tmp_path).book()) as client:
        await client.resume(code, token)
        await fake.send(room(seals={"S": seal.seal, "N": bytes(32)}), starting)
        await eventually(lambda: len(fake.of_type("nonce")) == 1)
    (nonce,) = fake.of_type("nonce")
    assert isinstance(nonce, commands.Nonce)
    assert sha256(b"S" + nonce.nonce).digest() == seal.seal


async def test_a_nonce_refused_as_too_early_is_sent_again(fake: FakeServer) -> None:
    book = NonceBook()
    sealed = book.make(COMMITMENT, "S")
    fake.answer = lambda command: [
        answers.Refused(about=command.id, code="try_again", text="Not all seals are in.")
    ]
    async with Client(fake.address, nonces=book) as client:
        await client.create("Ana")
        shown = {"S": sealed.seal, "N": bytes(32)}
        await fake.send(room(seals=shown), view(2, phase="starting", waiting=("S",)))
        await eventually(lambda: len(fake.of_type("nonce")) == 1)
        await asyncio.sleep(0.01)
        await fake.send(view(3, phase="starting", waiting=("S",)))
        await eventually(lambda: len(fake.of_type("nonce")) == 2)
