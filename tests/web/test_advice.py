"""Advice: the other moves beside a hint, and what my choices in a hand have cost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from web.conftest import Serve, Visit
from web.deals import random_deals, write_deals
from web.people import Person, box
from web.stage import KNOWS_THE_GAME, stored


@pytest.mark.parametrize(
    ("size", "language"), [((390, 844), "en"), ((320, 568), "es"), ((1280, 800), "en")]
)
async def test_a_hint_its_others_and_looking_back(
    serve: Serve, visit: Visit, tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    site = await serve(test_deals=write_deals(tmp_path, random_deals("advice")))
    visitor = await visit(
        site.url, size=size, language=f"{language}-US", **stored(site.url, KNOWS_THE_GAME)
    )
    ana, page = Person(visitor, language), visitor.page
    await ana.play_alone()
    looked = 0
    while not await page.locator(".hand-end").count():
        if await page.locator(".prompt-mine").count():
            looked += await _look_at_others(ana, first=not looked)
            await _move_on(ana)
        else:
            await page.locator(".prompt-mine, .hand-end").first.wait_for()
    assert looked, "there was never anything to choose"
    await _look_back(ana)


async def _look_at_others(ana: Person, *, first: bool) -> bool:
    """Ask for a hint, and for the other moves if there are any; look at the last of them."""
    page = ana.page
    hint, others = (
        page.locator(".actions-small", has_text=ana.say(f"page.table.{name}"))
        for name in ("hint", "others")
    )
    if not first or await ana.ready.count():
        return False
    await ana.press(hint)
    await ana.ghost.wait_for()
    if not await others.count():
        return False
    await ana.press(others)
    sheet = ana.dialog("others")
    moves = sheet.locator(".advice-move")
    await moves.nth(1).wait_for()
    await _fits(page, sheet)
    await ana.press(moves.last)
    await expect(sheet).to_have_count(0)
    await ana.ghost.wait_for()
    await expect(others).to_be_visible()
    return True


async def _move_on(ana: Person) -> None:
    if await ana.ready.count():
        laid = await ana.laid()
        await ana.press(ana.ready)
        await ana.page.locator(
            f"main.table:not(:has(.prompt-mine)), main.table:has(.board-tile:nth-child({laid + 1}))"
        ).first.wait_for()
    else:
        await ana.move()


async def _look_back(ana: Person) -> None:
    """From the end of the hand to the choices, and to one of them in the replay."""
    page = ana.page
    await ana.press(ana.button("page.table.review"))
    sheet = ana.dialog("review")
    moves = sheet.locator(".advice-move")
    await moves.first.wait_for()
    await _fits(page, sheet)
    costly = sheet.locator(".advice-costly")
    await ana.press(costly.first if await costly.count() else moves.first)
    replay = ana.dialog("records")
    judged = replay.locator(".advice-judged")
    await judged.wait_for()
    await judged.scroll_into_view_if_needed()
    await ana.press(ana.button("page.table.review").last)
    await moves.first.wait_for()


async def _fits(page: Page, sheet: Locator) -> None:
    """Nothing sticks out at the side, and every move can be hit with a finger."""
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    frame = await box(sheet)
    for move in await sheet.locator(".advice-move").all():
        place = await box(move)
        assert place["height"] >= 44
        assert frame["x"] <= place["x"]
        assert place["x"] + place["width"] <= frame["x"] + frame["width"]
