"""Waiting for a turn at a table whose tiles nobody knows beforehand."""

from __future__ import annotations

import asyncio

from longana_client.connection import Client, Update


LONG_MATCH = 1000
"""Points that no first hands make."""


async def own_turn(client: Client) -> Update:
    """The client's turn in a long match. A hand may be blocked by its very opening, one in fifty of
    two seats' are: then there is none before the next.
    """
    async with asyncio.timeout(20):
        while True:
            update = await client.until(
                lambda now: now.my_turn is not None or now.view.table.phase == "hand_over"
            )
            if update.my_turn is not None:
                return update
            await client.next(update.view.table.turn)
