"""What nobody may see: covered hands on a device that is passed on, and what somebody ponders."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgpack
from playwright.async_api import Page, WebSocket, expect

from system.company import TWO_PASSES
from web.browser import Site, shot
from web.conftest import Serve, Visit
from web.deals import write_deals
from web.people import Person
from web.tables import together


@dataclass
class Tap:
    """Every message of a page's sockets, in the order it went: what came, and what it asked for."""

    came: list[dict[str, Any]] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    _uncovered: str | None = None

    def on(self, page: Page) -> None:
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        self._uncovered = None
        socket.on("framesent", lambda frame: self._sent(msgpack.unpackb(frame)))
        socket.on("framereceived", lambda frame: self._came(msgpack.unpackb(frame)))

    def _sent(self, message: dict[str, Any]) -> None:
        if message["type"] == "uncover":
            self._uncovered = message["seat"]

    def _came(self, message: dict[str, Any]) -> None:
        self.came.append(message)
        you = message.get("you") or {}
        if you.get("hand") is None:
            return
        if you.get("seat") != self._uncovered or message["table"]["to_move"] != self._uncovered:
            self.leaks.append(f"{you['seat']}'s hand, while {self._uncovered} is to be shown")


async def test_a_covered_hand_is_nowhere(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    """F07: not in a frame, not in the DOM, until it is uncovered; over undo, redo and reload."""
    ana, tap = await at_shared_table(serve, visit, tmp_path)

    await is_covered(ana, "Ana")
    await uncover(ana, "Ana")
    assert "9-9" in await ana.hand()
    await ana.play("9-9")
    await is_covered(ana, "Eva")
    await ana.page.reload()
    await is_covered(ana, "Eva")
    await uncover(ana, "Eva")
    assert "3-4" in await ana.hand()
    await ana.pass_by()  # and both computers after it
    await is_covered(ana, "Ana")
    await uncover(ana, "Ana")
    await ana.press(ana.button("page.table.undo"))
    await is_covered(ana, "Ana")
    menu = await ana.open_menu()
    await ana.press(menu.get_by_role("button", name=ana.say("page.menu.redo")))
    await is_covered(ana, "Ana")
    await uncover(ana, "Ana")
    assert len(await ana.hand()) == 7
    await ana.page.reload()
    await is_covered(ana, "Ana")
    assert tap.leaks == []
    assert any((message.get("you") or {}).get("hand") for message in tap.came)


async def test_the_hand_that_is_left_on_a_device_stays_covered(
    serve: Serve, visit: Visit, tmp_path: Path
) -> None:
    """F07: who has gone may still be looking on."""
    ana, tap = await at_shared_table(serve, visit, tmp_path)
    await uncover(ana, "Ana")
    await ana.play("9-9")
    await uncover(ana, "Eva")
    people = await ana.open_sheet("people")
    await ana.press(people.get_by_role("button", name=ana.say("page.people.remove", name="Eva")))
    await ana.press(people.get_by_role("button", name=ana.say("page.people.remove.do")))
    await ana.close_sheet()
    await is_covered(ana, "Ana")
    await shot(ana.page, "left-covered")
    await uncover(ana, "Ana")
    assert "9-9" not in await ana.hand()
    assert tap.leaks == []


async def at_shared_table(serve: Serve, visit: Visit, tmp_path: Path) -> tuple[Person, Tap]:
    """Ana has South and Eva, on the same device, East; every message is kept."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    visitor = await visit(site.url)
    tap = Tap()
    tap.on(visitor.page)
    ana = Person(visitor)
    await ana.press(ana.page.get_by_role("button", name=ana.say("page.arrive.make")))
    await ana.field("page.arrive.name").fill("Ana")
    await ana.press(ana.page.locator("summary", has_text=ana.say("page.make.who")))
    here = ana.page.get_by_role("radio", name=ana.say("page.make.here"), exact=True)
    await here.first.check(force=True)
    await ana.field("page.make.here.name").fill("Eva")
    await ana.press(ana.button("page.make.go"))
    await ana.press(ana.button("page.lobby.start"))
    return ana, tap


async def is_covered(person: Person, name: str) -> None:
    """Whose turn it is is asked to take the screen; nobody's tiles are on the page."""
    await person.button("page.table.uncover", name=name).wait_for()
    await expect(
        person.page.locator("[data-tile], .rack, .chip, option[value*='-']")
    ).to_have_count(0)


async def uncover(person: Person, name: str) -> None:
    await person.press(person.button("page.table.uncover", name=name))
    await person.may_move()
    await expect(person.page.locator("[data-tile]").first).to_be_visible()


async def test_what_somebody_ponders_reaches_nobody(
    serve: Serve, visit: Visit, tmp_path: Path
) -> None:
    """F06: a tile chosen, a hint, both put back, another chosen; then the move itself."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    ana, beto = await together(site, visit, 2)
    tap = Tap()
    tap.on(beto.page)
    await beto.page.reload()
    await beto.page.locator("[data-tile]").first.wait_for()
    before = len(tap.came)
    await ana.may_move()
    await ana.press(ana.tile("0-9"))
    await expect(ana.prompt).to_contain_text("9-9")
    await ana.press(ana.button("page.table.hint"))
    await ana.ready.wait_for()
    await ana.page.keyboard.press("Escape")
    await expect(ana.ready).to_have_count(0)
    await ana.page.keyboard.press("Escape")
    await expect(ana.page.locator("[data-tile][aria-pressed=true]")).to_have_count(0)
    await ana.press(ana.tile("9-9"))
    await ana.ready.wait_for()
    assert tap.came[before:] == []
    await ana.press(ana.ready)
    await expect(beto.page.locator(".board-tile")).to_have_count(1)
    assert [message["type"] for message in tap.came[before:]].count("view") >= 1


async def test_a_hand_is_in_no_address_and_no_title(site: Site, visit: Visit) -> None:
    """F33, F48: codes and tokens stand behind the `#`, and are asked of nobody."""
    person = Person(await visit(site.url))
    await person.play_alone()
    seat = await person.page.evaluate("JSON.parse(sessionStorage['longana.seat'])")
    assert seat["token"] not in person.page.url
    for url in person.visitor.requests:
        assert seat["token"] not in url
        assert seat["code"] not in url
