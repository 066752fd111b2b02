"""Tables at which several persons sit, each before a page of their own."""

from __future__ import annotations

from random import Random
from typing import Any

from web.browser import Site
from web.conftest import Visit
from web.people import Person


NAMES = ("Ana", "Beto", "Carla", "Dora")


async def together(
    site: Site, visit: Visit, persons: int, *, seats: int = 4, target: int = 1000, **context: Any
) -> list[Person]:
    """So many persons in a match that has begun, in the order S, E, N, W; the first is host."""
    host = Person(await visit(site.url, **context), rng=Random(0))
    link = await host.make_table(NAMES[0], target=target, seats=seats)
    people = [host]
    for number, name in enumerate(NAMES[1:persons], start=1):
        guest = Person(await visit(link, **context), rng=Random(number))
        await guest.sit_down(name)
        people.append(guest)
    await host.press(host.button("page.lobby.start"))
    for person in people:
        await person.page.locator("[data-tile]").first.wait_for()
    return people
