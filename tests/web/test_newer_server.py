"""A page that is older than its server: it loads itself anew, once, and keeps the seat."""

from __future__ import annotations

import re

from playwright.async_api import Page, Route, expect

from longana_protocol.answers import Bye
from longana_protocol.codec import encode
from web.browser import Site
from web.conftest import Visit
from web.screens import OTHERS, Screen, show, table_screen
from web.stage import room_of


def count_loads(page: Page) -> list[str]:
    """Grows by one whenever the page is loaded."""
    loads: list[str] = []
    page.on("domcontentloaded", lambda loaded: loads.append(loaded.url))
    return loads


async def test_another_protocol_reloads_once(site: Site, visit: Visit) -> None:
    """F37: and when that did not help, it says so instead of loading for ever."""
    person, stage = await show(site, visit, Screen(room_of(), table_screen(OTHERS)))
    loads = count_loads(person.page)
    bye = encode(Bye(why="version", text=person.say("bye.version"), version=2))
    seat = await person.page.evaluate("sessionStorage['longana.seat']")
    stage.greeting = bye
    stage.say(bye)
    await person.page.get_by_role("heading", name=person.say("page.end.version")).wait_for()
    assert len(loads) == 1
    assert await person.page.evaluate("sessionStorage['longana.seat']") == seat
    stage.greeting = None
    await person.press(person.button("page.end.reload"))
    await person.sees_table()


async def test_a_newer_page_is_loaded_once(site: Site, visit: Visit) -> None:
    """After the line was away, and when nobody is in the middle of anything."""
    person, stage = await show(site, visit, Screen(room_of(), table_screen(OTHERS)))
    loads = count_loads(person.page)

    async def newer(route: Route) -> None:
        await route.fulfill(body="of tomorrow\n", content_type="text/plain")

    await person.page.route(re.compile("build.txt$"), newer)
    await person.page.wait_for_load_state("networkidle")  # what looks at it loads last
    async with person.page.expect_event("domcontentloaded"):
        await stage.hang_up()
    await person.sees_table()
    await person.page.wait_for_load_state("networkidle")
    # The page is still another than the server's: it does not load itself a second time.
    asked = person.page.expect_response(re.compile("build.txt$"))
    async with asked:
        await stage.hang_up()
    await person.sees_table()
    await expect(person.page.locator(".line")).to_have_count(0)
    assert len(loads) == 1
