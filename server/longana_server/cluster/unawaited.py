"""Work of tasks that nobody awaits."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVarTuple


Given = TypeVarTuple("Given")

logger = logging.getLogger(__name__)


async def whatever_happens(work: Callable[[*Given], Awaitable[None]], *given: *Given) -> None:
    """Do it; what it raises stands in the log, or it would be lost."""
    try:
        await work(*given)
    except Exception:
        logger.exception("cluster: something for a room could not be done")
