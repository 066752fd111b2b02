"""What is said and asked below or beside the table: never under it, every button within reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import pytest

from longana_engine import Position
from longana_protocol.answers import Proposal, Reader, Result, View, Wish
from web.browser import Site
from web.conftest import Visit
from web.screens import EARLY, MIDDLE, OTHERS, OVER, Screen, screens, show, table_screen
from web.sight import clipped, resized, settled, wrong_with
from web.stage import room_of


SIZES = ((320, 568), (568, 320))
SMALL = pytest.mark.parametrize("size", SIZES, ids=["upright", "on its side"])
LANGUAGES = pytest.mark.parametrize("language", ["en", "es"])

WHOLE_HAND = tuple((low, 9) for low in range(8))
Ask = Literal["undo", "redo", "restart", "rematch"]
ASKS: tuple[Ask, ...] = ("undo", "redo", "restart", "rematch")

NOTICES: Mapping[str, Mapping[str, Any]] = {
    "nothing": {},
    **{
        f"{what} to answer": {"proposal": Proposal(number=3, what=what, by=4, waiting=(1,))}
        for what in ASKS
    },
    **{
        f"{what} of my own": {"proposal": Proposal(number=3, what=what, by=1, waiting=(2, 3, 4))}
        for what in ASKS
    },
    "a wish": {"asking": (Wish(person=4, seat="W"),)},
    "a reader": {"reading": (Reader(person=4, what="rules", waits=True),)},
}

_WRONG = """
() => {
  const name = one => one.getAttribute('aria-label') || one.textContent.trim();
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.x, other.x) > 1
      && Math.min(one.bottom, other.bottom) - Math.max(one.y, other.y) > 1;
  const board = document.querySelector('.board').getBoundingClientRect();
  const wrong = [];
  for (const one of document.querySelectorAll('#app *')) one.scrollTop = 0;
  const said = '.hand-end, .hand-end-title, .hand-end-what, .watching, .watching-turn, .card, '
      + '.prompt, .badge-plate, .reveal';
  for (const one of document.querySelectorAll(said)) {
    if (one.checkVisibility() && meet(one.getBoundingClientRect(), board))
      wrong.push(`meets the board: ${one.className} ${name(one)}`);
  }
  const panels = '.table-mine, .table-cards';
  for (const one of document.querySelectorAll(panels)) {
    if (one.checkVisibility() && meet(one.getBoundingClientRect(), board))
      wrong.push(`meets the board: ${one.className}`);
  }
  const buttons = '.table-mine button, .table-cards button, .table-mine input';
  for (const one of document.querySelectorAll(buttons)) {
    if (!one.checkVisibility()) continue;
    one.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!hit || !one.contains(hit)) wrong.push(`out of reach: ${name(one)} by ${hit?.className}`);
  }
  return wrong;
}
"""


def _ended(phase: str, **more: Any) -> View:
    """With the longest hands: nobody but the winner has played much."""
    result = Result(kind="block", points=176, pips=(44, 44, 44, 44), winner="N")
    hands: dict[str, Any] = {"left": (8, 8, 8, 8), "reveal": (WHOLE_HAND,) * 4, "result": result}
    return table_screen(OVER, phase=phase, **hands | more)


async def _wrong(site: Site, visit: Visit, screen: Screen, language: str) -> list[str]:
    """On a small phone, upright and on its side."""
    person, stage = await show(site, visit, screen, size=SIZES[0], language=language)
    page = person.page
    wrong: list[str] = []
    for named, notice in (NOTICES if not screen.watches else {"nothing": {}}).items():
        table = screen.view.table
        shown = table.model_copy(update={"number": table.number + 1 + len(stage.heard), **notice})
        stage.show(View(table=shown, you=screen.view.you))
        card = page.locator(".table-cards .card")
        if notice:
            await card.first.wait_for()
        for size in SIZES:
            await resized(page, size)
            found = await page.evaluate(_WRONG) + await clipped(page)
            wrong += [f"{named} at {size}: {each}" for each in found]
    return wrong


@LANGUAGES
@pytest.mark.parametrize("phase", ["hand_over", "match_over"])
async def test_the_end_and_who_asks_for_what(
    site: Site, visit: Visit, language: str, phase: str
) -> None:
    """In a first hand, too: no lesson stands in the way of the result and the next hand."""
    room = room_of(winner="N" if phase == "match_over" else None)
    screen = Screen(room, _ended(phase), stored={})
    assert await _wrong(site, visit, screen, language) == []


@LANGUAGES
@pytest.mark.parametrize("position", [MIDDLE, OTHERS], ids=["my turn", "another's turn"])
async def test_the_play_and_who_asks_for_what(
    site: Site, visit: Visit, language: str, position: Position
) -> None:
    screen = Screen(room_of(), table_screen(position))
    assert await _wrong(site, visit, screen, language) == []


@LANGUAGES
async def test_how_the_last_hand_ended_and_who_asks_for_what(
    site: Site, visit: Visit, language: str
) -> None:
    """With the first lesson, too: as much as ever stands there."""
    screen = screens()["last-hand"]
    assert await _wrong(site, visit, screen, language) == []


@LANGUAGES
@pytest.mark.parametrize("phase", ["playing", "hand_over", "match_over"])
async def test_whoever_looks_on(site: Site, visit: Visit, language: str, phase: str) -> None:
    ended = _ended(phase)
    view = table_screen(MIDDLE, None) if phase == "playing" else View(table=ended.table)
    screen = Screen(room_of(persons=3), view, watches=True)
    assert await _wrong(site, visit, screen, language) == []


@SMALL
@LANGUAGES
async def test_whoever_asks_to_sit_down(
    site: Site, visit: Visit, size: tuple[int, int], language: str
) -> None:
    screen = Screen(room_of(persons=3), table_screen(MIDDLE, None), watches=True)
    person, _ = await show(site, visit, screen, size=size, language=language)
    page = person.page
    await person.press(person.button("page.table.ask_to_sit"))
    await person.press(person.button("page.table.watch_more"))
    await page.locator(".watching-ask input").wait_for()
    await settled(page)
    wrong: list[str] = await page.evaluate(_WRONG)
    assert wrong + await clipped(page) == []


@SMALL
async def test_the_result_comes_first(site: Site, visit: Visit, size: tuple[int, int]) -> None:
    """Who won, with how much, is in sight without a finger on it."""
    room = room_of(winner="N")
    person, _ = await show(site, visit, Screen(room, _ended("match_over")), size=size)
    said = await person.page.locator(".hand-end-said").bounding_box()
    assert said is not None
    for part in (".hand-end-title", ".hand-end-what"):
        shown = await person.page.locator(part).bounding_box()
        assert shown is not None
        assert shown["y"] >= said["y"] - 1
        assert shown["y"] + shown["height"] <= said["y"] + said["height"] + 1


async def test_ends_are_no_giants_on_tiny_tiles(site: Site, visit: Visit) -> None:
    """Turned upright when the hand is over, as when it was upright all along."""
    screen = Screen(room_of(winner="N"), _ended("match_over"))
    person, _ = await show(site, visit, screen, size=(568, 320))
    page = person.page
    await page.locator(".board-tile").first.wait_for()
    await page.set_viewport_size({"width": 320, "height": 568})
    await settled(page)
    ends, tile = await page.evaluate(
        """() => [[...document.querySelectorAll('.plate-disc')]
            .map(one => one.getBoundingClientRect().width),
            Math.min(...['width', 'height'].map(side => document
                .querySelector('.board-tile .face-edge').getBoundingClientRect()[side]))]"""
    )
    assert ends
    assert max(ends) <= 1.6 * tile


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768)], ids=["1280", "1366"])
async def test_cards_leave_the_latest_plays_in_sight(
    site: Site, visit: Visit, size: tuple[int, int]
) -> None:
    """On a laptop: what somebody asks for, and how the hand before has ended."""
    last = screens()["last-hand"]
    asked = Proposal(number=3, what="undo", by=2, waiting=(1,))
    screen = replace(last, view=table_screen(EARLY, proposal=asked))
    person, _ = await show(site, visit, screen, size=size)
    page = person.page
    assert await page.locator(".card").count() == 2
    plays = await page.locator(".recent").bounding_box()
    latest = await page.locator(".recent-move").last.bounding_box()
    assert plays is not None
    assert latest is not None
    assert plays["height"] >= 40
    assert latest["y"] + latest["height"] <= plays["y"] + plays["height"] + 1
    assert await wrong_with(page) + await clipped(page) == []


@pytest.mark.parametrize("size", [(320, 568), (844, 390)], ids=["upright", "on its side"])
@pytest.mark.parametrize("font", [16, 32])
async def test_no_word_on_a_button_is_broken(
    site: Site, visit: Visit, size: tuple[int, int], font: int
) -> None:
    person, _ = await show(site, visit, screens()["match-end"], size=size, language="es", font=font)
    broken: list[str] = await person.page.evaluate(
        """() => [...document.querySelectorAll('.hand-end button')].filter(one => {
            const words = document.createRange();
            words.selectNodeContents(one);
            const box = one.getBoundingClientRect();
            const lines = words.getClientRects().length;
            return lines > one.textContent.trim().split(/\\s+/).length
                || box.left < 0 || box.right > innerWidth;
        }).map(one => one.textContent)"""
    )
    assert broken == []
