"""`longana rooms`: the rooms a server keeps, listed, exported, deleted, backed up, restored.

With `as_json` the answer is one line on `out` and nothing on `err`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TextIO, TypeVar

from longana_protocol.catalogue import text

from . import kept_rooms
from .cluster import CannotJoin, Shared, looked_into, shared_rooms
from .kept_rooms import Kept
from .log import CorruptRoom, LogError, NoRoom
from .log.sqlite_file import BadFile, InUse
from .plain_text import say, visible
from .settings import Settings


Action = Literal["list", "export", "delete", "backup", "restore"]

Result = TypeVar("Result")

DONE: Final = 0
FAILED: Final = 1

STREAMS_KEPT: Final = "longana-names, longana-visits, longana-log-0 and so on"

BY_NATS: Final = {
    "backup": f"Rooms in NATS are backed up stream by stream ({STREAMS_KEPT}) with its own "
    "program: nats stream backup STREAM DIRECTORY.",
    "restore": f"Rooms in NATS are restored stream by stream ({STREAMS_KEPT}) with its own "
    "program, while no server of Longana's runs: nats stream restore DIRECTORY.",
}


class InNats(LogError):
    """What is asked for is done with NATS' own program; the message says how."""


def run_rooms(
    action: Action,
    settings: Settings,
    *,
    code: str = "",
    file: Path | None = None,
    with_secrets: bool = False,
    replace: bool = False,
    as_json: bool,
    out: TextIO,
    err: TextIO,
) -> int:
    """Do one thing with the rooms a server with these settings keeps; gives the exit code, 0 or 1.

    They are those in NATS or else those in the data folder. `code` names the room to export or
    delete, `file` the backup.
    """
    folder = settings.data_dir
    try:
        match action:
            case "list":
                _show(_listed(settings), as_json, out)
            case "export":
                document = _exported(settings, code, with_secrets)
                say(out, json.dumps(document, ensure_ascii=False, indent=None if as_json else 2))
            case "delete":
                _delete(settings, code)
                _tell({"deleted": code}, f"The room {visible(code)} is deleted.", as_json, out)
            case "backup" | "restore" if settings.nats_urls:
                raise InNats(BY_NATS[action])
            case "backup":
                assert file is not None
                count = kept_rooms.backed_up(folder, file)
                _tell({"rooms": count}, f"Backed up {_rooms(count)} to {file}.", as_json, out)
            case "restore":
                assert file is not None
                count = kept_rooms.restored(folder, file, replace=replace)
                _tell({"rooms": count}, f"Restored {_rooms(count)} to {folder}.", as_json, out)
    except NoRoom:
        return _fail("no_room", f"No room has the code {visible(code)}.", as_json, out, err)
    except InUse as error:
        return _fail("in_use", str(error), as_json, out, err)
    except CorruptRoom as error:
        return _fail("corrupt_room", str(error), as_json, out, err)
    except (CannotJoin, InNats) as error:
        return _fail("in_nats", str(error), as_json, out, err)
    except (BadFile, LogError) as error:
        return _fail("bad_file", str(error), as_json, out, err)
    return DONE


def _listed(settings: Settings) -> Sequence[Kept | CorruptRoom]:
    if settings.nats_urls:
        return _in_nats(settings, shared_rooms.listed)
    with kept_rooms.reading(settings.data_dir) as db:
        return list(kept_rooms.listed(db))


def _exported(settings: Settings, code: str, with_secrets: bool) -> dict[str, Any]:
    if settings.nats_urls:
        export = partial(shared_rooms.exported, code=code, with_secrets=with_secrets)
        return _in_nats(settings, export)
    with kept_rooms.reading(settings.data_dir) as db:
        return kept_rooms.exported(db, code, with_secrets=with_secrets)


def _delete(settings: Settings, code: str) -> None:
    if settings.nats_urls:
        _in_nats(settings, partial(shared_rooms.deleted, code=code))
    else:
        kept_rooms.deleted(settings.data_dir, code)


def _in_nats(settings: Settings, work: Callable[[Shared], Awaitable[Result]]) -> Result:
    async def done() -> Result:
        async with looked_into(settings) as shared:
            return await work(shared)

    return asyncio.run(done())


def _show(found: Sequence[Kept | CorruptRoom], as_json: bool, out: TextIO) -> None:
    if as_json:
        rooms = [_fields(kept) for kept in found if isinstance(kept, Kept)]
        damaged = [str(error) for error in found if isinstance(error, CorruptRoom)]
        _tell({"rooms": rooms, "damaged": damaged}, "", as_json, out)
        return
    for kept in found:
        if isinstance(kept, CorruptRoom):
            say(out, f"damaged: {kept}")
            continue
        people = ", ".join(visible(name) for name in kept.people) or "nobody"
        matches = text("en", "count.match", count=kept.matches)
        say(out, f"{kept.code}  {_time(kept.visited)}  {matches}  {people}")
    if not found:
        say(out, "No rooms.")


def _fields(kept: Kept) -> dict[str, Any]:
    return {
        "code": kept.code,
        "visited": _time(kept.visited),
        "people": list(kept.people),
        "matches": kept.matches,
        "entries": kept.entries,
    }


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _rooms(count: int) -> str:
    return text("en", "count.room", count=count)


def _tell(answer: Mapping[str, Any], line: str, as_json: bool, out: TextIO) -> None:
    say(out, json.dumps({"ok": True, **answer}, ensure_ascii=False) if as_json else line)


def _fail(code: str, message: str, as_json: bool, out: TextIO, err: TextIO) -> int:
    if as_json:
        say(out, json.dumps({"ok": False, "error": {"code": code, "message": message}}))
    else:
        say(err, f"longana: {message}")
    return FAILED
