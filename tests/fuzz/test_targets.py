"""Bytes that began as good ones: cut, joined, flipped; no target may raise anything.

(Rows of faults.md: F42.)
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_what_it_begins_with(name: str) -> None:
    for seed in (b"", *TARGETS[name].seeds):
        TARGETS[name].run(seed)


@pytest.mark.parametrize("name", TARGETS)
@given(data=st.data())
@settings(max_examples=15)
def test_what_becomes_of_it(name: str, data: st.DataObject) -> None:
    target = TARGETS[name]
    whole = bytearray(data.draw(st.sampled_from(target.seeds)))
    for _ in range(data.draw(st.integers(0, 6))):
        at = data.draw(st.integers(0, len(whole)))
        gone = data.draw(st.integers(0, 3))
        whole[at : at + gone] = data.draw(st.binary(max_size=4))
    target.run(bytes(whole))
