"""One WebSocket to a server: opened, written to, read until it ends. Thin on purpose."""

from __future__ import annotations

import ssl

from pydantic import BaseModel
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol

from longana_protocol.answers import ServerMessage
from longana_protocol.catalogue import text
from longana_protocol.codec import BadMessage, decode_answer, encode
from longana_protocol.words import SUBPROTOCOL

from .errors import Unreachable
from .links import Link


LARGEST_ANSWER = 16 * 1024 * 1024
"""Bytes. The record of the longest match stays well below."""


class Socket:
    """A connection that has been opened."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, link: Link, lang: str) -> Socket:
        """Connect to a server, directly (no proxy).

        Raises:
            Unreachable: when nothing answers, or something else than a Longana server does.

        """
        try:
            connection = await connect(
                link.socket,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=LARGEST_ANSWER,
                proxy=None,
                close_timeout=1,
            )
        except (InvalidHandshake, InvalidURI) as error:
            raise _unreachable(link, lang, "not_longana") from error
        except ssl.SSLCertVerificationError as error:
            raise _unreachable(link, lang, "certificate") from error
        except ssl.SSLError as error:
            raise _unreachable(link, lang, "not_longana") from error
        except (OSError, TimeoutError) as error:
            raise _unreachable(link, lang, "unreachable") from error
        if connection.subprotocol != SUBPROTOCOL:
            await connection.close()
            raise _unreachable(link, lang, "not_longana")
        return cls(connection)

    async def send(self, message: BaseModel) -> None:
        """Send; a connection that has ended swallows it, and its reader will notice the end."""
        try:
            await self._connection.send(encode(message))
        except ConnectionClosed:
            return

    async def receive(self) -> ServerMessage | None:
        """The next message; None once the connection has ended. What only a newer server says is
        skipped.
        """
        while True:
            try:
                return decode_answer(await self._connection.recv())
            except BadMessage:
                continue
            except ConnectionClosed:
                return None

    async def close(self) -> None:
        await self._connection.close()


def _unreachable(link: Link, lang: str, why: str) -> Unreachable:
    return Unreachable(link.server, text(lang, f"connection.{why}", server=link.server))
