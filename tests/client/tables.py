"""Rooms and views for the terminal client's tests: made by hand, or at random by hypothesis.

The random ones need not be legal play: branches grow to any length, which play alone seldom gives.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from longana_client.board import read_move
from longana_client.connection import Update
from longana_protocol.answers import PersonState, Result, Room, SeatState, Table, View, You
from longana_protocol.words import MoveText, SeatName, TilePair


SEATS: dict[int, tuple[SeatName, ...]] = {
    2: ("S", "N"),
    3: ("S", "E", "N"),
    4: ("S", "E", "N", "W"),
}
COMPUTERS: dict[SeatName, str] = {"S": "Fefa", "E": "Chano", "N": "Tula", "W": "Cachita"}
TILES: list[TilePair] = [(low, high) for low in range(10) for high in range(low, 10)]


def turn_order(seats: Sequence[SeatName], *, rightwards: bool) -> tuple[SeatName, ...]:
    """The seats in turn order from the first."""
    first, *rest = seats
    return (first, *(rest if rightwards else reversed(rest)))


def a_room(
    count: int = 4,
    *,
    preset: str = "cuban",
    name: str = "Ana",
    scores: Sequence[int] | None = None,
    **more: object,
) -> Room:
    """A room where person 1 sits in the South and computers everywhere else."""
    present = SEATS[count]
    fields: dict[str, object] = {
        "number": 1,
        "code": "ABCD2345",
        "host": 1,
        "rules": {"preset": preset, "seats": count, "target": 100},
        "seats": (
            SeatState(seat="S", kind="person", person=1),
            *(
                SeatState(seat=seat, kind="computer", level="normal", name=COMPUTERS[seat])
                for seat in present[1:]
            ),
        ),
        "order": turn_order(present, rightwards=preset == "cuban"),
        "people": (PersonState(person=1, name=name, device=1),),
        "match": 1,
        "scores": tuple(scores or [0] * count),
    }
    return Room.model_validate(fields | more)


def a_view(
    room: Room,
    moves: Sequence[MoveText] = (),
    *,
    hand: Sequence[TilePair] = (),
    legal: Sequence[MoveText] = (),
    fits: Sequence[int] = (),
    barred: dict[SeatName, SeatName] | None = None,
    to_move: SeatName | None = "S",
    phase: str = "playing",
    hand_number: int = 1,
    result: Result | None = None,
    reveal: Sequence[Sequence[TilePair]] = (),
    turn: int | None = None,
    **more: object,
) -> View:
    """The view South has after these moves; ends, opened and tiles left follow from them."""
    seats = [state.seat for state in room.seats]
    ends: dict[SeatName, int] = {}
    opened: list[SeatName] = []
    left = dict.fromkeys(seats, 8)
    for text in moves:
        move = read_move(text)
        if move.tile is None:
            if move.seat not in opened:
                opened.append(move.seat)
            continue
        left[move.seat] -= 1
        if move.seat in opened:
            opened.remove(move.seat)
        if move.branch is None:
            ends = dict.fromkeys(seats, move.tile[0])
        else:
            low, high = move.tile
            ends[move.branch] = low if ends[move.branch] == high else high
    table: dict[str, object] = {
        "number": 1,
        "turn": len(moves) if turn is None else turn,
        "phase": phase,
        "hand": hand_number,
        "to_move": to_move if result is None else None,
        "moves": tuple(moves),
        "ends": tuple(ends.values()),
        "opened": tuple(opened),
        "left": tuple(max(count, 0) for count in left.values()),
        "result": result,
        "reveal": tuple(map(tuple, reveal)),
    }
    you = You(
        seat="S",
        hand=tuple(hand),
        legal=tuple(legal),
        fits=tuple(fits),
        barred=barred or {},
        **{name: True for name in more if name in ("undo", "redo", "restart")},
    )
    return View(table=Table.model_validate(table | more), you=you)


def an_update(room: Room, view: View, *, online: bool = True, person: int | None = 1) -> Update:
    """What person 1's client would hand on, or that of another person."""
    return Update(room=room, view=view, person=person, online=online)


def of_friends(
    *names: str, device: Sequence[int] = (), seated: int | None = None
) -> dict[str, Any]:
    """Fields of a room of four with these people in it, from 1; the first `seated` have seats.

    `device` says on whose device each of them plays, if not on their own.
    """
    people = tuple(
        PersonState(person=number, name=name, device=device[number - 1] if device else number)
        for number, name in enumerate(names, 1)
    )
    count = len(names) if seated is None else seated
    seats = tuple(
        SeatState(seat=seat, kind="person", person=place)
        if place <= count
        else SeatState(seat=seat, kind="computer", level="normal", name=COMPUTERS[seat])
        for place, seat in enumerate(SEATS[4], 1)
    )
    return {"people": people, "seats": seats}


@dataclass(frozen=True)
class Drawn:
    """A table to draw."""

    room: Room
    view: View


@st.composite
def tables(draw: st.DrawFn) -> Drawn:
    """A table at some moment: any seats, direction, lengths of branches, passes and hand."""
    seats = draw(st.sampled_from([2, 3, 4]))
    name = draw(st.sampled_from(["Ana", "Beatriz Fernández Loynaz", "李小龍", "\x1b[31mred"]))
    preset = draw(st.sampled_from(["cuban", "international"]))
    played = draw(st.integers(0, 28))
    favourite = draw(st.sampled_from([*SEATS[seats], None]))
    return a_random_table(
        random.Random(draw(st.integers(0, 10_000))), seats, preset, name, played, favourite
    )


def a_random_table(
    rng: random.Random,
    seats: int,
    preset: str,
    name: str,
    played: int,
    favourite: SeatName | None,
) -> Drawn:
    """After about `played` moves, all on one branch if it is a `favourite`."""
    room = a_room(seats, preset=preset, name=name, scores=rng.sample(range(200), seats))
    present = SEATS[seats]
    deck = rng.sample(TILES, len(TILES))
    centre = next(tile for tile in deck if tile[0] == tile[1])
    deck.remove(centre)
    size = rng.randint(1, 8)
    hand, rest = sorted(deck[:size]), deck[size:]

    moves: list[MoveText] = [f"S{centre[0]}{centre[1]}"]
    ends = dict.fromkeys(present, centre[0])
    branches = [favourite] if favourite else list(present)
    for number in range(1, played + 1):
        mover = room.order[number % seats]
        fitting = [(tile, branch) for tile in rest for branch in branches if ends[branch] in tile]
        if not fitting or rng.random() < 0.15:
            moves.append(mover)
            continue
        tile, branch = rng.choice(fitting)
        rest.remove(tile)
        ends[branch] = tile[0] if ends[branch] == tile[1] else tile[1]
        moves.append(f"{mover}{tile[0]}{tile[1]}{branch}")
    legal = [
        f"S{tile[0]}{tile[1]}{seat}" for tile in hand for seat in present if ends[seat] in tile
    ]
    my_turn = rng.random() < 0.5
    return Drawn(room, a_view(room, moves, hand=hand, legal=(legal or ["S"]) if my_turn else ()))
