"""Conversations with one connection: hello, nonsense, floods, guesses."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace

import msgpack
import pytest
from pydantic import SecretStr
from websockets.protocol import State

from longana_protocol.catalogue import text
from longana_server import connection as connections
from longana_server import rooms
from longana_server.events import Entry
from longana_server.reviews import Reviews
from server.clients import Client, Map, playing, start
from server.wire import raw, set_to


async def told(client: Client) -> tuple[list[str], int | None]:
    """Everything that comes before the close, in short, and how it closed."""
    await client.farewell()
    return [short(message) for message in client.received], client.connection.close_code


def short(message: Map) -> str:
    said: str = message.get("code") or message.get("why") or message["type"]
    return said


# --- hello


async def test_hello_comes_first() -> None:
    async with playing() as played:
        stranger = await played.stranger()
        await stranger.send(type="create", id="a", name="Ana")
        assert await told(stranger) == (["hello_first", "bad_message"], 1008)
        assert stranger.received[0]["about"] == "a"
        assert len(played.rooms) == 0


@pytest.mark.parametrize("version", [0, 2, 999])
async def test_another_version_is_told_which_one_is_spoken(version: int) -> None:
    """F37: what to do about it, in the language asked for; no crash."""
    async with playing() as played:
        stranger = await played.stranger()
        await stranger.send(type="hello", version=version, lang="es", charm="none")
        bye = await stranger.farewell()
        assert (bye["why"], bye["version"]) == ("version", 1)
        assert bye["text"] == text("es", "bye.version")
        assert stranger.connection.close_code == 1000


async def test_who_says_nothing_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HELLO_PATIENCE", 0.05)
    async with playing() as played:
        assert await told(await played.stranger()) == (["idle"], 1008)


async def test_who_says_hello_may_think_as_long_as_they_like(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "HELLO_PATIENCE", 0.05)
    async with playing() as played:
        somebody = await played.client()
        await somebody.rest(0.1)
        await somebody.enter(type="create", name="Ana")


@pytest.mark.parametrize("first", [b"", b"\xc0", b"\x91" * 4000, b"GET / HTTP/1.1"])
async def test_a_first_message_that_is_none(first: bytes) -> None:
    async with playing() as played:
        stranger = await played.stranger()
        await stranger.connection.send(first)
        assert await told(stranger) == (["bad_message", "bad_message"], 1008)


async def test_hello_comes_once() -> None:
    async with playing() as played:
        somebody = await played.client()
        await somebody.send(type="hello", version=1)
        answer = await somebody.receive()
        assert answer["code"] == "bad_message"
        await somebody.enter(type="create", name="Ana")


# --- mistakes of ours


async def test_a_review_that_fails_is_answered_and_told_to_the_operator(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is answered aside, where nobody else would notice."""

    async def fail(*_: object) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(Reviews, "answer", fail)
    async with playing() as played:
        host = await played.host()
        assert await host.refused("review") == "try_again"
        assert "ZeroDivisionError: a mistake" in caplog.text
        await host.do("start")


# --- what is no message


HOSTILE = [
    b"",
    b"\x91" * 4000,
    b"\xdd\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\xa1\xff",
    b"\x81\x01\x02",
    b"\x82\xa1a\x01\xa1a\x02",
    b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",
    b"\xd4\x01\x00",
    msgpack.packb({"type": "start", "id": "a"}) + b"\x00",
    msgpack.packb({"type": "start", "id": "a", "more": 1}),
    msgpack.packb({"type": "start"}),
    msgpack.packb({"type": "fly", "id": "a"}),
    msgpack.packb({"type": "say", "id": "a", "text": "x" * 4080}),
]


async def test_nonsense_is_answered_and_harms_nobody() -> None:
    """F42: each frame gets an answer, and the conversation goes on."""
    async with playing() as played:
        host = await played.host()
        for frame in HOSTILE:
            await host.connection.send(frame)
            assert short(await host.receive()) == "bad_message", frame
        await host.connection.send("start")
        assert short(await host.receive()) == "bad_message"
        assert host.table["number"] == 1
        await host.do("lock", locked=True)


async def test_a_frame_far_too_long_is_closed_by_itself_alone() -> None:
    """F42."""
    async with playing() as played:
        host = await played.host()
        vandal = await played.client()
        await vandal.connection.send(bytes(100_000))
        assert (await told(vandal))[1] == 1009
        await host.do("lock", locked=True)


