"""After a drop only what was missed is told."""

from __future__ import annotations

from longana_client.connection.twice_told import TwiceTold
from longana_protocol.answers import Said


def line(text: str) -> Said:
    return Said(person=2, name="Beto", text=text)


def test_known_lines_are_told_once_and_missed_ones_all_the_same() -> None:
    lines = TwiceTold()
    assert all(lines.is_new(line(text)) for text in ("hi", "ok"))
    lines.begin()
    assert [lines.is_new(line(text)) for text in ("hi", "ok", "ok", "so")] == [
        False,
        False,
        True,
        True,
    ]
    lines.end()
    assert lines.is_new(line("hi"))


def test_a_nudge_is_always_new() -> None:
    lines = TwiceTold()
    nudge = Said(person=2, name="Beto", nudge="S")
    assert lines.is_new(nudge)
    lines.begin()
    assert lines.is_new(nudge)
