"""Undo, redo and restart among persons, over real sockets (design.md, Rooms; F10)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from system.company import Company, come_back, company, seeded, sitting_down
from system.table import Raw


async def both_have_played(two: Company) -> tuple[Raw, Raw]:
    """Who moved last, and the other, whose turn it is; each has played a tile."""
    while not all(person.you.get("undo") for person in two.persons):
        await two.move(two.mover.you["legal"][0])
    mover = two.mover
    return next(person for person in two.persons if person is not mover), mover


async def proposed(asker: Raw, others: list[Raw], change: str = "undo") -> int:
    """A proposal that stands, as all see it; returns its number."""
    assert (await asker.ask(change, turn=asker.table["turn"]))["type"] == "done"
    for person in (asker, *others):
        await sees_it(person)
    number: int = asker.table["proposal"]["number"]
    return number


async def sees_it(person: Raw, there: bool = True) -> None:
    await person.until(lambda: ("proposal" in person.table) is there)


async def no_proposal(*persons: Raw) -> None:
    for person in persons:
        await sees_it(person, there=False)


@pytest.mark.parametrize("change", ["undo", "restart"])
async def test_with_everybodys_yes_it_is_done(change: str) -> None:
    async with company(2, seed="agreed", seats=2) as two:
        asker, other = await both_have_played(two)
        turn, moves = two.table["turn"], len(two.table["moves"])
        number = await proposed(asker, [other], change)
        assert two.table["turn"] == turn, "nothing happens before"
        shown = other.table["proposal"]
        assert (shown["what"], shown["by"]) == (change, asker.person)
        assert shown["waiting"] == [other.person]
        assert (await other.ask("answer", proposal=number, yes=True))["type"] == "done"
        await two.all_see(turn + 1)
        assert len(two.table.get("moves", [])) < moves
        await no_proposal(asker, other)


async def test_a_no_ends_it_and_changes_nothing() -> None:
    async with company(2, seed="no", seats=2) as two:
        asker, other = await both_have_played(two)
        turn, moves = two.table["turn"], two.table["moves"]
        number = await proposed(asker, [other])
        await other.ask("answer", proposal=number, yes=False)
        await no_proposal(asker, other)
        assert (two.table["turn"], two.table["moves"]) == (turn, moves)
        late = await other.ask("answer", proposal=number, yes=True)
        assert late["code"] == "no_proposal"


async def test_only_the_asker_withdraws_it() -> None:
    async with company(2, seed="withdrawn", seats=2) as two:
        asker, other = await both_have_played(two)
        number = await proposed(asker, [other])
        assert (await other.ask("withdraw", proposal=number))["code"] == "no_proposal"
        assert (await asker.ask("withdraw", proposal=number))["type"] == "done"
        await no_proposal(asker, other)


async def test_a_persons_play_voids_it() -> None:
    async with company(2, seed="voided", seats=2) as two:
        asker, other = await both_have_played(two)
        number = await proposed(asker, [other])
        await two.move(other.you["legal"][0])
        await no_proposal(asker, other)
        assert (await other.ask("answer", proposal=number, yes=True))["code"] == "no_proposal"


async def test_who_is_away_does_not_hold_it_up() -> None:
    """F36: nor does who goes while they are asked, once they have been gone for long."""
    async with (
        seeded("absent", away_grace=0.3) as app,
        sitting_down(app, 2, "absent", seats=2) as two,
    ):
        await two.start()
        asker, other = await both_have_played(two)
        turn = asker.table["turn"]
        await proposed(asker, [other])
        await other.drop()
        await asker.until(lambda: "away" in asker.table)
        assert asker.table["turn"] == turn, "a broken line is no consent"
        assert asker.table["proposal"]["waiting"] == [other.person]
        await asker.after(turn + 1)
        await no_proposal(asker)
        assert (await asker.ask("redo", turn=asker.table["turn"]))["type"] == "done"
        await come_back(other)
        assert other.table["turn"] == turn + 2


@pytest.mark.parametrize("change", ["undo", "restart"])
async def test_what_two_have_seen_stays_and_so_does_what_was_before_the_next_hand(
    change: str,
) -> None:
    """F19: never into a shared reveal, never across a confirmed next hand."""
    async with company(2, seed="revealed", seats=2, target=1000) as two:
        while await two.goes_on():
            await two.move(two.mover.you["legal"][0])
        refused: list[Any] = []
        for person in two.persons:
            refused.append((await person.ask(change, turn=two.table["turn"]))["code"])
        assert refused == ["revealed", "revealed"]
        await two.do(two.host, "next")
        for person in two.persons:
            answer = await person.ask(change, turn=two.table["turn"])
            assert answer["code"] == "nothing_to_undo"


async def test_a_watcher_is_neither_asked_nor_answers() -> None:
    """F03, F10."""
    async with company(2, seed="watched", seats=2) as two:
        watcher = Raw(two.app, Random("watcher"))
        await watcher.connect()
        await watcher.enter("watch", code=two.host.code)
        asker, other = await both_have_played(two)
        number = await proposed(asker, [other, watcher])
        assert watcher.table["proposal"]["waiting"] == [other.person]
        assert (await watcher.ask("answer", proposal=number, yes=True))["code"] == "not_seated"
        await watcher.close()
