"""Reviews: what one's choices have cost, for whoever had the seat, once the hand is over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio

from longana_engine import Observation, Pass, Seat, compact, think
from longana_engine.computers import Advice, Decision, Reviewed, advice, decisions, judged
from longana_protocol.commands import (
    HintCommand,
    Next,
    ReviewCommand,
    RulesChoice,
    ToComputer,
    ToHere,
    Undo,
)
from longana_server import reviews as reviews_module
from longana_server.connection import MOST_ASIDE
from longana_server.events import Minded, Moved, Returned
from longana_server.hints import Hints, as_hint
from longana_server.refusing import Refused
from longana_server.reviews import Reviews
from longana_server.thinker import Thinker
from longana_server.workers import WorkFailed
from server import clients
from server.phases import hand_over, lobby, playing, seat_command
from server.scripted_room import SHORT, SHORT_MOVES, ScriptedRoom, made
from server.thinkers import PonderingThinker


class Seeds(Thinker):
    """Remembers what was asked, and answers quickly."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Observation, str]] = []

    async def hint(self, seen: Observation, seed: str) -> Advice:
        self.asked.append((seen, seed))
        return advice(seen, think(seen, "normal", Random(seed)))

    async def review(self, decision: Decision, seed: str) -> Reviewed:
        self.asked.append((decision.seen, seed))
        return judged(decision, lambda _: think(decision.seen, "normal", Random(seed)), seed)


@pytest_asyncio.fixture
async def thinker() -> AsyncIterator[Seeds]:
    thinker = Seeds()
    yield thinker
    thinker.close()


def played_out(seed: int = 1, persons: int = 1) -> ScriptedRoom:
    """A hand of four, finished."""
    scripted = ScriptedRoom(persons, RulesChoice(), seed=seed)
    scripted.start()
    play_on(scripted)
    return scripted


def play_on(scripted: ScriptedRoom) -> None:
    while not scripted.match.hand_over:
        scripted.move()


def ask(**fields: object) -> ReviewCommand:
    return made(ReviewCommand, **fields)


async def refusal(scripted: ScriptedRoom, person: int, command: ReviewCommand) -> str:
    with pytest.raises(Refused) as refused:
        await Reviews(Thinker()).answer(lambda: scripted.room, person, command, "en")
    return refused.value.code


async def test_every_choice_of_the_seat_is_judged_and_nothing_else(thinker: Seeds) -> None:
    scripted = played_out()
    moves = scripted.position.moves
    review = await Reviews(thinker).answer(lambda: scripted.room, 1, ask(), "en")
    assert (review.match, review.hand, review.seat) == (1, 1, "S")
    assert review.moves
    assert not any(found.costly for found in review.moves)
    for found, (seen, _) in zip(review.moves, thinker.asked, strict=True):
        assert moves[found.at].seat == "S"
        assert compact(moves[found.at]) == found.move
        assert not isinstance(moves[found.at], Pass)
        assert (seen.seat, seen.moves) == ("S", moves[: found.at])
        assert len(seen.legal) > 1
        assert (found.better == found.move) == (found.cost == 0)
        assert found.better in {compact(move) for move in seen.legal}
        assert found.text


async def test_whoever_followed_the_hints_has_nothing_to_regret(thinker: Seeds) -> None:
    """The same thoughts as then, by the same seeds."""
    scripted = ScriptedRoom(1, RulesChoice(), seed=3)
    scripted.start()
    hints = Hints(thinker)
    while not scripted.match.hand_over:
        if scripted.position.to_move == "S":
            thought = await hints.think(scripted.room, scripted.position, Seat.S)
            hint = as_hint(thought, scripted.now(HintCommand), "en")
            scripted.move(hint.move)
        else:
            scripted.move()
    asked = [asked for asked in thinker.asked if len(asked[0].legal) > 1]
    thinker.asked.clear()
    review = await Reviews(thinker).answer(lambda: scripted.room, 1, ask(), "en")
    assert thinker.asked == asked
    assert [found.cost for found in review.moves] == [0] * len(review.moves)


async def test_it_is_thought_out_once_also_when_two_ask_together(thinker: Seeds) -> None:
    scripted = played_out()
    reviews = Reviews(thinker)
    first, second = await asyncio.gather(
        reviews.answer(lambda: scripted.room, 1, ask(), "en"),
        reviews.answer(lambda: scripted.room, 1, ask(), "es"),
    )
    thoughts = len(thinker.asked)
    assert thoughts == len(first.moves)
    assert [each.reason for each in first.moves] == [each.reason for each in second.moves]
    assert [each.text for each in first.moves] != [each.text for each in second.moves]
    await reviews.answer(lambda: scripted.room, 1, ask(match=1, hand=1, seat="S"), "en")
    assert len(thinker.asked) == thoughts


