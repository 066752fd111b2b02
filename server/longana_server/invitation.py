"""How friends come in while the table stands, and what whoever runs it is told meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Self

from longana_protocol.catalogue import text

from .hosting import System, Table, nobody_lines
from .tunnel import Broken, Mended, TunnelNews


class Notices:
    """Lines for whoever runs the table, kept until somebody shows them."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[list[str]] = asyncio.Queue()

    def add(self, lines: list[str]) -> None:
        self._waiting.put_nowait(lines)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> list[str]:
        return await self._waiting.get()


class Invitation:
    """The table and the link to it, which follows the tunnel where it goes.

    `publish` tells the server under which address it is found.
    """

    def __init__(self, table: Table, language: str, publish: Callable[[str], None]) -> None:
        self.table = table
        self.notices = Notices()
        self._language = language
        self._publish = publish

    @property
    def base_url(self) -> str:
        """The address that friends reach the server under now."""
        return self.table.base_url

    def move_to(self, address: str) -> None:
        """Friends come in through a tunnel at this address."""
        self._publish(address)
        self.table = replace(self.table, public_url=address, is_tunnelled=True)

    def hear(self, news: TunnelNews) -> None:
        """Tell what has become of the tunnel."""
        match news:
            case Broken(trouble):
                lines = [self._text("broken"), *trouble.lines(self._language)]
            case Mended(address) if address == self.table.public_url:
                lines = [self._text("same")]
            case Mended(address):
                self.move_to(address)
                lines = [self._text("other"), f"  {self.table.link}"]
        self.notices.add(lines)

    def remind(self, system: System) -> None:
        """Tell what to look at: nobody has come."""
        self.notices.add(nobody_lines(self.table, self._language, system))

    def _text(self, key: str) -> str:
        return text(self._language, f"tunnel.{key}")
