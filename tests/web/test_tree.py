"""The tree that screen readers are given: what axe does not look at."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Page, expect

from web.browser import Site
from web.conftest import Visit
from web.records import played, record_of
from web.screens import OVER, screens, show


SCREENS = screens()
CONTROLS = ("button", "link", "textbox", "radio", "checkbox", "switch", "slider", "combobox")
SHEETS = ("score", "plays", "rules", "records", "talk", "people", "invite", "settings", "keys")


class Node:
    """One of the tree: its role, its name, what is said besides."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.role: str = found["role"]["value"]
        self.name: str = found.get("name", {}).get("value", "").strip()
        self.properties = {
            each["name"]: each["value"].get("value") for each in found.get("properties", [])
        }

    def __str__(self) -> str:
        return f"{self.role} {self.name!r}"


async def tree(page: Page) -> list[Node]:
    """In reading order, without what readers skip."""
    session = await page.context.new_cdp_session(page)
    found = await session.send("Accessibility.getFullAXTree")
    await session.detach()
    nodes = {each["nodeId"]: each for each in found["nodes"]}

    def below(id: str) -> list[Node]:
        each = nodes.get(id)
        if each is None:
            return []
        own = [] if each.get("ignored") else [Node(each)]
        return own + [node for child in each.get("childIds", []) for node in below(child)]

    return below(found["nodes"][0]["nodeId"])


def wrong_with(nodes: list[Node]) -> list[str]:
    wrong = [f"no name: {each}" for each in nodes if each.role in CONTROLS and not each.name]
    wrong += [f"no name: {each}" for each in nodes if each.role == "dialog" and not each.name]
    mains = sum(each.role == "main" for each in nodes)
    if mains != 1:
        wrong.append(f"{mains} main parts")
    levels = [(int(each.properties["level"]), each) for each in nodes if each.role == "heading"]
    if [level for level, _ in levels].count(1) != 1:
        wrong.append(f"headings of the first level: {[str(each) for _, each in levels]}")
    for (before, _), (level, heading) in pairwise(levels):
        if level > before + 1:
            wrong.append(f"{heading} of level {level} comes after one of level {before}")
    return wrong


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen_can_be_read_out(
    site: Site, visit: Visit, name: str, language: str
) -> None:
    person, _ = await show(site, visit, SCREENS[name], language=language, size=(390, 664))
    assert wrong_with(await tree(person.page)) == []
    stray = await person.page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])").count()
    assert stray == 0  # what is reached by Tab is reached in reading order


@pytest.mark.parametrize("name", SHEETS)
async def test_the_focus_comes_back_from_a_sheet(site: Site, visit: Visit, name: str) -> None:
    """To the menu's button: the menu itself, which led there, is gone."""
    person, stage = await show(site, visit, SCREENS["my-turn"], size=(390, 664))
    stage.record = record_of([played(OVER)], seats=4)
    page = person.page
    for _ in range(2):
        sheet = await person.open_sheet(name)
        await expect(sheet.get_by_role("heading").first).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(page.locator(".header-menu")).to_be_focused()
