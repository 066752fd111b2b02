"""What a family on small phones found: nothing cut off, nothing covered, and all of it plain."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.async_api import Page, expect

from longana_engine import Position, Seat
from longana_protocol.answers import Reader, Said
from longana_protocol.codec import encode
from web.browser import Site
from web.conftest import Visit
from web.people import Person, box
from web.screens import (
    EARLY,
    MIDDLE,
    OTHERS,
    OVER,
    Screen,
    big_screen,
    screens,
    show,
    table_screen,
)
from web.sight import clipped, resized, settled, wrong_with
from web.stage import KNOWS_THE_GAME, Stage, extreme, hand_of, room_of


PHONES = ((320, 568), (390, 664), (390, 844), (568, 320), (844, 390))
SIZES = (*PHONES, (1280, 800))
ALL = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def _screen(
    position: Position, *, size: int = 1, seat: Seat | None = Seat.S, **table: Any
) -> Screen:
    return Screen(
        room_of(),
        table_screen(position, seat, **table),
        watches=seat is None,
        stored={**KNOWS_THE_GAME, "longana.size": str(size)},
    )


async def _laid_out(page: Page, position: Position) -> None:
    """What the worker found out is on the board."""
    laid = sum(len(tiles) for tiles in position.branches.values())
    await page.locator(f".board-tile >> nth={laid}").wait_for()
    await settled(page)


async def _boxes(page: Page, selector: str) -> list[dict[str, float]]:
    found: list[dict[str, float]] = await page.locator(selector).evaluate_all(
        """all => all.filter(one => one.checkVisibility())
            .map(one => one.getBoundingClientRect())
            .map(({ x, y, right, bottom, width, height }) =>
                ({ x, y, right, bottom, width, height }))"""
    )
    return found


def _overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    across = min(one["right"], other["right"]) - max(one["x"], other["x"])
    down = min(one["bottom"], other["bottom"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


@pytest.mark.parametrize("language", ["en", "es"])
async def test_the_sentence_is_never_covered(site: Site, visit: Visit, language: str) -> None:
    """M1: a whole hand leaves what is said, and the players' cards, their room."""
    person, _ = await show(site, visit, _screen(EARLY), language=language, size=SIZES[0])
    page = person.page
    await _laid_out(page, EARLY)
    for size in SIZES:
        await resized(page, size)
        prompt = (await _boxes(page, ".prompt"))[0]
        others = await _boxes(
            page, "[data-tile], [data-tile] .tile, .badge-plate, .actions, .board"
        )
        assert others
        assert not [one for one in others if _overlap(prompt, one)], size
        assert await wrong_with(page) + await clipped(page) == [], size


async def test_whose_turn_it_is(site: Site, visit: Visit) -> None:
    """M2: one card is unlike the others, and no state in any is cut off."""
    reading = (Reader(person=4, what="rules"),)
    person, _ = await show(site, visit, _screen(OTHERS, reading=reading), size=SIZES[0])
    await _laid_out(person.page, OTHERS)
    for size in SIZES:
        await resized(person.page, size)
        await _is_told_apart(person)


async def _is_told_apart(person: Person) -> None:
    page = person.page
    grounds: dict[str, str] = await page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.badge')]
            .filter(one => one.checkVisibility())
            .map(one => [one.dataset.seat,
                getComputedStyle(one.querySelector('.badge-plate')).backgroundColor]))"""
    )
    assert OTHERS.to_move is not None
    mover = grounds.pop(OTHERS.to_move.value)
    assert mover not in grounds.values()
    assert len(set(grounds.values())) == 1
    name = await page.locator(f"[data-seat={OTHERS.to_move.value}] .badge-plate").inner_text()
    assert person.say("page.table.mark.moves") in name
    cut: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll('.badge-facts, .badge-marks')]
            .filter(one => one.checkVisibility())
            .filter(one => one.scrollWidth > one.clientWidth + 1
                || one.scrollHeight > one.clientHeight + 2)
            .map(one => `${one.className}: ${one.innerText}`)"""
    )
    assert cut + await _names_without_accents(page) == []


