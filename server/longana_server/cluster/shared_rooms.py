"""The rooms in NATS as whoever runs the servers sees them, while they run or not."""

from __future__ import annotations

from typing import Any

from .. import room as folding
from ..codes import read_code
from ..events import Entry, MovedTo
from ..kept_rooms import Kept, kept_of, whole_document
from ..log import CorruptRoom, NoRoom
from . import Shared


async def listed(shared: Shared) -> list[Kept | CorruptRoom]:
    """As `kept_rooms.listed`."""
    found: list[Kept | CorruptRoom] = []
    visits = await shared.log.visits()
    for id in sorted(await shared.log.rooms(), key=lambda id: (-visits.get(id, 0), id)):
        try:
            names = await shared.names.names(id)
            kept = kept_of(await shared.log.read(id), names, visits.get(id, 0))
        except NoRoom:
            continue  # deleted meanwhile
        except CorruptRoom as error:
            found.append(error)
            continue
        if kept is not None:
            found.append(kept)
    return found


async def exported(shared: Shared, code: str, *, with_secrets: bool = False) -> dict[str, Any]:
    """As `kept_rooms.exported`."""
    id, entries = await _found(shared, code)
    return whole_document(entries, await shared.names.names(id), with_secrets=with_secrets)


async def deleted(shared: Shared, code: str) -> None:
    """Delete a room for good, also while people are in it; raises NoRoom, CorruptRoom."""
    id, entries = await _found(shared, code)
    for each in folding.fold(entries).codes:
        await shared.log.delete(each)
    await shared.names.erase(id)


async def _found(shared: Shared, typed: str) -> tuple[str, list[Entry]]:
    """The code a room's log is under, from any of its codes as typed, and the log."""
    code = read_code(typed)
    if code is None:
        raise NoRoom(typed)
    entries = await shared.log.read(code)
    first = entries[0].event
    if isinstance(first, MovedTo):
        return first.room, await shared.log.read(first.room)
    return code, entries
