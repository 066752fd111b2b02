"""Whoever has no seat, once a hand or a match is over: on their own screen, and on a television."""

from __future__ import annotations

from random import Random

import pytest

from web.browser import Site, shot
from web.conftest import Visit
from web.screens import OTHERS, OVER, Screen, big_screen, show, table_screen
from web.sight import clipped, settled
from web.stage import hand_of, renamed, room_of


SIZES = ((390, 844), (1280, 800), (1920, 1080))
SIZED = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")

_PLATES = """
() => [...document.querySelectorAll('.table-cloth > .badge')].map(badge => {
  const name = badge.querySelector('.badge-name');
  const plate = badge.querySelector('.badge-plate').getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(name);
  const inside = name.getBoundingClientRect();
  return plate.width >= 60 && inside.width >= Math.min(60, words.getBoundingClientRect().width)
      ? null : `${name.textContent}: ${plate.width}, ${inside.width}`;
}).filter(Boolean)
"""

_LINES = """
() => [...document.querySelectorAll('.hand-end-name, .header-state')].map(one => {
  const { height } = one.getBoundingClientRect();
  const line = parseFloat(getComputedStyle(one).lineHeight);
  return height <= (one.matches('.header-state') ? 1.5 : 2.2) * line
      ? null : `${one.textContent}: ${height}`;
}).filter(Boolean)
"""

_UNREAD = """
selectors => [...document.querySelectorAll(selectors)].filter(one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(one);
  const inside = words.getBoundingClientRect();
  const sticksOut = inside.left < left - 1 || inside.right > right + 1
      || inside.bottom > bottom + 2;
  return sticksOut && !one.querySelector('.unseen')
      || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
      || left < 0 || right > innerWidth || top < 0 || bottom > innerHeight;
}).map(one => `${innerWidth}x${innerHeight}: ${one.className}: ${one.textContent}`)
"""


def _over(seats: int, phase: str) -> Screen:
    room = room_of(seats)
    position = hand_of(seats, Random(f"onlookers {seats}"))[-1]
    view = table_screen(position, None, phase=phase, watchers=1)
    return Screen(room, view, watches=True)


@SIZED
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("phase", ["hand_over", "match_over"])
async def test_every_seat_is_named_and_no_name_falls_apart(
    site: Site, visit: Visit, size: tuple[int, int], seats: int, phase: str
) -> None:
    """On their own screen first, then on the big one, and back."""
    person, stage = await show(site, visit, _over(seats, phase), size=size)
    page = person.page
    where = f"onlooker-{phase}-{seats}-{size[0]}x{size[1]}"
    await shot(page, where)
    assert await page.evaluate(_PLATES) + await page.evaluate(_LINES) + await clipped(page) == []
    waits = "page.table.rematch_waits" if phase == "match_over" else "page.table.next_waits"
    assert person.say(waits) in await page.locator(".hand-end").inner_text()

    await big_screen(person, stage)
    await page.locator(".big").wait_for()
    await settled(page)
    await shot(page, f"{where}-big")
    assert await page.evaluate(_PLATES) + await clipped(page) == []
    assert await page.locator(".hand-end-scores").count() == 0  # they stand above, and large
    result = stage.view.table.result
    assert result is not None
    won = page.locator(".big-scores .big-moves .big-gain")
    assert await won.all_inner_texts() == ([f"+{result.points}"] if result.winner else [])
    assert await page.locator(".big-target").count() == (phase == "hand_over")
    way_out = await person.button("page.menu.big.hide").bounding_box()
    assert way_out is not None
    assert way_out["y"] + way_out["height"] <= size[1]
    await person.press(person.button("page.menu.big.hide"))
    await person.button("page.table.big").wait_for()


async def test_a_big_screen_is_read_in_full(site: Site, visit: Visit) -> None:
    """The longest names on televisions, and how a hand has ended on a phone, too."""
    names = ("W" * 16, "Dora Milagros Q.", "María-José Núñez", "m" * 16)
    room = renamed(room_of(), names)
    screen = Screen(room, table_screen(OTHERS, None), watches=True, then=big_screen)
    person, stage = await show(site, visit, screen, size=(1280, 800))
    page = person.page
    unread: list[str] = []
    televisions = ((1280, 800), (1920, 1080), (2560, 1440))
    phones = ((390, 844), (320, 568), (844, 390))

    async def look(selectors: str, *sizes: tuple[int, int]) -> None:
        for width, height in sizes:
            await page.set_viewport_size({"width": width, "height": height})
            await settled(page)
            unread.extend(await page.evaluate(_UNREAD, selectors))

    await look(".big-turn, .big-name, .badge-name", *televisions)
    stage.show(table_screen(OVER, None, number=2, turn=99))
    await page.locator(".hand-end").wait_for()
    await look(".hand-end-what, .hand-end-sum", *phones)
    await look(".hand-end-what, .hand-end-sum, .big-name, .badge-name", *televisions)
    assert unread == []
