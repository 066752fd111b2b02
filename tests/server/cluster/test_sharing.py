"""The look at all rooms that a server shares with others, now and then."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from longana_server.cluster import sharing as module
from longana_server.cluster.nodes import Nodes
from longana_server.cluster.sharing import Sharing
from longana_server.cluster.tied import Tied
from longana_server.log.memory import MemoryLog
from longana_server.refusing import Refused
from nats_servers import NatsServer, house
from server.cluster.together import live_at, node


class Looked:
    """A room that counts how often it is looked at, and may fail at it."""

    def __init__(self, error: Exception | None = None) -> None:
        self.looks = 0
        self.twice = asyncio.Event()
        self._error = error

    def look(self) -> None:
        self.looks += 1
        if self.looks == 2:
            self.twice.set()
        if self._error is not None:
            raise self._error


async def test_a_room_that_fails_keeps_no_other_from_being_looked_at(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "LOOK_EVERY", 0.01)
    async with house(nats.url) as streams:
        sharing = Sharing(streams, Nodes(streams), MemoryLog())
        rooms = Looked(ReferenceError("gone")), Looked(), Looked(ValueError("wrong"))
        for room in rooms:
            sharing.keep(cast(Tied, room))
        looking = asyncio.create_task(sharing.look_for_ever())
        async with asyncio.timeout(5):
            for room in rooms:
                await room.twice.wait()
        looking.cancel()
        sharing.lookout.close()
    assert "could not be looked at" in caplog.text


@pytest.mark.parametrize("error", [asyncio.CancelledError(), MemoryError(), Refused("try_again")])
async def test_nothing_goes_on_for_a_room_that_could_not_be_opened(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    async with node(nats.url, "unopened") as one:
        await one.host()
        tied = live_at(one)._ties
        assert isinstance(tied, Tied)
        tied.close()

        async def fails(step: object) -> bool:
            raise error

        monkeypatch.setattr(tied, "_change", fails)
        if isinstance(error, Refused):
            await tied.begin()  # it is tried again at the next look
            assert tied in one.sharing._rooms
        else:
            with pytest.raises(type(error)):
                await tied.begin()
            assert tied not in one.sharing._rooms
        monkeypatch.undo()
