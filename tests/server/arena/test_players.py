"""The players of the arena see what one seat may see."""

from __future__ import annotations

from random import Random

import pytest

from longana_engine import Pass, Play, Seat, observe, parse_tile
from longana_server.arena.players import BASELINES, KINDS, LEVELS, move_of, simple_move
from server.scripted_room import ScriptedRoom


@pytest.mark.parametrize("kind", KINDS)
def test_every_player_plays_by_the_rules(kind: str) -> None:
    scripted = ScriptedRoom(1, seed=4)
    scripted.start()
    while (seat := scripted.position.to_move) is not None:
        move = move_of(kind, observe(scripted.position, seat), Random(1))
        assert scripted.position.can(move)
        scripted.move()
        if kind == "hard":
            break  # it takes long, and plays on no other code


def test_the_heaviest_tile_is_the_one_with_most_pips_and_a_lot_decides_between_equals() -> None:
    legal = [
        Play(Seat.S, tile, branch)
        for tile, branch in (
            (parse_tile("3-7"), Seat.S),
            (parse_tile("4-6"), Seat.E),
            (parse_tile("0-1"), Seat.S),
        )
    ]
    drawn = {simple_move("heaviest", tuple(legal), Random(n)) for n in range(20)}
    assert drawn == set(legal[:2])
    assert {simple_move("random", tuple(legal), Random(n)) for n in range(40)} == set(legal)
    forced = (Pass(Seat.S),)
    assert {simple_move(kind, forced, Random(1)) for kind in BASELINES} == set(forced)


def test_there_are_no_others() -> None:
    assert (*LEVELS, *BASELINES) == KINDS
    with pytest.raises(ValueError, match="there is no player 'best'"):
        simple_move("best", (Pass(Seat.S),), Random(1))
