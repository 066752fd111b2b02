"""Every screen of the page, and how one gets there; for whatever has to hold on all of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from longana_engine import Pass, Position, Seat
from longana_protocol.answers import (
    Bye,
    HandState,
    Proposal,
    Reader,
    Result,
    Room,
    View,
    You,
)
from longana_protocol.codec import encode
from web.browser import Site, Visitor
from web.conftest import Visit
from web.people import Person
from web.sight import settled
from web.stage import (
    CODE,
    KNOWS_THE_GAME,
    PLACE,
    Stage,
    extreme,
    hand_of,
    room_of,
    stored,
    table_of,
    you_of,
)


@dataclass(frozen=True, slots=True)
class Screen:
    """What the server shows, and what the person does then."""

    room: Room
    view: View
    place: str = PLACE
    watches: bool = False
    person: int = 1
    """Whoever sees it, unless they only watch."""
    then: Callable[[Person, Stage], Awaitable[None]] | None = None
    stored: Mapping[str, str] | None = None


def found(wanted: Callable[[Position], bool]) -> Position:
    """The first such position in hands of four."""
    rng = Random("screens")
    while True:
        for position in hand_of(4, rng):
            if wanted(position):
                return position


MIDDLE = found(
    lambda one: (
        one.to_move is Seat.S
        and len(one.moves) > 12
        and len(one.opened) > 1
        and len(one.legal()) > 2
    )
)
"""South is to move; two branches are open."""
EARLY = found(lambda one: one.to_move is Seat.S and bool(one.moves) and len(one.moves) < 4)
"""South is to move, has not moved yet and holds all eight tiles."""
OTHERS = MIDDLE.after(MIDDLE.legal()[0])
FORCED = found(
    lambda one: one.to_move is Seat.S and isinstance(one.legal()[0], Pass) and len(one.moves) > 9
)
OVER = found(lambda one: one.result is not None and one.result.winner is not None)


ENDED = HandState(result=Result(kind="out", points=41, pips=(6, 15, 20, 0), winner="W"))
"""As a finished hand stands in the room."""


def table_screen(position: Position, seat: Seat | None = Seat.S, **more: Any) -> View:
    return View(
        table=table_of(position, **more), you=None if seat is None else you_of(position, seat)
    )


async def _choose(person: Person, _: Stage) -> None:
    for tile in await person.fitting():
        await person.choose(tile)
        return


def _sheet(name: str) -> Callable[[Person, Stage], Awaitable[None]]:
    async def opened(person: Person, _: Stage) -> None:
        await person.open_sheet(name)

    return opened


async def _menu(person: Person, _: Stage) -> None:
    await person.open_menu()


async def _order(person: Person, _: Stage) -> None:
    await person.press(person.button("page.table.order"))


async def _seat_card(person: Person, _: Stage) -> None:
    await person.press(person.page.locator(".badge-plate:visible").first)


async def big_screen(person: Person, _: Stage) -> None:
    """Behind a fold where it is low."""
    fold = person.button("page.table.watch_more")
    if await fold.is_visible():
        await person.press(fold)
    await person.press(person.button("page.table.big"))


async def _make(person: Person, _: Stage) -> None:
    await person.press(person.page.get_by_role("button", name=person.say("page.arrive.make")))
    for fold in await person.page.locator("summary").all():
        await fold.click()


async def _house(person: Person, _: Stage) -> None:
    await person.press(person.button("page.lobby.rules.change"))
    await person.page.get_by_role("dialog").get_by_role("radio").first.wait_for()


async def _one_seat(person: Person, _: Stage) -> None:
    await person.press(person.page.locator(".ring-seat").nth(1))
    await person.page.get_by_role("dialog").get_by_role("button").nth(1).wait_for()


def _lost(why: str) -> Callable[[Person, Stage], Awaitable[None]]:
    async def said(person: Person, stage: Stage) -> None:
        stage.say(encode(Bye(why=why, text=person.say("bye.closed"))))
        await person.page.locator("main.page").wait_for()

    return said


def screens() -> Mapping[str, Screen]:
    """By name. All are person 1's, who is host and has South, or a watcher's."""
    room = room_of(persons=2)
    full = room_of(persons=4, tally=())
    lobby = View(
        table=table_of(MIDDLE, phase="lobby", moves=(), ends=(), opened=(), left=(), to_move=None),
        you=You(seat="S"),
    )
    starting = lobby.model_copy(
        update={"table": lobby.table.model_copy(update={"phase": "starting", "waiting": ("E",)})}
    )
    mine = table_screen(MIDDLE)
    asked = table_screen(
        MIDDLE,
        proposal=Proposal(number=3, what="undo", by=2, waiting=(1,)),
        reading=(Reader(person=2, what="rules"),),
    )
    here = room_of(persons=4).model_copy(
        update={
            "people": tuple(
                each.model_copy(update={"device": 1}) if each.person < 3 else each
                for each in room_of().people
            )
        }
    )
    covered = View(table=table_of(MIDDLE), you=You())
    over = table_screen(OVER)
    match_over = table_screen(OVER, phase="match_over")
    result = over.table.result
    won = full.model_copy(update={"winner": result and result.winner})
    watched = table_screen(MIDDLE, None)
    all_of_them: dict[str, Screen] = {
        "home": Screen(room, mine, place=""),
        "make": Screen(room, mine, place="", then=_make),
        "guest": Screen(room, mine, place=f"#{CODE}"),
        "lobby": Screen(room.model_copy(update={"match": 0, "scores": ()}), lobby),
        "lobby-seat": Screen(room, lobby, then=_one_seat),
        "lobby-house": Screen(room, lobby, then=_house),
        "starting": Screen(room, starting),
        "lesson": Screen(full, mine, stored={}),
        "my-turn": Screen(full, mine),
        "last-hand": Screen(
            full.model_copy(update={"hands": (ENDED, ENDED)}), table_screen(EARLY), stored={}
        ),
        "ghost": Screen(full, mine, then=_choose),
        "order": Screen(full, mine, then=_order),
        "passes": Screen(full, mine, then=_seat_card),
        "others-turn": Screen(full, table_screen(OTHERS)),
        "forced-pass": Screen(full, table_screen(FORCED)),
        "consent": Screen(full, asked),
        "long": Screen(full, extreme(4, {"S": 18, "E": 5, "N": 4, "W": 4})),
        "covered": Screen(here, covered),
        "hand-end": Screen(full, over),
        "match-end": Screen(won, match_over),
        "watch": Screen(full, watched, watches=True),
        "big-screen": Screen(full, watched, watches=True, then=big_screen),
        "menu": Screen(full, mine, then=_menu),
        "removed": Screen(full, mine, then=_lost("removed")),
        "replaced": Screen(full, mine, then=_lost("replaced")),
    }
    for name in ("score", "plays", "rules", "talk", "people", "invite", "settings", "keys"):
        all_of_them[name] = Screen(full, mine, then=_sheet(name))
    return all_of_them


async def show(
    site: Site,
    visit: Visit,
    screen: Screen,
    *,
    language: str = "en",
    **context: Any,
) -> tuple[Person, Stage]:
    """Somebody who has got to that screen, everything in it at rest."""
    stage = Stage(screen.room, screen.view, person=None if screen.watches else screen.person)
    kept = KNOWS_THE_GAME if screen.stored is None else screen.stored
    visitor: Visitor = await visit(
        site.url + ("" if screen.watches else screen.place),
        language=f"{language}-US",
        stage=stage,
        reduced_motion="reduce",
        **stored(site.url, dict(kept)),
        **context,
    )
    person = Person(visitor, language)
    if screen.watches:
        await visitor.page.goto(f"{site.url}#{CODE}")
        await person.press(person.button("page.arrive.watch"))
    if screen.place == PLACE:
        await visitor.page.locator("main.table, main.lobby, .page-title").first.wait_for()
    else:
        await visitor.page.locator("main.page h1").wait_for()
    if screen.then is not None:
        await screen.then(person, stage)
    await person.has_loaded()
    await settled(visitor.page)
    return person, stage
