"""Asking again for what was not answered, and for how long."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

from ..log import LogError
from .connection import Unreachable


Answer = TypeVar("Answer")

PATIENCE, ATTEMPT = 4.0, 1.0
"""Seconds until what is not done counts as failed, and until it is asked for again."""

AGAIN_FIRST, AGAIN_MOST = 0.03, 0.25
"""Seconds before it is asked for again, at first and at most."""

UNAVAILABLE: Final = 503
PASSING: Final = frozenset({10005, 10059, 10158, 10164})
"""What passes: too few servers yet, no stream yet, the same id or sequence on its way already."""


class Tries:
    """How often and until when something is asked for again."""

    def __init__(self, by: float | None = None) -> None:
        self._by = time.monotonic() + PATIENCE if by is None else by
        self.count = 0
        """Tries that failed."""

    async def answered(self, ask: Callable[[float], Awaitable[Answer]]) -> Answer:
        """The answer to what is asked with so many seconds to wait, as soon as there is one."""
        while True:
            try:
                return await ask(min(ATTEMPT, max(0.1, self._by - time.monotonic())))
            except Unreachable as error:
                await self.pause(error)

    async def pause(self, error: LogError) -> None:
        """Wait before the next one; raises what went wrong when time is up."""
        wait = min(AGAIN_MOST, AGAIN_FIRST * 2**self.count) * random.uniform(0.7, 1.0)
        self.count += 1
        if time.monotonic() + wait >= self._by:
            raise error
        await asyncio.sleep(wait)


def passing(error: Mapping[str, Any]) -> LogError:
    """What may pass if it is asked for again; raises LogError for what will not."""
    refused = LogError(f"NATS: {error.get('description')} ({error.get('err_code')})")
    if error.get("code") != UNAVAILABLE and error.get("err_code") not in PASSING:
        raise refused
    return refused
