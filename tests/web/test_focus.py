"""Where the focus goes."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from web.browser import Site
from web.conftest import Visit
from web.records import played, record_of
from web.screens import OVER, screens, show


SHEETS = ("score", "plays", "rules", "records", "talk", "people", "invite", "settings", "keys")


@pytest.mark.parametrize("name", SHEETS)
async def test_the_focus_comes_back_from_a_sheet(site: Site, visit: Visit, name: str) -> None:
    """To the menu's button: the menu itself, which led there, is gone."""
    person, stage = await show(site, visit, screens()["my-turn"], size=(390, 664))
    stage.record = record_of([played(OVER)], seats=4)
    page = person.page
    for _ in range(2):
        sheet = await person.open_sheet(name)
        await expect(sheet.get_by_role("heading").first).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(page.locator(".header-menu")).to_be_focused()
