"""At the slow pace the moves of computers come one by one, for whoever wants that."""

from __future__ import annotations

from random import Random

from playwright.async_api import expect

from longana_engine import Play, Position, Seat
from web.browser import Site
from web.conftest import Visit
from web.screens import Screen, show, table_screen
from web.stage import KNOWS_THE_GAME, hand_of, room_of


def two_plays() -> list[Position]:
    """Before and after a play by East, and after one by North."""
    rng = Random("two plays")
    while True:
        hand = hand_of(4, rng)
        for at in range(8, len(hand) - 3):
            east, north = hand[at + 2].moves[-2:]
            if isinstance(east, Play) and isinstance(north, Play) and east.seat is Seat.E:
                return hand[at : at + 3]


async def test_at_the_slow_pace_a_move_waits_until_there_was_time_or_somebody_taps(
    site: Site, visit: Visit
) -> None:
    before, east, north = two_plays()
    laid = sum(isinstance(move, Play) for move in before.moves) + 1  # and the centre
    slow = {**KNOWS_THE_GAME, "longana.pace": '"slow"'}
    person, stage = await show(
        site, visit, Screen(room_of(persons=1), table_screen(before), stored=slow)
    )
    tiles = person.page.locator(".board-tile")
    await expect(tiles).to_have_count(laid)
    stage.show(table_screen(east, number=2))
    stage.show(table_screen(north, number=3))
    await expect(tiles).to_have_count(laid + 1)
    await person.page.locator("main.table").dispatch_event("pointerdown")
    await expect(tiles).to_have_count(laid + 2, timeout=1000)


async def test_at_the_usual_pace_moves_are_shown_as_they_come(site: Site, visit: Visit) -> None:
    before, east, north = two_plays()
    person, stage = await show(site, visit, Screen(room_of(persons=1), table_screen(before)))
    shown = sum(isinstance(move, Play) for move in before.moves) + 1
    for count, position in enumerate((east, north), 1):
        stage.show(table_screen(position, number=1 + count))
        await expect(person.page.locator(".board-tile")).to_have_count(shown + count, timeout=1000)