async def _names_without_accents(page: Page) -> list[str]:
    """Those on the cards whose letters are cut off above: of an "Ñ" an "N" would be left."""
    cut: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll('.badge-name')]
            .filter(one => one.checkVisibility()).filter(one => {
              const letters = document.createRange();
              letters.selectNodeContents(one);
              const { top, height } = letters.getClientRects()[0];
              return [one, one.parentElement].some(
                  frame => frame.getBoundingClientRect().top > top - height / 20);
            }).map(one => one.innerText)"""
    )
    return cut


@pytest.mark.parametrize("size", [(320, 568), (390, 664)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_tiles_and_points_are_told_apart(
    site: Site, visit: Visit, size: tuple[int, int]
) -> None:
    """M3: points say what they are, and stand on a line of their own."""
    person, _ = await show(site, visit, _screen(MIDDLE), size=size)
    page = person.page
    for seat in ("E", "N", "W"):
        card = page.locator(f"[data-seat={seat}]")
        assert "pts" in await card.locator(".badge-score").inner_text()
        assert await card.locator(".badge-backs i:visible").count() == 1
        tiles, points = [
            (await _boxes(page, f"[data-seat={seat}] {part}"))[0]
            for part in (".badge-count", ".badge-score")
        ]
        assert tiles["bottom"] <= points["y"] + 1


@pytest.mark.parametrize("over", ["hand_over", "match_over"])
async def test_the_end_of_a_hand(site: Site, visit: Visit, over: str) -> None:
    """M6: the board keeps its tiles and rings apart, and the points of all are in sight."""
    person, _ = await show(site, visit, _screen(OVER, phase=over), size=SIZES[0])
    page = person.page
    await _laid_out(page, OVER)
    for size in SIZES:
        await resized(page, size)
        width, height = size
        centre = (await _boxes(page, ".board-centre"))[0]
        rings = await _boxes(page, ".plate-disc")
        assert not [ring for ring in rings if _overlap(centre, ring)], size
        points = await _boxes(page, ".hand-end-points, .header-score")
        seen = [one for one in points if one["y"] >= 0 and one["bottom"] <= height]
        assert len(seen) >= 4, size
        main = (await _boxes(page, ".hand-end .button-main"))[0]
        assert main["bottom"] <= height, size
        assert main["right"] <= width, size
        assert await clipped(page) == [], size
        assert await _wrong_with_what_is_said(page) == [], size


async def _wrong_with_what_is_said(page: Page) -> list[str]:
    """It fades only where there is more, and the last button is whole when it has the focus."""
    wrong: list[str] = await page.evaluate(
        """async () => {
          const said = document.querySelector('.hand-end-said');
          const last = said.querySelector('.hand-end-ways .button:last-child');
          const drawn = () => new Promise(done =>
              requestAnimationFrame(() => requestAnimationFrame(done)));
          const wrong = [];
          const look = async when => {
            await drawn();
            const below = said.scrollHeight - said.clientHeight - said.scrollTop;
            if ((said.scrollTop > 1) !== ('above' in said.dataset)) wrong.push(`${when}: above`);
            if ((below > 1) !== ('below' in said.dataset)) wrong.push(`${when}: below`);
            const fades = getComputedStyle(said).maskImage !== 'none';
            if (fades !== said.scrollHeight > said.clientHeight + 1) wrong.push(`${when}: fades`);
          };
          await look('at first');
          last.focus({ focusVisible: true });
          await look('at the last');
          const [button, frame] = [last, said].map(one => one.getBoundingClientRect());
          const { outlineWidth, outlineOffset } = getComputedStyle(last);
          const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
          if (ring < 3) wrong.push('no ring');
          if (button.right + ring > frame.right || button.bottom + ring > frame.bottom
              || button.left - ring < frame.left) wrong.push('the ring is cut off');
          last.blur();
          said.scrollTop = 0;
          return wrong;
        }"""
    )
    return wrong


async def test_the_winner_is_told_so(site: Site, visit: Visit) -> None:
    """M7: on their own phone, and by the title of the tab."""
    result = OVER.result
    assert result is not None
    assert result.winner is not None
    winner, other = result.winner, next(seat for seat in Seat if seat is not result.winner)
    for seat, key in ((winner, "page.table.you_win_match"), (other, "page.table.wins_match")):
        number = [Seat.S, Seat.E, Seat.N, Seat.W].index(seat) + 1
        room = room_of(winner=winner.value)
        screen = Screen(room, table_screen(OVER, seat, phase="match_over"), person=number)
        person, _ = await show(site, visit, screen)
        name = room.people[[Seat.S, Seat.E, Seat.N, Seat.W].index(winner)].name
        said = person.say(key, name=name)
        assert await person.page.locator(".hand-end-title").inner_text() == said
        assert (said in await person.page.title()) == (seat is winner)


async def test_sizes_do_what_they_say(site: Site, visit: Visit) -> None:
    """M10: each is larger than the one before, and nothing leaves its place for it."""
    reached: dict[tuple[int, int], list[float]] = {size: [] for size in SIZES}
    for wished in (1, 2, 3):
        person, _ = await show(site, visit, _screen(EARLY, size=wished), size=SIZES[0])
        await _laid_out(person.page, EARLY)
        for size in SIZES:
            await resized(person.page, size)
            assert await wrong_with(person.page) == [], f"size {wished} at {size}"
            tiles = await _boxes(person.page, "[data-tile] .tile")
            reached[size].append(max(tiles[0]["width"], tiles[0]["height"]))
    for size, (small, middle, large) in reached.items():
        assert small * 1.04 < middle < large / 1.04, f"{reached[size]} at {size}"


@pytest.mark.parametrize("wished", [1, 2, 3])
async def test_rings_hide_no_tile(site: Site, visit: Visit, wished: int) -> None:
    """M10: nor do they lie on each other, or leave the board."""
    view = extreme(4, {"S": 18, "E": 5, "N": 4, "W": 4})
    screen = Screen(room_of(), view, stored={**KNOWS_THE_GAME, "longana.size": str(wished)})
    person, _ = await show(site, visit, screen, size=PHONES[0])
    page = person.page
    await page.locator(".board-tile >> nth=31").wait_for()
    for size in PHONES:
        await resized(page, size)
        assert await _hidden_by_rings(page) == [], size


async def _hidden_by_rings(page: Page) -> list[str]:
    wrong: list[str] = await page.evaluate(
        """() => {
          const board = document.querySelector('.board').getBoundingClientRect();
          const discs = [...document.querySelectorAll('.plate-disc')]
              .map(one => one.getBoundingClientRect())
              .map(({ x, y, width }) => ({ x: x + width / 2, y: y + width / 2, r: width / 2 }));
          const tiles = [...document.querySelectorAll('.board-tile .face-edge')]
              .map(one => one.getBoundingClientRect());
          const wrong = [];
          discs.forEach(({ x, y, r }, at) => {
            if (x - r < board.left - 1 || x + r > board.right + 1 || y - r < board.top - 1
                || y + r > board.bottom + 1) wrong.push(`ring ${at} leaves the board`);
            tiles.forEach((tile, number) => {
              const near = (one, low, high) => Math.max(low, Math.min(high, one));
              const way = Math.hypot(x - near(x, tile.left, tile.right),
                  y - near(y, tile.top, tile.bottom));
              if (way < 0.8 * r) wrong.push(`ring ${at} lies on tile ${number}`);
            });
            discs.slice(0, at).forEach((other, before) => {
              if (Math.hypot(x - other.x, y - other.y) < 0.8 * (r + other.r))
                wrong.push(`ring ${at} lies on ring ${before}`);
            });
          });
          return wrong;
        }"""
    )
    return wrong


async def test_what_somebody_says_leaves_the_table_in_sight(site: Site, visit: Visit) -> None:
    """The longest line takes three lines at its seat, and a tap takes it away."""
    person, stage = await show(site, visit, _screen(MIDDLE), size=(320, 568))
    bubble = person.page.locator(".bubble")
    stage.say(encode(Said(person=2, name="Beto", text="nobody has ever had so many " * 5)))
    await bubble.wait_for()
    assert (await box(bubble))["height"] < 3 * 20 + 10
    await bubble.click()
    await expect(bubble).to_have_count(0)


async def test_what_a_match_goes_to_stands_beside_the_points(site: Site, visit: Visit) -> None:
    """Also while somebody looks on, and in one line or two of the head: it grows for nothing."""
    person, _ = await show(site, visit, _screen(MIDDLE, watchers=2), size=(320, 568))
    page = person.page
    for size in SIZES:
        await resized(page, size)
        seen = await page.locator(".header-target, .prompt-target").evaluate_all(
            """all => all.map(one => [one, one.getBoundingClientRect()]).filter(([one, box]) =>
                one === document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
                .length"""
        )
        assert seen == 1, f"{size}"
        assert (await box(page.locator(".header")))["height"] <= 44, f"{size}"


@pytest.mark.parametrize(
    ("size", "wished"), [((320, 568), 1), ((390, 844), 3), ((844, 390), 3), ((1280, 800), 1)]
)
async def test_numerals_stand_upright_in_the_hand(
    site: Site, visit: Visit, size: tuple[int, int], wished: int
) -> None:
    """Also where its tiles lie on their sides."""
    screen = _screen(MIDDLE, size=wished)
    screen = replace(screen, stored={**(screen.stored or {}), "longana.numerals": "true"})
    person, _ = await show(site, visit, screen, size=size)
    turns = await person.page.locator(".rack .face-numeral").evaluate_all(
        "all => all.map(one => one.getScreenCTM()).map(({ a, b }) => Math.abs(b) < 0.1 && a > 0)"
    )
    assert turns
    assert all(turns)


@ALL
@pytest.mark.parametrize("language", ["en", "es"])
async def test_arranging_pushes_nothing_out(
    site: Site, visit: Visit, size: tuple[int, int], language: str
) -> None:
    person, _ = await show(site, visit, _screen(EARLY), language=language, size=size)
    await person.press(person.button("page.table.order"))
    await settled(person.page)
    assert await wrong_with(person.page) + await clipped(person.page) == []


async def test_a_wrong_tile_leaves_the_place_of_the_centre(site: Site, visit: Visit) -> None:
    """L18."""
    opening = next(
        hand[0] for seed in range(99) if (hand := hand_of(4, Random(seed)))[0].to_move is Seat.S
    )
    person, _ = await show(site, visit, _screen(opening), size=(390, 664))
    fitting = await person.fitting()
    wrong = next(tile for tile in await person.hand() if tile not in fitting)
    await person.press(person.tile(wrong))
    await person.page.locator(".rack-chosen").wait_for()
    assert await person.page.locator(".board-spot").count() == 1


async def test_whoever_looks_on(site: Site, visit: Visit) -> None:
    """L11: seats to sit behind are named, and all cards in a row are as high."""
    person, _ = await show(site, visit, _screen(MIDDLE, seat=None), size=PHONES[0])
    page = person.page
    for size in PHONES:
        await resized(page, size)
        names = await page.locator(".watching-seat").all_inner_texts()
        assert [name.strip() for name in names] == [one.name for one in room_of().people]
        lines = {round(one["height"]) for one in await _boxes(page, ".watching-seat")}
        assert len(lines) <= 2, size  # a name may take two
        cards = await _boxes(page, ".badge-plate")
        heights_by_row: dict[int, set[int]] = {}
        for one in cards:
            heights_by_row.setdefault(round(one["y"]), set()).add(round(one["height"]))
        assert all(len(heights) == 1 for heights in heights_by_row.values()), size
        assert await clipped(page) == [], size


async def test_the_way_out_of_the_big_screen(site: Site, visit: Visit) -> None:
    """L12: in sight on a phone as well."""
    person, stage = await show(site, visit, _screen(MIDDLE, seat=None), size=PHONES[0])
    await big_screen(person, stage)
    out = person.button("page.menu.big.hide")
    await out.wait_for()
    for size in PHONES:
        await resized(person.page, size)
        inside = await box(out)
        assert inside["y"] >= 0, size
        assert inside["y"] + inside["height"] <= size[1], size


async def test_watchers_fit_in_the_head(site: Site, visit: Visit) -> None:
    """L1: beside the table, too, where the head is narrow."""
    for size in ((1280, 800), (390, 844)):
        person, _ = await show(site, visit, _screen(MIDDLE, watchers=12), size=size)
        header = (await _boxes(person.page, ".header"))[0]
        inside = await _boxes(person.page, ".header-state > *")
        assert all(one["y"] >= header["y"] and one["bottom"] <= header["bottom"] for one in inside)


async def test_back_asks_whether_to_leave(site: Site, visit: Visit) -> None:
    """L17: it leads nowhere, and Stay is one tap away."""
    person, _ = await show(site, visit, _screen(MIDDLE))
    page = person.page
    await person.press(person.tile((await person.hand())[0]))  # browsers skip what nobody touched
    await page.go_back()
    await page.get_by_role("alert").get_by_text(person.say("page.table.leave")).wait_for()
    assert await page.get_by_role("dialog").count() == 0
    await person.press(person.button("page.table.stay"))
    await person.sees_table()
    assert await page.get_by_role("alert").count() == 0


@pytest.mark.parametrize("size", [(320, 568), (390, 664), (568, 320), (844, 390)])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_letters_of_twice_the_size(
    site: Site, visit: Visit, size: tuple[int, int], language: str
) -> None:
    """No word is cut in half, the points are whole, and the buttons stay in sight."""
    person, stage = await show(site, visit, _screen(EARLY), language=language, size=size, font=32)
    page = person.page
    await _laid_out(page, EARLY)
    assert await clipped(page) == []
    cut: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll('.badge-score, .badge-count, .actions-main')]
            .filter(one => one.checkVisibility()).filter(one => {
              const frame = one.closest('.badge-plate, .actions').getBoundingClientRect();
              const box = one.getBoundingClientRect();
              return box.right > frame.right + 1 || box.bottom > frame.bottom + 1
                  || one.scrollWidth > one.clientWidth + 1;
            }).map(one => one.innerText)"""
    )
    assert cut == []
    confirm = await box(person.confirm)
    assert confirm["y"] + confirm["height"] <= size[1] + 0.6
    stage.show(table_screen(OVER, number=50, turn=50))
    await page.locator(".hand-end").wait_for()
    await settled(page)
    assert await clipped(page) == []


