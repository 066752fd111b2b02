"""Somebody who watches asks to play by joining, on the same connection."""

from __future__ import annotations

import random

from system.table import Raw, served


async def test_a_watcher_joins_and_is_no_watcher_any_more() -> None:
    async with served() as app:
        host, guest = (Raw(app, random.Random(seed)) for seed in (1, 2))
        await host.connect()
        await host.enter("create", name="Ana")
        await guest.connect()
        await guest.enter("watch", code=host.code)
        await host.until(lambda: host.table.get("watchers") == 1)
        assert (await guest.ask("join", code="ZZZZZZZZ", name="Beto"))["code"] == "no_room"
        assert guest.view["you"] is None, "still watching"
        await guest.enter("join", code=host.code, name="Beto", seat="N")
        await guest.until(lambda: guest.you.get("seat") == "N")
        await host.until(lambda: "watchers" not in host.table and len(host.room["people"]) == 2)
        assert (await guest.ask("join", code=host.code, name="Beto"))["code"] == "already_in_room"
        await host.close()
        await guest.close()


async def test_a_watcher_of_one_room_may_join_another() -> None:
    async with served() as app:
        hosts = [Raw(app, random.Random(seed)) for seed in (1, 2)]
        for host in hosts:
            await host.connect()
            await host.enter("create", name="Ana")
        guest = Raw(app, random.Random(3))
        await guest.connect()
        await guest.enter("watch", code=hosts[0].code)
        await hosts[0].until(lambda: hosts[0].table.get("watchers") == 1)
        await guest.ask("join", code=hosts[1].code, name="Beto")
        await hosts[0].until(lambda: "watchers" not in hosts[0].table)
        await hosts[1].until(lambda: len(hosts[1].room["people"]) == 2)
        for raw in (*hosts, guest):
            await raw.close()


async def test_a_late_friend_may_ask_for_the_seat_of_somebody_who_is_gone() -> None:
    """When all seats are persons', one who is away holds no newcomer off; F30."""
    async with served(away_grace=0.05) as app:
        ana, beto, caro = (Raw(app, random.Random(seed)) for seed in (1, 2, 3))
        await ana.connect()
        await ana.enter("create", name="Ana", rules={"seats": 2})
        await beto.connect()
        await beto.enter("join", code=ana.code, name="Beto")
        await ana.ask("start")
        await ana.until(lambda: ana.table["phase"] == "playing")
        await caro.connect()
        assert (await caro.ask("join", code=ana.code, name="Caro"))["code"] == "room_full"
        await beto.drop()
        await ana.until(lambda: "away" in ana.table)
        while (await caro.ask("join", code=ana.code, name="Caro"))["type"] == "refused":
            pass
        await ana.until(lambda: ana.table.get("asking") == [{"person": 3, "seat": "N"}])
        grant = {"kind": "person", "person": 3}
        assert (await ana.ask("seat", seat="N", to=grant))["type"] == "done"
        await ana.until(lambda: ana.table.get("promised") == [{"person": 3, "seat": "N"}])
        for raw in (ana, caro):
            await raw.close()
