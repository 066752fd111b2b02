"""A server that is up for months: rooms come and go, guests come and go, and it stays as it was."""

from __future__ import annotations

import gc
from collections import Counter

from server.clients import TWO, Played, playing, start


async def an_evening(played: Played, number: int) -> None:
    """A room is made, played in, talked in, given another code, and closed."""
    host = await played.host(f"Ana {number}", rules=TWO, token=f"host-of-evening-number-{number}")
    guest = await played.guest(host, token=f"guest-of-evening-number-{number}")
    await host.do("lock", locked=False, new_code=True)
    await start(host, guest)
    await guest.do("say", text="Good evening!")
    await guest.do("reading", what="rules")
    await guest.ask(type="leave")
    await host.ask(type="close")
    await played.emptied(host.code)
    await played.rooms.sweep()
    for each in played.clients:
        await each.be_gone()
    played.clients.clear()


def sizes(played: Played) -> Counter[str]:
    """How much each part holds, and how many of our own objects there are altogether."""
    gc.collect()
    counted: Counter[str] = Counter()
    for part in (played.rooms, played.house.log, played.house.names):
        for name, value in vars(part).items():
            if isinstance(value, dict | set | list):
                counted[f"{type(part).__name__}.{name}"] = len(value)
    for one in gc.get_objects():
        if str(type(one).__module__).startswith("longana_server."):
            counted[type(one).__name__] += 1
    return counted


async def test_rooms_that_are_gone_leave_nothing_behind() -> None:
    async with playing() as played:
        await an_evening(played, 0)
        before = sizes(played)
        for number in range(1, 6):
            await an_evening(played, number)
        more = {name: count for name, count in (sizes(played) - before).items() if count > 2}
        assert more == {}


async def test_guests_who_are_gone_leave_nothing_behind_in_a_room() -> None:
    async with playing() as played:
        host = await played.host(rules=TWO)

        async def a_visit() -> None:
            guest = await played.guest(host)
            await guest.do("say", text="Just looking in.")
            await guest.ask(type="leave", forget=True)
            await guest.be_gone()
            played.clients.remove(guest)
            await host.until(lambda: len(host.room["people"]) == 1)

        await a_visit()
        (live,) = played.rooms._live.values()

        def held() -> dict[str, int]:
            room, presence = live.room, live.presence
            return {
                "people": len(room.people),
                "answered": len(room.answered),
                "known": len(presence.answered.turns),
                "names": len(live._kept.names),
                "away": len(presence.away_since),
                "asking": len(presence.asking),
                "heard": len(live._talk.lines),
                "readers": len(live._audience.everybody()),
            }

        before = held()
        for _ in range(5):
            await a_visit()
        assert held() == before
