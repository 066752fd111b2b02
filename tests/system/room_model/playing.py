"""Play, rightly and wrongly, and what goes wrong on the way."""

from __future__ import annotations

import asyncio

from longana_engine import parse_compact
from system.room_model.coming import return_to, wait
from system.room_model.consent import say_yes_or_no
from system.room_model.deed import code_of, deed, in_match, is_done, pick
from system.room_model.eyes import Message
from system.room_model.guest import Guest, command_for
from system.room_model.party import CHANGES, Party
from system.room_model.seats import seats_that_cannot_shuffle, share_all


@deed(weight=10)
async def go_on(party: Party, a: int, b: int, c: int) -> None:
    """Whatever the table waits for, a few times or to the end of the hand."""
    for number in range(1 + a):
        await go_on_once(party, b + number, c)
        await party.check()
        if party.history.now.over:
            break


async def go_on_once(party: Party, b: int, c: int) -> None:
    if not party.here:
        return
    proposal = party.public.get("proposal")
    if proposal is not None:
        if not proposal["waiting"]:  # a rematch for somebody who has agreed, and was lost since
            await wait(party, 2, 0, 0)
            return
        guest = party.guest(pick(proposal["waiting"], b))
        if guest is not None and guest.here:
            await say_yes_or_no(party, guest, yes=c != 0)
        return
    to_move = party.room.to_move
    if to_move is not None:
        await take_the_turn(party, to_move.value, b)
    elif party.room.starting is not None:
        await share_all(party)
    elif party.room.phase == "hand_over":
        await next_hand(party, b, 0, 0)
    elif party.room.phase == "match_over":
        await rematch(party, b, 0, 0)
        await share_all(party)


async def take_the_turn(party: Party, seat: str, b: int) -> None:
    guest = next((one for one in party.here if seat in one.seats), None)
    if guest is None:  # a computer, or somebody away
        await wait(party, 2, 0, 0)
        return
    if not guest.my_turn:
        await party.ask(guest, "uncover", seat=seat, turn=guest.turn)
        await party.calm()
    assert guest.my_turn or not party.exact, f"{guest} is to move and is not let"
    if guest.my_turn:
        await play(party, guest, b)


async def play(party: Party, guest: Guest, b: int) -> None:
    move = pick(guest.you["legal"], b)
    answer = await party.ask(guest, **command_for(move, guest.turn))
    if party.exact:
        assert is_done(answer), f"{move} was offered and is refused: {answer}"


def movers(party: Party) -> list[Guest]:
    return [one for one in party.here if one.my_turn]


@deed(when=movers)
async def move(party: Party, a: int, b: int, c: int) -> None:
    """Whoever may, whatever else is going on."""
    await play(party, pick(movers(party), a), b)


@deed(when=movers, weight=2)
async def slip(party: Party, a: int, b: int, c: int) -> None:
    """A tile on a branch, or a pass, by whoever is to move: the rules decide."""
    guest = pick(movers(party), a)
    seat, position = guest.you["seat"], party.history.now.position
    tile = pick(guest.you["hand"], b) if a % 3 else [b % 10, c % 10]
    branch = pick(("S", "E", "N", "W", ""), c)
    move = seat if a == 0 else f"{seat}{tile[0]}{tile[1]}{branch}"
    assert position is not None
    refusal = position.why_not(parse_compact(move))
    answer = await party.ask(guest, **command_for(move, guest.turn))
    if party.exact:
        assert code_of(answer) == (refusal.code if refusal else "done"), (move, answer)


@deed(when=in_match)
async def out_of_turn(party: Party, a: int, b: int, c: int) -> None:
    """Whoever is not to move moves, or whoever is acts for another turn."""
    guest = pick(party.here, a)
    turn = guest.turn + (0 if not guest.my_turn else pick((-1, 1, 5), c))
    kind = pick(("pass", "play", "uncover", "hint", *CHANGES), b)
    if kind in CHANGES:
        turn = guest.turn - 1
    further: dict[str, Message] = {
        "play": {"tile": [3, 7], "branch": "S"},
        "uncover": {"seat": "S"},
    }
    may_uncover = kind == "uncover" and party.room.to_move and party.room.to_move.value == "S"
    if turn < 0 or may_uncover:
        return
    answer = await party.ask(guest, kind, turn=turn, **further.get(kind, {}))
    if party.exact:
        assert answer["type"] == "refused", f"{kind} is not refused"


@deed(when=movers)
async def press_twice(party: Party, a: int, b: int, c: int) -> None:
    """The same frame twice in one write."""
    guest = pick(movers(party), a)
    id = f"{guest.name}twice{party.history.version}"
    command = {**command_for(pick(guest.you["legal"], b), guest.turn), "id": id}
    answers = await asyncio.gather(guest.send(command), guest.send(command))
    if party.exact:
        assert [is_done(answer) for answer in answers] == [True, True]
        assert answers[0] == answers[1]
    assert guest.person is not None
    party.has_done(guest.person, command["type"], {}, logged=True)


@deed()
async def send_again(party: Party, a: int, b: int, c: int) -> None:
    """A command that was done, after a drop or not: answered alike, and nothing happens."""
    guest = pick(party.here, a)
    done = [one for one in guest.sent[-20:] if is_done(one.answer) and one.person == guest.person]
    if not done:
        return
    one = pick(done, b)
    if c % 3 == 0:
        await party.drop(guest)
        await return_to(party, guest)
    before = party.history.version, party.public.get("proposal"), len(guest.said)
    answer = await guest.send(one.message)
    if party.exact:
        assert is_done(answer), f"{one.message} was done, and again it is {answer}"
        after = party.history.version, party.public.get("proposal"), len(guest.said)
        assert after == before, f"{one.message} again made a difference"


@deed(when=lambda party: in_match(party) and party.history.now.over, weight=2)
async def next_hand(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, a)
    may = guest.seats or all(party.is_gone(one) for one in party.room.devices)
    answer = await party.ask(guest, "next", turn=guest.turn)
    if party.exact and party.room.phase == "hand_over":
        assert is_done(answer) or not may, answer


@deed(when=lambda party: in_match(party) and party.room.phase == "match_over", weight=2)
async def rematch(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, a)
    may = guest.seats or all(party.is_gone(one) for one in party.room.devices)
    away = seats_that_cannot_shuffle(party)
    is_open = "proposal" in guest.table and bool(party.to_be_asked(guest.person))
    answer = await party.ask(guest, "rematch", turn=guest.turn)
    if party.exact and may and party.room.phase in ("match_over", "starting", "playing"):
        expected = "seat_away" if away else "proposal_open" if is_open else "done"
        assert code_of(answer) == expected, (answer, away)
