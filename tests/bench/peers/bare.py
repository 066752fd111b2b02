"""The least a Python server can do: each message is answered with a payload of 300 bytes to the
four clients of its room. No game, no rules, nothing hidden.

    python bare.py PORT 1|4

`1`: packed once, the same for all; `4`: packed for each seat, which hidden hands need.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgpack
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed


def body(number: int, seat: int) -> dict[str, Any]:
    """As long as a view of the game, and as nested."""
    return {
        "s": number,
        "t": number & 3,
        "hand": 7,
        "center": 9,
        "passes": 0,
        "branches": [
            [99, 19, 12, 25, 55, 58],
            [39, 33, 36, 16],
            [9, 1, 14, 47, 78, 48, 24],
            [89, 68, 26, 29],
        ],
        "ends": [8, 6, 4, 9],
        "open": [False, True, False, False],
        "counts": [3, 4, 2, 5],
        "scores": [120, 61, 233, 90],
        "seats": ["ana", "bruno", "carla", "david"],
        "mine": [seat, 17, 44, 67, 88],
        "last": {"seat": 2, "tile": 24, "branch": 2, "kind": "play"},
        "pad": "x" * 100,
    }


class Room:
    __slots__ = ("number", "sockets")

    def __init__(self) -> None:
        self.number = 0
        self.sockets: dict[int, ServerConnection] = {}

    def show(self, packed_each: bool) -> None:
        if not packed_each:
            broadcast(self.sockets.values(), msgpack.packb(body(self.number, 0)))
            return
        for seat, socket in self.sockets.items():
            broadcast((socket,), msgpack.packb(body(self.number, seat)))


async def serve_forever(port: int, packed_each: bool) -> None:
    rooms: dict[str, Room] = {}

    async def handle(socket: ServerConnection) -> None:
        assert socket.request is not None
        asked = parse_qs(urlsplit(socket.request.path).query)
        room = rooms.setdefault(asked["room"][0], Room())
        room.sockets[int(asked["seat"][0])] = socket
        if len(room.sockets) == 4:
            room.show(packed_each)
        try:
            async for message in socket:
                msgpack.unpackb(message)
                room.number += 1
                room.show(packed_each)
        except ConnectionClosed:
            pass

    async with serve(handle, "127.0.0.1", port, compression=None, ping_interval=None) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve_forever(int(sys.argv[1]), sys.argv[2] == "4"))
