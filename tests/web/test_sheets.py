"""The little tables in the sheets: all of each lies on its cloth, and nothing lies on anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from playwright.async_api import Locator, Page, expect

from longana_protocol.answers import HandState, Result
from web.browser import Site, shot
from web.conftest import Visit
from web.people import Person
from web.records import made_up, played, record_of
from web.screens import ENDED, Screen, screens, show, table_screen
from web.sight import clipped, settled
from web.stage import EXTREMES, SEATS, extreme, hand_of, renamed, room_of


SIZES = ((320, 568), (390, 664), (390, 844), (568, 320), (844, 390), (1280, 800))
LOOKS = (
    ("en", False, 16, (320, 568)),
    ("es", True, 16, (1280, 800)),
    ("es", False, 32, (390, 844)),
)
"""Language, whether it is dark, the size of letters set in the browser, and the window."""

LONG_NAMES = ("Maximiliana Rosa", "Bernardino Ruiz.", "Dora Milagros Q.", "Ana María Robles")
"""Of as many letters as a name may have."""

Sizes = Sequence[tuple[int, int]]

_BOARDS = """
() => {
  const wrong = [];
  const near = 1;
  const at = one => { const { x, y, width, height } = one.getBoundingClientRect();
      return `${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`; };
  const middle = one => { const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2]; };
  const inside = (one, frame, what) => {
    const [a, b] = [one.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (a.left < b.left - near || a.right > b.right + near
        || a.top < b.top - near || a.bottom > b.bottom + near)
      wrong.push(`${what}: ${at(one)} is not in ${at(frame)}`);
  };
  const sheet = document.querySelector('.sheets-body');
  const cloths = [...sheet.querySelectorAll('.cloth, .drawings-cloth')];
  for (const cloth of cloths) {
    const { left, right } = cloth.getBoundingClientRect();
    const frame = sheet.getBoundingClientRect();
    if (left < frame.left - near || right > frame.right + near)
      wrong.push(`cloth beside the sheet: ${at(cloth)} in ${at(sheet)}`);
    cloth.querySelectorAll(':scope > svg').forEach(svg => inside(svg, cloth, 'drawing'));
    cloth.querySelectorAll('.face-edge').forEach(tile => inside(tile, cloth, 'tile'));
    cloth.querySelectorAll('.cloth-end').forEach(end => inside(end, cloth, 'end'));
    const ends = [...cloth.querySelectorAll('.cloth-end circle, .cloth-yes, .cloth-no')];
    for (const target of cloth.querySelectorAll('.sketch-end')) {
      const [x, y] = middle(target);
      const far = Math.min(...ends.map(middle).map(([a, b]) => Math.hypot(a - x, b - y)));
      if (far > (ends.some(one => one.matches('circle[class]')) ? 44 : 2))
        wrong.push(`target ${Math.round(far)} px off its end`);
    }
  }
  const leaves = [...sheet.querySelectorAll('*')].filter(one => one.checkVisibility()
      && !one.closest('svg, .cloth, .drawings-cloth, .unseen')
      && (one.matches('button, input') || [...one.childNodes].some(
          ({ nodeType, data }) => nodeType === 3 && data.trim())));
  const drawn = [...sheet.querySelectorAll('.cloth, .drawings-cloth, svg')]
      .filter(one => one.checkVisibility() && !one.closest('button'));
  for (const one of leaves) for (const picture of drawn) {
    const [a, b] = [one.getBoundingClientRect(), picture.getBoundingClientRect()];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (one.contains(picture)) continue;
    if (across > near && down > near)
      wrong.push(`a picture lies on "${one.textContent.trim().slice(0, 30)}": `
          + `${at(picture)} on ${at(one)}`);
  }
  return [cloths.length, wrong];
}
"""


async def boards(page: Page, where: str) -> tuple[int, list[str]]:
    """How many little tables there are, and what is wrong with them."""
    await settled(page)
    count, wrong = await page.evaluate(_BOARDS)
    return count, [f"{where}: {each}" for each in [*wrong, *await clipped(page)]]


async def at_sizes(person: Person, where: str, sizes: Sizes) -> tuple[int, list[str]]:
    found: list[str] = []
    counts = set()
    for width, height in sizes:
        await person.page.set_viewport_size({"width": width, "height": height})
        count, wrong = await boards(person.page, f"{where} {width}x{height}")
        counts.add(count)
        found += wrong
        if sizes is SIZES:
            await shot(person.page, f"{where}-{width}x{height}")
    return min(counts), found


@pytest.mark.parametrize(("language", "dark", "font", "size"), LOOKS)
async def test_rules_lie_on_their_cloth(
    site: Site,
    visit: Visit,
    language: str,
    dark: bool,
    font: int,
    size: tuple[int, int],
    long_form: bool,
) -> None:
    person, _ = await show(
        site, visit, screens()["rules"], language=language, dark=dark, font=font, size=size
    )
    sizes = SIZES if long_form else (size,)
    onwards = person.page.locator(".rules-foot .button-main")
    drawn, wrong, page = 0, [], 0
    while await onwards.count():
        await person.press(onwards)
        page += 1
        where = f"rules-{page}-{language}-{font}"
        for target in await person.page.locator(".sketch-end").all():
            await target.click()
            wrong += (await boards(person.page, where))[1]
        count, found = await at_sizes(person, where, sizes)
        drawn += count
        wrong += found
    assert wrong == [], "\n".join(wrong)
    assert drawn > 10


_TOGETHER = """
sheet => {
  const box = part => {
    const [one, ...more] = sheet.querySelectorAll(part);
    if (!one?.checkVisibility() || more.length) throw new Error(`not one ${part}`);
    return one.getBoundingClientRect();
  };
  sheet.querySelector('.sheet-body').scrollTop = 0;
  const frame = box('.sheet-body');
  const wrong = ['.cloth', '.replay-told', '.replay-controls'].filter(part => {
    const { top, bottom } = box(part);
    return top < frame.top - 1 || bottom > frame.bottom + 1;
  }).map(part => `${part} is out of sight`);
  const [a, b] = [box('.replay-told'), box('.replay-controls')];
  if (a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1)
    wrong.push('the buttons cover what is told');
  for (const plate of sheet.querySelectorAll('.cloth-end'))
    if (plate.getBoundingClientRect().width < 20) wrong.push('a plate is too small to be read');
  const low = innerHeight < 420;  // there the buttons stand beside it
  if (!low && box('.cloth').width < box('.replay').width - 1) wrong.push('the cloth is narrow');
  return wrong;
}
"""


async def together(records: Locator) -> list[str]:
    """The table, what is told and the buttons, as far as they are not in sight all at once.

    And the table where it is smaller than it might be.
    """
    wrong: list[str] = await records.evaluate(_TOGETHER)
    return wrong


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_replay_lies_on_its_cloth(
    site: Site, visit: Visit, seats: int, long_form: bool
) -> None:
    """A hand as they are, and branches longer than any that was seen."""
    end = hand_of(seats, Random(f"replay {seats}"))[-1]
    hands = [played(end)]
    hands += [
        made_up(extreme(count, lengths), SEATS[count])
        for count, lengths in EXTREMES
        if count == seats
    ]
    over = Screen(room_of(seats), table_screen(end))
    person, stage = await show(site, visit, over, size=SIZES[0])
    stage.record = record_of(hands, seats=seats)
    stage.record.record["players"] = {
        seat: {"name": name} for seat, name in zip(SEATS[seats], LONG_NAMES, strict=False)
    }
    records = await person.open_sheet("records")
    wrong: list[str] = []
    for number in range(1, len(hands) + 1):
        title = person.say("page.records.hand", number=number)
        await person.press(records.get_by_role("button", name=title))
        await person.press(person.button("page.replay.last"))
        await expect(records.locator(".cloth .face-edge")).to_have_count(
            len([move for move in stage.record.record["hands"][number - 1]["moves"] if ">" in move])
            + 1
        )
        where = f"replay-{seats}-{number}"
        for width, height in SIZES:
            await person.page.set_viewport_size({"width": width, "height": height})
            await settled(person.page)
            wrong += [f"{where} {width}x{height}: {one}" for one in await together(records)]
        count, found = await at_sizes(person, where, SIZES if long_form else (SIZES[0],))
        assert count == 1
        wrong += found
        await person.press(person.button("page.replay.back"))
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_the_buttons_of_a_replay_are_told_apart(
    site: Site, visit: Visit, *, dark: bool
) -> None:
    """By lines in the colour of words, also where the menu was never opened."""
    end = hand_of(4, Random("replay 4"))[-1]
    screen = Screen(room_of(), table_screen(end, phase="match_over"))
    person, stage = await show(site, visit, screen, dark=dark)
    stage.record = record_of([played(end)], seats=4)
    await person.press(person.button("page.table.record"))
    records = person.dialog("records")
    await person.has_loaded()
    title = person.say("page.records.hand", number=1)
    await person.press(records.get_by_role("button", name=title))
    await records.locator(".replay-controls").wait_for()
    drawn: list[list[str]] = await records.locator(".replay-controls path").evaluate_all(
        """all => all.map(one => {
            const { fill, stroke } = getComputedStyle(one);
            const words = getComputedStyle(one.closest('button')).color;
            return [one.getAttribute('d'), fill, String(stroke === words)];
        })"""
    )
    assert len({line for line, _, _ in drawn}) == 5
    assert {tuple(looks) for _, *looks in drawn} == {("none", "true")}


async def test_a_score_sheet_reads_in_rows(site: Site, visit: Visit) -> None:
    """Signs stand above all names, short or long, and what a hand gave takes two lines."""
    names = ("Player", "Tito", "Chucho", "Pancho")
    blocked = Result(kind="block", points=128, pips=(46, 40, 10, 32), winner="N")
    hands = (ENDED, HandState(result=blocked))
    room = renamed(room_of(hands=hands, scores=(0, 0, 128, 41)), names)
    screen = replace(screens()["score"], room=room)
    person, _ = await show(site, visit, screen, size=SIZES[0])
    for width, height in SIZES:
        await person.page.set_viewport_size({"width": width, "height": height})
        await settled(person.page)
        signs, cells = await person.page.evaluate(
            """() => ['thead .seats-mark', '.score-row td'].map(which =>
                [...document.querySelectorAll(`.score-table ${which}`)].map(one => {
                  const words = document.createRange();
                  words.selectNodeContents(one);
                  const lines = [...words.getClientRects()].map(({ bottom }) => bottom);
                  return which.endsWith('td')
                      ? lines.sort((one, other) => one - other)
                          .filter((one, at) => !at || one > lines[at - 1] + 6).length
                      : Math.round(one.getBoundingClientRect().top);
                }))"""
        )
        assert len(signs) == 4
        assert len(set(signs)) == 1, (width, signs)
        assert len(cells) == 8
        assert set(cells) == {2}, (width, cells)
