"""The table of whoever runs `longana host`: the same command brings it back next week.

Which room it is, and the token of the operator's own seat, stand in a file of the data folder that
only its owner may read.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from longana_engine import Rules
from longana_engine.strict_json import NotJson, parse

from .events import Level
from .log.sqlite_file import BadFile
from .refusing import Refused
from .rooms import Rooms


FILE_NAME: Final = "own_table.json"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OwnTable:
    code: str
    token: str | None = field(default=None, repr=False)
    """What brings the operator back to their seat, if they have sat down: in the terminal, or
    in the browser that it opened."""


@dataclass(frozen=True, slots=True)
class OpenedTable:
    code: str
    """The latest of the room."""
    token: str | None = field(repr=False)
    """Of the operator's seat, if it is still theirs."""
    is_back: bool
    """Whether it is the one from before."""


async def opened(
    rooms: Rooms, folder: Path | None, rules: Rules, level: Level, *, anew: bool
) -> OpenedTable:
    """The table from before, or with `anew`, or where there is none any more, another.

    `folder` is None where nothing is kept. Raises BadFile when the room cannot be stored.
    """
    kept = None if anew or folder is None else load(folder)
    if kept is not None:
        code = await rooms.reopen(kept.code)
        if code is not None:
            is_known = kept.token is not None and rooms.knows(code, kept.token)
            return OpenedTable(code, kept.token if is_known else None, is_back=True)
    try:
        code = await rooms.open(rules, level, watching=True)
    except Refused:
        raise BadFile(f"The table could not be stored in {folder}, see above.") from None
    if folder is not None:
        save(folder, OwnTable(code))
    return OpenedTable(code, None, is_back=False)


def load(folder: Path) -> OwnTable | None:
    """What `save` wrote; None if there is nothing, or nothing of the kind."""
    try:
        found = parse((folder / FILE_NAME).read_bytes())
    except (OSError, NotJson):
        return None
    match found:
        case {"code": str(code), "token": str() | None as token}:
            return OwnTable(code, token)
    return None


def save(folder: Path, table: OwnTable) -> None:
    """Keep it for the next time; a table that could not be noted is played at all the same."""
    partial = folder / f"{FILE_NAME}.part"
    try:
        partial.unlink(missing_ok=True)
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(asdict(table), file)
        partial.replace(folder / FILE_NAME)
    except OSError as error:
        logger.warning("the next `longana host` will not know this table again: %s", error)
