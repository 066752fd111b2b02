"""Nothing is sent anywhere else: the server calls nobody, and neither does its page."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, async_playwright

from longana_protocol.catalogue import text
from system.program import environment
from web.browser import FLAGS, NO_CHROMIUM, find_chromium


WIRETAP = Path(__file__).with_name("wiretap.py")

PROBE = re.compile(
    r"socket\.connect \['SOCK_DGRAM', \('(192\.0\.2\.1|2001:db8::1)', 9(, 0, 0)?\)\]"
)
"""How the server asks the system for its own address: UDP is "connected" without sending, and to
addresses that lead nowhere by their standard."""


@asynccontextmanager
async def tapped(folder: Path, *arguments: str) -> AsyncIterator[tuple[str, Path]]:
    """`longana` at work, by its address on this machine, and the note of what it does."""
    note = folder / "note"
    note.touch()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(WIRETAP), str(note), *arguments),
        *("--port", "0", "--data-dir", str(folder / "data"), "--computer-delay", "0"),
        env=environment(),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
    )
    assert process.stdout is not None
    said = ""
    try:
        async with asyncio.timeout(30):
            while not (found := re.search(r"port (\d+)", said)):
                line = await process.stdout.readline()
                assert line, said
                said += line.decode()
        reading = asyncio.create_task(process.stdout.read())  # so that it never waits for us
        yield f"http://127.0.0.1:{found[1]}", note
        process.terminate()
        async with asyncio.timeout(10):
            await process.wait()
        await reading
    finally:
        if process.returncode is None:  # whatever went wrong, it is not left behind
            process.kill()
            await process.wait()


@asynccontextmanager
async def browsing(net_log: Path) -> AsyncIterator[Page]:
    """A page in a browser that notes down all it does on the network, and knows no name."""
    program = find_chromium()
    if program is None:
        pytest.fail(NO_CHROMIUM, pytrace=False)
    flags = [flag for flag in FLAGS if not flag.startswith("--host-resolver-rules")]
    nobody = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program, args=[*flags, nobody, f"--log-net-log={net_log}"]
        )
        try:
            yield await browser.new_page(locale="en-US")
        finally:
            await browser.close()


async def look_around(page: Page, url: str) -> None:
    """Play, ask for a hint, open every sheet of the menu that may load something."""

    async def press(key: str) -> None:
        await page.get_by_role("button", name=text("en", key), exact=True).first.click()

    await page.goto(url)
    await press("page.arrive.play_now")
    for sheet in ("rules", "records", "settings", "people"):
        await press("page.sheet.menu")
        await press(f"page.sheet.{sheet}")
        await page.get_by_role("dialog").first.wait_for()
        await page.keyboard.press("Escape")
        await page.get_by_role("dialog").first.wait_for(state="hidden")


def events(net_log: Path) -> list[tuple[str, dict[str, Any]]]:
    """What the browser did: the kind of each event, and its details."""
    log = json.loads(net_log.read_text())
    kinds = {number: kind for kind, number in log["constants"]["logEventTypes"].items()}
    return [(kinds[each["type"]], each.get("params", {})) for each in log["events"]]


def of(happened: list[tuple[str, dict[str, Any]]], kind: str) -> list[dict[str, Any]]:
    """The details of all events of a kind; their ends have none."""
    return [details for each, details in happened if each == kind]


@pytest.mark.parametrize("command", [["serve"], ["host", "--no-join"]])
@pytest.mark.usefixtures("built_page")
async def test_server_and_page_call_nobody(tmp_path: Path, command: list[str]) -> None:
    net_log = tmp_path / "net-log"
    async with tapped(tmp_path, *command) as (url, note), browsing(net_log) as page:
        await look_around(page, url)

    done = note.read_text().splitlines()
    assert [line for line in done if not PROBE.fullmatch(line)] == []
    assert done, "the note would have shown it: the probe is in it"

    happened = events(net_log)
    site = urlsplit(url).netloc
    assert {
        each["address"] for each in of(happened, "TCP_CONNECT_ATTEMPT") if "address" in each
    } == {site}
    assert of(happened, "UDP_BYTES_SENT") == []
    # Chromium's own services ask as well, on behalf of "not an origin" (and get no answer).
    asked = [
        each["url"]
        for each in of(happened, "URL_REQUEST_START_JOB")
        if each.get("initiator", "not an origin") != "not an origin"
    ]
    assert any(address.startswith(f"ws://{site}") for address in asked)
    assert [address for address in asked if urlsplit(address).netloc != site] == []


async def test_even_a_foreign_script_could_not(tmp_path: Path) -> None:
    """The page's content policy, as the browser carries it out."""
    reached: list[bytes] = []

    async def note(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append(await reader.readline())
        writer.close()

    elsewhere = await asyncio.start_server(note, "127.0.0.1", 0)
    port = elsewhere.sockets[0].getsockname()[1]
    async with elsewhere, tapped(tmp_path, "serve") as (url, _), browsing(tmp_path / "log") as page:
        await page.goto(url)
        outcome = await page.evaluate(
            """async (address) => {
                const image = new Image()
                const shown = new Promise((tell) => { image.onload = image.onerror = tell })
                image.src = address + '/image'
                navigator.sendBeacon(address + '/beacon', 'tile')
                const line = address.replace('http', 'ws')
                const socket = new Promise((tell) => {
                    try { new WebSocket(line).onerror = () => tell('refused') }
                    catch { tell('refused') }
                })
                const got = await fetch(address).then(() => 'got', () => 'refused')
                return [got, await socket, (await shown).type]
            }""",
            f"http://127.0.0.1:{port}",
        )
    assert outcome == ["refused", "refused", "error"]
    assert reached == []
