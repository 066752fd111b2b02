"""A bar at a terminal, lines anywhere else."""

from __future__ import annotations

import io

from longana_server.arena.progress import shown


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_where_nobody_watches_there_is_a_line_now_and_then() -> None:
    out, now = io.StringIO(), 0.0
    with shown(100, out, lambda: now) as step:
        for _ in range(100):
            now += 0.3
            step()
    assert out.getvalue() == "34 of 100 matches\n68 of 100 matches\n"


def test_at_a_terminal_there_is_a_bar() -> None:
    out = Terminal()
    with shown(4, out) as step:
        for _ in range(4):
            step()
    assert "4/4" in out.getvalue()
