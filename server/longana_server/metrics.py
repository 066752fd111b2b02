"""What happens on a server, counted: no names, no rooms, no addresses.

`Metrics.text` is what Prometheus reads (text format 0.0.4). Its client library would make each
server 5 MB larger for these few lines.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal


BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: the upper bounds of what durations are sorted into."""

Counter = Literal["moves", "refusals", "dropped"]
Duration = Literal["append", "broadcast", "thinking", "waiting"]
Gauge = Literal["rooms", "connections"]

_HELP: Final[dict[Counter | Duration | Gauge, str]] = {
    "rooms": "Rooms in memory.",
    "connections": "Open connections, those that have not said yet what they want included.",
    "moves": "Moves made, by persons and by computers.",
    "refusals": "Commands refused, by the code of the answer.",
    "dropped": "States that a slow reader skipped, and connections closed because of one.",
    "append": "Seconds until an entry was on the disk.",
    "broadcast": "Seconds to show a change to everybody in a room.",
    "thinking": "Seconds a computer thought, for a move or a hint.",
    "waiting": "Seconds until it could: others think too, and processes are few.",
}


@dataclass(slots=True)
class _Durations:
    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0


class _Timed:
    """What `with` needs; made from a generator it would take longer than what it times."""

    __slots__ = ("_began", "_metrics", "_what")

    def __init__(self, metrics: Metrics, what: Duration) -> None:
        self._metrics = metrics
        self._what = what

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._metrics.lasted(self._what, time.perf_counter() - self._began)


class Metrics:
    """Counters and durations since the server began, and what there is at the moment."""

    def __init__(self) -> None:
        self._counters: dict[tuple[Counter, str], int] = {}
        self._durations: dict[Duration, _Durations] = {
            "append": _Durations(),
            "broadcast": _Durations(),
            "thinking": _Durations(),
            "waiting": _Durations(),
        }
        self._gauges: dict[Gauge, Callable[[], int]] = {}

    def count(self, what: Counter, kind: str) -> None:
        """One more; `kind` is one of few: it becomes a label."""
        self._counters[what, kind] = self._counters.get((what, kind), 0) + 1

    def counted(self, what: Counter, kind: str) -> int:
        return self._counters.get((what, kind), 0)

    def timed(self, what: Duration) -> _Timed:
        """How long a block takes, whatever comes of it."""
        return _Timed(self, what)

    def lasted(self, what: Duration, seconds: float) -> None:
        durations = self._durations[what]
        durations.counts[bisect_left(BOUNDS, seconds)] += 1
        durations.total += seconds

    def watch(self, what: Gauge, value: Callable[[], int]) -> None:
        """Ask for this number whenever the text is read."""
        self._gauges[what] = value

    def text(self) -> str:
        """All of it, as Prometheus reads it."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for gauge, value in self._gauges.items():
            yield from _head(f"longana_{gauge}", "gauge", _HELP[gauge])
            yield f"longana_{gauge} {value()}"
        labels: dict[Counter, str] = {"moves": "by", "refusals": "code", "dropped": "what"}
        for counter, label in labels.items():
            name = f"longana_{counter}_total"
            yield from _head(name, "counter", _HELP[counter])
            for (what, kind), number in sorted(self._counters.items()):
                if what == counter:
                    yield f'{name}{{{label}="{kind}"}} {number}'
        for duration, durations in self._durations.items():
            name = f"longana_{duration}_seconds"
            yield from _head(name, "histogram", _HELP[duration])
            so_far = 0
            for bound, number in zip((*BOUNDS, "+Inf"), durations.counts, strict=True):
                so_far += number
                yield f'{name}_bucket{{le="{bound}"}} {so_far}'
            yield f"{name}_sum {durations.total:.6f}"
            yield f"{name}_count {so_far}"


def _head(name: str, kind: str, explanation: str) -> Iterator[str]:
    yield f"# HELP {name} {explanation}"
    yield f"# TYPE {name} {kind}"
