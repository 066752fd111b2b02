"""What all rooms of a server share."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .checks import Chance
from .log import RoomLog
from .metrics import Metrics
from .name_store import NameStore
from .presence import Presence
from .thinker import Thinker
from .throttle import RoomPace
from .ties import Alone, Table, Ties


@dataclass(frozen=True, slots=True)
class House:
    """Times are in seconds."""

    log: RoomLog
    names: NameStore
    thinker: Thinker
    chance: Chance
    computer_delay: float
    start_patience: float
    away_grace: float = 15.0
    deals: tuple[Mapping[str, str], ...] = ()
    clock: Callable[[], float] = time.monotonic
    metrics: Metrics = field(default_factory=Metrics)
    pace: RoomPace = field(default_factory=RoomPace)
    tie: Callable[[Table, Presence], Ties] = Alone
    """The ties of a room in which nobody is yet."""
