"""Copies of values with some fields changed."""

from dataclasses import FrozenInstanceError, dataclass
from functools import cached_property

import pytest

from longana_server.changing import changed


@dataclass(frozen=True)
class Pair:
    left: int
    right: int

    @cached_property
    def doubled(self) -> int:
        return 2 * self.left


def test_a_copy_has_the_changes_and_the_original_has_not() -> None:
    pair = Pair(1, 2)
    assert changed(pair, right=3) == Pair(1, 3)
    assert pair == Pair(1, 2)


def test_a_copy_is_as_frozen_as_the_original() -> None:
    with pytest.raises(FrozenInstanceError):
        changed(Pair(1, 2), right=3).left = 4  # type: ignore[misc]


def test_what_was_worked_out_is_kept() -> None:
    pair = Pair(1, 2)
    assert pair.doubled == 2
    assert changed(pair, right=3).__dict__["doubled"] == 2


def test_a_field_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match="Pair has no middle"):
        changed(Pair(1, 2), middle=3)
