"""Persons before the page: they see what it shows, and act by mouse, finger, drag or keyboard.

Nothing here looks behind the page; words are looked up in the catalogue, in each one's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from playwright.async_api import FloatRect, Locator, Page, expect

from longana_protocol.catalogue import Fact, text
from web.browser import Visitor


MINE = ".prompt-mine"
"""It is for this person to act."""


@dataclass
class Person:
    """Somebody with a mouse: clicks a tile, one of its ends where there are several, Confirm."""

    visitor: Visitor
    language: str = "en"
    rng: Random = field(default_factory=lambda: Random(1))

    @property
    def page(self) -> Page:
        return self.visitor.page

    # --- what is seen

    def say(self, key: str, **facts: Fact) -> str:
        return text(self.language, key, **facts)

    def button(self, key: str, **facts: Fact) -> Locator:
        return self.page.get_by_role("button", name=self.say(key, **facts), exact=True)

    def dialog(self, name: str) -> Locator:
        """The sheet of that name."""
        return self.page.get_by_role("dialog", name=self.say(f"page.sheet.{name}"), exact=True)

    def tile(self, name: str) -> Locator:
        """Of my own, by its name: "3-7"."""
        return self.page.locator(f'[data-tile="{name}"]')

    def plate(self, branch: str) -> Locator:
        """The numeral at the end of a branch."""
        return self.page.locator(f'[data-branch="{branch}"]')

    @property
    def confirm(self) -> Locator:
        return self.page.locator("[data-confirm]")

    @property
    def ready(self) -> Locator:
        """Confirm or Pass, when it would do something."""
        return self.page.locator('[data-confirm][aria-disabled="false"]')

    @property
    def prompt(self) -> Locator:
        return self.page.locator("[data-prompt]")

    @property
    def ghost(self) -> Locator:
        """Where the chosen tile would lie."""
        return self.page.locator(".board-ghost-shown")

    async def hand(self) -> list[str]:
        return await self.names(self.page.locator("[data-tile]"))

    async def fitting(self) -> list[str]:
        return await self.names(self.page.locator("[data-tile].rack-fits"))

    async def fitting_first(self) -> str:
        """The first tile that fits somewhere."""
        return (await self.fitting())[0]

    async def laid(self) -> int:
        """How many tiles lie on the table."""
        return await self.page.locator(".board-tile").count()

    async def names(self, tiles: Locator) -> list[str]:
        found: list[str] = await tiles.evaluate_all("all => all.map(one => one.dataset.tile)")
        return found

    async def sees_table(self) -> None:
        await self.page.locator("main.table").wait_for()

    async def may_move(self) -> None:
        await self.page.locator(MINE).wait_for()

    async def has_moved(self, laid: int) -> None:
        """After a move, when so many tiles lay before: the page shows it, or what came after it."""
        others = f"main.table:not(:has({MINE}))"
        more = f"main.table:has(.board-tile:nth-child({laid + 1}))"
        await self.page.locator(f"{others}, {more}").wait_for()

    # --- arriving

    async def play_alone(self) -> None:
        await self.press(self.page.get_by_role("button", name=self.say("page.arrive.play_now")))
        await self.sees_table()

    async def make_table(self, name: str, *, target: int = 100, seats: int = 4) -> str:
        """The link for the others."""
        await self.press(self.page.get_by_role("button", name=self.say("page.arrive.make")))
        await self.field("page.arrive.name").fill(name)
        await self.page.get_by_role("radio", name=str(seats), exact=True).check(force=True)
        await self.field("page.house.target").fill(str(target))
        await self.press(self.button("page.make.go"))
        await self.button("page.lobby.start").wait_for()
        return self.page.url

    async def sit_down(self, name: str) -> None:
        """From an invitation."""
        await self.field("page.arrive.name").fill(name)
        await self.press(self.button("page.arrive.sit"))
        await self.page.locator("main.lobby, main.table").wait_for()

    def field(self, key: str) -> Locator:
        return self.page.get_by_label(self.say(key), exact=True)

    # --- acting

    async def press(self, what: Locator) -> None:
        await what.click()

    async def move(self) -> str:
        """Play a tile that fits, or pass; gives the tile's name, or ""."""
        await self.may_move()
        fitting = await self.fitting()
        if not fitting:
            await self.pass_by()
            return ""
        tile = self.rng.choice(fitting)
        await self.play(tile)
        return tile

    async def pass_by(self) -> None:
        await expect(self.ready).to_have_text(self.say("page.table.pass"))
        laid = await self.laid()
        await self.press(self.ready)
        await self.has_moved(laid)

    async def play(self, tile: str) -> None:
        laid = await self.laid()
        await self.choose(tile)
        await self.press(self.ready)
        await self.has_moved(laid)

    async def choose(self, tile: str) -> None:
        """Until its ghost lies on the table."""
        await self.press(self.tile(tile))
        chips = self.page.locator("[data-chip]")
        await self.ready.or_(chips).first.wait_for()
        if await chips.count():
            await self.press(chips.nth(self.rng.randrange(await chips.count())))
        await self.ready.wait_for()

    async def open_menu(self) -> Locator:
        await self.press(self.page.locator(".header-menu, .lobby-menu"))
        menu = self.dialog("menu")
        await menu.wait_for()
        return menu

    async def open_sheet(self, name: str) -> Locator:
        """By the menu."""
        menu = await self.open_menu()
        await self.press(menu.get_by_role("button", name=self.say(f"page.sheet.{name}")).first)
        sheet = self.dialog(name)
        await sheet.wait_for()
        await self.has_loaded()
        return sheet

    async def has_loaded(self) -> None:
        """The sheet that was opened, if there is one, shows what is in it."""
        loading = self.page.locator(".sheets-body > p")
        await expect(loading.get_by_text(self.say("page.sheet.loading"))).to_have_count(0)

    async def close_sheet(self) -> None:
        await self.press(self.page.get_by_role("dialog").locator(".sheet-close"))
        await expect(self.page.get_by_role("dialog")).to_have_count(0)