async def test_a_hand_that_was_taken_back_and_ends_otherwise_is_thought_about_anew(
    thinker: Seeds,
) -> None:
    scripted = played_out()
    reviews = Reviews(thinker)
    await reviews.answer(lambda: scripted.room, 1, ask(), "en")
    scripted.do(1, scripted.now(Undo))
    with pytest.raises(Refused, match="hand_not_over"):
        await reviews.answer(lambda: scripted.room, 1, ask(), "en")
    scripted.move(compact(scripted.position.legal()[-1]))
    play_on(scripted)
    thinker.asked.clear()
    review = await reviews.answer(lambda: scripted.room, 1, ask(), "en")
    assert len(thinker.asked) == len(review.moves)
    assert all(compact(scripted.position.moves[each.at]) == each.move for each in review.moves)


@pytest.mark.parametrize(("ends_again", "code"), [(False, "hand_not_over"), (True, "try_again")])
async def test_a_hand_that_is_taken_back_while_it_is_thought_about(
    thinker: Seeds, monkeypatch: pytest.MonkeyPatch, ends_again: bool, code: str
) -> None:
    """A few seconds are enough for it: the answer would be to a hand that is no more."""
    scripted, think = played_out(), thinker.review

    async def take_back(decision: Decision, seed: str) -> Reviewed:
        if not thinker.asked:
            scripted.do(1, scripted.now(Undo))
            if ends_again:
                play_on(scripted)
        return await think(decision, seed)

    monkeypatch.setattr(thinker, "review", take_back)
    with pytest.raises(Refused, match=code):
        await Reviews(thinker).answer(lambda: scripted.room, 1, ask(), "en")


async def test_an_earlier_hand_can_be_asked_for(thinker: Seeds) -> None:
    scripted = played_out()
    first = await Reviews(thinker).answer(lambda: scripted.room, 1, ask(), "en")
    scripted.do(1, scripted.now(Next))
    again = await Reviews(thinker).answer(lambda: scripted.room, 1, ask(hand=1), "en")
    assert again == first.model_copy(update={"about": again.about})


async def test_what_cannot_be_looked_back_on() -> None:
    assert await refusal(lobby(1), 1, ask()) == "no_record"
    assert await refusal(playing(1), 1, ask()) == "hand_not_over"
    assert await refusal(playing(1), 1, ask(hand=1)) == "hand_not_over"
    assert await refusal(playing(1), 1, ask(hand=2)) == "no_record"
    assert await refusal(hand_over(1), 1, ask(hand=2)) == "hand_not_over"
    assert await refusal(hand_over(1), 1, ask(match=2)) == "no_record"


async def test_it_is_for_whoever_had_the_seat() -> None:
    both = hand_over(2)
    assert await refusal(both, 1, ask(seat="N")) == "not_seated"
    assert await refusal(both, 2, ask(seat="S")) == "not_seated"
    assert await refusal(hand_over(2, onlooker=True), 2, ask()) == "not_seated"
    computers = hand_over(1)
    assert await refusal(computers, 1, ask(seat="N")) == "not_seated"


async def test_on_a_shared_device_each_of_its_seats_is_looked_back_on(thinker: Seeds) -> None:
    scripted = lobby(1)
    scripted.do(1, seat_command("N", ToHere(name="Beto")))
    scripted.start()
    scripted.moves(*SHORT_MOVES)
    reviews = Reviews(thinker)
    for command, seat in ((ask(), "S"), (ask(seat="S"), "S"), (ask(seat="N"), "N")):
        review = await reviews.answer(lambda: scripted.room, 1, command, "en")
        assert review.seat == seat
        assert all(found.move.startswith(seat) for found in review.moves)


async def test_who_has_given_up_the_seat_since_may_still_look_back(thinker: Seeds) -> None:
    scripted = hand_over(2)
    scripted.do(2, seat_command("N", ToComputer()))
    assert (await Reviews(thinker).answer(lambda: scripted.room, 2, ask(), "en")).seat == "N"


async def test_the_choices_of_a_computer_that_minded_the_seat_are_not_in_it(thinker: Seeds) -> None:
    scripted = ScriptedRoom(1, RulesChoice(seats=2), seed=5)
    scripted.start()
    minded = range(2, 6)
    while not scripted.match.hand_over:
        at = len(scripted.position.moves)
        if at in minded:
            scripted.add(Minded(seat="S"))
            scripted.add(Moved(move=compact(scripted.position.legal()[0])))
            scripted.add(Returned(seat="S"))
        else:
            scripted.move()
    choices = [
        each.at for each in decisions(scripted.position, Seat.S, scripted.match.earlier.scores)
    ]
    assert set(choices) & set(minded), "or this shows nothing"
    review = await Reviews(thinker).answer(lambda: scripted.room, 1, ask(), "en")
    assert [found.at for found in review.moves] == [at for at in choices if at not in minded]


