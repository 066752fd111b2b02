"""Whatever happens in a room can be stored and read again; what was not stored is no entry."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args, get_type_hints

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_server import events
from longana_server.events import Entry, Event, Locked, Moved, pack_entry, unpack_entry


SEATS = st.sampled_from("SENW")
NUMBERS = st.integers(0, 2**53)
TEXTS = st.text(max_size=20)
FIELDS: dict[object, st.SearchStrategy[object]] = {
    str: TEXTS,
    int: NUMBERS,
    bool: st.booleans(),
    bytes: st.binary(max_size=40),
    int | None: st.none() | NUMBERS,
    bytes | None: st.none() | st.binary(max_size=40),
    events.SeatLetter: SEATS,
    events.SeatLetter | None: st.none() | SEATS,
    events.Level: st.sampled_from(["easy", "normal", "hard"]),
    events.Level | None: st.sampled_from([None, "easy", "normal", "hard"]),
    events.Settings: st.dictionaries(TEXTS, TEXTS | NUMBERS | st.booleans(), max_size=4),
    tuple[tuple[events.SeatLetter, events.SeatLetter], ...]: st.lists(
        st.tuples(SEATS, SEATS), max_size=4
    ).map(tuple),
    tuple[dict[str, str], ...]: st.lists(st.dictionaries(TEXTS, TEXTS, max_size=4), max_size=3).map(
        tuple
    ),
}


def anything_of(kind: type) -> st.SearchStrategy[Event]:
    fields = {name: FIELDS[hint] for name, hint in get_type_hints(kind).items() if name != "type"}
    return st.builds(kind, **fields)


ENTRIES = st.builds(
    Entry,
    event=st.one_of([anything_of(kind) for kind in get_args(Event)]),
    by=st.none() | NUMBERS,
    id=st.none() | TEXTS,
    at=NUMBERS,
)


@given(ENTRIES)
def test_every_event_is_read_as_it_was_stored(entry: Entry) -> None:
    # As text, because True == 1.
    assert repr(unpack_entry(pack_entry(entry))) == repr(entry)


def test_each_kind_of_event_has_a_name_of_its_own() -> None:
    kinds = [get_type_hints(kind)["type"] for kind in get_args(Event)]
    assert len(set(kinds)) == len(kinds)


@given(st.binary(max_size=60))
def test_other_bytes_raise_value_error(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a log entry"):
        unpack_entry(data)


@given(ENTRIES, st.data())
def test_damaged_entries_are_read_or_raise_value_error(entry: Entry, data: st.DataObject) -> None:
    stored = bytearray(pack_entry(entry))
    at = data.draw(st.integers(0, len(stored) - 1))
    stored[at] = data.draw(st.integers(0, 255))
    try:
        read = unpack_entry(bytes(stored))
    except ValueError:
        return
    assert isinstance(read, Entry)


@given(ENTRIES, st.data())
def test_cut_off_entries_raise_value_error(entry: Entry, data: st.DataObject) -> None:
    stored = pack_entry(entry)
    cut = data.draw(st.integers(0, len(stored) - 1))
    with pytest.raises(ValueError, match="not a log entry"):
        unpack_entry(stored[:cut])


@pytest.mark.parametrize(
    "event",
    [
        {"type": "celebrated"},
        {"type": "moved"},
        {"move": "S99"},
        {"type": "sealed", "seat": "X", "seal": b""},
        {"type": "locked", "locked": 7},
        None,
    ],
)
def test_an_event_nobody_knows_is_none(event: object) -> None:
    with pytest.raises(ValueError, match="not a log entry"):
        unpack_entry(msgpack.packb({"event": event, "by": None, "id": None, "at": 0}))


def test_no_depth_of_nesting_ends_in_another_error() -> None:
    for data in (b"\x91" * 5000, b"\x81\xa5event" * 5000, b"\xdd\xff\xff\xff\xff"):
        with pytest.raises(ValueError, match="not a log entry"):
            unpack_entry(data)


def test_an_entry_of_an_older_server_may_lack_what_has_a_default() -> None:
    entry = Entry(event=Moved(move="S99"))
    assert unpack_entry(msgpack.packb({"event": {"type": "moved", "move": "S99"}})) == entry
    assert unpack_entry(pack_entry(replace(entry, event=Locked(locked=True)))).by is None
