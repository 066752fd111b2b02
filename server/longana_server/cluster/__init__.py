"""Rooms that several nodes share, by way of NATS JetStream.

Only what is in here knows NATS, and only a server that was told `LONGANA_LOG=nats://…` imports it:
the client library is the extra `longana[cluster]`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
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
    try:
        from . import jetstream_log, jetstream_names, streams
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "nats":
            raise
        raise CannotJoin(
            "To keep rooms in NATS, Longana needs its client library: "
            "pip install 'longana[cluster]'"
        ) from None
    async with AsyncExitStack() as stack:
        try:
            shared = await stack.enter_async_context(
                streams.connected(
                    settings.nats_urls,
                    replicas=settings.log_replicas,
                    shards=settings.log_shards,
                    patience=START_PATIENCE,
                )
            )
        except LogError as error:
            names = ", ".join(_without_password(url) for url in settings.nats_urls)
            raise CannotJoin(f"Rooms cannot be kept in NATS at {names}: {error}.") from None
        log = await stack.enter_async_context(jetstream_log.opened(shared))
        yield Shared(log, jetstream_names.JetStreamNames(shared), shared)


def _without_password(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2]
