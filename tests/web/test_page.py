"""The page as a browser gets it from the server."""

from __future__ import annotations

import pytest

from web.browser import Site, axe, shot
from web.conftest import Serve, Visit


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


async def test_it_works_under_a_path(serve: Serve, visit: Visit) -> None:
    """Script, texts, picture, application and socket: all addresses are relative."""
    site = await serve(public_url="http://127.0.0.1/longana")
    visitor = await visit(f"{site.url}longana/")
    await visitor.page.locator("#app > *").first.wait_for()
    assert len(visitor.requests) >= 4
    for url in visitor.requests:
        assert url.startswith(f"{site.url}longana/"), url
    opened = await visitor.page.evaluate(
        """() => new Promise((tell) => {
            const address = new URL('ws', location.href.replace('http', 'ws'))
            const socket = new WebSocket(address, 'longana.v1')
            socket.onopen = () => tell(true)
            socket.onerror = () => tell(false)
        })"""
    )
    assert opened


async def test_it_can_be_put_beside_the_applications_of_a_phone(site: Site, visit: Visit) -> None:
    visitor = await visit(site.url)
    devtools = await visitor.context.new_cdp_session(visitor.page)
    found = await devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{site.url}manifest.webmanifest"
    hindrances = await devtools.send("Page.getInstallabilityErrors")
    # Chromium installs nothing in a window without a profile.
    assert {each["errorId"] for each in hindrances["installabilityErrors"]} <= {"in-incognito"}


@pytest.mark.usefixtures("modules")
async def test_its_first_screen_is_in_order(site: Site, visit: Visit) -> None:
    visitor = await visit(site.url)
    await visitor.page.locator("#app > *").first.wait_for()
    assert await axe(visitor.page) == []
    assert (await shot(visitor.page, "first")).is_file()
