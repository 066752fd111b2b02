"""Rows of faults.md that are about the page and have no test file of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from longana_engine import Pass, Play
from longana_protocol.answers import Result, View
from system.company import TWO_PASSES
from web.browser import Site
from web.conftest import Serve, Visit
from web.deals import write_deals
from web.people import Person, box, middle
from web.screens import FORCED, MIDDLE, OTHERS, OVER, Screen, show, table_screen
from web.stage import room_of
from web.tables import together


@pytest.mark.parametrize("preset", ["cuban", "international"])
async def test_the_next_to_play_sits_where_play_goes(site: Site, visit: Visit, preset: str) -> None:
    """F26: on the right in the Cuban rules, on the left in the International."""
    order = ("S", "E", "N", "W") if preset == "cuban" else ("S", "W", "N", "E")
    rules = {"preset": preset, "seats": 4, "target": 100}
    room = room_of(persons=1, rules=rules, order=order)
    person, _ = await show(site, visit, Screen(room, table_screen(MIDDLE)), size=(390, 844))
    at = [await box(person.page.locator(f'.badge[data-seat="{seat}"]')) for seat in ("W", "N", "E")]
    assert [place["x"] for place in at] == sorted(place["x"] for place in at)
    side = "right" if preset == "cuban" else "left"
    await expect(person.page.locator(f".badge-{side}")).to_have_attribute("data-seat", order[1])
    for branch, ways in (("E", (1, 0)), ("W", (-1, 0)), ("N", (0, -1)), ("S", (0, 1))):
        # The first tile of a branch lies on its owner's side of the centre.
        first = next(
            at
            for at, move in enumerate(play for play in MIDDLE.moves if not isinstance(play, Pass))
            if at > 0 and isinstance(move, Play) and move.branch.value == branch
        )
        tiles = person.page.locator(".board-tile .face-edge")
        x, y = middle(await box(tiles.nth(first)))
        centre = middle(await box(tiles.nth(0)))
        assert (x - centre[0]) * ways[0] + (y - centre[1]) * ways[1] > 0, branch


HOSTILE = ("<img src=x onerror=a()>", '"><script>a()</script>', "';a()//", "&lt;b&gt;${a()}")
TALK = "<img src=x onerror=\"document.title='pwn'\"><script>document.title='pwn'</script>"


async def test_hostile_names_and_lines_are_text(site: Site, visit: Visit) -> None:
    """F48: in the lobby, at the table, in every sheet, and in what screen readers hear."""
    host = Person(await visit(site.url))
    link = await host.make_table(HOSTILE[0])
    guests = []
    for name in HOSTILE[1:3]:
        guest = Person(await visit(link))
        await guest.sit_down(name)
        guests.append(guest)
    await expect(host.page.locator(".ring-seat", has_text=HOSTILE[1])).to_be_visible()
    await host.press(host.button("page.lobby.start"))
    for person in (host, *guests):
        await person.page.locator("[data-tile]").first.wait_for()
    talk = await guests[0].open_sheet("talk")
    await talk.get_by_role("textbox").fill(TALK)
    await guests[0].page.keyboard.press("Enter")
    await expect(talk.get_by_text(TALK)).to_be_visible()
    for sheet in ("talk", "people", "score"):
        opened = await host.open_sheet(sheet)
        await expect(opened).to_contain_text(TALK if sheet == "talk" else HOSTILE[1])
        await host.close_sheet()
    for person in (host, *guests):
        assert await person.page.locator("img, #app script").count() == 0
        assert "pwn" not in await person.page.title()


@pytest.mark.parametrize("name", ["\u202eanA", "A\u200bna", "\u2066Ana\u2069"])
async def test_what_turns_letters_round_is_taken_out_of_names(
    site: Site, visit: Visit, name: str
) -> None:
    """F48: no name can pretend to be another, and none pushes the page about."""
    host = Person(await visit(site.url))
    link = await host.make_table("Beto")
    guest = Person(await visit(link))
    await guest.sit_down(name)
    shown = await guest.page.locator(".ring-bottom .ring-name").inner_text()
    assert shown == re.sub("[\u200b-\u206f]", "", name)


async def test_a_swipe_confirms_nothing(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    """F55: neither across the rack nor up to the table; a tap chooses."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    person = Person(await visit(site.url, size=(375, 667), touch=True, is_mobile=True))
    await person.play_alone()
    await person.may_move()
    finger = await person.visitor.context.new_cdp_session(person.page)

    async def swipe(start: tuple[float, float], by: tuple[float, float]) -> None:
        for kind, step in (("touchStart", 0), *(("touchMove", n) for n in range(1, 9))):
            x, y = start[0] + by[0] * step / 8, start[1] + by[1] * step / 8
            points = [{"x": x, "y": y}]
            await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    nine = middle(await box(person.tile("9-9")))
    await swipe(nine, (-120, 4))
    await swipe(middle(await box(person.tile("9-9"))), (0, -250))
    await expect(person.page.locator(".floating")).to_have_count(0)
    assert await person.laid() == 0
    assert len(await person.hand()) == 8
    await person.page.reload()
    await person.may_move()
    await person.tile("9-9").tap()
    await expect(person.tile("9-9")).to_have_attribute("aria-pressed", "true")
    await expect(person.ghost).to_have_count(1)


