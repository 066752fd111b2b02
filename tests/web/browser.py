"""A real browser for the tests of the page: the system's Chromium, and who sits before it."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request

from longana_server.app import App


ROOT = Path(__file__).parents[2]
WEB = ROOT / "client" / "web"
SCREENSHOTS = Path(__file__).with_name("screenshots")

NO_CHROMIUM = """\
The tests of the page need Chromium (or Chrome), and there is none on this machine.
    Debian:  sudo apt install chromium-headless-shell
    Ubuntu:  sudo snap install chromium
    Fedora:  sudo dnf install chromium      macOS:   brew install --cask chromium
Or name one: LONGANA_CHROMIUM=/path/to/chrome. To run all other tests:
    ./longana test --ignore tests/web"""

INSECURE_HOST = "longana.test"
"""A name that the browser takes to this machine: not a secure context, unlike localhost."""

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {INSECURE_HOST} 127.0.0.1",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]

_NAMES = (
    "chromium-headless-shell",  # which does the same in a third of the time: it has no windows
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_MAC = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def find_chromium() -> str | None:
    """The browser's program; None if there is none."""
    wanted = os.environ.get("LONGANA_CHROMIUM")
    candidates = (wanted,) if wanted else (*_NAMES, *_MAC)
    return next((found for each in candidates if (found := shutil.which(each))), None)


@dataclass(frozen=True, slots=True)
class Site:
    """A server with the page on it."""

    app: App

    @property
    def url(self) -> str:
        """A secure context, as loopback is; with a slash at the end."""
        return f"http://127.0.0.1:{self.app.server.port}/"

    @property
    def insecure_url(self) -> str:
        """As on a home network: plain http under a name that is not this machine's own."""
        return f"http://{INSECURE_HOST}:{self.app.server.port}/"


@dataclass  # without slots: Playwright notes on an object which listeners it has
class Visitor:
    """One person's browser: its own storage, one tab or several.

    `problems` is what no page of ours may do: errors and warnings in the console (what the
    content policy forbids is among them), uncaught exceptions, requests to anybody else. The
    fixture `visit` fails the test if any is left at the end; what a test provokes it forgives.
    """

    context: BrowserContext
    page: Page
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    _forgiven: list[re.Pattern[str]] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Note the problems of one more tab; those that the page opens itself are watched."""
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._problem(f"uncaught: {error}"))
        page.on("request", self._requested)

    async def another_tab(self, url: str) -> Page:
        """A second tab of the same browser, with the same storage."""
        page = await self.context.new_page()
        await page.goto(url)
        return page

    def forgive(self, pattern: str) -> None:
        """From the start of the test to its end, such problems are what the test wants."""
        self._forgiven.append(re.compile(pattern))
        self.problems = [each for each in self.problems if not re.search(pattern, each)]

    def _problem(self, what: str) -> None:
        if not any(pattern.search(what) for pattern in self._forgiven):
            self.problems.append(what)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._problem(f"console: {message.text}")

    def _requested(self, request: Request) -> None:
        self.requests.append(request.url)
        own = urlsplit(request.frame.page.url).netloc
        asked = urlsplit(request.url).netloc  # none for what the page made itself: blob:
        if own and asked and asked != own:
            self._problem(f"request to {asked}")


async def shot(page: Page, name: str) -> Path:
    """Save what the page looks like as tests/web/screenshots/NAME.png, for people to look at."""
    path = SCREENSHOTS / f"{name}.png"
    await page.screenshot(path=path)
    return path


@cache
def _axe() -> str:
    return (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text()


async def axe(page: Page, *, within: str | None = None) -> list[str]:
    """What axe finds wrong with the page as it stands, one line each; needs fixture `modules`.

    `within` is a CSS selector.
    """
    await page.evaluate(_axe())  # not a script of the page: its content policy does not ask
    found: list[dict[str, Any]] = await page.evaluate(
        """async within => (await axe.run(within ?? document, { resultTypes: ['violations'] }))
            .violations""",
        within,
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]
