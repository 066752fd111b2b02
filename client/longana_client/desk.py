"""What one stay at a table works with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .connection import Client, Link
from .narrator import Narrator
from .screen import Screen
from .wording import Words


@dataclass(frozen=True, slots=True)
class Desk:
    """The connection, who tells what happens, where it is printed, and the words for it.

    `link` gives the room as friends reach it now. `alone`: nobody else is expected at the table,
    so that there is no lobby. `forget_typing` drops the half-typed line.
    """

    client: Client
    narrator: Narrator
    screen: Screen
    words: Words
    link: Callable[[], Link]
    alone: bool = False
    forget_typing: Callable[[], None] = lambda: None