async def test_plain_bytes_on_the_socket_harm_nobody() -> None:
    """F42: frames with reserved bits, and a line that drops in the middle of a frame."""
    async with playing() as played:
        host = await played.host()
        for junk in (b"\xf2\x85\x00\x00\x00\x00start", b"\x82\xfe\x10", b"\x82\x05start"):
            async with raw(played.server) as vandal:
                await vandal.upgrade()
                vandal.write(junk)
                vandal.writer.write_eof()
                await vandal.ended()
        await host.do("lock", locked=True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", True),
        ("turn", "1"),
        ("turn", 2.0),
        ("turn", -1),
        ("tile", [3]),
        ("tile", [3, 5, 5]),
        ("tile", "35"),
        ("tile", [-1, 5]),
        ("tile", [True, 5]),
        ("tile", [2**63, 5]),
        ("branch", 2.0),
        ("branch", "south"),
        ("seat", "E"),
        ("id", "a b"),
    ],
)
async def test_a_field_that_is_wrong_is_named_and_nothing_happens(
    field: str, value: object
) -> None:
    """F44: types are not converted; the acting seat comes from the connection alone."""
    async with playing() as played:
        host = await played.host()
        await start(host)
        command = {"type": "play", "id": "a", "turn": host.table["turn"], "tile": [9, 9]}
        table = host.table
        await host.send(**{**command, field: value})
        answer = await host.receive()
        while answer["type"] == "view":
            table, answer = host.table, await host.receive()
        assert answer["code"] == "bad_message"
        assert answer["facts"]["field"].startswith(field)
        assert "Traceback" not in answer["text"]
        assert host.table == table


async def test_a_target_beyond_all_bounds_is_no_target() -> None:
    """F44."""
    async with playing() as played:
        somebody = await played.client()
        for target in (float("inf"), 1e400, 1001, 0, "100"):
            answer = await somebody.ask(type="create", name="Ana", rules={"target": target})
            assert answer["code"] == "bad_message"
            assert "target" in answer["facts"]["field"]


async def test_who_talks_nothing_but_nonsense_is_shown_the_door() -> None:
    async with playing() as played:
        vandal = await played.client()
        for _ in range(connections.BAD_MESSAGES):
            await vandal.connection.send(b"\xc1")
        said, code = await told(vandal)
        assert said == ["bad_message"] * (connections.BAD_MESSAGES + 1)
        assert vandal.received[-1]["type"] == "bye"
        assert code == 1008


async def test_nothing_can_be_done_outside_a_room() -> None:
    async with playing() as played:
        somebody = await played.client()
        for kind in ("start", "leave", "record"):
            assert await somebody.refused(kind) == "not_in_room"
        assert await somebody.refused("hint", turn=0) == "not_in_room"


async def test_slips_and_haste_of_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a long evening everybody slips now and then."""
    async with playing(set_to(commands_per_second=10, commands_burst=5)) as played:
        host = await played.host()
        clock = SimpleNamespace(now=time.monotonic())
        monkeypatch.setattr(connections, "time", SimpleNamespace(monotonic=lambda: clock.now))
        for _ in range(11):
            clock.now += 60
            for id in "abcdefgh":
                await host.send(type="nonsense", id=id)
            answers = [(await host.receive())["code"] for _ in "abcdefgh"]
            assert answers == ["bad_message"] * 5 + ["too_fast"] * 3, "and no goodbye"
        clock.now += 60
        await host.do("lock", locked=True)


# --- floods (F45)


async def test_a_flood_is_held_back_then_closed_and_others_notice_nothing() -> None:
    """F45."""
    async with playing(set_to(commands_burst=20)) as played:
        host = await played.host()
        guest = await played.guest(host)
        await start(host, guest)
        flood = asyncio.create_task(flooded(guest))
        slowest = 0.0
        for locked in (True, False) * 5:
            before = time.monotonic()
            await host.do("lock", locked=locked)
            slowest = max(slowest, time.monotonic() - before)
        await flood
        said, code = await told(guest)
        assert (said[-1], code) == ("too_fast", 1008)
        assert guest.received[-1]["type"] == "bye"
        assert 21 <= said.count("too_fast") < 30, "as many again (some more where it takes long)"
        assert slowest < 1.0, "0.25 s on a machine of its own"


async def flooded(vandal: Client) -> None:
    """2000 commands as fast as they go, or as many until the door is shut."""
    for number in range(2000):
        if vandal.connection.state is not State.OPEN:
            break
        vandal.connection.protocol.send_binary(
            msgpack.packb({"type": "hint", "id": f"f{number}", "turn": 0})
        )
        vandal.connection.send_data()
        if number % 50 == 0:
            await asyncio.sleep(0)


async def test_too_fast_names_the_command_it_is_about() -> None:
    async with playing(set_to(commands_burst=2, commands_per_second=0.001)) as played:
        somebody = await played.client()
        for id in "abc":
            await somebody.send(type="leave", id=id)
        answers = [await somebody.receive() for _ in "abc"]
        assert [(each["about"], each["code"]) for each in answers] == [
            ("a", "not_in_room"),
            ("b", "not_in_room"),
            ("c", "too_fast"),
        ]


async def test_nonsense_that_comes_too_fast_is_told_that_first() -> None:
    async with playing(set_to(commands_burst=1, commands_per_second=0.001)) as played:
        somebody = await played.client()
        await somebody.send(type="leave", id="a")
        await somebody.receive()
        await somebody.send(type="fly", id="b")
        answer = await somebody.receive()
        assert (answer["code"], answer["about"]) == ("too_fast", "b")


# --- guesses (F38)


GUESSES = set_to(guesses_burst=3, guesses_per_minute=1)


async def test_unknown_codes_are_answered_alike_and_soon_slowed_down() -> None:
    """F38, F33: for whoever guesses, not for the neighbours."""
    async with playing(GUESSES) as played:
        host = await played.host()
        stranger = await played.client(address="192.0.2.7")
        answers = [
            await stranger.ask(type="join", id="a", code="AAAAAAAA", name="Eva"),
            await stranger.ask(type="watch", id="a", code="not a code at all"),
            await stranger.ask(type="resume", id="a", code="K7MP4RWX", token="A" * 32),
        ]
        assert answers[0]["code"] == "no_room"
        assert answers[0] == answers[1] == answers[2]
        assert await stranger.refused("watch", code=host.code) == "too_fast"
        another = await played.client(address="192.0.2.7")
        assert await another.refused("watch", code=host.code) == "too_fast", "of one address"
        neighbour = await played.client(address="192.0.2.8")
        await neighbour.enter(type="watch", code=host.code)


async def test_wrong_tokens_are_guesses_right_ones_are_not() -> None:
    async with playing(GUESSES) as played:
        host = await played.host()
        for _ in range(5):
            host = await played.back(host)
        stranger = await played.client()
        for _ in range(3):
            assert await stranger.refused("resume", code=host.code, token="A" * 32) == "bad_token"
        assert await stranger.refused("resume", code=host.code, token="A" * 32) == "too_fast"
        assert await stranger.refused("join", code=host.code, name="Eva") == "too_fast"
        again = await played.client()
        await again.enter(type="join", code=host.code, name="Ana", token=host.token)
        await played.back(host)


async def test_tokens_are_no_way_around(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has rooms looked for at will, which takes the longer if there is one."""
    async with playing(GUESSES) as played:
        host = await played.host()
        looked: list[str] = []
        look = played.rooms.brings_back

        async def noted(code: str, token: str) -> bool:
            looked.append(code)
            return await look(code, token)

        monkeypatch.setattr(played.rooms, "brings_back", noted)
        stranger = await played.client()
        for _ in range(3):
            assert await stranger.refused("join", code="AAAAAAAA", name="Eva") == "no_room"
        for at in range(12):
            wrong = {"code": f"AAAAAAA{'BCDEFGHJKLMN'[at]}", "token": "A" * 32}
            assert await stranger.refused("resume", **wrong) == "too_fast"
        assert len(looked) == 3
        await played.back(host)


