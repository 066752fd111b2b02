"""Servers that keep their rooms in a folder, one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from longana_server.house import House
from longana_server.log.sqlite import opened
from longana_server.settings import Settings
from longana_server.thinker import Thinker
from server.clients import Played, playing
from server.scripted_room import SeededChance
from server.wire import HERE


@asynccontextmanager
async def keeping(
    folder: Path,
    settings: Settings = HERE,
    *,
    deals: tuple[Mapping[str, str], ...] = (),
    computer_delay: float = 0.0,
) -> AsyncIterator[Played]:
    """A server that brings back what the one before it in this folder has kept."""
    async with opened(folder) as log:
        house = House(
            log=log,
            names=log,
            thinker=Thinker(),
            chance=SeededChance(Random(folder.name)),  # the same wherever the tests' folders lie
            computer_delay=computer_delay,
            start_patience=5.0,
            away_grace=15.0,
            deals=deals,
        )
        here = settings.model_copy(update={"data_dir": folder})
        async with playing(here, house=house) as played:
            yield played
