"""What a table promises: views disturb nobody, taking back is asked, a reader is waited for."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from system.company import TWO_PASSES
from web.browser import Site
from web.conftest import Serve, Visit
from web.deals import write_deals
from web.people import Person, box, middle
from web.screens import MIDDLE, Screen, screens, show, table_screen
from web.sight import clipped, settled
from web.stage import room_of
from web.tables import together


async def test_a_view_that_comes_disturbs_nothing(site: Site, visit: Visit) -> None:
    """The tile that is chosen, its ghost, the focus, an open sheet and where one reads in it."""
    person, stage = await show(site, visit, Screen(room_of(), table_screen(MIDDLE)))
    page = person.page
    tile = (await person.fitting())[0]
    await person.choose(tile)
    await person.confirm.focus()
    stage.show(table_screen(MIDDLE, number=2, watchers=3))
    await expect(page.get_by_text(person.say("count.watcher", count=3)).first).to_be_attached()
    await expect(person.ghost).to_have_count(1)
    await expect(person.tile(tile)).to_have_attribute("aria-pressed", "true")
    await expect(person.confirm).to_be_focused()
    sheet = await person.open_sheet("settings")
    body = sheet.locator(".sheet-body")
    await body.evaluate("one => one.scrollTo(0, 200)")
    await sheet.get_by_role("switch").first.focus()
    where = await body.evaluate("one => one.scrollTop")
    stage.show(table_screen(MIDDLE, number=3, watchers=4))
    await expect(page.get_by_text(person.say("count.watcher", count=4)).first).to_be_attached()
    assert await body.evaluate("one => one.scrollTop") == where
    await expect(sheet.get_by_role("switch").first).to_be_focused()


async def test_a_quick_mouse_carries_a_tile_too(site: Site, visit: Visit) -> None:
    """Grabbed at its edge, which the pointer has left after the first step; hovering lifts none."""
    person, _ = await show(site, visit, Screen(room_of(), table_screen(MIDDLE)), size=(1280, 800))
    page = person.page
    tile = person.tile((await person.fitting())[0])
    grabbed = await box(tile)
    x, y = middle(grabbed)
    await page.mouse.move(x, grabbed["y"] + 12)
    await page.mouse.down()
    await page.mouse.move(x - 40, grabbed["y"] - 12)
    await expect(page.locator(".floating")).to_have_count(1)
    place = middle(await box(page.locator(".plate-fits, .board-spot").first))
    await page.mouse.move(*place)
    await page.mouse.up()
    await person.ready.wait_for()
    await page.mouse.move(x, y)
    await page.mouse.move(x - 20, y)
    await settled(page)
    await expect(page.locator(".floating")).to_have_count(0)
    await expect(tile).to_have_attribute("aria-pressed", "true")


async def test_taking_back_is_asked_beside_the_table(
    serve: Serve, visit: Visit, tmp_path: Path
) -> None:
    """The card covers neither tiles nor Confirm; a no leaves all as it is, a yes takes back."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    [ana, beto] = await together(site, visit, 2, size=(320, 568))
    await ana.may_move()
    await ana.play("9-9")
    await beto.may_move()
    for answer, laid in (("no", 1), ("yes", 0)):
        await ana.press(ana.button("page.table.undo"))
        card = beto.page.get_by_role("region", name=beto.say("page.table.question"))
        await card.wait_for()
        assert await clipped(beto.page) == []
        await expect(beto.page.locator(".board-tile")).to_have_count(1)
        await beto.press(card.get_by_role("button", name=beto.say(f"page.table.{answer}")))
        await expect(card).to_have_count(0)
        await expect(ana.page.locator(".board-tile")).to_have_count(laid)
    await expect(ana.tile("9-9")).to_have_count(1)


async def test_computers_wait_for_whoever_reads(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    """F17: they go on, once, when the rules are closed; the others see who is reading."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    [ana, beto] = await together(site, visit, 2)
    await ana.may_move()
    await ana.play("9-9")
    await beto.may_move()
    await ana.open_sheet("rules")
    await expect(beto.page.locator('.badge[data-seat="S"]')).to_contain_text(
        beto.say("page.table.mark.reads")
    )
    await beto.pass_by()
    await expect(beto.page.locator(".board-tile")).to_have_count(1)
    await ana.close_sheet()
    await ana.may_move()
    await expect(beto.page.locator(".board-tile")).to_have_count(2)


async def test_alone_undo_and_redo_are_at_once(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    """F11: with all that the computers answered."""
    site = await serve(test_deals=write_deals(tmp_path, [TWO_PASSES]))
    person = Person(await visit(site.url))
    await person.play_alone()
    await person.play("9-9")
    await person.may_move()
    laid = await person.laid()
    assert laid > 1
    await person.press(person.button("page.table.undo"))
    await expect(person.page.locator(".board-tile")).to_have_count(0)
    menu = await person.open_menu()
    await person.press(menu.get_by_role("button", name=person.say("page.menu.redo")))
    await expect(person.page.locator(".board-tile")).to_have_count(laid)


_ASTRAY = """() => {
  const box = one => one.getBoundingClientRect();
  const tiles = [...document.querySelectorAll('.board-tile .face-edge')].map(box);
  const most = side => Math.max(...tiles.map(tile => tile[side]));
  const least = side => Math.min(...tiles.map(tile => tile[side]));
  const [left, right, top, bottom] = [least('left'), most('right'), least('top'), most('bottom')];
  return [...document.querySelectorAll('.board-frame')].filter(one => {
    const frame = box(one);
    return frame.width && (frame.left < left - 16 || frame.right > right + 16
        || frame.top < top - 16 || frame.bottom > bottom + 16);
  }).map(one => one.getAttribute('class'));
}"""


async def test_frames_lie_around_their_tiles_at_once(site: Site, visit: Visit) -> None:
    """Also where less motion is wished for, whenever the tiles are laid out anew."""
    person, _ = await show(site, visit, screens()["my-turn"], size=(390, 844))
    page = person.page
    await page.locator(".board-tile >> nth=20").wait_for()
    for width, height in ((1366, 768), (320, 568), (844, 390), (1280, 800), (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        for _ in range(6):
            await settled(page)
            assert await page.evaluate(_ASTRAY) == [], f"{width}x{height}"
