"""Deals that a test knows beforehand, as `--test-deals` takes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from longana_engine import TILES, seats_of


Deal = Mapping[str, str]


def write_deals(folder: Path, deals: Sequence[Deal]) -> Path:
    """The file for the setting `test_deals`."""
    file = folder / "deals.json"
    file.write_text(json.dumps(list(deals)))
    return file


def random_deals(seed: object, *, seats: int = 4, count: int = 20) -> list[Deal]:
    """In each of them somebody holds a double."""
    rng = Random(f"{seed}")
    deals: list[Deal] = []
    while len(deals) < count:
        tiles = rng.sample(TILES, 8 * seats)
        if not any(tile.is_double for tile in tiles):
            continue
        deals.append(
            {
                seat.value: " ".join(str(tile) for tile in tiles[8 * place : 8 * place + 8])
                for place, seat in enumerate(seats_of(seats))
            }
        )
    return deals
