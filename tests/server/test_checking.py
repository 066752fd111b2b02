"""The commands `replay` and `verify`: their answers, exit codes, and composure."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fair_matches import fair_match
from longana_engine import Seat, rules_from
from longana_engine.fair import chain
from longana_engine.record_writing import record_bytes
from longana_protocol.catalogue import text
from longana_server import checking
from longana_server.checking import run_replay, run_verify


CASES = sorted((Path(__file__).parent.parent / "cases/replay").glob("*.record.json"))
WHOLE = CASES[-1]

FAIR = fair_match(rules_from({"seats": 2, "target": 50}), Random(1))
FAIR_BYTES = record_bytes(FAIR.record())

NONSENSE: dict[str, bytes] = {
    "nothing": b"",
    "white space": b"\n \n",
    "a byte-order mark": b"\xef\xbb\xbf" + WHOLE.read_bytes(),
    "UTF-16": WHOLE.read_text("utf-8").encode("utf-16"),
    "Latin-1": b'{"format": "longana/1", "hands": [], "note": "\xe9"}',
    "NUL": b"\x00" * 100,
    "NaN": b'{"format": "longana/1", "hands": [], "note": NaN}',
    "Infinity": b'{"format": "longana/1", "hands": [], "note": [-Infinity]}',
    "a key twice": b'{"format": "longana/1", "hands": [], "hands": []}',
    "an inner key twice": b'{"format": "longana/1", "hands": [], "note": {"a": 1, "a": 1}}',
    "a million brackets": b"[" * 1_000_000,
    "a million closed brackets": b"[" * 1_000_000 + b"]" * 1_000_000,
    "a million braces": b'{"a":' * 1_000_000,
    "deep rules": b'{"format": "longana/1", "hands": [], "rules": {"seats": '
    + b"[" * 400
    + b"]" * 400
    + b"}}",
    "a huge target": b'{"format": "longana/1", "hands": [], "rules": {"target": 1%s}}'
    % (b"0" * 5000),
    "an infinite target": b'{"format": "longana/1", "hands": [], "rules": {"target": 1e400}}',
    "a long setting": b'{"format": "longana/1", "hands": [], "rules": {"%s": 1}}' % (b"x" * 9999),
    "a lone surrogate": b'{"format": "longana/1", "hands": [], "rules": {"\\ud800": "\\udfff"}}',
    "an escape": b'{"format": "longana/1", "hands": [], "players": {"\\u001b[2J": 1}}',
    "another program's file": b'{"version": 3, "games": []}',
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "no object": b"true",
}


def replayed(path: str | Path, *, as_json: bool = False) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run_replay(str(path), as_json, out, err)
    return status, out.getvalue(), err.getvalue()


def looked_back(path: str | Path, seat: str, *, as_json: bool = False) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run_replay(str(path), as_json, out, err, seat)
    return status, out.getvalue(), err.getvalue()


def verified(
    path: str | Path, commitment: str | None = None, *nonces: str, as_json: bool = False
) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run_verify(str(path), commitment, nonces, as_json, out, err)
    return status, out.getvalue(), err.getvalue()


def answered(run: Callable[..., tuple[int, str, str]], *args: Any) -> tuple[int, Any]:
    """The status and the answer of a command with --json, which is all it may print."""
    status, out, err = run(*args, as_json=True)
    assert err == ""
    assert out.endswith("\n")
    assert out.count("\n") == 1
    assert out.isascii()
    return status, json.loads(out)


def is_one_line(text: str) -> bool:
    return text.endswith("\n") and text[:-1].isprintable() and 10 < len(text) < 400


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes], Path]:
    def write(data: bytes) -> Path:
        path = tmp_path / "record.json"
        path.write_bytes(data)
        return path

    return write


# ---------------------------------------------------------------------------------------------
# replay --json


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.removesuffix(".record.json"))
def test_replay_answers_as_published(path: Path) -> None:
    expected = json.loads(path.with_name(path.name.replace(".record.", ".expected.")).read_text())
    status, answer = answered(replayed, path)
    if not expected["ok"]:
        assert answer["error"].pop("message")
    assert answer == expected
    code = expected.get("error", {"code": None})["code"]
    assert status == {None: 0, "not_a_record": 2}.get(code, 1)


# ---------------------------------------------------------------------------------------------
# replay for a person


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.removesuffix(".record.json"))
def test_replay_tells_a_person_the_same(path: Path) -> None:
    expected = json.loads(path.with_name(path.name.replace(".record.", ".expected.")).read_text())
    status, out, err = replayed(path)
    assert status == replayed(path, as_json=True)[0]
    if expected["ok"]:
        assert err == ""
        assert out.endswith("true.\n")
        played = sum("played" in step for hand in expected["hands"] for step in hand["steps"])
        assert sum(line.lstrip()[:1].isdigit() for line in out.splitlines()) == played
    else:
        assert is_one_line(err)
        assert (out == "") == (status == 2)


def test_a_match_reads_move_by_move(file: Callable[[bytes], Path]) -> None:
    record = json.loads((WHOLE.parent / "10-unfinished.record.json").read_text())
    record["players"] = {
        "S": {"name": "Ana", "kind": "human"},
        "E": {"name": "Computer", "kind": "computer", "level": "hard"},
        "N": {"name": 5},
        "W": "nobody",
    }
    record["rules"]["reopened_order"] = "kept"
    _, out, _ = replayed(file(json.dumps(record).encode()))
    lines = out.splitlines()
    assert lines[:6] == [
        "Longana, Cuban rules, 4 seats, to 100 points",
        "A branch that opens again: keeps its first place",
        "South: Ana",
        "East: Computer, hard",
        "",
        "Hand 1",
    ]
    moves = [move for hand in record["hands"] for move in hand["moves"]]
    own = sum(move[-2:] == f">{move[0]}" for move in moves)
    assert lines[10] == f"  1. West opens with {moves[0][2:]}."
    assert sum("on their own branch." in line for line in lines) == own
    assert sum(" passes" in line for line in lines) == sum(" pass" in move for move in moves)
    assert any(line.startswith("Pips left: South ") for line in lines)
    assert any(line.startswith("Score: South ") for line in lines)
    assert lines[-3].endswith("is to move.")


def test_a_branch_that_closes_and_one_that_stays_open_are_told() -> None:
    _, out, _ = replayed(WHOLE.parent / "07-tied-block-cuban.record.json")
    assert " is closed again." in out
    assert "passes again." in out
    assert "tie for the lowest total. Nobody scores." in out
    _, out, _ = replayed(WHOLE)
    assert "wins the match with 128 points." in out


def test_what_is_refused_is_told_after_the_moves_before_it() -> None:
    _, out, err = replayed(WHOLE.parent / "15-refused-branch_closed.record.json")
    assert out.splitlines()[-1].startswith("  9. ")
    why = "North's branch is closed to South: only a double may be played there."
    assert err == f"Hand 1, move 10 (S 0-6>N): {why}\n"


def test_names_cannot_steer_the_terminal(file: Callable[[bytes], Path]) -> None:
    record = json.loads(WHOLE.read_text())
    record["players"] = {
        "S": {"name": "\x1b[2J\x1b]0;owned\x07"},
        "E": {"name": "\u202eanA", "level": "hard\r\n\x9b"},
        "N": {"name": "\ud800" + "x" * 500},
        "W": {"name": ""},
    }
    status, out, _ = replayed(file(json.dumps(record).encode()))
    assert status == 0
    assert all(line.isprintable() for line in out.splitlines())
    assert r"South: \x1b[2J\x1b]0;owned\x07" in out
    assert r"East: \u202eanA, hard\r\n\x9b" in out
    assert r"North: \ud800xxx" in out
    assert "West: \n" not in out
    assert max(map(len, out.splitlines())) < 200


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_terminal_will_do(file: Callable[[bytes], Path], encoding: str) -> None:
    """F53: names in any script on a terminal with an old code page."""
    record = json.loads(WHOLE.read_text())
    record["players"] = {"S": {"name": "José アナ"}}
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding)
    path = str(file(json.dumps(record).encode()))
    assert run_replay(path, False, out, io.StringIO()) == 0
    out.flush()
    assert "South: José アナ".encode(encoding, "backslashreplace") in raw.getvalue()


# ---------------------------------------------------------------------------------------------
# What is no record


@pytest.mark.parametrize("data", NONSENSE.values(), ids=NONSENSE)
@pytest.mark.parametrize("run", [replayed, verified])
def test_nonsense(
    data: bytes, run: Callable[..., tuple[int, str, str]], file: Callable[[bytes], Path]
) -> None:
    path = file(data)
    status, answer = answered(run, path)
    assert status == 2
    assert answer["ok"] is False
    assert answer["error"].keys() == {"code", "message"}
    assert answer["error"]["code"] == "not_a_record"

    status, out, err = run(path)
    assert status == 2
    assert out == ""
    assert is_one_line(err)


@pytest.mark.parametrize("run", [replayed, verified])
@pytest.mark.parametrize(
    "name", ["missing.json", "missing/record.json", "", "a\x00b", "\ud800", "x" * 9999]
)
def test_a_file_that_is_not_there(
    name: str,
    run: Callable[..., tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, answer = answered(run, name)
    assert (status, answer["error"]["code"]) == (2, "not_a_record")
    status, out, err = run(name)
    assert (status, out) == (2, "")
    assert is_one_line(err)


@pytest.mark.parametrize("run", [replayed, verified])
def test_a_folder(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    status, answer = answered(run, tmp_path)
    assert (status, answer["error"]["code"]) == (2, "not_a_record")


def test_a_file_without_end() -> None:
    status, answer = answered(replayed, "/dev/zero")
    assert status == 2
    assert "too large" in answer["error"]["message"]


def test_a_file_that_is_too_large(
    file: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(FAIR_BYTES)
    monkeypatch.setattr(checking, "LARGEST", size)
    assert answered(replayed, file(FAIR_BYTES))[0] == 0
    monkeypatch.setattr(checking, "LARGEST", size - 1)
    assert answered(replayed, file(FAIR_BYTES))[0] == 2


def test_the_longest_match_is_not_too_large() -> None:
    hands = len(FAIR.match.hands)
    assert len(FAIR_BYTES) / hands * 1024 < checking.LARGEST


class Stdin:
    """A standard input with bytes in it."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(WHOLE.read_bytes()))
    status, answer = answered(replayed, "-")
    assert (status, answer["winner"]) == (0, "W")
    monkeypatch.setattr(sys, "stdin", Stdin(FAIR_BYTES))
    assert answered(verified, "-") == (0, {"ok": True, "hands": len(FAIR.match.hands)})
    monkeypatch.setattr(sys, "stdin", Stdin(b""))
    status, _, err = replayed("-")
    assert (status, err.startswith("standard input is no record")) == (2, True)


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert answered(replayed, "-")[0] == 2
    path = tmp_path / "closed"
    path.write_bytes(FAIR_BYTES)
    closed = path.open(encoding="utf-8")
    closed.close()
    monkeypatch.setattr(sys, "stdin", closed)
    assert answered(replayed, "-")[0] == 2


