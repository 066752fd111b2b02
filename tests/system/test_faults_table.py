"""`FAULTS.md` says the truth about where each row is tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


TESTS = Path(__file__).parents[1]
ROWS = re.findall(r"^\| (F\d\d) [^|]*\|([^|]*)\|$", (TESTS / "FAULTS.md").read_text("utf-8"), re.M)


@pytest.mark.parametrize(("row", "tested"), ROWS, ids=[row[0] for row in ROWS])
def test_the_files_named_for_a_row_name_it_too(row: str, tested: str) -> None:
    files = re.findall(r"`(\w+/test_\w+\.py)`", tested)
    assert files, "not tested"
    for file in files:
        assert re.search(rf"\b{row}\b|_{row}_", (TESTS / file).read_text("utf-8"), re.I), file


def test_every_row_is_there_once() -> None:
    rows = [row for row, *_ in ROWS]
    assert rows == sorted(set(rows))
    assert len(rows) == 44
