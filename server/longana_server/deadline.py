"""A server that was told to stop is gone in time, also on a machine that has no time for it."""

from __future__ import annotations

import logging
import os
import threading


PATIENCE = 4.0
"""Seconds to say goodbye, which takes less than one where nothing is wrong. Five are promised."""

logger = logging.getLogger(__name__)


def leave_within(seconds: float = PATIENCE) -> None:
    """End the process by then, with exit code 0, whatever it is at.

    It loses nothing: what has been acknowledged is on the disk, as when it is killed.
    """
    # A thread has its turn also while the event loop is at something that takes long.
    timer = threading.Timer(seconds, _leave, [seconds])
    timer.daemon = True
    timer.start()


def _leave(seconds: float) -> None:
    logger.warning("not everybody could be told within %g s; the server ends all the same", seconds)
    os._exit(0)
