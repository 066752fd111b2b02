"""What the tests of the page share: a server with the page on it, and a browser.

All tests here run in one event loop: the browser is started once for all of them, and belongs to
the loop it was started in.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Protocol

import pytest
import pytest_asyncio
from playwright.async_api import Browser, WebSocketRoute, async_playwright, expect

from system.company import seeded
from web.browser import FLAGS, INSECURE_HOST, NO_CHROMIUM, Site, Visitor, find_chromium
from web.sight import LAYING


HERE = Path(__file__).parent
expect.set_options(timeout=20_000)  # as loaded as a machine may be


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium without a window."""
    program = find_chromium()
    if program is None:
        pytest.fail(NO_CHROMIUM, pytrace=False)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        await browser.close()


SAME_NONCE = """\
const drawn = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = into => into.length === 32 ? into.fill(9) : drawn(into);
"""
"""A page with this gives the same to each deal; what else it draws remains random."""


class Serve(Protocol):
    async def __call__(self, **settings: Any) -> Site: ...


@pytest_asyncio.fixture(loop_scope="session")
async def serve(built_page: Path, request: pytest.FixtureRequest) -> AsyncIterator[Serve]:
    """Starts a server with settings of its own, which ends with the test.

    A test's tiles are the same in each run: those of the server's secrets and `SAME_NONCE`.
    """
    async with AsyncExitStack() as stack:

        async def start(**settings: Any) -> Site:
            settings = {"allowed_hosts": (INSECURE_HOST,), "log": "memory", **settings}
            return Site(await stack.enter_async_context(seeded(request.node.nodeid, **settings)))

        yield start


@pytest_asyncio.fixture(loop_scope="session")
async def site(serve: Serve) -> Site:
    """A server whose computers do not wait."""
    return await serve()


class Visit(Protocol):
    async def __call__(
        self,
        url: str,
        *,
        size: tuple[int, int] = (390, 844),
        language: str = "en-US",
        touch: bool = False,
        dark: bool = False,
        font: int | None = None,
        script: str | None = None,
        stage: Callable[[WebSocketRoute], None] | None = None,
        **context: Any,
    ) -> Visitor: ...


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser) -> AsyncIterator[Visit]:
    """Opens the page as one more person, in a browser with nothing stored.

    `stage` has the page's sockets instead of the server (web/stage.py). `font` is the size of
    letters that somebody has set in their browser, in pixels; 16 unless they did. `script` runs
    before those of any page.
    """
    visitors: list[Visitor] = []

    async def start(
        url: str,
        *,
        size: tuple[int, int] = (390, 844),
        language: str = "en-US",
        touch: bool = False,
        dark: bool = False,
        font: int | None = None,
        script: str | None = None,
        stage: Callable[[WebSocketRoute], None] | None = None,
        **more: Any,
    ) -> Visitor:
        width, height = size
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            has_touch=touch,
            color_scheme="dark" if dark else "light",
            **more,
        )
        if stage is not None:
            await context.route_web_socket(re.compile("/ws$"), stage)
        else:  # there Playwright draws the names of its sockets as the page draws its nonces
            await context.add_init_script(SAME_NONCE)
        await context.add_init_script(LAYING)
        if script is not None:
            await context.add_init_script(script)
        page = await context.new_page()
        if font is not None:
            settings = await context.new_cdp_session(page)
            await settings.send("Page.setFontSizes", {"fontSizes": {"standard": font}})
        visitor = Visitor(context, page)
        visitors.append(visitor)
        visitor.watch(page)
        context.on("page", visitor.watch)
        await page.goto(url)
        return visitor

    yield start
    for visitor in visitors:
        await visitor.context.close()
    assert [problem for visitor in visitors for problem in visitor.problems] == []
