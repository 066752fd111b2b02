"""The one sentence under the table: whatever it says, nothing moves and nothing is covered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgpack
import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from longana_engine import Pass, Position, Seat, compact, observe
from longana_protocol.answers import Hint, Refused
from longana_protocol.catalogue import text
from longana_protocol.codec import encode
from web.browser import Site
from web.conftest import Visit
from web.people import Person
from web.screens import FORCED, MIDDLE, OTHERS, Screen, found, show, table_screen
from web.sight import SETTLED, settled
from web.stage import KNOWS_THE_GAME, PLACE, Stage, renamed, room_of, stored


SIZES = ((320, 568), (390, 664), (390, 844), (844, 390), (1280, 800))
SIZED = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")

HINTS: Mapping[str, dict[str, Any]] = {
    "hint.only_move": {},
    "hint.goes_out": {},
    "hint.keeps_chain": {"count": 6},
    "hint.keeps_ways": {"end": 7, "count": 4},
    "hint.keeps_playable": {"count": 4},
    "hint.keeps_numbers": {"count": 8},
    "hint.heaviest": {"count": 18},
    "hint.sheds_double": {},
    "hint.uses_open_branch": {"branch": "N"},
    "hint.only_you": {"end": 7},
    "hint.safe_number": {"seat": "N", "end": 4, "mine": "4-9"},
    "hint.few_left": {"end": 7, "count": 2},
    "hint.blocks": {"count": 12},
    "hint.avoids_block": {"move": "S 3-7>N", "count": 12},
    "hint.stops": {"seat": "N", "left": 2},
    "hint.leaves_nothing": {"seat": "N"},
    "hint.starves": {"seat": "N", "left": 2, "end": 4},
    "hint.hurries": {"seat": "N", "left": 2, "count": 17},
    "hint.nearly_blocked": {"count": 17},
    "hint.best": {},
}
REFUSALS: Mapping[str, dict[str, Any]] = {
    "hand_over": {"over": "match"},
    "not_your_turn": {"seat": "S", "to_move": "N"},
    "tile_not_held": {"seat": "S", "tile": "3-7"},
    "must_open": {"seat": "S", "tiles": ("0-0", "3-3", "5-5", "7-7", "9-9")},
    "no_match": {"tile": "3-7", "branch": "N", "end": 9},
    "branch_closed": {"branch": "N", "seat": "S"},
    "earlier_open_branch": {"tile": "3-7", "branch": "N", "instead": "E", "end": 7},
    "stale": {},
    "seat_away": {"seat": "N"},
    "covered": {},
    "nothing_to_undo": {},
    "proposal_open": {},
    "revealed": {},
}
NOTES: Mapping[str, dict[str, Any]] = {
    "ui.preview_dropped": {},
    "ui.fits_nowhere": {"tile": "3-7", "ends": ("1", "5", "6", "9")},
    "hint.must_pass": {},
    "refused.too_fast": {},
    "refused.try_again": {},
}


@dataclass
class Prompter(Stage):
    """Answers whoever asks for a hint with what is next in `says`."""

    says: list[tuple[str, str, dict[str, Any], str]] = field(default_factory=list)

    def _heard(self, socket: WebSocketRoute, frame: str | bytes) -> None:
        assert isinstance(frame, bytes)
        message: dict[str, Any] = msgpack.unpackb(frame)
        if message["type"] != "hint":
            super()._heard(socket, frame)
            return
        kind, name, facts, words = self.says.pop(0)
        about = message["id"]
        if kind == "refused":
            socket.send(encode(Refused(about=about, code=name, text=words, facts=facts)))
            return
        move = compact(MIDDLE.legal()[-1])
        hint = Hint(
            about=about, turn=message["turn"], move=move, reason=name, facts=facts, text=words
        )
        socket.send(encode(hint))


_BOXES = """
() => {
  const box = one => { const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round); };
  const zone = document.querySelector('.prompt'), words = zone.querySelector('.prompt-text');
  const [outer, inner] = [zone, words].map(one => one.getBoundingClientRect());
  return {
    board: box(document.querySelector('.board')), words: words.innerText,
    inside: inner.top >= outer.top - 0.5 && inner.bottom <= outer.bottom + 0.5,
    led: [...words.querySelectorAll('.prompt-lead')].every(
        one => getComputedStyle(one).clipPath === 'none'),
    whole: words.scrollHeight <= words.clientHeight + 1 && words.scrollWidth <= words.clientWidth,
  };
}
"""


_ASK = f"""
async count => {{
  const settled = {SETTLED}, look = {_BOXES};
  const said = () => document.querySelector('.prompt-text').innerText;
  const press = key => document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', {{ key, bubbles: true, cancelable: true }}));
  const until = async (what, isSo) => {{
    for (const late = performance.now() + 20000; !isSo();) {{
      if (performance.now() > late) throw new Error(`${{what}} is never so: ${{said()}}`);
      await new Promise(requestAnimationFrame);
    }}
  }};
  await until('a key acts', () => {{
    press('r');
    return document.activeElement.matches('[data-tile]');
  }});
  document.activeElement.blur();
  const plain = said(), seen = [];
  for (let asked = 1; asked <= count; asked++) {{
    press('h');
    await until(`answer ${{asked}}`, () => said() !== plain);
    await settled();
    seen.push(look());
    press('Escape');  // a hint that is shown would be asked for more
    await until(`no answer ${{asked}}`, () => said() === plain);
  }}
  return seen;
}}
"""
"""Asks for so many hints, one after the other: in the page, for there are hundreds of them."""


async def _look(page: Page) -> dict[str, Any]:
    await settled(page)
    found: dict[str, Any] = await page.evaluate(_BOXES)
    return found


@SIZED
@pytest.mark.parametrize("font", [16, 32])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_it_keeps_its_lines(
    site: Site, visit: Visit, language: str, font: int, size: tuple[int, int]
) -> None:
    """Every text; only letters of twice the size may have to be scrolled."""
    asks = [("hint", key, facts, text(language, key, **facts)) for key, facts in HINTS.items()]
    asks += [
        ("refused", code, facts, text(language, f"refused.{code}", **facts))
        for code, facts in REFUSALS.items()
    ]
    asks += [("refused", "note", {}, text(language, key, **facts)) for key, facts in NOTES.items()]
    stage = Prompter(room_of(), table_screen(MIDDLE), says=list(asks))
    visitor = await visit(
        site.url + PLACE,
        size=size,
        language=f"{language}-US",
        font=font,
        stage=stage,
        reduced_motion="reduce",
        **stored(site.url, KNOWS_THE_GAME),
    )
    page = visitor.page
    await page.locator("[data-tile]").first.wait_for()
    first = await _look(page)
    seen = [first, *await page.evaluate(_ASK, len(asks))]
    assert stage.says == []
    assert len({now["words"] for now in seen}) == len(seen)
    for number, position in enumerate((FORCED, OTHERS), start=100):
        before = seen[-1]["words"]
        stage.show(table_screen(position, number=number, turn=number))
        await page.wait_for_function(
            "before => document.querySelector('.prompt-text').innerText !== before", arg=before
        )
        seen.append(await _look(page))
    wrong: list[str] = []
    for now in seen:
        words = " ".join(now["words"].split())
        if now["board"] != first["board"] or not now["inside"]:
            wrong.append(f"{words} moves the board, or leaves its zone: {now}")
        if font == 16 and not now["whole"]:
            wrong.append(f"{words} is not wholly seen")
    assert wrong == []


def _barred(one: Position) -> bool:
    """South may not use an end, for another branch was open before."""
    mine = one.to_move is Seat.S and not isinstance(one.legal()[0], Pass)
    return mine and bool(observe(one, Seat.S).barred)


def _double(one: Position) -> bool:
    """South may play a double on a closed branch, and nothing stranger."""
    if one.to_move is not Seat.S or not one.moves or _barred(one):
        return False
    closed = {seat.value for seat in Seat if seat is not Seat.S and seat not in one.opened}
    return any(
        move[1] == move[2] and move[3:] in closed
        for move in map(compact, one.legal())
        if len(move) > 3
    )


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "positions", [[OTHERS], [FORCED, MIDDLE, found(_double), found(_barred)]], ids=["one", "four"]
)
async def test_lessons_move_nothing(
    site: Site, visit: Visit, language: str, positions: list[Position]
) -> None:
    """Every lesson is read whole at every size, with the longest names; the table stays."""
    names = ("Ana", "Maximiliana Rosa", "Bernardino Ruiz.", "Dora Milagros Q.")
    room = renamed(room_of(), names)
    screen = Screen(room, table_screen(positions[0]), stored={})
    person, stage = await show(site, visit, screen, language=language)
    page = person.page
    boards: dict[tuple[int, int], list[int]] = {}
    wrong: list[str] = []

    async def look() -> None:
        for width, height in (*SIZES, (568, 320)):
            await page.set_viewport_size({"width": width, "height": height})
            now = await _look(page)
            if now["board"] != boards.setdefault((width, height), now["board"]):
                wrong.append(f"{width}x{height}: the board moves by {now}")
            if not (now["inside"] and now["whole"] and now["led"]):
                wrong.append(f"{width}x{height}: not wholly seen: {now['words']}")

    for number, position in enumerate(positions, start=100):
        stage.show(table_screen(position, number=number, turn=number))
        await page.locator(".prompt-lesson").wait_for()
        await look()
        await person.press(page.locator(".prompt-got"))
        await expect(page.locator(".prompt-lesson")).to_have_count(0)
    await look()
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "es"])
async def test_a_lesson_leaves_the_whole_hand_room(site: Site, visit: Visit, language: str) -> None:
    """On phones on their side, too, where the hand stands below it."""
    person = Person(await visit(site.url, size=(844, 390), language=language), language)
    await person.play_alone()
    await person.may_move()
    await expect(person.page.locator("main.table-teaches")).to_have_count(1)
    hidden: list[str] = []
    for width, height in ((844, 390), (844, 412), (740, 360), (667, 375), (932, 430), (568, 320)):
        await person.page.set_viewport_size({"width": width, "height": height})
        await settled(person.page)
        high, shown = await person.page.locator(".table-mine").evaluate(
            "one => [one.scrollHeight, one.clientHeight]"
        )
        if high > shown:
            hidden.append(f"{width}x{height}: {high - shown}")
    assert hidden == []
