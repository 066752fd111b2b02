"""The page as a browser gets it from the server."""

from __future__ import annotations

import pytest

from web.browser import Site, axe, shot
from web.conftest import Visit


@pytest.mark.parametrize("is_secure", [True, False])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_it_opens(site: Site, visit: Visit, is_secure: bool, language: str) -> None:
    """Without an error, a warning, or a request to anybody else: `visit` looks at that."""
    url = site.url if is_secure else site.insecure_url
    visitor = await visit(url, language=f"{language}-US")
    await visitor.page.locator("#app > *").first.wait_for()
    assert await visitor.page.evaluate("isSecureContext") is is_secure
    assert await visitor.page.evaluate("document.documentElement.lang") == language
    texts = [url for url in visitor.requests if "/texts-" in url]
    assert len(texts) == 1  # sent for by the server's page, found by the script
    assert f"texts-{language}" in texts[0]


@pytest.mark.usefixtures("modules")
async def test_its_first_screen_is_in_order(site: Site, visit: Visit) -> None:
    visitor = await visit(site.url)
    await visitor.page.locator("#app > *").first.wait_for()
    assert await axe(visitor.page) == []
    assert (await shot(visitor.page, "first")).is_file()
