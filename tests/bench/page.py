"""How fast the page is, on a processor four times slower than this one.

    python tests/bench/page.py [--runs 5] [--slower 4] [--json FILE]

Measured over loopback, in the system's Chromium, with the page of these sources:

- link to table: from opening a link one has a seat behind, to tiles of one's own on the screen
- move to drawing: from the frame with another seat's move, to the tile in the next picture
- taps and time: from a guest's link to a seat, and alone to the first tile
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import monotonic


ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.async_api import Browser, Page, async_playwright  # noqa: E402

from system.table import served  # noqa: E402
from web.browser import FLAGS, WEB, Site, find_chromium  # noqa: E402
from web.stage import PLACE, Stage, hand_of, room_of, view_of  # noqa: E402


LIMITS = {"link to table": 1500.0, "move to drawing": 50.0}
"""Milliseconds that issue 4 asks for."""

WATCH = """() => {
    window.drawn = [];
    let came;
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
        constructor(...how) {
            super(...how);
            this.addEventListener('message', () => { came = performance.now(); });
        }
    };
    window.addEventListener('DOMContentLoaded', () => new MutationObserver(changes => {
        const isTile = changes.some(({ addedNodes }) => [...addedNodes].some(
            node => node instanceof Element && node.matches('.board-tile')));
        if (!isTile || came === undefined) return;
        const frame = came;
        requestAnimationFrame(() => setTimeout(() => window.drawn.push(performance.now() - frame)));
    }).observe(document.body, { childList: true, subtree: true }));
}"""
"""Notes for each tile that is laid how long after its frame the picture with it is made."""


async def slowed(browser: Browser, slower: float) -> Page:
    """A phone's page, on a slow phone, with nothing stored."""
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return page


async def link_to_table(browser: Browser, url: str, slower: float) -> float:
    """Milliseconds, as the page's own clock counts them from the start of the navigation."""
    page = await slowed(browser, slower)
    stage = Stage(room_of(), view_of(hand_of(4, Random(1))[0]))
    # Only a seat that is there may be opened, so the room stands on a stage; all else is served.
    await page.route_web_socket("**/ws", stage)
    await page.goto(url + PLACE, wait_until="commit")
    await page.locator("[data-tile]").first.wait_for()
    took: float = await page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => done(performance.now())))"
    )
    await page.context.close()
    return took


async def moves_to_drawing(browser: Browser, url: str, slower: float) -> Sequence[float]:
    """Milliseconds for each tile that others lay in a hand."""
    page = await slowed(browser, slower)
    await page.add_init_script(f"({WATCH})()")
    await page.goto(url)
    await page.get_by_role("button", name="Play now").click()
    await page.locator("[data-tile]").first.wait_for()
    ready = page.locator('[data-confirm][aria-disabled="false"]')
    over = page.locator(".hand-end")
    mine = page.locator(".prompt-mine")
    while not await over.count():
        await mine.or_(over).first.wait_for()
        if await over.count():
            break
        if await page.locator(".rack-fits").count():
            await page.locator(".rack-fits").first.click()
            if await page.locator("[data-chip]").count():
                await page.locator("[data-chip]").first.click()
        if await ready.count():
            await ready.click()
    drawn: list[float] = await page.evaluate("window.drawn")
    await page.context.close()
    return drawn


async def to_a_seat(browser: Browser, url: str, slower: float) -> tuple[int, float]:
    """Taps and milliseconds from a guest's link to a seat."""
    host = await browser.new_page()
    await host.goto(url)
    await host.get_by_role("button", name="Make a table").click()
    await host.get_by_label("Your name", exact=True).fill("Ana")
    await host.get_by_role("button", name="Make the table").click()
    await host.get_by_role("button", name="Start the match").wait_for()
    page = await slowed(browser, slower)
    began = monotonic()
    await page.goto(host.url, wait_until="commit")
    await page.get_by_label("Your name", exact=True).click()
    await page.keyboard.type("Beto")
    await page.get_by_role("button", name="Sit down").click()
    await page.locator(".ring-bottom", has_text="Beto").wait_for()
    took = (monotonic() - began) * 1000
    await host.close()
    await page.context.close()
    return 2, took


async def to_a_tile(browser: Browser, url: str, slower: float) -> tuple[int, float]:
    """Taps and milliseconds from the first page to the first tile of one's own, alone."""
    page = await slowed(browser, slower)
    began = monotonic()
    await page.goto(url, wait_until="commit")
    await page.get_by_role("button", name="Play now").click()
    await page.locator("[data-tile]").first.click()
    await page.locator("[data-tile][aria-pressed=true]").wait_for()
    took = (monotonic() - began) * 1000
    await page.context.close()
    return 2, took


async def measure(runs: int, slower: float) -> dict[str, dict[str, float]]:
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(served(log="memory", computer_delay=0.3))
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        url = Site(app).url
        await link_to_table(browser, url, slower)  # warm: the server reads its files once
        links = [await link_to_table(browser, url, slower) for _ in range(runs)]
        moves = await moves_to_drawing(browser, url, slower)
        seats = [await to_a_seat(browser, url, slower) for _ in range(runs)]
        tiles = [await to_a_tile(browser, url, slower) for _ in range(runs)]
        await browser.close()
    return {
        "link to table": told(links, LIMITS["link to table"]),
        "move to drawing": told(moves, LIMITS["move to drawing"]),
        "guest's link to a seat": told([took for _, took in seats], 10_000) | {"taps": seats[0][0]},
        "alone to the first tile": told([took for _, took in tiles], 10_000)
        | {"taps": tiles[0][0]},
    }


def told(times: Sequence[float], limit: float) -> dict[str, float]:
    return {
        "count": len(times),
        "median": round(statistics.median(times), 1),
        "worst": round(max(times), 1),
        "limit": limit,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--slower", type=float, default=4, help="how much slower the processor is")
    parser.add_argument("--json", type=Path, default=None, help="write the numbers there, too")
    given = parser.parse_args()
    subprocess.run([sys.executable, WEB / "build.py"], check=True)
    found = asyncio.run(measure(given.runs, given.slower))
    print(
        f"{'ms, processor slowed ' + f'{given.slower:g}×':<28}{'median':>9}{'worst':>9}{'limit':>9}"
    )
    for name, numbers in found.items():
        taps = f"   {numbers['taps']} taps" if "taps" in numbers else ""
        print(
            f"{name:<28}{numbers['median']:>9}{numbers['worst']:>9}{numbers['limit']:>9.0f}{taps}"
        )
    if given.json is not None:
        given.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
