"""The tree that screen readers are given: what axe does not look at."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from playwright.async_api import Page


CONTROLS = ("button", "link", "textbox", "radio", "checkbox", "switch", "slider", "combobox")


class _Node:
    """One of the tree: its role, its name, what is said besides."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.role: str = found["role"]["value"]
        self.name: str = found.get("name", {}).get("value", "").strip()
        self.properties = {
            each["name"]: each["value"].get("value") for each in found.get("properties", [])
        }

    def __str__(self) -> str:
        return f"{self.role} {self.name!r}"


async def _tree(page: Page) -> list[_Node]:
    """In reading order, without what readers skip."""
    session = await page.context.new_cdp_session(page)
    found = await session.send("Accessibility.getFullAXTree")
    await session.detach()
    nodes = {each["nodeId"]: each for each in found["nodes"]}

    def below(id: str) -> list[_Node]:
        each = nodes.get(id)
        if each is None:
            return []
        own = [] if each.get("ignored") else [_Node(each)]
        return own + [node for child in each.get("childIds", []) for node in below(child)]

    return below(found["nodes"][0]["nodeId"])


def _wrong_with(nodes: list[_Node]) -> list[str]:
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


async def unreadable(page: Page) -> list[str]:
    """What is wrong with the tree of the page as it stands."""
    wrong = _wrong_with(await _tree(page))
    stray = await page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])").count()
    if stray:
        wrong.append(f"{stray} with an order of their own, instead of that of reading")
    return wrong
