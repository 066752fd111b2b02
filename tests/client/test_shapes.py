"""The table keeps its shape while a hand lasts, and says how to have another."""

from __future__ import annotations

import random

import pytest

from client.stage import a_stage
from client.tables import a_random_table, a_room, a_view, an_update
from client.test_drawing import HAND, MOVES, a_look, plain
from longana_client.look import Shape
from longana_client.shapes import Shapes


ROOM = a_room()
LATE = a_view(ROOM, MOVES, hand=HAND)
EARLY = a_view(ROOM, MOVES[:1], hand=HAND)


def shape_of(text: str) -> Shape:
    if "Centre" in text:
        return "list"
    return "large" if "┌─┬─┐" in text else "small"


@pytest.mark.parametrize(
    ("width", "rows", "shape"),
    [
        (80, None, "large"),
        (80, 40, "large"),
        (80, 35, "small"),
        (80, 24, "small"),
        (80, 20, "list"),
        (59, 50, "list"),
    ],
)
def test_the_screen_decides(width: int, rows: int | None, shape: Shape) -> None:
    shapes = Shapes()
    for view in (EARLY, LATE):
        drawn, changed = shapes.draw(ROOM, view, a_look(width, rows=rows))
        assert (shape_of(plain(drawn)), changed) == (shape, False)


def test_what_does_not_fit_any_more_is_listed_until_the_hand_is_over() -> None:
    shapes = Shapes()
    look = a_look(60, rows=24)
    tall = a_random_table(random.Random(5), 4, "cuban", "Ana", 28, "S").view
    seen = [shapes.draw(ROOM, view, look) for view in (EARLY, tall, tall, EARLY)]
    assert [(shape_of(plain(drawn)), changed) for drawn, changed in seen] == [
        ("small", False),
        ("list", True),
        ("list", False),
        ("list", False),
    ]
    drawn, _ = shapes.draw(ROOM, a_view(ROOM, MOVES[:1], hand=HAND, hand_number=2), look)
    assert shape_of(plain(drawn)) == "small"


def test_a_wish_is_kept_whether_it_fits_or_not() -> None:
    shapes = Shapes()
    look = a_look(80, rows=10)
    shapes.wish("picture")
    assert shape_of(plain(shapes.draw(ROOM, LATE, look)[0])) == "small"
    shapes.wish("list")
    assert shape_of(plain(shapes.draw(ROOM, LATE, a_look(80, rows=60))[0])) == "list"


async def test_it_is_told_once_how_to_have_another_shape() -> None:
    moves = an_update(ROOM, a_view(ROOM, MOVES, hand=HAND, legal=["S05S", "S35S"]))
    async with a_stage("lines", rows=24) as stage:
        assert "list and picture change how the branches are shown." in await stage.news(moves)
        assert "list and picture" not in await stage.type("table")
        assert "Centre 9-9" in await stage.type("list")
        assert "Centre 9-9" not in await stage.type("picture")
    async with a_stage("lines", width=40, rows=24) as stage:
        await stage.news(moves)
        text = await stage.type("picture")
        assert "The picture needs 60 columns." in text
        assert "Centre 9-9" in text
