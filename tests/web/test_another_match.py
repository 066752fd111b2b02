"""Between matches and at their beginning: nobody's screen is taken away without a word."""

from __future__ import annotations

from playwright.async_api import expect

from longana_protocol.answers import Proposal
from web.browser import Site, shot
from web.conftest import Visit
from web.people import Person
from web.screens import screens, show
from web.sight import clipped, settled, small, wrong_with
from web.tables import together


async def test_a_rematch_is_asked_for(site: Site, visit: Visit) -> None:
    """Who reads the score is told, in the sheet, and keeps it until they have said yes."""
    ana, beto = await together(site, visit, 2, seats=2, target=1)
    won = beto.button("page.sheet.score")
    while not await won.count():
        await _either_moves(ana, beto)
        if await ana.button("page.table.next").count():  # a block that nobody won
            await ana.press(ana.button("page.table.next"))
    await beto.press(won)
    score = beto.dialog("score")
    await ana.press(ana.button("page.table.rematch"))
    own = ana.page.locator(".card", has_text=ana.say("ui.proposed.rematch"))
    await expect(own).to_be_visible()
    asks = beto.say("event.proposal.rematch", name="Ana")
    await expect(score.locator(".news", has_text=asks)).to_be_visible()
    await expect(score.locator(".score-row")).to_have_count(1)
    await beto.press(score.get_by_role("button", name=beto.say("page.news.to_table")))
    await expect(beto.page.locator(".hand-end")).to_be_visible()
    await beto.press(beto.button("page.table.no"))
    await expect(own).to_have_count(0)
    await beto.press(beto.button("page.table.rematch"))
    await ana.press(ana.button("page.table.yes"))
    for person in (ana, beto):
        await expect(person.page.locator(".hand-end")).to_have_count(0)
        await person.page.locator("[data-tile]").first.wait_for()


async def test_who_still_reads_how_a_hand_ended_finds_it_again(site: Site, visit: Visit) -> None:
    """Anybody may deal the next: the end is a tap away until one plays, and covers nothing."""
    ana, beto = await together(site, visit, 2, seats=2, target=500)
    on = ana.button("page.table.next")
    while not await on.count():
        await _either_moves(ana, beto)
    left = await beto.page.locator(".table-cloth .reveal-tile, .hand-end .reveal-tile").count()
    assert left
    await ana.press(on)
    ended = beto.button("page.table.ended.see")
    await expect(ended).to_be_visible()
    await expect(ana.button("page.table.ended.see")).to_have_count(0)
    await settled(beto.page)
    assert await clipped(beto.page) + await small(beto.page) == []
    assert await wrong_with(beto.page) == []
    await beto.press(ended)
    faces = beto.dialog("score").locator(".holder-face")
    await expect(faces).not_to_have_count(0)
    assert await faces.count() <= left
    await shot(beto.page, "score-of-the-last-hand")
    await beto.close_sheet()
    while await ended.count():
        await _either_moves(ana, beto)
    await expect(beto.page.locator(".hand-end")).to_have_count(0)


async def _either_moves(*persons: Person) -> None:
    """Whose turn it is, if it is anybody's just now."""
    for person in persons:
        if await person.page.locator(".prompt-mine").count():
            await person.move()


async def test_who_reads_the_rules_is_called_to_the_table(site: Site, visit: Visit) -> None:
    ana = Person(await visit(site.url))
    link = await ana.make_table("Ana", seats=2)
    beto = Person(await visit(link, size=(320, 568)))
    await beto.sit_down("Beto")
    rules = await beto.open_sheet("rules")
    await ana.press(ana.button("page.lobby.start"))
    await expect(rules.get_by_text(beto.say("page.news.begun"))).to_be_visible()
    while not await beto.page.locator(".news", has_text=beto.say("page.news.turn")).count():
        await ana.move()
    await expect(rules).to_be_visible()
    await settled(beto.page)
    assert await clipped(beto.page) + await small(beto.page) == []
    await shot(beto.page, "rules-my-turn")
    await beto.press(beto.button("page.news.to_table"))
    await expect(rules).to_have_count(0)
    await beto.may_move()


async def test_the_question_of_a_rematch_has_room_everywhere(site: Site, visit: Visit) -> None:
    over = screens()["match-end"]
    person, stage = await show(site, visit, over, language="es", size=(320, 568))
    await person.button("page.table.rematch").wait_for()
    await settled(person.page)
    ways = ".hand-end-ways .button"
    assert await wrong_with(person.page, ways) == [], "all that can be done is in sight"
    asked = Proposal(number=3, what="rematch", by=2, waiting=(1, 3, 4))
    table = over.view.table.model_copy(update={"proposal": asked})
    stage.show(over.view.model_copy(update={"table": table}))
    await person.button("page.table.yes").wait_for()
    wrong: list[str] = []
    for width, height in ((320, 568), (390, 664), (568, 320), (1280, 800)):
        await person.page.set_viewport_size({"width": width, "height": height})
        await settled(person.page)
        await shot(person.page, f"rematch-{width}x{height}")
        wrong += [f"{width}x{height}: {each}" for each in await clipped(person.page)]
    assert wrong == [], "\n".join(wrong)