@given(
    st.lists(
        st.tuples(st.integers(0, len(FAIR_BYTES) - 1), st.integers(0, 2), st.binary(max_size=2)),
        min_size=1,
        max_size=3,
    )
)
def test_damage_is_answered_whatever_it_is(damage: list[tuple[int, int, bytes]]) -> None:
    data = FAIR_BYTES
    for place, removed, added in damage:
        data = data[:place] + added + data[place + removed :]
    real = sys.stdin
    for run in (replayed, verified):
        for as_json in (False, True):
            sys.stdin = Stdin(data)
            try:
                status, out, err = run("-", as_json=as_json)
            finally:
                sys.stdin = real
            assert status in (0, 1, 2)
            assert (err == "") == (as_json or status == 0)
            assert all(line.isprintable() for line in (out + err).splitlines())


# ---------------------------------------------------------------------------------------------
# verify


def test_verify_says_what_it_verified(file: Callable[[bytes], Path]) -> None:
    path = file(FAIR_BYTES)
    hands = len(FAIR.match.hands)
    assert answered(verified, path) == (0, {"ok": True, "hands": hands})
    status, out, err = verified(path)
    assert (status, err) == (0, "")
    assert f"{hands} hands" in out or hands == 1
    assert "--commitment" in out
    status, out, _ = verified(path, FAIR.chain[0].hex())
    assert status == 0
    assert "--commitment" not in out


