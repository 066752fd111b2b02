from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from client.fake_server import FakeServer, fake_server


@pytest.fixture
async def fake() -> AsyncIterator[FakeServer]:
    async with fake_server() as listening:
        yield listening
