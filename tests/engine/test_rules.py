"""Rules as data: presets, house rules, what is refused."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from engine.hands import HOUSES
from longana_engine import CUBAN, INTERNATIONAL, BadRules, Seat, rules_from


def test_the_cuban_preset() -> None:
    assert rules_from({}) == CUBAN
    assert rules_from({"preset": "cuban"}) == CUBAN
    assert (CUBAN.seats, CUBAN.target, CUBAN.direction) == (4, 100, "right")
    assert (CUBAN.block_score, CUBAN.tie_opener) == ("all", "next_after_opener")
    assert CUBAN.doubles_obey_priority
    assert not CUBAN.own_branch_in_priority
    assert CUBAN.reopened_order == "last"


def test_the_international_preset() -> None:
    rules = rules_from({"preset": "international"})
    assert rules == INTERNATIONAL
    assert (rules.seats, rules.target, rules.direction) == (4, 100, "left")
    assert (rules.block_score, rules.tie_opener) == ("difference", "highest_double")
    assert not rules.doubles_obey_priority
    assert rules.own_branch_in_priority
    assert rules.reopened_order == "last"


@pytest.mark.parametrize(
    ("settings", "order"),
    [
        ({}, "SENW"),
        ({"preset": "international"}, "SWNE"),
        ({"preset": "international", "direction": "right"}, "SENW"),
        ({"seats": 3}, "SEN"),
        ({"seats": 3, "direction": "left"}, "SNE"),
        ({"seats": 2}, "SN"),
        ({"seats": 2, "direction": "left"}, "SN"),
    ],
)
def test_turn_order(settings: dict[str, object], order: str) -> None:
    rules = rules_from(settings)
    assert "".join(rules.order) == order
    for at, seat in enumerate(order):
        assert rules.after(Seat(seat)) == order[(at + 1) % len(order)]
        assert "".join(rules.order_from(Seat(seat))) == order[at:] + order[:at]
    assert "".join(rules.table) == "".join(seat for seat in "SENW" if seat in order)


def test_settings_name_what_differs_from_the_preset() -> None:
    assert CUBAN.settings() == {"preset": "cuban", "seats": 4, "target": 100}
    rules = rules_from(
        {"preset": "international", "seats": 2, "reopened_order": "kept", "direction": "left"}
    )
    assert rules.settings() == {
        "preset": "international",
        "seats": 2,
        "target": 100,
        "reopened_order": "kept",
    }


def test_settings_are_read_as_written() -> None:
    assert len(set(HOUSES)) == 2 * 3 * 2**6
    for rules in HOUSES:
        assert rules_from(rules.settings()) == rules


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("timer", 30),
        ("preset", "mexican"),
        ("preset", None),
        ("preset", []),
        ("seats", 1),
        ("seats", 5),
        ("seats", True),
        ("seats", 4.0),
        ("seats", "4"),
        ("target", 0),
        ("target", 1001),
        ("target", 100.0),
        ("direction", "up"),
        ("direction", {}),
        ("block_score", "none"),
        ("tie_opener", "winner"),
        ("doubles_obey_priority", 1),
        ("own_branch_in_priority", "true"),
        ("reopened_order", None),
    ],
)
def test_bad_rules_name_the_setting(setting: str, value: object) -> None:
    with pytest.raises(BadRules, match=setting) as caught:
        rules_from({setting: value})
    assert caught.value.setting == setting


@pytest.mark.parametrize("target", [1, 50, 1000])
def test_other_targets(target: int) -> None:
    assert rules_from({"target": target}).target == target


def test_rules_are_frozen_values() -> None:
    rules: Any = CUBAN
    with pytest.raises(FrozenInstanceError):
        rules.seats = 2
    assert {CUBAN: 1}[rules_from({})] == 1
