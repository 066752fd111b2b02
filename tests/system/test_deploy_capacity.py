"""deploy/capacity.md: its tables follow from its formulas and figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil

import pytest

from longana_server.cluster.lookout import LOOK_EVERY
from longana_server.settings import Settings
from system.test_deploy import CAPACITY


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of each row of the table whose head begins so."""
    table = CAPACITY[CAPACITY.index(heading) :].partition("\n\n")[0]
    for line in table.splitlines()[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def number(text: str) -> float:
    """`1/6`, `19,500` or `0.09 MiB`."""
    found = re.match(r"([\d,.]+)(?:/(\d+))?", text)
    assert found, text
    return float(found[1].replace(",", "")) / float(found[2] or 1)


FIGURES = {cells[0].strip("*"): cells[2] for cells in rows("| | what | figure |")}

M, S, U = (number(FIGURES[name]) for name in "msu")

ROOMS, NODES = 100_000, 29
"""The page's example."""


def nodes_of_a_room(nodes: int) -> float:
    """How many nodes the people of a room are at, on average."""
    return nodes * (1 - float((1 - 1 / nodes) ** S))


def test_people_of_a_room_are_at_so_many_nodes() -> None:
    """Also by counting all the ways in which they can be spread."""
    heads = CAPACITY[CAPACITY.index("| *N* |") :].splitlines()
    counts, listed = ([cell.strip() for cell in line.split("|")[2:-1]] for line in heads[0:3:2])
    assert len(counts) >= 4
    for count, said in zip(counts, listed, strict=True):
        assert float(said) == pytest.approx(nodes_of_a_room(int(count)), abs=0.006)
    ways = [{a, b, c, d} for a in range(3) for b in range(3) for c in range(3) for d in range(3)]
    assert sum(map(len, ways)) / len(ways) == pytest.approx(nodes_of_a_room(3))


def test_so_many_rooms_need_so_many_nodes() -> None:
    table = [*rows("| rooms played in at once")]
    assert {1_000, 100_000, 1_000_000} <= {number(cells[0]) for cells in table}
    for rooms, moves, *nodes in table:
        assert number(moves) == round(number(rooms) * M)
        for seconds, said in zip((0.0005, 0.001, 0.002), nodes, strict=True):
            assert number(said) == ceil(number(rooms) * M * seconds / U) + 1


def test_nats_has_so_much_to_do() -> None:
    at = nodes_of_a_room(NODES)
    expected = [ROOMS * M, ROOMS * M * at, ROOMS * at / 600, ROOMS * at * 2 / LOOK_EVERY]
    listed = [number(cells[2]) for cells in rows("| what | how many |")]
    assert listed == pytest.approx(expected, rel=0.01)


def test_the_limits_it_names_are_those_of_the_server() -> None:
    """And what it says to set is enough for its example."""
    default = Settings.model_fields["max_connections"].default
    assert f"{default:,} connections" in CAPACITY
    set_to = {name: int(value) for name, value in re.findall(r"`LONGANA_(\w+)=(\d+)`", CAPACITY)}
    assert set_to["MAX_CONNECTIONS"] > ROOMS * S / NODES > default
    assert set_to["MAX_ROOMS"] > ROOMS / NODES > Settings.model_fields["max_rooms"].default
