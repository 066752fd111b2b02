"""What strangers do to a server, each over a connection of its own that ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from server.wire import LONGANA, UPGRADE


PATIENCE = 3.0
"""Seconds after which a stranger goes by themselves."""

HELLO = msgpack.packb({"type": "hello", "version": 1})
MASKED = b"\x80\0\0\0\0"
"""The rest of a frame of a client that carries nothing."""


async def knock(port: int) -> ClientConnection:
    """A connection that has said hello."""
    socket = await connect(
        f"ws://127.0.0.1:{port}/ws",
        subprotocols=[LONGANA],
        compression=None,
        max_queue=1,  # so that a connection that is not read from takes nothing
        close_timeout=1,
    )
    await socket.send(HELLO)
    return socket


async def flood(port: int, rng: Random) -> None:
    """Commands as fast as they go; closed with 1008."""
    socket = await knock(port)
    message = msgpack.packb({"type": "join", "id": "a", "code": "AAAAAAAA", "name": "x"})
    try:
        while True:
            await socket.send(rng.choice([message, b"\xc1", message[:-1]]))
            await asyncio.sleep(0.001)  # sending alone lets nobody else of this loop have a turn
    except ConnectionClosed:
        assert socket.close_code in (1008, 1006), socket.close_code
    finally:
        socket.transport.abort()


async def say_nothing(port: int, rng: Random) -> None:
    """A socket, and not even a request."""
    await _raw(port, b"", rng.uniform(0, 2))


async def half_a_handshake(port: int, rng: Random) -> None:
    await _raw(port, UPGRADE[: rng.randrange(len(UPGRADE))], rng.uniform(0, 2))


async def drip(port: int, rng: Random) -> None:
    """Slow loris: a byte now and then."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for byte in UPGRADE[:30]:
            writer.write(bytes([byte]))
            await asyncio.sleep(rng.uniform(0, 0.2))
    finally:
        writer.transport.abort()


async def huge_head(port: int, rng: Random) -> None:
    await _raw(port, b"GET /ws HTTP/1.1\r\n" + b"X: " + b"a" * rng.choice([9000, 10**6]), 0.2)


async def broken_frames(port: int, rng: Random) -> None:
    """Reserved bits, unmasked frames, sizes that cannot be, pieces and pings without end."""
    frames = [
        b"\xf2" + MASKED,
        b"\x82\x01a",
        b"\x82\xff\x7f" + b"\xff" * 11,
        (b"\x02" + MASKED) + (b"\x00" + MASKED) * 3000,
        (b"\x89" + MASKED) * 3000,
        b"\x8a" + MASKED,
        rng.randbytes(500),
    ]
    await _raw(port, UPGRADE + rng.choice(frames) * rng.randint(1, 3), 0.5)


MISCHIEF: tuple[Callable[[int, Random], Awaitable[None]], ...] = (
    *(flood, say_nothing, half_a_handshake, drip, huge_head, broken_frames),
)


async def be_a_nuisance(port: int, rng: Random, stopped: asyncio.Event) -> None:
    """One after the other, until it is enough."""
    while not stopped.is_set():
        with suppress(OSError, WebSocketException, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await rng.choice(MISCHIEF)(port, rng)
        await asyncio.sleep(rng.uniform(0, 0.2))


async def _raw(port: int, sent: bytes, stay: float) -> None:
    """Send that, and read for a while, to the end if there is one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(sent)
        with suppress(TimeoutError):
            async with asyncio.timeout(stay):
                while await reader.read(2**16):
                    pass
    finally:
        writer.transport.abort()
