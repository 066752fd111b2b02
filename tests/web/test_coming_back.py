"""A phone that sleeps, a tab that reloads, a server that restarts: nobody loses tile or turn."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from time import monotonic

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from longana_protocol.codec import decode_command
from system.company import TWO_PASSES, seeded
from web.browser import Site, shot
from web.conftest import Serve, Visit
from web.deals import write_deals
from web.people import Person
from web.sight import settled, small
from web.tables import together


class Line:
    """The line between a page and its server, which a test may cut without a word (F47)."""

    def __init__(self) -> None:
        self.opened = 0
        self._dead = 0
        self.sent: list[str] = []
        """The types of the commands that left the page."""

    def __call__(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self.opened += 1
        number = self.opened

        def out(frame: str | bytes) -> None:
            self.sent.append(decode_command(frame).type)
            if number > self._dead:
                server.send(frame)

        socket.on_message(out)
        server.on_message(lambda frame: socket.send(frame) if number > self._dead else None)

    def die(self) -> None:
        """Nothing comes through any more, and neither side is told; a new line would hold."""
        self._dead = self.opened


async def hide(page: Page, *, hidden: bool) -> None:
    """As when another tab or program comes to the front."""
    state = "hidden" if hidden else "visible"
    await page.evaluate(
        """state => {
            const get = () => state;
            Object.defineProperty(document, 'visibilityState', { get, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        state,
    )


async def test_a_reload_in_every_phase(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    """F35: it works the first time, and leads to the same seat."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    person = Person(await visit(site.url))
    await person.page.reload()
    await person.make_table("Ana", target=1000)
    await person.page.reload()
    await expect(person.page.locator(".ring-bottom")).to_contain_text("Ana")
    await person.press(person.button("page.lobby.start"))
    await person.sees_table()
    for _ in range(5):
        # not "commit": Chromium may refuse to reload a page that is just taking over from the last
        await person.page.reload(wait_until="domcontentloaded")
    await person.may_move()
    hand = sorted(await person.hand())
    await person.choose((await person.fitting())[0])
    await person.page.reload()
    await person.may_move()
    assert sorted(await person.hand()) == hand
    await expect(person.ghost).to_have_count(0)
    over = person.page.locator(".hand-end")
    while not await over.count():
        if await person.page.locator(".prompt-mine").count():
            await person.move()
    said = await over.locator(".hand-end-what").inner_text()
    await person.page.reload()
    await expect(over.locator(".hand-end-what")).to_have_text(said)
    await person.press(person.button("page.table.next"))
    await person.page.locator("[data-tile] >> nth=7").wait_for()


async def test_off_line_and_back(site: Site, visit: Visit) -> None:
    """It is said loudly, and a move that was confirmed meanwhile is made once (F18, F20)."""
    ana, beto = await together(site, visit, 2)
    for person in (ana, beto):
        person.visitor.forgive("ERR_INTERNET_DISCONNECTED")
    mover, other = await first_to_move(ana, beto)
    before = len(await mover.hand())
    await mover.visitor.context.set_offline(True)
    await mover.page.evaluate("window.dispatchEvent(new Event('offline'))")
    banner = mover.page.locator(".line")
    await expect(banner).to_contain_text(mover.say("page.line.trying", seconds=1)[:10])
    tile = (await mover.fitting())[0]
    await mover.choose(tile)
    await mover.press(mover.ready)
    await expect(mover.confirm).to_have_text(mover.say("page.table.sending"))
    await mover.visitor.context.set_offline(False)
    await expect(banner).to_have_count(0)
    await expect(mover.tile(tile)).to_have_count(0)
    await expect(mover.page.locator("[data-tile]")).to_have_count(before - 1)
    await expect(other.page.locator(".board-tile")).to_have_count(await mover.laid())


async def first_to_move(*people: Person) -> tuple[Person, Person]:
    """Whose turn it is, and somebody else; computers may have to move before."""
    while True:
        for person in people:
            if await person.page.locator(".prompt-mine").count():
                [other, *_] = [one for one in people if one is not person]
                return person, other
        await asyncio.sleep(0.05)


async def test_a_line_that_died_in_the_background(site: Site, visit: Visit) -> None:
    """F47: within 3 s of waking the page is back, shows what was played, and sends once."""
    line = Line()
    host = Person(await visit(site.url))
    link = await host.make_table("Ana", target=1000, seats=2)
    guest = Person(await visit(link, stage=line))
    await guest.sit_down("Beto")
    await host.press(host.button("page.lobby.start"))
    await guest.sees_table()
    if not await host.page.locator(".prompt-mine").count():
        await guest.move()
    await host.may_move()
    laid = await guest.laid()
    await hide(guest.page, hidden=True)
    line.die()
    await host.move()
    laid_since = await host.laid()
    assert await guest.laid() == laid
    await hide(guest.page, hidden=False)
    began = monotonic()
    await expect(guest.page.locator(".board-tile")).to_have_count(laid_since)
    assert monotonic() - began < 6  # 3 s, and as much again for a machine under load
    assert line.opened == 2


async def test_a_move_confirmed_on_a_dead_line_is_made_once(
    serve: Serve, visit: Visit, tmp_path: Path
) -> None:
    """F47, F18: over the next line, with the id it had."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    line = Line()
    person = Person(await visit(site.url, stage=line))
    await person.play_alone()
    await person.may_move()
    hand = await person.hand()
    line.die()
    tile = (await person.fitting())[0]
    await person.choose(tile)
    await person.press(person.ready)
    await expect(person.tile(tile)).to_have_count(0)
    await expect(person.page.locator("[data-tile]")).to_have_count(len(hand) - 1)
    assert line.sent.count("play") == 2
    assert line.opened == 2


async def test_two_tabs_with_one_seat(site: Site, visit: Visit) -> None:
    """F35: the newest has it, the older is told and does not fight back; "use it here"."""
    person = Person(await visit(site.url))
    await person.play_alone()
    older = person.page
    newer = await person.visitor.another_tab("about:blank")
    # A duplicated tab has the storage of the tab it was made from.
    kept = await older.evaluate("JSON.stringify({ ...sessionStorage })")
    await newer.goto(site.url)
    await newer.evaluate(
        "kept => Object.assign(sessionStorage, JSON.parse(kept))",
        kept,
    )
    await newer.goto(older.url)
    await newer.reload()
    await newer.locator("[data-tile]").first.wait_for()
    await older.get_by_role("heading", name=person.say("page.end.replaced")).wait_for()
    await expect(newer.locator("[data-tile]").first).to_be_visible()
    await older.get_by_role("button", name=person.say("page.end.use_here")).click()
    await older.locator("[data-tile]").first.wait_for()
    await newer.get_by_role("heading", name=person.say("page.end.replaced")).wait_for()


async def test_two_seats_in_two_tabs_of_one_profile(site: Site, visit: Visit) -> None:
    """F35: each tab keeps its own, over a reload of both."""
    ana = Person(await visit(site.url))
    link = await ana.make_table("Ana")
    second = await ana.visitor.another_tab(link)
    await second.get_by_role("button", name=ana.say("page.arrive.another")).click()
    await second.get_by_label(ana.say("page.arrive.name"), exact=True).fill("Beto")
    await second.get_by_role("button", name=ana.say("page.arrive.sit"), exact=True).click()
    await expect(second.locator(".ring-bottom")).to_contain_text("Beto")
    await ana.page.reload()
    await second.reload()
    await expect(ana.page.locator(".ring-bottom")).to_contain_text("Ana")
    await expect(second.locator(".ring-bottom")).to_contain_text("Beto")


async def test_storage_cleared_and_the_return_link(site: Site, visit: Visit) -> None:
    """F33: the link comes back to the very seat, and its secret does not stay in the address."""
    person = Person(await visit(site.url))
    await person.play_alone()
    hand = sorted(await person.hand())
    seat = json.loads(await person.page.evaluate("sessionStorage['longana.seat']"))
    way_back = f"{site.url}#{seat['code']}.{seat['token']}"
    await person.page.evaluate("localStorage.clear(); sessionStorage.clear()")
    other = Person(await visit(way_back))
    await other.page.locator("[data-tile]").first.wait_for()
    assert sorted(await other.hand()) == hand
    assert seat["token"] not in other.page.url
    assert not any(seat["token"] in url for url in other.visitor.requests)


@pytest.mark.parametrize("log", ["file", "memory"])
async def test_a_server_that_restarts(
    built_page: Path, visit: Visit, tmp_path: Path, log: str
) -> None:
    """F37: the page comes back by itself, to the same hand or to where it is told it is gone."""
    async with seeded("before", log=log, data_dir=tmp_path) as app:
        person = Person(await visit(Site(app).url))
        await person.play_alone()
        await person.may_move()
        hand = await person.hand()
        person.visitor.forgive("WebSocket connection|ERR_CONNECTION|Failed to load")
    await expect(person.page.locator(".line")).to_be_visible()
    async with seeded("after", log=log, data_dir=tmp_path, port=app.server.port):
        if log == "file":
            await expect(person.page.locator(".line")).to_have_count(0, timeout=4000)
            assert await person.hand() == hand
            await person.move()
        else:
            gone = person.page.get_by_role("heading", name=person.say("page.end.no_room"))
            await gone.wait_for()
            await expect(person.page.get_by_role("button")).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "es"])
async def test_while_the_server_is_gone_the_menu_and_the_table_stay_in_reach(
    built_page: Path, visit: Visit, language: str
) -> None:
    """The banner says so at the head of the screen; what it covers is the board at most."""
    async with seeded("gone") as app:
        person = Person(await visit(Site(app).url, language=language), language)
        await person.play_alone()
        await person.may_move()
        person.visitor.forgive("WebSocket connection|ERR_CONNECTION|Failed to load")
    page = person.page
    line = page.locator(".line")
    await expect(line).to_contain_text(person.say("page.line.restarting"))
    wrong: list[str] = []
    for width, height in ((320, 568), (390, 664), (390, 844), (568, 320), (1280, 800)):
        await page.set_viewport_size({"width": width, "height": height})
        await settled(page)
        await shot(page, f"lost-{language}-{width}x{height}")
        covered = await page.evaluate(
            """() => [...document.querySelectorAll('.header-menu, .badge-plate, [data-tile]')]
                .filter(one => one.checkVisibility())
                .filter(one => {
                    const [a, b] = [one, document.querySelector('.line')]
                        .map(each => each.getBoundingClientRect());
                    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
                }).map(one => one.className)"""
        )
        wrong += [f"{width}x{height}: {each} is covered" for each in covered]
        wrong += [f"{width}x{height}: {each}" for each in await small(page)]
    assert wrong == [], "\n".join(wrong)


_LAMP = """
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
window.lamps = [];
navigator.wakeLock.request = async kind => {
    const lamp = await request(kind);
    window.lamps.push(lamp);
    return lamp;
};
"""


async def is_so(page: Page, expression: str) -> None:
    """By and by. Without Playwright's own way, which the page's content policy forbids."""
    for _ in range(400):
        if await page.evaluate(expression):
            return
        await page.wait_for_timeout(50)
    raise AssertionError(f"it is never so: {expression}")


async def test_the_screen_stays_lit_at_a_table_and_nowhere_else(site: Site, visit: Visit) -> None:
    """And again after it was looked away from, for then browsers let go of it."""
    person = Person(await visit(site.url, script=_LAMP))
    page = person.page
    await page.context.grant_permissions(["screen-wake-lock"])
    assert await page.evaluate("window.lamps.length") == 0
    await person.play_alone()
    await is_so(page, "window.lamps.length == 1 && !window.lamps[0].released")
    await page.evaluate("window.lamps[0].release()")
    await hide(page, hidden=True)
    await hide(page, hidden=False)
    await is_so(page, "window.lamps.length == 2 && !window.lamps[1].released")
    people = await person.open_sheet("people")
    await person.press(people.get_by_role("button", name=person.say("page.people.rest")))
    await is_so(page, "window.lamps[1].released")
