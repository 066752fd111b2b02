"""What a hostile or hasty client sends, while others play: F30, F42, F44.

What is answered to each single frame stands in `tests/server/test_connection.py`; here a hand is
played meanwhile, and it must not notice.
"""

from __future__ import annotations

import asyncio
import logging
import re
import struct
from random import Random
from typing import Any

import msgpack
import pytest
from websockets.asyncio.client import connect

from longana_server.app import App
from server.wire import LONGANA, UPGRADE, ask, raw
from system.company import as_command, come_back, company, seeded, sitting_down
from system.table import Message, Raw


HELLO = msgpack.packb({"type": "hello", "version": 1})


def framed(payload: bytes, first: int = 0x82) -> bytes:
    """A masked frame (with a mask of zeros) as a client sends it."""
    size = len(payload)
    head = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return bytes([first]) + head + bytes(4) + payload


def at_the_table(payload: bytes) -> bytes:
    return framed(HELLO) + framed(payload)


REQUESTS = [
    b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"HELO example.org\r\n\r\n",
    b"POST /ws HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    UPGRADE.replace(b"longana.v1", b"chess.v1"),
    UPGRADE.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"short"),
]
FRAMES = [
    at_the_table(b"\x91" * 5000),
    at_the_table(b"\xdd\xff\xff\xff\xff"),
    at_the_table(b"\xc6\xff\xff\xff\xff"),
    at_the_table(b"\x81\xa4type\xa2\xc3\x28"),
    at_the_table(msgpack.packb({1: "start"})),
    at_the_table(b"\x83\xa4type\xa5start\xa2id\xa1a\xa2id\xa1b"),
    at_the_table(msgpack.packb({"type": "start", "id": float("nan")})),
    at_the_table(msgpack.packb({"type": "start", "id": msgpack.ExtType(5, b"x")})),
    at_the_table(msgpack.packb({"type": "start", "id": "a"}) + b"\xc0"),
    at_the_table(b""),
    framed(HELLO) + framed(b"start", first=0x81),
    framed(b"hello", first=0x81),
    framed(b"", first=0x82),
    framed(HELLO) + framed(b"start", first=0xF2),
    framed(HELLO) + framed(b"start", first=0x83),
    framed(HELLO) + framed(b"start", first=0x80),
    framed(HELLO) + framed(b"\xc3\x28", first=0x81),
    framed(HELLO) + b"\x82\x05start",
    framed(HELLO) + b"\x82\xff" + struct.pack(">Q", 2**40) + bytes(4),
    framed(HELLO) + framed(bytes(20_000)),
    framed(HELLO) + framed(b"\x03", first=0x88),
]


