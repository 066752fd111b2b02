from __future__ import annotations

from longana_server.answered import Answered
from longana_server.room import REMEMBERED_IDS


def test_a_command_is_known_by_its_person_and_id() -> None:
    answered = Answered()
    answered.note(1, "a", 7)
    assert answered.turn_after(1, "a") == 7
    assert answered.turn_after(1, "b") is None
    assert answered.turn_after(2, "a") is None


def test_only_the_latest_commands_of_each_person_are_remembered() -> None:
    answered = Answered()
    answered.note(2, "other", 0)
    for number in range(REMEMBERED_IDS + 1):
        answered.note(1, f"c{number}", number)
    assert answered.turn_after(1, "c0") is None
    assert answered.turn_after(1, "c1") == 1
    assert answered.turn_after(1, f"c{REMEMBERED_IDS}") == REMEMBERED_IDS
    assert answered.turn_after(2, "other") == 0
