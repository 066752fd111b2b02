"""What has to hold on every screen: nothing for axe to find, nothing too small, cut off or covered,
nothing that a screen reader could not say.

Each leaves pictures in tests/web/screenshots; the long form takes all sizes, both languages, light
and dark. Look at them.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from web.browser import Site, axe, shot
from web.conftest import Visit
from web.screens import screens, show
from web.sight import clipped, settled, small
from web.tree import unreadable


SIZES = ((320, 568), (390, 664), (390, 844), (390, 420), (844, 390), (1280, 800), (2560, 1440))
SCREENS = screens()


@pytest.mark.usefixtures("modules")
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen_is_in_order(
    site: Site, visit: Visit, name: str, language: str, long_form: bool
) -> None:
    """F55, F56: English is looked at in light, Spanish in the dark."""
    person, _ = await show(site, visit, SCREENS[name], language=language, size=(320, 568))
    page = person.page
    looks = ["light", "dark"] if long_form else ["light" if language == "en" else "dark"]
    wrong: list[str] = []
    for look in looks:
        await page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        for size in SIZES if long_form else SIZES[:1]:
            await at_size(page, size)
            where = f"{name}-{language}-{look}-{size[0]}x{size[1]}"
            await shot(page, where)
            wrong += [f"{where}: {each}" for each in await small(page)]
            wrong += [f"{where}: {each}" for each in await clipped(page)]
        wrong += [f"{name} {look}: {each}" for each in await axe(page)]
    await at_size(page, (390, 664))
    wrong += [f"{name} read out: {each}" for each in await unreadable(page)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen_bears_text_of_twice_the_size(
    site: Site, visit: Visit, name: str
) -> None:
    """As set in the browser, in the longer language, on a phone."""
    person, _ = await show(site, visit, SCREENS[name], language="es", font=32)
    await settled(person.page)
    await shot(person.page, f"{name}-200")
    wrong = await clipped(person.page)
    assert wrong == [], "\n".join(wrong)


async def at_size(page: Page, size: tuple[int, int]) -> None:
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await settled(page)