async def test_a_hand_is_played_under_attack(caplog: pytest.LogCaptureFixture) -> None:
    """F42: before each move somebody attacks the server's port; nothing of it is felt or logged."""
    attacks = [(request, False) for request in REQUESTS] + [(frame, True) for frame in FRAMES]
    with caplog.at_level(logging.ERROR):
        async with company(2, seed="under attack", seats=2, target=1000) as two:
            while attacks:
                while await two.goes_on():
                    if attacks:
                        sent, upgrade = attacks.pop()
                        await attack(two.app, sent, upgrade=upgrade)
                    await two.move(two.mover.you["legal"][0])
                await two.do(two.host, "next")
            health = await ask(two.app.server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert health.startswith(b"HTTP/1.1 200 ")
            for person in two.persons:
                numbers = [m["table"]["number"] for m in person.messages if m["type"] == "view"]
                assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert caplog.messages == []


REFUSAL = re.compile(
    rb"^HTTP/1.1 4\d\d |bad_message|\x88.(?:\x03\xea|\x03\xeb|\x03\xef|\x03\xf0|\x03\xf1)",
    re.DOTALL,
)
"""An HTTP error, the answer to a bad message, or a close with 1002, 1003, 1007, 1008 or 1009."""


async def attack(app: App, sent: bytes, *, upgrade: bool) -> None:
    """Send it, until it is answered with an error; then hang up."""
    answer = b""
    async with raw(app.server) as vandal, asyncio.timeout(5):
        if upgrade:
            await vandal.upgrade()
        vandal.write(sent)
        while not REFUSAL.search(answer):
            more = await vandal.reader.read(4096)
            assert more, (sent, answer)
            answer += more


# --- lenient types


WRONG: list[tuple[str, Message]] = [
    ("seat", {"type": "seat", "seat": True, "to": {"kind": "open"}}),
    ("seat", {"type": "seat", "seat": "1", "to": {"kind": "open"}}),
    ("seat", {"type": "nonce", "seat": 0, "nonce": bytes(32)}),
    ("branch", {"branch": 2.0}),
    ("branch", {"branch": 2}),
    ("branch", {"branch": True}),
    ("tile.0", {"tile": [-1, 5]}),
    ("tile.1", {"tile": [5, 2**64 - 1]}),
    ("tile.1", {"tile": [5, float(2**70)]}),
    ("tile.0", {"tile": [True, 5]}),
    ("tile.1", {"tile": [3]}),
    ("tile", {"tile": [3, 5, 5]}),
    ("tile", {"tile": "35"}),
    ("tile.0", {"tile": ["3", "5"]}),
    ("turn", {"turn": True}),
    ("turn", {"turn": 2.0}),
    ("name", {"type": "join", "code": "K7MP4RWX", "name": 42}),
    ("rules.target", {"type": "rules", "rules": {"target": float("1e400")}}),
    ("rules.target", {"type": "rules", "rules": {"target": True}}),
    ("rules.seats", {"type": "rules", "rules": {"seats": "4"}}),
    ("locked", {"type": "lock", "locked": 1}),
    ("locked", {"type": "lock", "locked": "true"}),
    ("wager", {"wager": 5}),
    ("person", {"person": 2}),
    ("seat", {"seat": "N"}),
    ("at", {"at": 1_700_000_000}),
]


async def test_junk_is_named_and_changes_nothing() -> None:
    """F44: a person whose turn it is sends every kind of it. F60: times are not taken either."""
    async with company(2, seed="lenient types", seats=2) as two:
        mover = two.mover
        (other,) = (person for person in two.persons if person is not mover)
        move = as_command(mover.you["legal"][0], Random(0)) | {"turn": mover.table["turn"]}
        seen = len(other.messages)
        for number, (field, junk) in enumerate(WRONG):
            if number % 15 == 14:  # a connection may send only so much that is no message
                await mover.close()
                await come_back(mover)
                seen += 2  # away, and here again
            answer = await mover.ask(**(junk if "type" in junk else move | junk))
            assert answer["code"] == "bad_message", junk
            assert answer["facts"]["field"].endswith(field), junk
            assert "Traceback" not in str(answer)
        odd = await mover.ask(**move | {"tile": [3, 10], "branch": "S"})
        assert odd["code"] == "unknown_tile", "well-formed, though there is none"
        await other.ask("record")
        assert [m["type"] for m in other.messages[seen:]] == ["record"]
        await two.do(mover, **move)


async def test_one_sits_where_the_server_says() -> None:
    """F44: naming another's seat is of no use; seals and nonces are for one's own."""
    async with company(2, seed="another's seat", seats=2) as two:
        await two.do(two.mover, **as_command(two.mover.you["legal"][0], Random(0)))
        waiting = next(person for person in two.persons if not person.my_turn)
        legal = two.mover.you["legal"][0]
        answer = await waiting.ask(**as_command(legal, Random(0)), turn=waiting.table["turn"])
        assert answer["code"] == "not_your_turn"
        seal = {"seat": two.mover.you["seat"], "seal": bytes(32)}
        assert (await waiting.ask("seal", **seal))["code"] == "not_seated"


# --- twice, or too late


async def test_two_starts_and_a_guests_make_one_deal() -> None:
    """F30."""
    async with seeded("two starts") as app, sitting_down(app, 2) as two:
        guest = two.persons[1]
        assert (await guest.ask("start"))["code"] == "not_host"
        answers = await asyncio.gather(two.host.ask("start"), two.host.ask("start"))
        codes = {answer.get("code", "done") for answer in answers}
        assert codes == {"done", "already_started"}
        await two.host.until(lambda: bool(two.table["phase"] == "playing"))
        await two.all_see(two.table["turn"])
        for person in two.persons:
            assert await still_the_same(person)
        assert {m["commitment"] for m in guest.messages if m.get("seals")} == {
            guest.room["commitment"]
        }


async def still_the_same(person: Raw) -> bool:
    """Whether this person has been shown one hand of eight tiles, and no other."""
    await person.ask("record")
    hands = {
        str(message["you"]["hand"])
        for message in person.messages
        if message["type"] == "view" and "hand" in message["you"]
    }
    return len(hands) == 1 and len(person.you["hand"]) == 8


async def test_who_comes_after_the_start_gets_no_hand() -> None:
    """F30: nor does the running hand notice, whatever seat they ask for.

    They come in, without a seat; their wish stands there for the host to grant.
    """
    async with company(2, seed="late") as two:
        assert await two.goes_on()
        own, turn = [person.you for person in two.persons], two.table["turn"]
        for number, seat in enumerate((None, *two.seats)):
            late = Raw(two.app, Random(f"late {number}"))
            await late.connect()
            choice: dict[str, Any] = {} if seat is None else {"seat": seat}
            answer = await late.enter("join", code=two.host.code, name="Late", **choice)
            assert answer["type"] == "welcome"
            assert late.you == {}
            (wish,) = late.table["asking"]
            assert wish["person"] == late.person
            taken = [person.you["seat"] for person in two.persons]
            assert wish["seat"] not in taken  # nobody asks for a seat whose person is here
            assert (await late.ask("pass", turn=turn))["code"] == "not_seated"
            assert (await late.ask("hint", turn=turn))["code"] == "not_seated"
            assert all("hand" not in (one.get("you") or {}) for one in late.messages)
            await late.ask("leave")
            await late.close()
        await two.host.until(lambda: len(two.host.room["people"]) == 2)
        assert [person.you for person in two.persons] == own
        assert two.table["turn"] == turn


async def test_a_doubled_join_seats_one() -> None:
    """F30: both in one write, as a doubled click sends them."""
    async with seeded("a doubled join") as app, sitting_down(app, 1) as one:
        address = f"ws://127.0.0.1:{app.server.port}/ws"
        async with connect(address, subprotocols=[LONGANA], compression=None) as socket:
            join = {"type": "join", "code": one.host.code, "name": "Twice"}
            await socket.send(HELLO)
            for id in ("one", "two"):
                await socket.send(msgpack.packb({**join, "id": id}))
            told: list[tuple[str, str]] = []
            while len(told) < 2:
                message = msgpack.unpackb(await socket.recv())
                if "about" in message:
                    told.append((message["about"], message["code"]))
            assert told == [("one", one.host.code), ("two", "already_in_room")]
            await one.host.until(lambda: len(one.host.room["people"]) == 2)
            kinds = [state["kind"] for state in one.host.room["seats"]]
            assert kinds == ["person", "person", "computer", "computer"]
