"""What one stay at a table works with."""

from __future__ import annotations

from dataclasses import dataclass

from .connection import Client
from .narrator import Narrator
from .screen import Screen
from .wording import Words


@dataclass(frozen=True, slots=True)
class Desk:
    """The connection, who tells what happens, where it is printed, and the words for it.

    `alone`: nobody else is expected at the table, so that there is no lobby.
    """

    client: Client
    narrator: Narrator
    screen: Screen
    words: Words
    alone: bool = False
