"""Telling a server that is gone from a connection that is merely bad."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit


GRACE = 1.2
"""Seconds a server that went away may take to listen again."""

RESTART_GRACE = 60.0
"""The same for one that said it would be back."""


async def nobody_listens(server: str, *, grace: float = GRACE) -> bool:
    """Whether, after a moment of grace, the machine itself says that nothing listens there.

    False for a network that is silent or slow: there it is worth trying on. `server` is an
    address such as "http://host:8765/longana".
    """
    await asyncio.sleep(grace)
    parts = urlsplit(server)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        async with asyncio.timeout(0.4):
            _, writer = await asyncio.open_connection(parts.hostname, port)
    except ConnectionRefusedError:
        return True
    except OSError:  # also a timeout
        return False
    writer.close()
    return False