def test_no_finished_hand_is_fine(file: Callable[[bytes], Path]) -> None:
    record: Any = {**FAIR.record(), "hands": [], "scores": None, "winner": None}
    path = file(record_bytes(record))
    assert answered(verified, path) == (0, {"ok": True, "hands": 0})
    assert verified(path)[0] == 0


def test_verify_with_what_one_kept(file: Callable[[bytes], Path]) -> None:
    path = file(FAIR_BYTES)
    nonces = [f"{seat}={nonce.hex()}" for seat, nonce in FAIR.nonces.items()]
    assert answered(verified, path, FAIR.chain[0].hex().upper(), *nonces)[0] == 0
    other = chain(b"\x00" * 32, 1)[0].hex()
    for commitment, kept, code in (
        (other, [], "wrong_commitment"),
        (None, [f"S={other}"], "wrong_nonce"),
        (None, [f"E={other}"], "wrong_nonce"),
        (None, [*nonces[:1], f"N={other}"], "wrong_nonce"),
    ):
        status, answer = answered(verified, path, commitment, *kept)
        assert (status, answer["error"]["code"]) == (1, code)
        assert answer["error"].keys() == {"code", "message"}
        status, out, err = verified(path, commitment, *kept)
        assert (status, out) == (1, "")
        assert is_one_line(err)


