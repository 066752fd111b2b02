"""Random records: `replay` says of each what the naive model says."""

import json
from typing import Any

import pytest

from engine.random_records import KINDS, random_record
from longana_engine.record import NotARecord
from longana_engine.record_reading import read_record
from longana_engine.replay import RecordRefused, replay, replay_document


ROUNDS = 4


def answer(record: dict[str, Any]) -> dict[str, Any]:
    """The document `longana replay --json` prints, without an error's message."""
    try:
        replayed = replay(read_record(json.dumps(record).encode()))
    except NotARecord:
        return {"ok": False, "error": {"code": "not_a_record"}}
    except RecordRefused as refused:
        place = {"hand": refused.hand, "step": refused.step}
        return {"ok": False, "error": {**place, "code": refused.code}}
    # By way of JSON, as it is printed.
    return dict(json.loads(json.dumps(replay_document(replayed))))


@pytest.mark.parametrize("first", range(len(KINDS)), ids=list(KINDS))
def test_random_records_are_judged_alike(first: int) -> None:
    for seed in range(first, len(KINDS) * ROUNDS, len(KINDS)):
        case = random_record(seed)
        assert answer(case.record) == case.expected, f"seed {seed}"
