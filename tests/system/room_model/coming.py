"""Coming, going, coming back; the server goes and comes back too."""

from __future__ import annotations

import asyncio

import msgpack

from system.room_model.deed import ALL_SEATS, deed, is_done, pick
from system.room_model.guest import Guest
from system.room_model.party import Party


@deed(when=lambda party: len(party.persons) < 6)
async def join(party: Party, a: int, b: int, c: int) -> None:
    guest, before = party.new_guest(), party.history.version
    fields = {} if a % 5 == 4 else {"seat": ALL_SEATS[a % 5]}
    if c % 2:
        guest.token = fields["token"] = f"{guest.name:-<22}"
    if not await party.enter(guest, "join", name=f"Guest {b}", **fields):
        is_same = party.history.version == before
        assert is_same or not party.exact, "a newcomer was refused and is in the log"
        party.guests.remove(guest)


@deed(when=lambda party: party.persons)
async def join_again(party: Party, a: int, b: int, c: int) -> None:
    """The same command once more, since nobody knows whether it was heard: the same person."""
    guest = pick(party.persons, a)
    person, people = guest.person, len(party.room.people)
    assert await party.enter(guest, "join", name="Again", token=guest.token)
    assert guest.person == person
    assert len(party.room.people) == people


@deed(when=lambda party: len(party.watchers) < 2)
async def watch(party: Party, a: int, b: int, c: int) -> None:
    guest, welcome = party.new_guest(), party.room.watching and not party.room.locked
    guest.is_watcher = await party.enter(guest, "watch")
    if party.exact:
        assert guest.is_watcher is welcome
    if not guest.is_watcher:
        party.guests.remove(guest)


@deed(when=lambda party: party.here or party.watchers, weight=2)
async def drop(party: Party, a: int, b: int, c: int) -> None:
    await party.drop(pick([*party.here, *party.watchers], a))


@deed(when=lambda party: party.here)
async def power_cut(party: Party, a: int, b: int, c: int) -> None:
    for guest in [*party.here, *party.watchers]:
        await party.drop(guest)


async def return_to(party: Party, guest: Guest) -> None:
    assert await party.enter(guest, "resume", token=guest.token), f"{guest} cannot come back"
    assert not [seat for seat in party.room.minded if seat.value in guest.seats]


@deed(when=lambda party: party.persons, weight=2)
async def come_back(party: Party, a: int, b: int, c: int) -> None:
    """Who is away; at times who is here and has a second tab, or reloads in haste."""
    among = party.persons if b == 0 or not party.away else party.away
    guest = pick(among, a)
    if c == 1:
        await come_back_twice(party, guest)
    for _ in range(1 + (c == 0)):
        await return_to(party, guest)


async def come_back_twice(party: Party, guest: Guest) -> None:
    """From two devices at once: one of them has the seat, and the other is told."""
    heard: list[bytes] = []
    party.somebody_comes()
    other = await party.server.connect(heard.append)
    resume = {"type": "resume", "id": "other", "code": guest.code, "token": guest.token}
    entering = party.enter(guest, "resume", token=guest.token)
    await asyncio.gather(other.send(msgpack.packb(resume)), entering)
    async with asyncio.timeout(10):
        while other.open and guest.here:
            await party.calm()
    assert other.open or msgpack.unpackb(heard[-1])["why"] == "replaced"
    await other.cut()


@deed(when=lambda party: len(party.away) > 1)
async def all_come_back(party: Party, a: int, b: int, c: int) -> None:
    for guest in party.away:
        await return_to(party, guest)


@deed(when=lambda party: len(party.here) > 1)
async def leave(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, a)
    await party.ask(guest, "leave", forget=bool(b % 2))
    assert guest.bye == "left"
    await is_a_stranger(party, guest)


@deed(when=lambda party: len(party.persons) > 2)
async def remove(party: Party, a: int, b: int, c: int) -> None:
    by = party.host if a and party.host else pick(party.here or party.persons, b)
    guest = pick(party.persons, c)
    if not by.here or guest is by:
        return
    was_here = guest.here
    if is_done(await party.ask(by, "remove", person=guest.person)):
        if was_here:
            await guest.until(lambda: guest.bye is not None)
            assert guest.bye == "removed"
        await is_a_stranger(party, guest)


async def is_a_stranger(party: Party, guest: Guest) -> None:
    """Their token is dead."""
    assert guest.person not in party.room.people
    assert not await party.enter(guest, "resume", token=guest.token)
    assert not await party.enter(guest, "join", name="Again", token=guest.token)


@deed(when=lambda party: party.exact and party.history.version > 5)
async def restart_the_server(party: Party, a: int, b: int, c: int) -> None:
    before = list(party.here)
    await party.restart()
    for guest in before[: a % 5]:
        await return_to(party, guest)


@deed(when=lambda party: True, weight=3)
async def wait(party: Party, a: int, b: int, c: int) -> None:
    if party.exact:
        await asyncio.sleep(pick((0.2, 0.9, 1.2, 3.0, 16.0), a))
    else:
        await asyncio.sleep(pick((0, 0.01, 0.06), a))
