"""What this device remembers of former evenings, in files of the user's state folder.

Only their owner may read them: they hold what must not be known to others.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from platformdirs import user_state_path


class StateFile:
    """A list in JSON. Where it cannot be written, nothing is remembered."""

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self._folder = folder or state_folder()
        self._name = name

    def read(self) -> list[object]:
        """What stands there; nothing from a file that cannot be read."""
        try:
            found = json.loads((self._folder / self._name).read_bytes())
        except (OSError, ValueError, RecursionError):
            return []
        return found if isinstance(found, list) else []

    def write(self, items: Sequence[object]) -> None:
        """Put these there instead, all or nothing."""
        partial = self._folder / f"{self._name}.{os.getpid()}"
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            partial.unlink(missing_ok=True)
            new = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(new, "w", encoding="utf-8") as file:
                json.dump(items, file, indent=1)
            partial.replace(self._folder / self._name)


def state_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where this device remembers: LONGANA_STATE_DIR, else as the system wants it."""
    wished = (os.environ if environment is None else environment).get("LONGANA_STATE_DIR")
    return Path(wished) if wished else user_state_path("longana", appauthor=False)