async def test_no_more_are_kept_than_an_evening_needs(
    thinker: Seeds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews_module, "REMEMBERED", 1)
    scripted = played_out()
    scripted.do(1, scripted.now(Next))
    play_on(scripted)
    reviews = Reviews(thinker)
    for hand, thinks in ((1, True), (1, False), (2, True), (1, True)):
        thinker.asked.clear()
        await reviews.answer(lambda: scripted.room, 1, ask(hand=hand), "en")
        assert bool(thinker.asked) == thinks


async def test_a_thought_that_fails_may_be_asked_for_again(
    thinker: Seeds, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise WorkFailed("processes die of it")

    monkeypatch.setattr(thinker, "review", fail)
    scripted, reviews = played_out(), Reviews(thinker)
    with pytest.raises(Refused, match="try_again"):
        await reviews.answer(lambda: scripted.room, 1, ask(), "en")
    monkeypatch.undo()
    assert (await reviews.answer(lambda: scripted.room, 1, ask(), "en")).moves


async def test_who_waits_too_long_may_ask_again_and_it_goes_on_from_there(
    thinker: Seeds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a server whose computers never have time."""
    monkeypatch.setattr(reviews_module, "PATIENCE", 0.05)
    scripted, reviews, think = played_out(), Reviews(thinker), thinker.review
    times = 0

    async def busy(decision: Decision, seed: str) -> Reviewed:
        nonlocal times
        times += 1
        if times == 3:
            await asyncio.Event().wait()
        return await think(decision, seed)

    monkeypatch.setattr(thinker, "review", busy)
    with pytest.raises(Refused, match="try_again"):
        await reviews.answer(lambda: scripted.room, 1, ask(), "en")
    assert len(thinker.asked) == 2
    review = await reviews.answer(lambda: scripted.room, 1, ask(), "en")
    assert len(thinker.asked) == len(review.moves) > 2
    assert [len(seen.moves) for seen, _ in thinker.asked] == [each.at for each in review.moves]


# Over sockets


async def test_it_is_answered_while_other_commands_go_on() -> None:
    """A few seconds of thought hold nobody up, least of all whoever asked."""
    thinker = PonderingThinker()
    async with clients.playing(deals=(SHORT,), thinker=thinker) as played:
        host, guest = await clients.short_match(played, guest=True)
        await clients.play_hand(host, guest)
        await host.send(type="review", id="look")
        await thinker.pondering.wait()
        for number in range(1, MOST_ASIDE):
            await host.send(type="review", id=f"look-{number}")
        assert await host.refused("review") == "too_fast"
        await host.do("next", turn=host.table["turn"])
        assert not any(each.get("about") == "look" for each in host.received)
        thinker.may_go_on.set()
        review = await host.answer_to("look")
        assert (review["type"], review["hand"], review["seat"]) == ("review", 1, "S")


async def test_nobody_else_hears_of_it_and_onlookers_get_none() -> None:
    """F03, F06."""
    async with clients.playing(deals=(SHORT,)) as played:
        host, guest = await clients.short_match(played, guest=True)
        watcher = await played.watcher(host)
        assert await host.refused("review") == "hand_not_over"
        await clients.play_hand(host, guest)
        await watcher.rest()
        review = await host.ask(type="review")
        assert review["seat"] == "S"
        assert await guest.rest() == []
        assert await watcher.rest() == []
        assert await watcher.refused("review") == "not_seated"
        assert await watcher.refused("review", seat="S") == "not_seated"
        assert await guest.refused("review", seat="S") == "not_seated"


async def test_whoever_is_gone_is_not_thought_for() -> None:
    thinker = PonderingThinker()
    async with clients.playing(deals=(SHORT,), thinker=thinker) as played:
        host, guest = await clients.short_match(played, guest=True)
        await clients.play_hand(host, guest)
        await host.send(type="review", id="look")
        await thinker.pondering.wait()
        await host.be_gone()
        review = asyncio.create_task(guest.ask(type="review"))
        await asyncio.sleep(0.05)
        assert thinker.thoughts == 2, "the lock of the room is free for the other"
        thinker.may_go_on.set()
        assert (await review)["seat"] == "N"
