"""The tables of a run, and how it compares with what issue 7 asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

from bench.entrants import ENTRANTS, FLOOR, OURS, OURS_DURABLE
from bench.one_run import Row


def report(rows: Sequence[Row]) -> str:
    """Markdown. Cells are medians of the repetitions, with the least and the most."""
    good = [row for row in rows if "moves_s" in row]
    engines = [row for row in rows if "engine" in row]
    parts = [
        *(_servers("Closed loop, no time to think", [r for r in good if r["rate"] == 0])),
        *(_servers("One move a second in each room", [r for r in good if r["rate"] == 1])),
        *_growth([row for row in good if row["name"] == OURS and row["rate"] == 0]),
        *_engines(engines),
        *_limits(good, engines),
        *_troubles(rows),
    ]
    return "\n".join(parts)


def _servers(title: str, rows: Sequence[Row]) -> Iterable[str]:
    if not rows:
        return
    yield f"\n### {title}\n"
    yield (
        "| rooms | server | moves/s | p50 ms | p99 ms | B/move/seat | server CPU µs/move | "
        "server CPU % | load CPU % | MiB idle / with rooms | MiB/room |"
    )
    yield "|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    order = list(ENTRANTS)
    for rooms, name in sorted(
        {(row["rooms"], row["name"]) for row in rows}, key=lambda key: (key[0], order.index(key[1]))
    ):
        group = [row for row in rows if (row["rooms"], row["name"]) == (rooms, name)]
        cells = (
            _cell(group, "moves_s"),
            _cell(group, "p50_ms", 2),
            _cell(group, "p99_ms", 2),
            _middle(group, "bytes_move_seat"),
            _cell(group, "srv_us_move"),
            _middle(group, "srv_cpu_pct"),
            _middle(group, "load_cpu_pct"),
            f"{_middle(group, 'rss_idle_mb')} / {_middle(group, 'rss_rooms_mb')}",
            f"{median(map(_per_room, group)):.3f}",
        )
        yield f"| {rooms} | {name} | {' | '.join(cells)} |"


def _growth(rows: Sequence[Row]) -> Iterable[str]:
    if not rows:
        return
    yield "\n### Growth, Longana in the closed loop\n"
    yield "| rooms | server CPU µs/move | moves/s | MiB/room | seconds to open a room |"
    yield "|--:|--:|--:|--:|--:|"
    for rooms in sorted({row["rooms"] for row in rows}):
        group = [row for row in rows if row["rooms"] == rooms]
        opening = median(row["open_s"] / rooms for row in group)
        yield (
            f"| {rooms} | {_cell(group, 'srv_us_move')} | {_cell(group, 'moves_s')} | "
            f"{median(map(_per_room, group)):.3f} | {opening:.4f} |"
        )


def _engines(rows: Sequence[Row]) -> Iterable[str]:
    if not rows:
        return
    yield "\n### Engines, random play-outs on one core\n"
    yield "| engine | decisions/s | hands (games)/s | decisions/hand |"
    yield "|---|--:|--:|--:|"
    for row in rows:
        if "error" in row:
            yield f"| {row['engine']} | not run: {row['error']} | | |"
        else:
            yield (
                f"| {row['engine']} | {_spread(row['decisions_s'])} | {_spread(row['hands_s'])} | "
                f"{row['decisions_hand']:.1f} |"
            )


def _limits(rows: Sequence[Row], engines: Sequence[Row]) -> Iterable[str]:
    """What is asked for, as far as it was measured."""

    def of(name: str, field: str, rooms: int = 250, rate: int = 0) -> float | None:
        key = (name, rooms, rate)
        found = [row[field] for row in rows if (row["name"], row["rooms"], row["rate"]) == key]
        return median(found) if found else None

    cpu, durable, floor = (of(name, "srv_us_move") for name in (OURS, OURS_DURABLE, FLOOR))
    fsync = of(OURS_DURABLE, "fsync_p99_ms", 500, 1)
    per_room = [_per_room(row) for row in rows if row["name"] == OURS]
    asked: list[tuple[str, float | None, float | None]] = [
        ("CPU µs/move, 250 rooms", cpu, 130),
        ("… beside the bare server with four encodings", cpu and floor and cpu / floor, 1.5),
        ("CPU µs/move more with SQLite", cpu and durable and durable - cpu, 60),
        ("p99 ms, 500 rooms × 1 move/s", of(OURS, "p99_ms", 500, 1), 5),
        ("… with SQLite", of(OURS_DURABLE, "p99_ms", 500, 1), fsync and 5 + 3 * fsync),
        ("MiB/room", median(per_room) if per_room else None, 0.09),
        ("MiB idle", of(OURS, "rss_idle_mb"), 50),
        ("bytes of a view", of(OURS, "view_bytes"), 200),
        ("bytes of the first room and view", of(OURS, "first_room_and_view"), 1000),
    ]
    lines = [
        f"| {what} | {found:,.2f} | ≤ {limit:,.2f} | {'yes' if found <= limit else '**no**'} |"
        for what, found, limit in asked
        if found is not None and limit is not None
    ]
    for row in engines:
        if "at_least" in row:
            found = median(row["decisions_s"])
            holds = "yes" if found >= row["at_least"] else "**no**"
            lines.append(
                f"| {row['engine']}, decisions/s | {found:,.0f} | ≥ {row['at_least']:,} | {holds} |"
            )
    if lines:
        yield "\n### What is asked for\n"
        yield "| | measured | asked for | holds |"
        yield "|---|--:|--:|---|"
        yield from lines


def _troubles(rows: Sequence[Row]) -> Iterable[str]:
    runs = [row for row in rows if "engine" not in row]
    if not runs:
        return
    bad = [row for row in runs if _is_bad(row)]
    stolen = [row["steal_pct"] for row in runs if "steal_pct" in row]
    yield (
        f"\n{len(runs)} runs, {len(bad)} with an error, a stalled room or a refused move; CPU that "
        f"other machines took: at most {max(stolen, default=0):.1f} %."
    )
    fields = ("name", "rooms", "rate", "error", "first_errors", "stalled_rooms", "illegal")
    for row in bad:
        yield f"- { ({field: row[field] for field in fields if row.get(field)}) }"


def _is_bad(row: Row) -> bool:
    wrong: Callable[[str], Any] = row.get
    return "moves_s" not in row or any(map(wrong, ("errors", "stalled_rooms", "illegal")))


def _per_room(row: Row) -> float:
    used: float = row["rss_rooms_mb"] - row["rss_idle_mb"]
    return used / int(row["rooms"])


def _cell(group: Sequence[Row], field: str, digits: int = 0) -> str:
    return _spread([row[field] for row in group], digits)


def _spread(found: Sequence[float], digits: int = 0) -> str:
    middle = f"{median(found):,.{digits}f}"
    if len(found) == 1:
        return middle
    return f"{middle} ({min(found):,.{digits}f}–{max(found):,.{digits}f})"


def _middle(group: Sequence[Row], field: str) -> str:
    return f"{median(row[field] for row in group):.0f}"
