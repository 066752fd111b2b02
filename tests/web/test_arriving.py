"""From a link to a seat, and from the first page to the first tile: how many taps it takes."""

from __future__ import annotations

from time import monotonic

from playwright.async_api import Locator, expect

from web.browser import Site
from web.conftest import Visit
from web.people import Person, Toucher, box


GENEROUS_S = 20
"""A machine under load is no phone; web/../bench/page.py measures in earnest."""


class Counting(Toucher):
    """Counts what it taps."""

    taps = 0

    async def press(self, what: Locator) -> None:
        self.taps += 1
        await super().press(what)


async def test_a_guest_is_seated_in_three_taps(site: Site, visit: Visit) -> None:
    """With a browser that knows nothing: the field, its name, and the button."""
    host = Person(await visit(site.url))
    link = await host.make_table("Ana")
    began = monotonic()
    guest = Counting(await visit(link, touch=True))
    await guest.press(guest.field("page.arrive.name"))
    await guest.page.keyboard.type("Beto")
    await guest.press(guest.button("page.arrive.sit"))
    seat = guest.page.locator(".ring-bottom")
    await expect(seat).to_contain_text("Beto")
    assert guest.taps <= 3
    assert monotonic() - began < GENEROUS_S
    await expect(host.page.locator(".ring-seat", has_text="Beto")).to_be_visible()


async def test_all_ways_in_are_in_sight_on_a_phone_on_its_side(site: Site, visit: Visit) -> None:
    host = Person(await visit(site.url))
    link = await host.make_table("Ana")
    for language in ("en", "es"):
        guest = Person(await visit(link, size=(568, 320), language=language), language)
        for way in ("page.arrive.sit", "page.arrive.watch"):
            place = await box(guest.button(way))
            assert place["y"] + place["height"] <= 320


async def test_a_device_that_is_known_needs_one_tap(site: Site, visit: Visit) -> None:
    host = Person(await visit(site.url))
    link = await host.make_table("Ana")
    guest = Counting(await visit(link, touch=True))
    await guest.sit_down("Beto")
    other = Person(await visit(site.url))
    other_link = await other.make_table("Carla")
    guest.taps = 0
    await guest.page.goto("about:blank")
    await guest.page.goto(other_link)
    await guest.press(guest.button("page.arrive.sit_as", name="Beto"))
    await expect(guest.page.locator(".ring-bottom")).to_contain_text("Beto")
    assert guest.taps == 1


async def test_alone_the_second_tap_is_on_a_tile(site: Site, visit: Visit) -> None:
    person = Counting(await visit(site.url, touch=True))
    began = monotonic()
    await person.play_alone()
    await person.press(person.page.locator("[data-tile]").first)
    await expect(person.page.locator("[data-tile][aria-pressed=true]")).to_have_count(1)
    assert person.taps <= 2
    assert monotonic() - began < GENEROUS_S


async def test_opening_a_link_joins_nothing(site: Site, visit: Visit) -> None:
    host = Person(await visit(site.url))
    link = await host.make_table("Ana")
    guest = Person(await visit(link))
    await guest.button("page.arrive.sit").wait_for()
    here = host.button("page.lobby.who", count=1)
    await expect(here).to_be_visible()


async def test_dead_ends_have_one_sentence_and_one_button(site: Site, visit: Visit) -> None:
    person = Person(await visit(f"{site.url}#DDDDDDDD"))
    await person.field("page.arrive.name").fill("Ana")
    await person.press(person.button("page.arrive.sit"))
    await expect(person.page.get_by_role("heading")).to_have_text(person.say("page.end.no_room"))
    buttons = person.page.get_by_role("button")
    await expect(buttons).to_have_count(1)
    await person.press(buttons)
    await person.page.get_by_role("button", name=person.say("page.arrive.play_now")).wait_for()
