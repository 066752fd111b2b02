"""What a room does that nobody asks for: computers move, starts fail, lonely rooms pause."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from longana_engine import Move, Observation, Pass
from longana_server.events import Level
from longana_server.thinker import Thinker
from server.clients import TWO, Client, play_hand, playing, short_match, start
from server.scripted_room import SHORT
from server.thinkers import PonderingThinker


NORTH_OPENS = {"S": "1-9 2-9 8-8", "N": "9-9 0-9 4-9"}


# --- computers


async def test_a_computer_that_holds_the_double_opens_unprompted() -> None:
    """F17 (b)."""
    async with playing(deals=(NORTH_OPENS,)) as played:
        (host,) = await short_match(played)
        assert await host.until_my_turn()
        assert host.table["moves"] == ["N99"]


async def test_computers_wait_before_they_move() -> None:
    async with playing(deals=(SHORT,), computer_delay=0.05) as played:
        (host,) = await short_match(played)
        before = asyncio.get_running_loop().time()
        await host.move("S99")
        await host.until_my_turn()
        assert asyncio.get_running_loop().time() - before >= 0.05


async def test_coming_back_in_a_computers_turn_makes_no_second_move() -> None:
    """F17 (c), and reloads in quick succession."""
    thinker = PonderingThinker()
    async with playing(deals=(SHORT,), thinker=thinker) as played:
        (host,) = await short_match(played)
        await host.move("S99")
        for _ in range(3):
            await thinker.pondering.wait()
            host = await played.back(host)
        thinker.may_go_on.set()
        await host.until_my_turn()
        await host.rest()
        assert len(host.table["moves"]) == 2


async def test_who_comes_and_goes_does_not_put_a_computer_off() -> None:
    """It goes on with its thought, and its delay does not begin anew."""
    thinker = PonderingThinker()
    async with playing(deals=(SHORT,), thinker=thinker) as played:
        (host,) = await short_match(played)
        await host.move("S99")
        await thinker.pondering.wait()
        for _ in range(5):
            await (await played.watcher(host)).be_gone()
        thinker.may_go_on.set()
        await host.until_my_turn()
        assert thinker.thoughts == 1


@pytest.mark.parametrize("change", ["undo", "restart"])
async def test_undo_and_restart_cancel_what_a_computer_was_about_to_do(change: str) -> None:
    """F15, F17: nothing lands afterwards."""
    thinker = PonderingThinker()
    async with playing(deals=(SHORT,), thinker=thinker) as played:
        (host,) = await short_match(played)
        await host.move("S99")
        await thinker.pondering.wait()
        await host.do(change, turn=host.table["turn"])
        thinker.may_go_on.set()
        assert await host.rest() == []
        assert "moves" not in host.table
        await host.move("S99")
        await host.until_my_turn()
        assert len(host.table["moves"]) == 2


async def test_redo_into_a_computers_turn_lets_it_move() -> None:
    thinker = PonderingThinker()
    async with playing(deals=(SHORT,), thinker=thinker) as played:
        (host,) = await short_match(played)
        await host.move("S99")
        await host.do("undo", turn=host.table["turn"])
        thinker.may_go_on.set()
        await host.do("redo", turn=host.table["turn"])
        assert host.table["moves"] == ["S99"]
        assert await host.until_my_turn()


async def test_undo_gives_back_the_computers_answer_too_and_redo_the_same() -> None:
    """F11."""
    async with playing() as played:
        host = await played.host()
        await start(host)
        await choosing(host)
        before = comparable(host)
        await host.move()
        await host.until_my_turn()
        after = comparable(host)
        await host.do("undo", turn=host.table["turn"])
        assert comparable(host) == before
        await host.do("redo", turn=host.table["turn"])
        assert comparable(host) == after


async def choosing(client: Client) -> None:
    """Up to a turn with a tile to play, the computers having moved before."""
    while await client.until_my_turn():
        if len(client.you["legal"][0]) > 1 and client.table.get("moves"):
            return
        await client.move()
    raise AssertionError("the hand was over before")


def comparable(client: Client) -> tuple[Any, Any]:
    """What is seen, without counters and what can be undone."""
    table = {name: value for name, value in client.table.items() if name not in COUNTERS}
    return table, {name: value for name, value in client.you.items() if name not in CHANGES}


COUNTERS = ("number", "turn")
CHANGES = ("undo", "redo", "restart")


async def test_a_computer_takes_over_at_once_when_the_mover_leaves() -> None:
    """F31: nobody else can do anything about it."""
    async with playing(deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        await guest.until_my_turn()
        await guest.ask(type="leave")
        assert await host.until_my_turn()
        assert len(host.table["moves"]) == 2


async def test_a_computer_makes_the_move_it_has_chosen() -> None:
    """Not just the first there is."""
    async with playing(deals=(SHORT,), thinker=ContraryThinker()) as played:
        (host,) = await short_match(played)
        await host.move("S99")
        await host.until_my_turn()
        assert host.table["moves"] == ["S99", "N49N"]


class ContraryThinker(Thinker):
    """Chooses the last move there is."""

    async def choose(self, seen: Observation, level: Level, seed: str) -> Move:
        return seen.legal[-1]


async def test_a_refused_thought_is_replaced_by_a_legal_move() -> None:
    """F09: never a stall."""
    async with playing(deals=(SHORT,), thinker=ForgetfulThinker()) as played:
        (host,) = await short_match(played)
        await host.move("S99")
        assert await host.until_my_turn()
        assert len(host.table["moves"][1]) > 1


class ForgetfulThinker(Thinker):
    """Always wants to pass."""

    async def choose(self, seen: Observation, level: Level, seed: str) -> Move:
        assert seen.seat is not None
        return Pass(seen.seat)


async def test_a_thinker_that_fails_does_not_stall_the_table() -> None:
    """F09: as if it had thought of something that is refused."""
    async with playing(deals=(SHORT,), thinker=FailingThinker()) as played:
        (host,) = await short_match(played)
        await host.move("S99")
        assert await host.until_my_turn()


class FailingThinker(Thinker):
    async def choose(self, seen: Observation, level: Level, seed: str) -> Move:
        raise RuntimeError("no idea")


# --- a table nobody is at


async def test_a_room_nobody_is_connected_to_pauses() -> None:
    """F31, F39: its computers do not move, and go on when somebody is back."""
    thinker = PonderingThinker()
    async with playing(deals=(SHORT,), thinker=thinker) as played:
        (host,) = await short_match(played)
        await host.move("S99")
        await thinker.pondering.wait()
        host.drop()
        await played.emptied(host.code)
        version = len(await played.house.log.read(host.code))
        thinker.may_go_on.set()
        await asyncio.sleep(0.05)
        assert len(await played.house.log.read(host.code)) == version
        again = await played.back(host)
        assert again.table["moves"] == ["S99"]
        await again.until_my_turn()
        assert len(again.table["moves"]) == 2


async def test_a_watcher_keeps_a_room_going() -> None:
    thinker = PonderingThinker()
    async with playing(deals=(SHORT,), thinker=thinker) as played:
        (host,) = await short_match(played)
        watcher = await played.watcher(host)
        await host.move("S99")
        host.drop()
        await watcher.until(lambda: [one["person"] for one in watcher.table.get("away", ())] == [1])
        thinker.may_go_on.set()
        await watcher.until(lambda: len(watcher.table.get("moves", [])) == 2)


async def test_computers_alone_deal_the_next_hand_by_themselves() -> None:
    """With somebody looking on, up to the end of the match."""
    async with playing() as played:
        host = await played.host(rules={"preset": "cuban", "target": 50})
        watcher = await played.watcher(host)
        await start(host)
        await host.ask(type="leave")
        await watcher.until(lambda: watcher.table["phase"] == "match_over")
        assert watcher.room["winner"]
        await watcher.rest(0.02)
        assert watcher.table["phase"] == "match_over"


async def test_where_a_person_sits_the_next_hand_waits_for_them() -> None:
    async with playing(deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        await play_hand(host)
        assert await host.rest(0.05) == []
        await host.do("next", turn=host.table["turn"])
        assert host.table["hand"] == 2


async def test_the_last_to_leave_after_a_hand_lets_the_computers_go_on() -> None:
    async with playing(deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        watcher = await played.watcher(host)
        await play_hand(host)
        await host.ask(type="leave")
        await watcher.until(lambda: watcher.table.get("hand") == 2)


# --- starting


async def test_whose_seal_does_not_come_is_named() -> None:
    """fair-deal.md, 3: the one whose it is, and the chain is thrown away."""
    async with playing(start_patience=0.1) as played:
        host = await played.host()
        guest = await played.guest(host)
        committed = host.room["commitment"]
        await host.do("start")
        await host.send_seal()
        for each in (host, guest):
            while "aborted" not in each.room or each.received[-1]["type"] != "view":
                await each.receive()
        assert host.room["aborted"] == guest.room["aborted"] == "E"
        assert host.table["phase"] == "lobby"
        assert host.room["commitment"] != committed
        await start(host, guest)
        assert "aborted" not in host.room


async def test_whose_nonce_does_not_come_is_named() -> None:
    async with playing(start_patience=0.1) as played:
        host = await played.host()
        guest = await played.guest(host)
        await host.do("start")
        await guest.until(lambda: guest.table["phase"] == "starting")
        await host.send_seal()
        await guest.send_seal()
        await host.until(lambda: "seals" in host.room)
        await host.send_nonce()
        await host.until(lambda: "aborted" in host.room)
        assert host.room["aborted"] == "E"


async def test_patience_begins_anew_when_all_seals_are_in() -> None:
    async with playing(start_patience=0.6) as played:
        host = await played.host()
        await host.do("start")
        await asyncio.sleep(0.35)
        await host.send_seal()
        await host.until(lambda: "seals" in host.room)
        await asyncio.sleep(0.35)
        await host.send_nonce()
        await host.until(lambda: host.table["phase"] == "playing")


async def test_a_wrong_nonce_ends_the_start_for_all() -> None:
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        await host.do("start")
        await guest.until(lambda: guest.table["phase"] == "starting")
        await host.send_seal()
        await guest.send_seal()
        await guest.until(lambda: "seals" in guest.room)
        answer = await guest.ask(type="nonce", seat="E", nonce=bytes(32))
        assert (answer["code"], answer["facts"]) == ("wrong_seal", {"seat": "E"})
        await host.until(lambda: host.table["phase"] == "lobby")
        assert host.room["aborted"] == "E"


async def test_a_start_outlives_a_dropped_line() -> None:
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        await host.do("start")
        guest.drop()
        again = await played.back(guest)
        assert again.table["waiting"] == ["S", "E"]
        await asyncio.gather(host.share(), again.share())


# --- what was revealed


async def test_what_an_onlooker_has_seen_cannot_be_undone() -> None:
    """A watcher, or somebody in the room who has given up their seat."""
    for kind in ("watcher", "person"):
        async with playing(deals=(SHORT,)) as played:
            host = await played.host(rules=TWO)
            if kind == "watcher":
                await played.watcher(host)
            else:
                guest = await played.guest(host)
                await guest.do("seat", seat="N", to={"kind": "computer"})
            await host.rest(0.02)
            await start(host)
            await play_hand(host)
            assert "undo" not in host.you
            assert await host.refused("undo", turn=host.table["turn"]) == "revealed", kind


async def test_who_comes_while_the_hands_lie_open_has_seen_them() -> None:
    async with playing(deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        await play_hand(host)
        assert host.you["undo"]
        watcher = await played.watcher(host)
        await host.until(lambda: host.table.get("watchers") == 1)
        assert "undo" not in host.you
        watcher.drop()
        await host.until(lambda: "watchers" not in host.table)
        assert "undo" not in host.you, "they have seen it"
        await host.do("next", turn=host.table["turn"])
        await host.until_my_turn()
        await host.move()
        await host.until_my_turn()
        assert host.you["undo"]


async def test_what_two_have_seen_is_not_undone_when_one_of_them_leaves() -> None:
    async with playing(deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await play_hand(host, guest)
        await guest.ask(type="leave")
        await host.until(lambda: len(host.room["people"]) == 1)
        await host.rest()
        assert "undo" not in host.you
        assert await host.refused("restart", turn=host.table["turn"]) == "revealed"
