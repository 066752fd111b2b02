"""Reading, covered hands, seats that are minded, talk, hints, records."""

from __future__ import annotations

import asyncio

from system.room_model.deed import ALL_SEATS, deed, in_match, is_done, pick
from system.room_model.party import Party


@deed()
async def read(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, a)
    answer = await party.ask(guest, "reading", what=pick(("rules", "records", None), b))
    assert is_done(answer) is bool(guest.seats)


@deed(when=lambda party: party.here and party.public.get("reading"), weight=3)
async def carry_on(party: Party, a: int, b: int, c: int) -> None:
    reader = pick(party.public["reading"], a)["person"]
    answer = await party.ask(pick(party.here, b), "carry_on", person=reader)
    if party.exact:
        assert is_done(answer)


@deed(when=in_match)
async def uncover(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, a)
    if guest.seats:
        seat = pick(guest.seats, b)
        answer = await party.ask(guest, "uncover", seat=seat, turn=guest.turn)
        if party.exact:
            assert is_done(answer) is (guest.table.get("to_move") == seat)
            assert not is_done(answer) or guest.my_turn


@deed(when=lambda party: party.here and party.away, weight=3)
async def mind(party: Party, a: int, b: int, c: int) -> None:
    """Let a computer mind the seat of somebody away; the host may once they are long enough."""
    seats = [seat for one in party.away for seat in one.seats]
    if not seats:
        return
    guest = party.host if a and party.host else pick(party.here, a)
    seat = pick(seats, b)
    who = next((one for at, one in party.room.seats.items() if at.value == seat), None)
    if who is None or who.person is None:
        return
    if c > 4 and party.exact:
        await asyncio.sleep(party.server.away_grace)
    may = party.is_gone(who.person) and seat not in {at.value for at in party.room.minded}
    answer = await party.ask(guest, "mind", seat=seat)
    if party.exact and guest.is_host:
        assert is_done(answer) is may, f"{seat} of {who} is to be minded: {answer}"


@deed(when=in_match)
async def nudge(party: Party, a: int, b: int, c: int) -> None:
    await party.ask(pick(party.here, a), "nudge", seat=pick(ALL_SEATS, b))


@deed()
async def say(party: Party, a: int, b: int, c: int) -> None:
    """In one's own name, or that of somebody else: who must be on the same device."""
    guest = pick(party.here, a)
    before = len(guest.said)
    person = None if c % 3 else pick(sorted(party.room.people), a + b)
    may = person is None or person in party.room.on_device(guest.person or 0)
    text = pick(("hola", "my turn?", "¡agua!"), b)
    assert is_done(await party.ask(guest, "say", text=text, person=person)) is may
    if party.exact and may:
        assert len(guest.said) == before + 1
        assert guest.said[-1]["person"] == (person or guest.person)


@deed(when=in_match)
async def ask_for_a_hint(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, a)
    due, legal = guest.my_turn, guest.you.get("legal", [])
    answer = await guest.ask("hint", turn=guest.turn)
    if party.exact:
        assert (answer["type"] == "hint") is due, answer
        assert not due or answer["move"] in legal


@deed(when=lambda party: (party.here or party.watchers) and party.room.match)
async def ask_for_a_record(party: Party, a: int, b: int, c: int) -> None:
    guest = pick([*party.here, *party.watchers], a)
    answer = await guest.ask("record", match=None if b % 2 else 1)
    assert answer["type"] == "record"
