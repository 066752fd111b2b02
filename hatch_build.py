"""Builds the page before it is packed, whoever packs it: pip, pipx, uv, or the launcher."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """For wheels, and for installations that lead back to the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # A process of its own: this one was started by an installer, from anywhere.
        script = Path(self.root, "client", "web", "build.py")
        if subprocess.run([sys.executable, script], check=False).returncode:
            raise SystemExit("longana: the page could not be built, see above")
