"""Rooms that several nodes share, by way of NATS JetStream.

Only what is in here knows NATS, and only a server that was told `LONGANA_LOG=nats://…` imports it:
the client library is the extra `longana[cluster]`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
)
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..log import LogError
from ..settings import Settings


if TYPE_CHECKING:
    from .jetstream_log import JetStreamLog
    from .jetstream_names import JetStreamNames
    from .streams import Streams


START_PATIENCE = 20.0
"""Seconds to wait for NATS at the start: what is started together comes up in any order."""


class CannotJoin(LogError):
    """The rooms cannot be shared; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What the nodes of a house have in common."""

    log: JetStreamLog
    names: JetStreamNames
    streams: Streams


@asynccontextmanager
async def joined(settings: Settings) -> AsyncIterator[Shared]:
    """Be a node of the house whose NATS servers `settings.log` names.

    Raises:
        CannotJoin: none of them could be reached for 20 s, or they do not take our rooms.

    """
    with _explained(settings):
        from . import streams
    opening = streams.connected(
        settings.nats_urls,
        replicas=settings.log_replicas,
        shards=settings.log_shards,
        patience=START_PATIENCE,
    )
    async with _shared(settings, opening) as shared:
        yield shared


@asynccontextmanager
async def looked_into(settings: Settings) -> AsyncIterator[Shared]:
    """Look after the rooms of that house, which must be there; raises CannotJoin."""
    with _explained(settings):
        from . import streams
    async with _shared(settings, streams.visited(settings.nats_urls)) as shared:
        yield shared


@asynccontextmanager
async def _shared(
    settings: Settings, opening: AbstractAsyncContextManager[Streams]
) -> AsyncIterator[Shared]:
    from . import jetstream_log, jetstream_names

    async with AsyncExitStack() as stack:
        with _explained(settings):
            streams = await stack.enter_async_context(opening)
        log = await stack.enter_async_context(jetstream_log.opened(streams))
        yield Shared(log, jetstream_names.JetStreamNames(streams), streams)


@contextmanager
def _explained(settings: Settings) -> Iterator[None]:
    """What goes wrong, said to whoever started it."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "nats":
            raise
        raise CannotJoin(
            "To keep rooms in NATS, Longana needs its client library: "
            "pip install 'longana[cluster]'"
        ) from None
    except LogError as error:
        names = ", ".join(_without_password(url) for url in settings.nats_urls)
        raise CannotJoin(f"Rooms cannot be kept in NATS at {names}: {error}.") from None


def _without_password(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2]