class Toucher(Person):
    """Somebody with a finger: taps a tile, then the plate of an end; visit with `touch=True`."""

    async def press(self, what: Locator) -> None:
        await what.tap()

    async def choose(self, tile: str) -> None:
        await self.press(self.tile(tile))
        plates = self.page.locator(".plate-fits")
        await self.ready.or_(plates).first.wait_for()
        if not await self.ready.count():
            await self.press(plates.nth(self.rng.randrange(await plates.count())))
        await self.ready.wait_for()


class Dragger(Person):
    """Somebody who carries tiles to the table with the mouse."""

    async def choose(self, tile: str) -> None:
        """While it is carried, only the places it may go to are marked."""
        await self.lift(tile)
        places = self.page.locator(".plate-fits, .board-spot")
        await places.first.wait_for()
        await self.carry_to(middle(await box(places.first)))
        await self.page.mouse.up()
        await self.ready.wait_for()

    async def lift(self, tile: str) -> None:
        x, y = middle(await box(self.tile(tile)))
        await self.page.mouse.move(x, y)
        await self.page.mouse.down()
        await self.carry_to((x, y - 30))
        await self.page.locator(".floating").wait_for()

    async def carry_to(self, point: tuple[float, float]) -> None:
        await self.page.mouse.move(*point, steps=6)


class Typist(Person):
    """Somebody with a keyboard and nothing else."""

    async def press(self, what: Locator) -> None:
        await self.reach(what)
        await self.page.keyboard.press("Enter")

    async def reach(self, what: Locator) -> None:
        """By Tab, from wherever the focus is."""
        await what.wait_for()
        for _ in range(80):
            if await what.evaluate("one => one === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}")

    async def sit_down(self, name: str) -> None:
        await self.reach(self.field("page.arrive.name"))
        await self.page.keyboard.type(name)
        await self.page.keyboard.press("Enter")
        await self.page.locator("main.lobby, main.table").wait_for()

    async def pass_by(self) -> None:
        await expect(self.ready).to_have_text(self.say("page.table.pass"))
        laid = await self.laid()
        await self.page.keyboard.press("p")
        await self.has_moved(laid)

    async def choose(self, tile: str) -> None:
        """`r` leads to the tiles, arrows to one of them, Enter to its branches or to Confirm."""
        await self.page.keyboard.press("r")
        await self.page.locator("[data-tile]:focus").wait_for()
        for _ in range(8):
            if await self.tile(tile).evaluate("one => one === document.activeElement"):
                break
            await self.page.keyboard.press("ArrowRight")
        await self.page.keyboard.press("Enter")
        await self.page.locator("[data-chip]:focus, [data-confirm]:focus").wait_for()
        if await self.page.locator("[data-chip]:focus").count():
            await self.page.keyboard.press("Enter")
        await self.ready.wait_for()


async def box(what: Locator) -> FloatRect:
    found = await what.bounding_box()
    assert found is not None, f"{what} is not on the screen"
    return found


def middle(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def boxes(what: Locator) -> Sequence[FloatRect]:
    """Of all that are drawn."""
    found: list[FloatRect] = await what.evaluate_all(
        """all => all.map(one => one.getBoundingClientRect())
            .filter(({ width, height }) => width > 0 && height > 0)
            .map(({ x, y, width, height }) => ({ x, y, width, height }))"""
    )
    return found