@pytest.mark.parametrize("size", [(320, 568), (568, 320)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_end_and_the_whole_hand(
    site: Site, visit: Visit, size: tuple[int, int], long_form: bool
) -> None:
    """In random hands of two, three and four, from the deal to when all tiles are shown."""
    rng = Random(f"all of it at {size}")
    stage: Stage | None = None
    person: Person | None = None
    wrong: list[str] = []
    number = 1
    for hand_number in range(40 if long_form else 3):
        seats = (4, 2, 3)[hand_number % 3]
        hand = hand_of(seats, rng)
        positions = hand if long_form else [*hand[::7], hand[-1]]
        for position in positions:
            number += 1
            view = table_screen(position, number=number, turn=number, hand=hand_number + 1)
            room = room_of(seats, number=number)
            if stage is None or person is None:
                person, stage = await show(site, visit, Screen(room, view), size=size)
            stage.show(view, room)
            await person.page.locator("[data-branch], .hand-end, .board-spot").first.wait_for()
            if position.moves:
                await _laid_out(person.page, position)
            wrong += [
                f"{seats} seats, {len(position.moves)} moves: {each}"
                for each in await wrong_with(person.page)
            ]
    assert wrong == [], "\n".join(wrong[:30])


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_seats_of_a_lobby_lie_round_the_middle(
    site: Site, visit: Visit, seats: int, language: str
) -> None:
    """For however many: cards alike, their words in them, and the whole as wide left as right."""
    lobby = screens()["lobby"]
    room = room_of(seats, persons=1, match=0, scores=())
    screen = Screen(room, lobby.view)
    person, _ = await show(site, visit, screen, language=language, size=(320, 568))
    page = person.page
    for width, height in ((320, 568), (360, 640), (390, 844), (568, 320)):
        await page.set_viewport_size({"width": width, "height": height})
        await settled(page)
        ring = (await _boxes(page, ".ring"))[0]
        cards = await _boxes(page, ".ring-seat")
        way = (await _boxes(page, ".ring-centre"))[0]
        where = f"{width}: {cards} in {ring}"
        assert len(cards) == seats
        assert max(one["width"] for one in cards) - min(one["width"] for one in cards) < 1, where
        middle = ring["x"] + ring["right"]
        assert abs(min(one["x"] for one in cards) + max(one["right"] for one in cards) - middle) < 2
        assert abs(way["x"] + way["right"] - middle) < 2, where
        assert not [one for one in cards if _overlap(one, way)], where
        beside: list[str] = await page.evaluate(
            """() => [...document.querySelectorAll('.ring-seat > *')].filter(one => {
                const words = document.createRange();
                words.selectNodeContents(one);
                const [a, b] = [words, one.closest('.ring-seat')]
                    .map(each => each.getBoundingClientRect());
                return a.left < b.left || a.right > b.right || a.bottom > b.bottom + 1;
            }).map(one => one.textContent)"""
        )
        assert beside == [], where