async def test_a_swipe_scrolls_a_sheet(site: Site, visit: Visit) -> None:
    """F55."""
    screen = Screen(room_of(), table_screen(MIDDLE))
    person, _ = await show(site, visit, screen, size=(375, 667), touch=True, is_mobile=True)
    sheet = await person.open_sheet("settings")
    body = sheet.locator(".sheet-body")
    x, y = middle(await box(body))
    finger = await person.visitor.context.new_cdp_session(person.page)
    await finger.send(
        "Input.synthesizeScrollGesture", {"x": x, "y": y, "yDistance": -200, "speed": 2000}
    )
    assert await body.evaluate("one => one.scrollTop") > 100


async def test_no_state_is_told_by_colour_alone(site: Site, visit: Visit) -> None:
    """F56: an open branch, whose turn it is, a chosen tile, an end that fits, an error."""
    room = room_of()
    mine = Screen(room, table_screen(MIDDLE))
    person, stage = await show(site, visit, mine, size=(390, 844))
    page = person.page
    for seat in MIDDLE.opened:
        plate = person.plate(seat.value)
        await expect(plate.locator(".plate-order")).to_have_text(re.compile(r"^\d"))
        broken = await plate.locator(".plate-ring").evaluate(
            "one => getComputedStyle(one).strokeDasharray"
        )
        assert broken != "none"
    await expect(page.locator(".plate-fits .plate-plus").first).to_have_text("+")
    tile = page.locator("[data-tile].rack-fits").first
    await tile.click()
    await expect(tile).to_have_attribute("aria-pressed", "true")
    await expect(person.prompt).to_contain_text(str(await tile.get_attribute("data-tile")))
    stage.show(table_screen(OTHERS, number=2))
    moves = page.locator(f'.badge[data-seat="{OTHERS.to_move and OTHERS.to_move.value}"]')
    await expect(moves).to_contain_text(person.say("page.table.mark.moves"))
    await expect(person.prompt).to_contain_text(person.say("seat.E"))
    stage.show(table_screen(FORCED, number=3))
    await expect(person.ready).to_have_text(person.say("page.table.pass"))
    await expect(person.prompt).to_contain_text(str(FORCED.fits[0]))


@pytest.mark.parametrize(("points", "wanted"), [(1, "1 point"), (0, "0 points"), (21, "21 points")])
async def test_one_point_is_a_point(site: Site, visit: Visit, points: int, wanted: str) -> None:
    """F58."""
    table = table_screen(OVER).table
    result = Result(kind="out", points=points, pips=(0, points, 0, 0), winner="S")
    view = View(table=table.model_copy(update={"result": result}), you=None)
    person, _ = await show(site, visit, Screen(room_of(), view), size=(390, 844))
    await expect(person.page.locator(".hand-end-what")).to_have_text(
        re.compile(rf"(^|\D){wanted}(\W|$)")
    )


async def test_one_tile_is_a_tile(site: Site, visit: Visit) -> None:
    """F58."""
    table = table_screen(OTHERS).table.model_copy(update={"left": (1, 1, 2, 8)})
    person, _ = await show(site, visit, Screen(room_of(), View(table=table, you=None)))
    east = person.page.locator('.badge[data-seat="E"]')
    await expect(east).to_contain_text("1 tile.")
    await expect(person.page.locator('.badge[data-seat="N"]')).to_contain_text("2 tiles.")


@pytest.mark.parametrize("minutes", [10, -24 * 60])
async def test_a_clock_that_is_wrong_harms_nothing(site: Site, visit: Visit, minutes: int) -> None:
    """F60: join, play and come back with it."""
    clock = f"const now = Date.now; Date.now = () => now() + {minutes * 60_000};"
    ana, beto = await together(site, visit, 2, script=clock)
    assert await ana.page.evaluate("Math.abs(Date.now() - new Date()) > 1000")
    mover = ana if await ana.page.locator(".prompt-mine").count() else beto
    await mover.page.reload()
    await mover.page.locator("[data-tile]").first.wait_for()
    if await mover.page.locator(".prompt-mine").count():
        await mover.move()


async def test_confirm_pressed_twice_plays_once(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    """F18."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    [ana, _] = await together(site, visit, 2)
    await ana.may_move()
    await ana.choose("9-9")
    await ana.confirm.dblclick()
    await expect(ana.page.locator("[data-tile]")).to_have_count(7)
    await expect(ana.page.locator(".prompt .inline-link")).to_have_count(0)
