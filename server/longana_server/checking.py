"""`longana replay` and `longana verify`: records checked from the command line.

With `as_json` the answer is one line on `out` and nothing on `err`; without, what a person wants
to read stands on `out` and what is wrong, in one line, on `err`. No file, however broken, makes
them raise.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

from longana_engine import Seat
from longana_engine.record import NotARecord, Record
from longana_engine.record_reading import read_record
from longana_engine.replay import RecordRefused, replay_document, replay_so_far
from longana_engine.strict_json import Json
from longana_engine.verify import Unverified, verify
from longana_protocol.catalogue import text

from .plain_text import say, visible
from .replay_text import replay_lines


RIGHT: Final = 0
WRONG: Final = 1
NO_RECORD: Final = 2
USAGE: Final = 64

LARGEST: Final = 16 * 2**20
"""Bytes read of a file. The longest match, 1024 hands, takes less than three million."""


class _Usage(ValueError):
    """An option that cannot be meant."""


def run_replay(
    path: str, as_json: bool, out: TextIO, err: TextIO, review: str | None = None
) -> int:
    """Replay the record in the file `path` ("-" is standard input).

    `review`: the letter of a seat whose choices are looked back on, for people only. Returns 0 when
    every move is legal and every statement true, 1 when not, 2 for no record, 64 for a seat that
    cannot be meant.
    """
    if review is not None and as_json:
        return _misused("--review is for people to read: it goes without --json", as_json, out, err)
    try:
        record = _read(path)
    except NotARecord as error:
        return _refuse_file(path, error, as_json, out, err)
    if review is not None and review not in record.rules.table:
        return _misused(f"--review: there is no seat {review} in this match", as_json, out, err)
    replayed = replay_so_far(record)
    if as_json:
        if replayed.refused is not None:
            return _refuse(replayed.refused, as_json, out, err)
        _answer(out, replay_document(replayed))
        return RIGHT
    for line in replay_lines(record, replayed, None if review is None else Seat(review)):
        say(out, line)
    out.flush()
    if replayed.refused is not None:
        return _refuse(replayed.refused, as_json, out, err)
    say(out)
    say(out, "Every move is legal, and whatever the record states is true.")
    return RIGHT


def run_verify(
    path: str,
    commitment: str | None,
    nonces: Sequence[str],
    as_json: bool,
    out: TextIO,
    err: TextIO,
) -> int:
    """Verify the deals and moves of the record in the file `path` ("-" is standard input).

    `commitment` is hex, each of `nonces` has the form "S=HEX". Returns 0 when all is right, 1 when
    not, 2 for no record, 64 for an option in another form.
    """
    try:
        kept_commitment = None if commitment is None else _hex("--commitment", commitment)
        kept_nonces = _kept_nonces(nonces)
    except _Usage as error:
        return _misused(str(error), as_json, out, err)
    try:
        hands = verify(_read(path), commitment=kept_commitment, nonces=kept_nonces)
    except NotARecord as error:
        return _refuse_file(path, error, as_json, out, err)
    except (RecordRefused, Unverified) as error:
        return _refuse(error, as_json, out, err)
    if as_json:
        _answer(out, {"ok": True, "hands": hands})
        return RIGHT
    checked = text("en", "count.hand", count=hands)
    say(out, f"Verified: {checked} dealt by the secrets committed to, and played by the rules.")
    if kept_commitment is None and not kept_nonces:
        say(out, "Give the --commitment or a --nonce you kept to rule out a forgery as a whole.")
    return RIGHT


def _read(path: str) -> Record:
    """Raises NotARecord, also when there is nothing to read."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise NotARecord(f"it cannot be read ({error.strerror})") from None
    except (ValueError, AttributeError):  # a NUL in the path; standard input closed or missing
        raise NotARecord("it cannot be read") from None
    if len(data) > LARGEST:
        raise NotARecord("it is far too large")
    return read_record(data)


def _kept_nonces(options: Sequence[str]) -> Mapping[Seat, bytes]:
    nonces: dict[Seat, bytes] = {}
    for option in options:
        letter, _, digits = option.partition("=")
        if letter not in Seat.__members__:
            raise _Usage(f"--nonce is a seat and a nonce, as in S=HEX, not {visible(option)}")
        seat = Seat(letter)
        if seat in nonces:
            raise _Usage(f"--nonce is given twice for {seat}")
        nonces[seat] = _hex("--nonce", digits)
    return nonces


def _hex(option: str, digits: str) -> bytes:
    if not re.fullmatch("[0-9A-Fa-f]{64}", digits):
        raise _Usage(f"{option} takes 64 hex digits, not {visible(digits, 80) or 'nothing'}")
    return bytes.fromhex(digits)


def _refuse_file(path: str, why: NotARecord, as_json: bool, out: TextIO, err: TextIO) -> int:
    name = "standard input" if path == "-" else visible(path) or "a file without a name"
    error: dict[str, Json] = {
        "code": "not_a_record",
        "message": f"{name} is no record: {why}",
    }
    return _fail(error, NO_RECORD, as_json, out, err)


def _refuse(why: RecordRefused | Unverified, as_json: bool, out: TextIO, err: TextIO) -> int:
    error: dict[str, Json] = {"code": why.code, "message": str(why)}
    if isinstance(why, RecordRefused):
        error = {"hand": why.hand, "step": why.step, **error}
    elif why.hand is not None:
        error = {"hand": why.hand, **error}
    return _fail(error, WRONG, as_json, out, err)


def _misused(why: str, as_json: bool, out: TextIO, err: TextIO) -> int:
    return _fail({"code": "usage", "message": why}, USAGE, as_json, out, err)


def _fail(error: dict[str, Json], status: int, as_json: bool, out: TextIO, err: TextIO) -> int:
    if as_json:
        _answer(out, {"ok": False, "error": error})
    else:
        say(err, str(error["message"]))
    return status


def _answer(out: TextIO, document: Json) -> None:
    out.write(json.dumps(document) + "\n")
