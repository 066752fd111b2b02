"""Who is where: what becomes of it when connections come, go and are lost with their node."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_engine import Seat
from longana_protocol.commands import Rematch, Undo
from longana_server.cluster.everywhere import Everywhere, pack_everywhere, unpack_everywhere
from longana_server.events import Started, Undone
from longana_server.presence import Presence, Proposal
from server.scripted_room import made


NODES = ("a", "b", "c")

steps = st.lists(
    st.one_of(
        st.tuples(st.just("came"), st.integers(1, 4), st.sampled_from(NODES)),
        st.tuples(st.just("went"), st.integers(1, 4), st.sampled_from(NODES)),
        st.tuples(st.just("watched"), st.integers(0, 3), st.sampled_from(NODES)),
        st.tuples(st.just("lost"), st.just(0), st.sampled_from(NODES)),
    ),
    max_size=30,
)


@given(steps)
def test_every_device_is_connected_to_the_node_it_came_to_last(
    done: list[tuple[str, int, str]],
) -> None:
    everywhere, lines, watchers = Everywhere(Presence()), dict[int, str](), dict[str, int]()
    for what, number, node in done:
        match what:
            case "came":
                everywhere = everywhere.came(number, node)
                lines[number] = node
            case "went":
                everywhere = everywhere.went(number, node, 7.0)
                if lines.get(number) == node:
                    del lines[number]
            case "watched":
                everywhere = everywhere.watched(node, number)
                watchers[node] = number
            case _:
                everywhere = everywhere.lost(node, 7.0)
                watchers[node] = 0
                lines = {device: at for device, at in lines.items() if at != node}
    assert dict(everywhere.lines) == lines
    assert everywhere.presence.connected == lines.keys()
    assert everywhere.presence.watchers == sum(watchers.values())
    assert everywhere.nodes == sorted(
        {*lines.values(), *(node for node, count in watchers.items() if count)}
    )
    assert unpack_everywhere(pack_everywhere(everywhere)) == everywhere


def test_a_node_makes_good_what_it_could_not_tell() -> None:
    everywhere = Everywhere(Presence()).came(1, "a").came(2, "a").came(3, "b")
    true = everywhere.truly("a", {2, 3, 4}, 7.0)
    assert dict(true.lines) == {2: "a", 3: "b", 4: "a"}
    assert true.presence.away_since == {1: 7.0}
    assert true.truly("a", {2, 4}, 8.0) is true


def test_who_is_gone_for_good_has_no_line() -> None:
    everywhere = Everywhere(Presence()).came(1, "a").came(2, "b")
    assert dict(everywhere.after(everywhere.presence.gone(1)).lines) == {2: "b"}


def test_all_that_people_are_about_survives_the_way_to_another_server() -> None:
    presence = Presence(
        connected=frozenset({1, 2}),
        began=12.5,
        away_since={3: 1.5},
        reading={1: "rules"},
        not_waited_for=frozenset({1}),
        uncovered={1: (Seat.S, 4)},
        asking={4: Seat.N},
        wished={5: Seat.W},
        declined={6: Seat.W},
        promised={Seat.E: 7},
    ).answering(1, "abc", 5)
    undo = Proposal(3, made(Undo, turn=3), Undone(to=4), 1, 1, frozenset({2}))
    rematch = Proposal(4, made(Rematch, turn=9), Started(next_chain=bytes(range(200, 232))), 2, 2)
    for proposal in (None, undo, rematch):
        everywhere = Everywhere(replace(presence, proposal=proposal), {1: "a", 2: "b"}, {"a": 2})
        assert unpack_everywhere(pack_everywhere(everywhere)) == everywhere


@pytest.mark.parametrize(
    "data", [b"", b"\xc1", b"\x80", pack_everywhere(Everywhere(Presence()))[1:]]
)
def test_what_is_no_such_value_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(ValueError, match="nothing that a server of this version tells"):
        unpack_everywhere(data)