async def test_guesses_made_together_are_as_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "READ_AT_ONCE", 10)
    async with playing(GUESSES) as played:
        log, all_there = played.house.log, asyncio.Barrier(10)
        read = log.read

        async def together(room: str, after: int = 0) -> list[Entry]:
            await all_there.wait()
            return await read(room, after)

        monkeypatch.setattr(log, "read", together)
        strangers = [await played.client() for _ in range(10)]
        answers = await asyncio.gather(
            *(
                stranger.refused("watch", code=f"AAAAAAA{sign}")
                for stranger, sign in zip(strangers, "ACDEFGHJKM", strict=True)
            )
        )
        assert sorted(answers) == ["no_room"] * 3 + ["too_fast"] * 7


async def test_keys_are_guessed_as_slowly_as_codes() -> None:
    settings = GUESSES.model_copy(update={"create_key": SecretStr("sesame")})
    async with playing(settings) as played:
        stranger = await played.client(address="192.0.2.7")
        for _ in range(3):
            assert await stranger.refused("create", name="Eva", key="open") == "bad_key"
        assert await stranger.refused("create", name="Eva", key="sesame") == "too_fast"
        neighbour = await played.client(address="192.0.2.8")
        await neighbour.enter(type="create", name="Eva", key="sesame")


async def test_who_mistypes_codes_may_make_a_room_all_the_same() -> None:
    async with playing(GUESSES) as played:
        guest = await played.client()
        for _ in range(3):
            assert await guest.refused("join", code="AAAAAAAA", name="Eva") == "no_room"
        assert await guest.refused("join", code="AAAAAAAA", name="Eva") == "too_fast"
        await guest.enter(type="create", name="Eva")


async def test_codes_are_read_forgivingly() -> None:
    """F38: lower case, blanks, full-width signs, whole links."""
    async with playing() as played:
        host = await played.host()
        code = host.code
        wide = "".join(chr(ord(sign) + 0xFEE0) for sign in code)
        link = f"http://192.0.2.1:8765/longana/#{code}"
        for typed in (code.lower(), f" {code[:4]} {code[4:]} ", wide, link):
            watcher = await played.client()
            await watcher.enter(type="watch", code=typed)
            assert watcher.code == code


async def test_records_are_asked_for_a_few_at_once() -> None:
    """F28: they are long, and whoever watches may ask."""
    async with playing(set_to(commands_burst=60)) as played:
        host = await played.host(rules={"preset": "cuban", "seats": 2})
        await start(host)
        watcher = await played.watcher(host)
        answers = [await watcher.ask(type="record") for _ in range(17)]
        assert [each["type"] for each in answers].count("record") in (15, 16)
        assert answers[-1]["code"] == "too_fast"
