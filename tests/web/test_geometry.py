"""Long hands on every size of screen: all ends, the ghost and the whole hand stay in sight.

The layout itself is proved over thousands of hands in client/web/src/layout; here it is what the
browser makes of it, with everything else that stands beside the table.
"""

from __future__ import annotations

from random import Random

import pytest

from longana_engine import Seat
from web.browser import Site, shot
from web.conftest import Visit
from web.people import Person
from web.sight import settled, wrong_with
from web.stage import (
    EXTREMES,
    KNOWS_THE_GAME,
    PLACE,
    Stage,
    extreme,
    hand_of,
    room_of,
    stored,
    view_of,
)


SIZES = ((320, 568), (390, 664), (390, 844), (390, 420), (844, 390), (1280, 800), (2560, 1440))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_longest_branches(
    site: Site, visit: Visit, size: tuple[int, int], long_form: bool
) -> None:
    """F54: with a ghost at its end, and the whole hand."""
    stage = Stage(room_of(), extreme(*EXTREMES[0]))
    visitor = await visit(
        site.url + PLACE,
        size=size,
        stage=stage,
        reduced_motion="reduce",
        **stored(site.url, KNOWS_THE_GAME),
    )
    person = Person(visitor)
    await person.may_move()
    wrong: list[str] = []
    for number, (seats, lengths) in enumerate(EXTREMES, start=2):
        view = extreme(seats, lengths)
        turn = number * 100
        table = view.table.model_copy(update={"number": number, "turn": turn})
        room = room_of(seats, number=number)
        stage.show(view.model_copy(update={"table": table}), room)
        await person.page.locator(f".board-tile >> nth={sum(lengths.values())}").wait_for()
        await person.choose(await person.fitting_first())
        await settled(person.page)
        if long_form:
            await shot(person.page, f"long-{size[0]}x{size[1]}-{number}")
        wrong += [f"{lengths}: {each}" for each in await wrong_with(person.page)]
        await person.page.keyboard.press("Escape")
        await person.page.keyboard.press("Escape")
    assert wrong == [], "\n".join(wrong[:30])


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_whole_hands(site: Site, visit: Visit, seats: int, long_form: bool) -> None:
    """Whatever is to be seen is, at every move, and what lies stays where it lies."""
    rng = Random(f"whole hands of {seats}")
    sizes = SIZES if long_form else rng.sample(SIZES, 3)
    hands = [hand_of(seats, rng) for _ in range(20 if long_form else 1)]
    stage = Stage(room_of(seats), view_of(hands[0][0]))
    visitor = await visit(
        site.url + PLACE,
        stage=stage,
        reduced_motion="reduce",
        **stored(site.url, KNOWS_THE_GAME),
    )
    page = visitor.page
    await page.locator("[data-tile]").first.wait_for()
    number = 1
    wrong: list[str] = []
    for hand in hands:
        for width, height in sizes:
            await page.set_viewport_size({"width": width, "height": height})
            number += 1
            stage.show(view_of(hand[0], number=number))
            places: dict[str, str] = {}
            moved = 0
            for position in hand[1:-1]:
                number += 1
                stage.show(view_of(position, Seat.S, number=number))
                laid = sum(len(tiles) for tiles in position.branches.values())
                await page.locator(f".board-tile >> nth={laid}").wait_for()
                await settled(page)
                wrong += [
                    f"{width}x{height}, {len(position.moves)} moves: {each}"
                    for each in await wrong_with(page)
                ]
                now = await page.evaluate(
                    """() => Object.fromEntries([...document.querySelectorAll('.board-place')]
                        .map((one, at) => [at, one.style.transform]))"""
                )
                moved += any(now[at] != place for at, place in places.items())
                places = now
            # A branch that is shut in flows anew; that is rare.
            assert moved <= 1, f"{width}x{height}: tiles have jumped {moved} times"
    assert wrong == [], "\n".join(wrong[:30])
