"""Hints, as somebody in a room gets them (records and reviews: their own tests)."""

from __future__ import annotations

from longana_engine import Seat, fair
from longana_protocol.catalogue import text
from server.clients import TWO, mover, playing, short_match, start
from server.scripted_room import SHORT
from server.thinkers import PonderingThinker
from server.wire import set_to


async def test_a_hint_is_for_the_asker_alone_and_may_be_followed() -> None:
    """F06, F09: nobody else is sent anything; what it says is carried out."""
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        await start(host, guest)
        for _ in range(6):
            asker = await mover(host, guest)
            if asker is None:
                break
            other = guest if asker is host else host
            hint = await asker.ask(type="hint", turn=asker.table["turn"])
            assert hint["turn"] == asker.table["turn"]
            assert hint["move"] in asker.you["legal"]
            assert hint["text"] == text("en", f"hint.{hint['reason']}", **hint["facts"])
            assert await other.rest(0.01) == []
            await asker.move(hint["move"])


async def test_a_match_can_be_played_by_hints_alone() -> None:
    """F09: each is carried out; where nothing fits it says to pass."""
    async with playing(set_to(commands_burst=10_000)) as played:
        host = await played.host(rules={"preset": "international", "target": 60})
        await start(host)
        hands = 1
        while host.table["phase"] != "match_over":
            if not await host.until_my_turn():
                if host.table["phase"] == "hand_over":
                    await host.do("next", turn=host.table["turn"])
                    hands += 1
                continue
            hint = await host.ask(type="hint", turn=host.table["turn"])
            assert hint["move"] in host.you["legal"]
            assert (hint["reason"] == "must_pass") == (hint["move"] == "S")
            await host.move(hint["move"])
        assert len(host.room["hands"]) == hands


async def test_a_hint_is_thought_out_once_for_a_turn() -> None:
    thinker = PonderingThinker(ponders=0)
    async with playing(deals=(SHORT,), thinker=thinker) as played:
        host, _ = await short_match(played, guest=True)
        turn = host.table["turn"]
        first = await host.ask(type="hint", turn=turn)
        again = await host.ask(type="hint", turn=turn)
        assert {**again, "about": ""} == {**first, "about": ""}
        assert thinker.thoughts == 1
        assert await host.refused("hint", turn=turn + 1) == "stale"


async def test_a_hint_brings_the_other_moves_on_request() -> None:
    async with playing(deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        await host.move("S99")
        await host.until_my_turn()
        turn, legal = host.table["turn"], host.you["legal"]
        assert len(legal) > 1
        plain = await host.ask(type="hint", turn=turn)
        whole = await host.ask(type="hint", turn=turn, alternatives=True)
        assert plain.get("others", []) == []
        assert {whole["move"], *(other["move"] for other in whole["others"])} == set(legal)
        assert all(other["text"] and other["cost"] >= 0 for other in whole["others"])


async def test_there_is_no_hint_in_anothers_turn() -> None:
    async with playing(deals=(SHORT,)) as played:
        _, guest = await short_match(played, guest=True)
        assert await guest.refused("hint", turn=guest.table["turn"]) == "not_your_turn"


async def test_a_hint_that_comes_too_late_is_none() -> None:
    """Neither for that turn nor for the next."""
    thinker = PonderingThinker(ponders=1)
    async with playing(deals=(SHORT,), thinker=thinker) as played:
        (host,) = await short_match(played)
        await host.send(type="hint", id="late", turn=host.table["turn"])
        await thinker.pondering.wait()
        again = await played.back(host)
        await again.move("S99")
        await again.until_my_turn()
        thinker.may_go_on.set()
        await again.rest()
        hint = await again.ask(type="hint", turn=again.table["turn"])
        assert hint["move"] in again.you["legal"]
        assert (await host.farewell())["why"] == "replaced"
        assert not any(each.get("about") == "late" for each in host.received)


async def test_a_hint_for_a_hand_that_is_covered_meanwhile_is_none() -> None:
    """F07: it would tell the others at the device what is in it."""
    thinker = PonderingThinker(ponders=1)
    async with playing(deals=(SHORT,), thinker=thinker) as played:
        host = await played.host(rules=TWO)
        await host.do("seat", seat="N", to={"kind": "here", "name": "Tata"})
        await host.do("start")
        for seat in ("S", "N"):
            await host.do("seal", seat=seat, seal=fair.seal(Seat(seat), bytes(32)))
        for seat in ("S", "N"):
            await host.do("nonce", seat=seat, nonce=bytes(32))
        turn = host.table["turn"]
        await host.do("uncover", seat="S", turn=turn)
        await host.send(type="hint", id="look", turn=turn)
        await thinker.pondering.wait()
        live = played.rooms._live[host.code]
        await live._ties.change(lambda now: now.put_away(1))
        thinker.may_go_on.set()
        assert (await host.answer_to("look"))["code"] == "covered"


async def test_no_record_is_kept_with_the_name_of_who_is_forgotten() -> None:
    """Nor does the next that is asked for have it."""
    async with playing(deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        answer = await host.ask(type="record")
        assert answer["record"]["players"]["N"]["name"] == "Beto"
        kept = played.rooms._live[host.code]._asking._records
        assert "Beto" in repr(kept._packed)
        await guest.ask(type="leave", forget=True)
        assert kept._packed == {}
        assert "Beto" not in repr(await host.ask(type="record"))
