"""Being let in: connect, say hello, ask to enter, wait for the answer."""

from __future__ import annotations

import asyncio

from longana_protocol import answers, commands
from longana_protocol.catalogue import text
from longana_protocol.words import VERSION

from .errors import Broken, Gone, Refused, Unreachable
from .links import Link
from .sense import makes_sense
from .socket import Socket


ANSWERED_WITHIN = 10.0
"""Seconds for a server to answer whoever asks to enter."""


async def admitted(
    link: Link, lang: str, software: str, command: commands.EnterCommand
) -> tuple[Socket, answers.Welcome]:
    """An open socket in the room, and how we were welcomed there.

    Raises:
        Refused: the server said no.
        Unreachable: nobody answered, or (Broken) the connection ended first.
        Gone: the server said goodbye.

    """
    socket = await Socket.open(link, lang)
    try:
        await socket.send(commands.Hello(version=VERSION, client=software, lang=lang))
        await socket.send(command)
        async with asyncio.timeout(ANSWERED_WITHIN):
            welcome = await _answer(socket, link, lang)
    except TimeoutError:
        await socket.close()
        raise _broken(link, lang) from None
    except BaseException:
        await socket.close()
        raise
    return socket, welcome


async def _answer(socket: Socket, link: Link, lang: str) -> answers.Welcome:
    while (message := await socket.receive()) is not None:
        match message:
            case answers.Welcome() if makes_sense(message):
                return message
            case answers.Welcome():
                raise Unreachable(link.server, text(lang, "gone.nonsense"))
            case answers.Refused(code=code, text=why, facts=facts):
                raise Refused(code, why, facts)
            case answers.Bye(why=reason, text=why):
                raise Gone(reason, why)
    raise _broken(link, lang)


def _broken(link: Link, lang: str) -> Broken:
    return Broken(link.server, text(lang, "connection.broken", server=link.server))
