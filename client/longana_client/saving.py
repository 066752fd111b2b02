"""Writing a match's record to a file, and how to check it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from longana_protocol.words import SeatName

from .terminal import own_command


class CannotSave(Exception):
    """The file could not be written; `key` is the catalogue's text, `reason` the system's."""

    def __init__(self, key: str, reason: str = "") -> None:
        super().__init__(key)
        self.key = key
        self.reason = reason


def save(record: Mapping[str, Any], name: str) -> Path:
    """Write a record as JSON to a new file; `~` is understood, an existing file is kept.

    Raises:
        CannotSave: when there is such a file, it can't be written, or is no JSON.

    """
    path = Path(name)
    try:
        text = json.dumps(record, ensure_ascii=False, indent=1)
        text.encode()
    except (TypeError, ValueError):
        raise CannotSave("ui.save.no_record") from None
    try:
        path = path.expanduser()
        with path.open("x", encoding="utf-8") as file:
            file.write(text + "\n")
    except FileExistsError:
        raise CannotSave("ui.save.exists") from None
    except (OSError, ValueError, RuntimeError) as error:
        raise CannotSave("ui.save.failed", getattr(error, "strerror", None) or str(error)) from None
    return path


def verify_command(path: Path, commitment: bytes | None, nonces: Mapping[SeatName, bytes]) -> str:
    """The command that checks the record against what this side knows by itself."""
    parts = [own_command(), "verify", str(path)]
    if commitment is not None:
        parts += ["--commitment", commitment.hex()]
    for seat, nonce in nonces.items():
        parts += ["--nonce", f"{seat}={nonce.hex()}"]
    return shlex.join(parts)