def test_verify_names_the_hand(file: Callable[[bytes], Path]) -> None:
    record: Any = FAIR.record()
    last = len(record["hands"]) - 1
    record["hands"][last]["secret"] = "00" * 32
    status, answer = answered(verified, file(record_bytes(record)))
    assert status == 1
    assert answer["error"].pop("message")
    assert answer == {"ok": False, "error": {"hand": last, "code": "wrong_secret"}}


def test_verify_refuses_what_replay_refuses(file: Callable[[bytes], Path]) -> None:
    record: Any = FAIR.record()
    hand, step = len(record["hands"]) - 1, len(record["hands"][-1]["moves"])
    record["winner"] = "S" if FAIR.match.winner is Seat.N else "N"
    path = file(record_bytes(record))
    assert answered(verified, path) == answered(replayed, path)
    status, answer = answered(verified, path)
    assert status == 1
    del answer["error"]["message"]
    assert answer["error"] == {"hand": hand, "step": step, "code": "wrong_winner"}


def test_bad_hex_is_no_record_for_verify_alone(file: Callable[[bytes], Path]) -> None:
    record: Any = FAIR.record()
    record["hands"][0]["secret"] = "zz"
    path = file(record_bytes(record))
    assert answered(replayed, path)[0] == 0
    status, answer = answered(verified, path)
    assert (status, answer["error"]["code"]) == (2, "not_a_record")


@pytest.mark.parametrize("option", ["", "zz", "0" * 63, "0" * 66, "0x" + "0" * 62, "\x1b[2J"])
def test_options_that_are_no_hex(option: str, file: Callable[[bytes], Path]) -> None:
    path = file(FAIR_BYTES)
    for commitment, kept in ((option, []), (None, [f"S={option}"])):
        status, answer = answered(verified, path, commitment, *kept)
        assert (status, answer["error"]["code"]) == (64, "usage")
        status, out, err = verified(path, commitment, *kept)
        assert (status, out) == (64, "")
        assert is_one_line(err)


@pytest.mark.parametrize("nonce", ["", "=", "S", "Q=" + "00" * 32, "s=" + "00" * 32, "00" * 32])
def test_nonces_that_name_no_seat(nonce: str, file: Callable[[bytes], Path]) -> None:
    assert answered(verified, file(FAIR_BYTES), None, nonce)[0] == 64


def test_a_nonce_given_twice(file: Callable[[bytes], Path]) -> None:
    nonce = f"S={FAIR.nonces[Seat.S].hex()}"
    assert answered(verified, file(FAIR_BYTES), None, nonce, nonce)[0] == 64


# --review


def test_the_choices_of_a_seat_are_judged_below_its_moves() -> None:
    status, out, err = looked_back(WHOLE, "W")
    assert (status, err) == (0, "")
    plain = replayed(WHOLE)[1].splitlines()
    judged = [(before, line) for before, line in pairwise(out.splitlines()) if line not in plain]
    assert [line for line in out.splitlines() if line in plain] == plain
    (_, unit), *choices = judged
    assert unit == text("en", "hint.judged")
    assert choices
    for before, line in choices:
        assert re.match(r" *[0-9]+\. West (opens|plays) ", before)
        said = "Good|Nearly as good|(Clearly|Much) better:"
        assert re.fullmatch(rf" {{5}}[0-9]-[0-9] .*\. ({said}).*\.", line)
    assert looked_back(WHOLE, "W")[1] == out


def test_a_seat_that_cannot_be_meant_is_no_seat() -> None:
    path = next(path for path in CASES if json.loads(path.read_bytes())["rules"].get("seats") == 2)
    status, out, err = looked_back(path, "E")
    assert (status, out) == (64, "")
    assert "no seat E" in err
    status, out, err = looked_back(WHOLE, "W", as_json=True)
    assert (status, err) == (64, "")
    assert json.loads(out)["error"]["code"] == "usage"
