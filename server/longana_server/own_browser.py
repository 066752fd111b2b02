"""The browser of whoever runs `longana host`: whether there is one to open, and opening it."""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from collections.abc import Mapping


def is_there(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a window would open before the person who typed the command.

    Not over ssh, where it would open elsewhere or not at all, and not without a screen, where
    the library would start a browser of text in the very terminal.
    """
    if environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"):
        return False
    if platform in ("darwin", "win32"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


async def show(url: str) -> bool:
    """Open the page; gives whether a browser took it. The library waits, so in a thread."""
    try:
        return await asyncio.to_thread(webbrowser.open, url)
    except webbrowser.Error:
        return False
