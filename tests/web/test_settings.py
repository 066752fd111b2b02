"""What somebody sets for themselves is seen at the table at once, and when they come again."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from web.browser import Site, shot
from web.conftest import Visit
from web.people import Person, box, middle
from web.screens import screens, show
from web.sight import clipped, resized, settled


PHONE = (390, 844)
SIZES = [PHONE, (844, 390), (1280, 800)]
SIZED = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")

_FACES = ".board-tile .face-half, .rack .face-half"

_COLOURS = """() => {
  const found = {};
  for (const half of document.querySelectorAll('.board-tile .face-half, .rack .face-half')) {
    const [value] = [...half.classList].filter(name => name.startsWith('face-value-'));
    const pip = half.querySelector('.face-pip');
    if (pip) (found[value.at(-1)] ??= new Set()).add(getComputedStyle(pip).fill);
  }
  return Object.entries(found).map(([value, fills]) => [value, [...fills]]);
}"""


async def _set(person: Person, setting: str) -> None:
    """Turn it on, or off again."""
    sheet = await person.open_sheet("settings")
    name = person.say(f"page.settings.{setting}")
    await person.press(sheet.get_by_role("switch", name=name))
    await person.close_sheet()
    await settled(person.page)


async def _come_again(page: Page, size: tuple[int, int]) -> None:
    await page.reload()
    await page.locator("main.table").wait_for()
    await resized(page, size)


async def test_numerals_in_place_of_pips(site: Site, visit: Visit) -> None:
    person, _ = await show(site, visit, screens()["my-turn"])
    page = person.page
    await resized(page, PHONE)  # all tiles lie there
    halves = await page.locator(_FACES).count()
    numerals = page.locator(_FACES).locator(".face-numeral")
    await expect(numerals).to_have_count(0)
    await _set(person, "numerals")
    await shot(page, "set-numerals")
    await expect(numerals).to_have_count(halves)
    await expect(page.locator(_FACES).locator(".face-pip")).to_have_count(0)
    tile = page.locator("[data-tile]").first
    name = await tile.get_attribute("data-tile")
    assert "-".join(await tile.locator(".face-numeral").all_text_contents()) == name
    await _come_again(page, PHONE)
    await expect(numerals).to_have_count(halves)
    await _set(person, "numerals")
    await expect(numerals).to_have_count(0)


async def test_a_colour_for_each_number(site: Site, visit: Visit) -> None:
    person, _ = await show(site, visit, screens()["my-turn"])
    page = person.page
    await resized(page, PHONE)  # all tiles lie there
    plain = {fill for _, fills in await page.evaluate(_COLOURS) for fill in fills}
    assert len(plain) == 1
    await _set(person, "colours")
    await shot(page, "set-colours")
    found = await page.evaluate(_COLOURS)
    assert len(found) > 5
    assert all(len(fills) == 1 for _, fills in found), "each number has one"
    assert len({fill for _, (fill,) in found}) == len(found), "and no other number the same"
    await _come_again(page, PHONE)
    assert await page.evaluate(_COLOURS) == found


@SIZED
async def test_the_controls_stand_at_the_left_hand(
    site: Site, visit: Visit, size: tuple[int, int]
) -> None:
    """Confirm, and on a wide screen the whole column that it stands in."""
    person, _ = await show(site, visit, screens()["my-turn"], size=size)
    page = person.page
    confirm, others = person.confirm, page.locator(".actions-side")
    assert (await box(confirm))["x"] > (await box(others))["x"] >= 0
    board, _ = middle(await box(page.locator("[data-board]")))
    await _set(person, "mirrored")
    await shot(page, f"set-mirrored-{size[0]}x{size[1]}")
    left = (await box(confirm))["x"]
    assert 0 <= left < 12
    assert left < (await box(others))["x"]
    moved, _ = middle(await box(page.locator("[data-board]")))
    assert moved == pytest.approx(size[0] - board, abs=12)
    assert await clipped(page) == []
    await _come_again(page, size)
    assert (await box(confirm))["x"] == left
