"""Plain http on a home network: what browsers withhold there has another way."""

from __future__ import annotations

from playwright.async_api import expect

from web.browser import Site
from web.conftest import Visit
from web.people import Person, Toucher, box


async def test_all_of_it_works_on_a_page_that_is_not_secure(site: Site, visit: Visit) -> None:
    """Copy the link, play a hand, reload, check the deal; `visit` finds errors in the console."""
    ana = Person(await visit(site.insecure_url))
    assert not await ana.page.evaluate(
        "isSecureContext || !!crypto.subtle || !!navigator.clipboard"
    )
    link = await ana.make_table("Ana", target=1000)
    await ana.press(ana.button("page.invite.friends"))
    await ana.page.get_by_text(ana.say("page.invite.copied")).first.wait_for()
    beto = Toucher(await visit(site.insecure_url, touch=True, is_mobile=True))
    await beto.field("page.arrive.code").focus()
    await beto.page.keyboard.press("Control+V")
    await expect(beto.field("page.arrive.code")).to_have_value(link)
    await beto.press(beto.button("page.arrive.go"))
    await beto.sit_down("Beto")
    note = beto.page.get_by_text(beto.say("page.awake.missing"))
    await beto.page.set_viewport_size({"width": 320, "height": 568})
    assert (await box(note))["height"] < 90
    await beto.page.set_viewport_size({"width": 390, "height": 844})
    await ana.press(ana.button("page.lobby.start"))
    await ana.sees_table()
    await beto.sees_table()
    hand = await beto.hand()
    await beto.page.reload()
    await beto.page.locator("[data-tile]").first.wait_for()
    assert sorted(await beto.hand()) == sorted(hand)
    await play_hand(ana, beto)

    records = await ana.open_sheet("records")
    await expect(records.get_by_text(ana.say("page.fair.yes"), exact=True)).to_be_visible()
    await expect(records.get_by_text(ana.say("page.fair.own"))).to_be_visible()


async def play_hand(*people: Person) -> None:
    """Whoever is to move does, until the hand is over; computers have the other seats."""
    [first, *_] = people
    over = first.page.locator(".hand-end")
    while not await over.count():
        for person in people:
            if await person.page.locator(".prompt-mine").count():
                await person.move()
