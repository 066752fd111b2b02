"""Who sees the end of a hand, and when that is to be kept."""

from __future__ import annotations

import pytest

from longana_server.events import Closed, RevealShared
from longana_server.reveal import is_owed
from server.phases import lobby
from server.scripted_room import SHORT_MOVES, for_two


@pytest.mark.parametrize(
    ("persons", "connected", "watchers", "owed"),
    [
        (1, {1}, 0, False),
        (1, {1}, 1, True),
        (1, set[int](), 1, True),
        (1, {1, 9}, 0, True),
        (2, {1}, 0, True),
        (2, set[int](), 0, True),
    ],
)
def test_whoever_but_its_one_player_sees_the_end_makes_it_final(
    persons: int, connected: set[int], watchers: int, owed: bool
) -> None:
    over = for_two(*SHORT_MOVES, persons=persons).room
    assert is_owed(over, connected, watchers) is owed


def test_before_the_end_and_once_it_is_kept_nothing_is_owed() -> None:
    assert not is_owed(lobby(2).room, {1, 2}, 1)
    assert not is_owed(for_two(*SHORT_MOVES[:2], persons=2).room, {1, 2}, 1)
    scripted = for_two(*SHORT_MOVES, persons=2)
    assert is_owed(scripted.room, {1, 2}, 0)
    assert not is_owed(scripted.add(Closed()), {1, 2}, 0)
    kept = for_two(*SHORT_MOVES, persons=2)
    assert not is_owed(kept.add(RevealShared()), {1, 2}, 0)
