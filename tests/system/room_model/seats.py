"""Who sits where and by which rules, who is let in, and the shuffle."""

from __future__ import annotations

from typing import Any

from system.room_model.deed import ALL_SEATS, code_of, deed, is_done, pick
from system.room_model.party import Party


@deed()
async def take_a_seat(party: Party, a: int, b: int, c: int) -> None:
    """A seat for oneself: at once in the lobby, else as a wish."""
    guest = pick(party.here, a)
    to = {"kind": "person", "person": guest.person}
    await party.ask(guest, "seat", seat=pick(ALL_SEATS, b), to=to)


@deed(when=lambda party: party.host and party.public.get("asking"), weight=3)
async def grant_a_wish(party: Party, a: int, b: int, c: int) -> None:
    assert party.host is not None
    wish = pick(party.public["asking"], a)
    to = {"kind": "person", "person": wish["person"]}
    await party.ask(party.host, "seat", seat=wish["seat"], to=to)


@deed(when=lambda party: party.here and party.public.get("asking"))
async def decline_a_wish(party: Party, a: int, b: int, c: int) -> None:
    """The host says no, or somebody tries to."""
    guest = party.host if a < 8 and party.host else pick(party.here, a)
    wish = pick(party.public["asking"], b)
    answer = await party.ask(guest, "decline", person=wish["person"])
    if party.exact and is_done(answer):
        assert guest.is_host or guest.person in party.acting()
        assert wish["person"] not in {one["person"] for one in party.public.get("asking", ())}
        assert wish in party.public["declined"]


@deed(when=lambda party: party.here and party.room.promised, weight=2)
async def take_back_a_promise(party: Party, a: int, b: int, c: int) -> None:
    guest = party.host if a < 8 and party.host else pick(party.here, a)
    seat, person = pick(list(party.room.promised.items()), b)
    if c % 2:
        answer = await party.ask(guest, "decline", person=person)
    else:
        to = {"kind": "computer", "level": "easy"}
        answer = await party.ask(guest, "seat", seat=seat.value, to=to)
    if party.exact and is_done(answer):
        assert seat not in party.room.promised


@deed()
async def share_a_device(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, a)
    if len(party.room.people) < 8:
        to = {"kind": "here", "name": f"Cousin {c}"}
        answer = await party.ask(guest, "seat", seat=pick(ALL_SEATS, b), to=to)
        if party.exact and party.room.locked:
            is_orphaned = party.host is None
            assert guest.is_host or is_orphaned or not is_done(answer)


@deed()
async def change_seats(party: Party, a: int, b: int, c: int) -> None:
    guest = party.host if a < 8 and party.host else pick(party.here, a)
    people = sorted(party.room.people)
    to: dict[str, Any] = pick(
        (
            {"kind": "computer", "level": "easy"},
            {"kind": "open"},
            {"kind": "swap", "other": pick(ALL_SEATS, b + 1 + a)},
            {"kind": "shuffle"},
            {"kind": "person", "person": pick(people, a)},
            {"kind": "person", "person": pick(people, a + b)},
        ),
        c,
    )
    await party.ask(guest, "seat", seat=pick(ALL_SEATS, b), to=to)


@deed()
async def give_up_a_seat(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, a)
    if guest.seats:
        to = {"kind": "computer", "level": "normal"}
        await party.ask(guest, "seat", seat=pick(guest.seats, b), to=to)


@deed(when=lambda party: party.host and party.room.phase in ("lobby", "match_over"))
async def set_rules(party: Party, a: int, b: int, c: int) -> None:
    assert party.host is not None
    rules = {
        "preset": pick(("cuban", "international"), a),
        "seats": pick((2, 3, 4), b),
        "target": pick((15, 40, 100), c),
    }
    answer = await party.ask(party.host, "rules", rules=rules)
    assert is_done(answer) or code_of(answer) == "seats_held"


@deed(when=lambda party: party.host)
async def lock(party: Party, a: int, b: int, c: int) -> None:
    assert party.host is not None
    answer = await party.ask(party.host, "lock", locked=a == 0, new_code=b % 3 == 0)
    assert is_done(answer)
    party.code = party.room.code


@deed(when=lambda party: party.host)
async def let_watch(party: Party, a: int, b: int, c: int) -> None:
    assert party.host is not None
    assert is_done(await party.ask(party.host, "watching", allowed=a > 2))


@deed(when=lambda party: party.host and party.room.phase == "lobby", weight=4)
async def start(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, b) if a == 0 else party.host
    assert guest is not None
    away = seats_that_cannot_shuffle(party)
    answer = await party.ask(guest, "start")
    if party.exact and guest.is_host:
        assert code_of(answer) == ("seat_away" if away else "done"), (answer, away)
    if is_done(answer) and c > 1:
        await share_all(party)


def seats_that_cannot_shuffle(party: Party) -> list[str]:
    """The seats of those who are not here when the next match begins, and nobody minds."""
    room = party.room
    here = {one.person for one in party.here}
    next_at = {seat: who.person for seat, who in room.seats.items()} | dict(room.promised)
    promised = set(room.promised.values())
    return [
        seat.value
        for seat, person in next_at.items()
        if person is not None
        and (person not in promised or seat in room.promised)
        and room.people[person].device not in here
        and not (seat in room.minded and seat not in room.promised)
    ]


@deed(when=lambda party: party.here and party.room.starting, weight=4)
async def shuffle(party: Party, a: int, b: int, c: int) -> None:
    """All send their shares, or one does, or one tries to cheat."""
    guest = pick(party.here, b)
    if a > 3:
        await share_all(party)
    elif guest.seats and guest.room.get("commitment"):
        await party.ask(guest, **guest.share(pick(guest.seats, c), right=a != 0))


async def share_all(party: Party) -> None:
    """First seals, then nonces, of all who are here."""
    for _ in range(2):
        for guest in party.here:
            for seat in guest.seats:
                if guest.phase == "starting" and seat in guest.table.get("waiting", ()):
                    await party.ask(guest, **guest.share(seat))
