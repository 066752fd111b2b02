"""Who does not see the table, and who has a keyboard alone."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from system.company import TWO_PASSES
from web.browser import Site
from web.conftest import Serve, Visit
from web.deals import write_deals
from web.people import Typist
from web.screens import MIDDLE, Screen, show, table_screen
from web.stage import NAMES, room_of


LISTEN = """() => {
    window.heard = [];
    for (const region of document.querySelectorAll('[aria-live]'))
        new MutationObserver(changes => changes.forEach(({ addedNodes }) =>
            addedNodes.forEach(({ textContent }) => window.heard.push(textContent))
        )).observe(region, { childList: true });
}"""

FOCUSED = "() => document.activeElement.dataset.tile ?? document.activeElement.tagName"


async def test_every_move_is_said_and_focus_stays(site: Site, visit: Visit) -> None:
    """F57: the same pass twice in a row is said twice; the tile keeps the focus through it all."""
    room = room_of()
    before = table_screen(MIDDLE)
    person, stage = await show(site, visit, Screen(room, before), size=(1280, 800))
    page = person.page
    moves = list(before.table.moves)
    await page.wait_for_selector("[aria-live]", state="attached")
    await page.keyboard.press("r")
    await page.locator("[data-tile]:focus").wait_for()
    focused = await page.evaluate(FOCUSED)
    await page.evaluate(LISTEN)
    steps = ["E", "E", "N59N"]
    for number, move in enumerate(steps, start=2):
        moves.append(move)
        table = before.table.model_copy(
            update={
                "number": number,
                "turn": before.table.turn + number,
                "moves": tuple(moves),
                "to_move": "W",
            }
        )
        you = before.you and before.you.model_copy(update={"legal": ()})
        stage.show(before.model_copy(update={"table": table, "you": you}))
        await page.wait_for_function("n => window.heard.length >= n", arg=number - 1)
        assert await page.evaluate(FOCUSED) == focused
    heard = await page.evaluate("window.heard")
    assert len(heard) == 3
    _, east, north, _ = NAMES
    assert heard[0].startswith(east)
    assert heard[1].startswith(east)
    assert heard[2].startswith(f"{north} plays 5-9")


async def test_focus_goes_to_a_neighbour_when_a_tile_is_played(
    serve: Serve, visit: Visit, tmp_path: Path
) -> None:
    """F57."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    person = Typist(await visit(site.url))
    await person.play_alone()
    await person.move()
    await expect(person.page.locator("body:focus")).to_have_count(0)
    await person.may_move()
    assert await person.page.evaluate("document.activeElement !== document.body")


async def test_keys_answer_and_can_be_switched_off(site: Site, visit: Visit) -> None:
    """And never act while somebody types."""
    person, stage = await show(site, visit, Screen(room_of(), table_screen(MIDDLE)))
    page = person.page
    keys = person.dialog("keys")
    while not await keys.is_visible():  # keys come a moment after the table
        await page.keyboard.press("?")
        await page.wait_for_timeout(100)
    await page.keyboard.press("Escape")
    await expect(keys).to_have_count(0)
    asked = len(stage.heard)
    talk = await person.open_sheet("talk")
    await talk.get_by_role("textbox").click()
    await page.keyboard.type("hump?")
    await expect(talk.get_by_role("textbox")).to_have_value("hump?")
    await expect(talk).to_be_visible()
    assert [one["type"] for one in stage.heard[asked:]] == []
    await person.close_sheet()
    settings = await person.open_sheet("settings")
    switch = settings.get_by_role("switch", name=person.say("page.settings.keys"))
    await switch.click()
    await person.close_sheet()
    await page.keyboard.press("m")
    await page.keyboard.press("h")
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert [one["type"] for one in stage.heard[asked:]] == []
