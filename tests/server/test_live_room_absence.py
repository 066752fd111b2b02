"""Who is minded, comes in late, reads or leaves, in rooms on real sockets."""

from __future__ import annotations

import pytest

from longana_server.throttle import RoomPace
from server.clients import TWO, playing, short_match, start
from server.scripted_room import SHORT


async def test_a_computer_minds_a_seat_until_its_person_is_back() -> None:
    """F36."""
    async with playing(deals=(SHORT,), away_grace=0.0) as played:
        host, guest = await short_match(played, guest=True)
        guest.drop()
        await host.until(lambda: bool(host.table.get("away")))
        await host.do("mind", seat="N")
        assert host.table["minded"] == ["N"]
        again = await played.back(guest)
        await host.until(lambda: "minded" not in host.table)
        await host.move("S99")
        assert await again.until_my_turn()


async def test_a_seat_that_was_promised_is_its_persons_again_when_they_are_back() -> None:
    async with playing(deals=(SHORT,), away_grace=0.0) as played:
        host, guest = await short_match(played, guest=True)
        guest.drop()
        await host.until(lambda: bool(host.table.get("away")))
        late = await played.guest(host, "Carla")
        await host.do("seat", seat="N", to={"kind": "person", "person": late.person})
        assert host.table["promised"] == [{"person": late.person, "seat": "N"}]
        await played.back(guest)
        await host.until(lambda: "promised" not in host.table)


async def test_an_earlier_code_lets_nobody_new_in() -> None:
    async with playing() as played:
        host = await played.host()
        earlier = host.code
        await host.do("lock", locked=False, new_code=True)
        stranger = await played.client()
        for kind in ("join", "watch"):
            name = {"name": "Beto"} if kind == "join" else {}
            assert await stranger.refused(kind, code=earlier, **name) == "no_room"
        again = await played.client()
        await again.enter(type="resume", code=earlier, token=host.token)
        assert again.code == host.room["code"] != earlier


async def test_newcomers_do_not_fill_the_disk_either() -> None:
    """Of persons each may add a little, and of all together a room takes no more than so much."""
    async with playing(pace=RoomPace(8)) as played:
        host = await played.host()
        for name in ("Beto", "Carla", "Dora"):
            guest = await played.guest(host, name)
            assert (await guest.ask(type="leave"))["type"] == "done"
        stranger = await played.client()
        assert await stranger.refused("join", code=host.code, name="Eva") == "too_fast"


async def test_a_newcomer_to_a_match_wishes_for_the_seat_they_asked_for_else_for_the_first() -> (
    None
):
    async with playing() as played:
        host = await played.host()
        await start(host)
        await played.guest(host, "Beto", seat="W")
        carla = await played.guest(host, "Carla")
        assert carla.table["asking"] == [{"person": 2, "seat": "W"}, {"person": 3, "seat": "E"}]


async def test_a_wish_for_a_seat_that_another_got_moves_on() -> None:
    """B3: everybody is shown it with the change that it comes from."""
    async with playing() as played:
        host = await played.host()
        await start(host)
        beto = await played.guest(host, "Beto", seat="W")
        carla = await played.guest(host, "Carla", seat="W")
        await host.do("seat", seat="W", to={"kind": "person", "person": beto.person})
        assert host.table["asking"] == [{"person": carla.person, "seat": "E"}]


async def test_what_is_asked_of_somebody_who_is_lost_is_done_once_they_are_away() -> None:
    """F36."""
    async with playing(deals=(SHORT,), away_grace=0.2) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        await host.do("undo", turn=host.table["turn"])
        assert host.table["proposal"]["waiting"] == [2]
        guest.drop()
        await host.until(lambda: "proposal" not in host.table)
        assert "moves" not in host.table


@pytest.mark.parametrize("forget", [False, True])
async def test_what_was_said_goes_only_with_who_asks_to_be_forgotten(forget: bool) -> None:
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        await guest.do("say", text="hola")
        await guest.ask(type="leave", forget=forget)
        late = await played.guest(host, "Carla")
        said = [each["name"] for each in late.received if each["type"] == "said"]
        assert said == ([] if forget else ["Beto"])


async def test_a_reader_reads_until_their_next_command() -> None:
    """F17: what a device sends by itself is none."""
    async with playing(deals=(SHORT,)) as played:
        host = await played.host(rules=TWO)
        guest = await played.guest(host)
        await host.do("reading", what="records")
        await guest.do("reading", what="rules")
        await start(host, guest)
        await host.move("S99")
        assert host.table["reading"] == [{"person": 2, "what": "rules", "waits": True}]
        await guest.until_my_turn()
        await guest.move()
        assert "reading" not in guest.table
