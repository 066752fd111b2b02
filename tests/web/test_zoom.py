"""The board near to: by two fingers, by a finger that moves it, by a wheel, and back."""

from __future__ import annotations

from playwright.async_api import CDPSession, Page, expect

from web.browser import Site, shot
from web.conftest import Visit
from web.people import box, middle
from web.screens import screens, show
from web.sight import resized, settled


Place = tuple[float, float]

_TILES = """() => [...document.querySelectorAll('.board-tile .face-edge')]
    .map(one => one.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""


async def test_a_pinch_zooms_the_board_and_not_the_page(site: Site, visit: Visit) -> None:
    person, _ = await show(site, visit, screens()["my-turn"], touch=True)
    page = person.page
    await resized(page, (390, 844))
    whole = person.button("page.table.whole")
    await expect(whole).to_have_count(0)
    before = await _tiles(page)
    x, y = middle(await box(page.locator("[data-board]")))
    fingers = await page.context.new_cdp_session(page)
    await _touch(fingers, "Start", (x - 30, y), (x + 30, y))
    for way in (15, 30, 45, 60):
        await _touch(fingers, "Move", (x - 30 - way, y), (x + 30 + way, y))
    await _touch(fingers, "End")
    await whole.wait_for()
    await settled(page)
    await shot(page, "zoomed")
    near = await _tiles(page)
    assert _alike([_from(tile, (x, y), 3) for tile in before], near)
    assert await page.evaluate("visualViewport.scale") == 1

    await _touch(fingers, "Start", (x, y))
    for way in (12, 24, 36):
        await _touch(fingers, "Move", (x - way, y - way / 2))
    await _touch(fingers, "End")
    await settled(page)
    moved = await _tiles(page)
    assert _alike([(a - 36, b - 18) for a, b in near], moved)

    await whole.click()
    await expect(whole).to_have_count(0)
    await settled(page)
    assert _alike(before, await _tiles(page))


async def test_a_wheel_zooms_the_board_where_the_mouse_is(site: Site, visit: Visit) -> None:
    person, _ = await show(site, visit, screens()["my-turn"], size=(1280, 800))
    page = person.page
    await resized(page, (1280, 800))
    before = await _tiles(page)
    x, y = before[len(before) // 2]
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -400)
    await person.button("page.table.whole").wait_for()
    await settled(page)
    near = await _tiles(page)
    assert _alike([near[len(before) // 2]], [(x, y)])
    assert _width(near) > 1.5 * _width(before)
    await page.mouse.wheel(0, 4000)
    await expect(person.button("page.table.whole")).to_have_count(0)


async def _tiles(page: Page) -> list[Place]:
    """The middles of all tiles on the board."""
    return [(x, y) for x, y in await page.evaluate(_TILES)]


def _width(places: list[Place]) -> float:
    across = [x for x, _ in places]
    return max(across) - min(across)


async def _touch(session: CDPSession, what: str, *fingers: Place) -> None:
    points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(fingers)]
    event = {"type": f"touch{what}", "touchPoints": points}
    await session.send("Input.dispatchTouchEvent", event)


def _from(place: Place, middle: Place, factor: float) -> Place:
    (x, y), (a, b) = place, middle
    return a + (x - a) * factor, b + (y - b) * factor


def _alike(some: list[Place], others: list[Place]) -> bool:
    """Whether they are the same places in the same order, within 3 px."""
    pairs = zip(some, others, strict=True)
    return all(max(abs(a - x), abs(b - y)) < 3 for (a, b), (x, y) in pairs)
