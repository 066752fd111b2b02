"""How much worse a move is, in a word."""

from __future__ import annotations

from typing import get_args

import pytest

from longana_engine.computers import COSTLY
from longana_protocol.answers import Degree
from longana_protocol.catalogue import text
from longana_server.degrees import GREAT, degree


def test_the_words_follow_the_numbers() -> None:
    words = [degree(cost) for cost in (0, 1, COSTLY - 1, COSTLY, GREAT - 1, GREAT, 99)]
    assert words == [None, "slight", "slight", "clear", "clear", "great", "great"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_can_be_said(language: str) -> None:
    said = {text(language, f"hint.worse.{word}") for word in get_args(Degree)}
    assert len(said) == len(get_args(Degree))
    for word in ("clear", "great"):  # what is worth another look
        assert "1-2" in text(language, f"review.better.{word}", move="S 9-9", better="S 1-2>S")
