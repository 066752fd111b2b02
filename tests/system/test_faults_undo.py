"""Undo, redo, restart and what comes too late, over the wire: F10, F11, F12, F15, F19."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from system.company import TWO_PASSES, company, sitting_down
from system.table import Message, Raw


def snapshot(raw: Raw) -> Message:
    """All a reader is shown but counters, and what there is to undo and redo."""
    kept = ("phase", "hand", "to_move", "moves", "ends", "opened", "left", "result", "reveal")
    own = ("hand", "legal", "fits", "barred")
    table = {key: raw.table.get(key) for key in kept}
    return table | {key: raw.you.get(key) for key in own} | {"scores": raw.room.get("scores")}


# --- alone against computers


@pytest.mark.parametrize(("preset", "seats"), [("cuban", 4), ("international", 4), ("cuban", 2)])
async def test_undo_takes_back_the_computers_answers_too(preset: str, seats: int) -> None:
    """F11: on each turn of two hands; redo gives the very same tiles back, the end included."""
    rules: dict[str, Any] = {"preset": preset, "seats": seats, "target": 1000}
    async with company(1, seed=f"{preset} {seats} undo", **rules) as alone:
        raw, rng = alone.host, Random(seats)
        for _ in range(2):
            while await alone.goes_on():
                before = snapshot(raw)
                await alone.move(rng.choice(raw.you["legal"]))
                await alone.goes_on()
                after = snapshot(raw)
                if before["legal"] != [raw.you["seat"]]:
                    await alone.do(raw, "undo")
                    assert snapshot(raw) == before
                    await alone.do(raw, "redo")
                    assert snapshot(raw) == after
            await alone.do(raw, "next")


async def test_undo_goes_past_a_forced_pass_to_the_choice_before_it() -> None:
    """F11: else one would only be asked to pass again."""
    async with company(1, seed="past a pass", target=1000) as alone:
        raw, passed = alone.host, 0
        while not passed:
            chosen: Message | None = None
            while await alone.goes_on():
                if raw.you["legal"] != [raw.you["seat"]]:
                    chosen = snapshot(raw)
                elif chosen is not None:
                    await alone.move(raw.you["seat"])
                    await alone.goes_on()
                    await alone.do(raw, "undo")
                    assert snapshot(raw) == chosen
                    passed += 1
                    await alone.do(raw, "redo")
                    continue
                await alone.move(raw.you["legal"][0])
            await alone.do(raw, "next")


async def test_a_new_move_ends_what_could_be_redone() -> None:
    """F12: X, undo, Y; the table shows Y only, and X is in hand once."""
    async with company(1, seed="stale redo") as alone:
        raw = alone.host
        while await alone.goes_on() and len(moves_of_two_tiles(raw)) < 2:
            await alone.move(raw.you["legal"][0])
        x, y = moves_of_two_tiles(raw)[:2]
        await alone.move(x)
        await alone.goes_on()
        await alone.do(raw, "undo")
        assert raw.you["redo"]
        await alone.move(y)
        await alone.goes_on()
        refused = await raw.ask("redo", turn=raw.table["turn"])
        assert refused["code"] == "nothing_to_redo"
        assert "redo" not in raw.you
        assert y in raw.table["moves"]
        assert x not in raw.table["moves"]
        assert [sorted(tile) for tile in raw.you["hand"]].count([int(x[1]), int(x[2])]) == 1


def moves_of_two_tiles(raw: Raw) -> list[str]:
    """A legal move for each tile that can be played."""
    return list({move[1:3]: move for move in raw.you["legal"] if len(move) > 1}.values())


async def test_four_moves_are_undone_and_redone() -> None:
    """F12: deeper than one, each step what it was."""
    async with company(1, seed="depth") as alone:
        raw, before = alone.host, list[Message]()
        while len(before) < 4:
            assert await alone.goes_on()
            if raw.you["legal"] != [raw.you["seat"]]:
                before.append(snapshot(raw))
            await alone.move(raw.you["legal"][0])
        await alone.goes_on()
        last = snapshot(raw)
        for earlier in reversed(before):
            await alone.do(raw, "undo")
            assert snapshot(raw) == earlier
        for later in [*before[1:], last]:
            await alone.do(raw, "redo")
            # After a forced pass the choice comes one round later.
            assert snapshot(raw) == later or raw.you["legal"] == [raw.you["seat"]]
        assert snapshot(raw) == last
        assert "redo" not in raw.you


async def test_restart_leaves_nothing_of_the_first_try_behind() -> None:
    """F15: with two open branches and two passes in a row, in a match's second hand."""
    deal = {seat: TWO_PASSES[seat] for seat in "SEN"}
    async with company(1, deals=[deal], seats=3, target=1000) as alone:
        raw = alone.host
        while await alone.goes_on():
            await alone.move(raw.you["legal"][0])
        await alone.do(raw, "next")
        dealt = snapshot(raw)
        assert any(dealt["scores"])
        await alone.move("S99")
        assert await alone.goes_on()
        await alone.move(raw.you["legal"][0])
        assert await alone.goes_on()
        await alone.do(raw, "undo")
        assert raw.you["redo"]
        assert raw.table["moves"] == ["S99", "E", "N"]
        assert raw.table["opened"] == ["E", "N"]

        await alone.do(raw, "restart")
        assert snapshot(raw) == dealt
        assert [raw.table.get(key) for key in ("moves", "ends", "opened", "result")] == [None] * 4
        assert raw.table["left"] == [8] * 3
        assert not {"undo", "redo", "restart"} & raw.you.keys()
        for command in ("undo", "redo"):
            assert (await raw.ask(command, turn=raw.table["turn"]))["type"] == "refused"

        await alone.move("S99")
        assert await alone.goes_on(), "passes of the first try are not counted"
        assert raw.table["moves"][:3] == ["S99", "E", "N"]
        while await alone.goes_on():
            await alone.move(raw.you["legal"][0])
        played: dict[str, list[str]] = {seat: [] for seat in deal}
        for move in raw.table["moves"]:
            if len(move) > 1:
                played[move[0]].append(f"{move[1]}-{move[2]}")
        for seat, left in alone.by_seat("reveal").items():
            tiles = played[seat] + ["-".join(map(str, sorted(tile))) for tile in left]
            assert sorted(tiles) == sorted(deal[seat].split()), "the same tiles"


# --- with others at the table


async def sees_it(person: Raw, there: bool = True) -> None:
    """A proposal, or that there is none."""
    await person.until(lambda: ("proposal" in person.table) is there)


async def test_nobody_takes_back_what_others_played() -> None:
    """F10: not who moved before, not who moved last, not an onlooker, not another room."""
    async with company(2, seed="wrong player", seats=2) as two:
        watcher = Raw(two.app, Random(1))
        await watcher.connect()
        await watcher.enter("watch", code=two.host.code)
        async with sitting_down(two.app, 1, seats=2) as elsewhere:
            await elsewhere.start()
            while {move[0] for move in two.table.get("moves", []) if len(move) > 1} != {"S", "N"}:
                await two.move(two.mover.you["legal"][0])
            turn, shown = two.table["turn"], [snapshot(raw) for raw in two.persons]
            other = elsewhere.host
            for command in ("undo", "restart"):
                for person in two.persons:
                    assert (await person.ask(command, turn=turn))["type"] == "done"
                    asked = next(one for one in two.persons if one is not person)
                    await sees_it(person)
                    await sees_it(asked)
                    number = asked.table["proposal"]["number"]
                    for nobody_asked in (person, watcher):  # nobody agrees to it for the one asked
                        answer = await nobody_asked.ask("answer", proposal=number, yes=True)
                        assert answer["code"] in ("no_proposal", "not_seated")
                    no = await asked.ask("answer", proposal=number, yes=False)
                    assert no["type"] == "done"
                    await sees_it(person, there=False)
                    await sees_it(asked, there=False)
                assert (await watcher.ask(command, turn=turn))["code"] == "not_seated"
                answer = await other.ask(command, turn=other.table["turn"], code=two.host.code)
                assert (answer["code"], answer["facts"]["field"]) == ("bad_message", "code")
            assert two.table["turn"] == turn
            assert [snapshot(raw) for raw in two.persons] == shown
            await other.move(other.you["legal"][0])
            await elsewhere.goes_on()
            await elsewhere.do(other, "undo")
            assert two.table["turn"] == turn, "it undoes in its own room only"
        await watcher.close()


@pytest.mark.parametrize(("target", "over"), [(1000, "hand"), (1, "match")])
async def test_nothing_is_taken_after_the_end(target: int, over: str) -> None:
    """F19: at a hand's end and at the match's, by every seat."""
    async with company(2, seed=f"the end of a {over}", target=target) as two:
        while await two.goes_on():
            await two.move(two.mover.you["legal"][0])
        assert two.table["phase"] == f"{over}_over"
        before = [(snapshot(raw), raw.table["turn"], raw.room) for raw in two.persons]
        record = (await two.host.ask("record"))["record"]
        for person in two.persons:
            turn = person.table["turn"]
            assert "legal" not in person.you
            low, high = person.you["hand"][0] if person.you["hand"] else (0, 0)
            refusals = [
                await person.ask("play", turn=turn, tile=[low, high], branch="S"),
                await person.ask("pass", turn=turn),
                await person.ask("hint", turn=turn),
            ]
            for refused in refusals:
                assert (refused["code"], refused["facts"]) == ("hand_over", {"over": over})
            for command in ("undo", "redo", "restart"):
                assert (await person.ask(command, turn=turn))["code"] == "revealed"
            started = await person.ask("start")
            assert started["code"] == ("already_started" if person is two.host else "not_host")
        assert [(snapshot(raw), raw.table["turn"], raw.room) for raw in two.persons] == before
        assert (await two.host.ask("record"))["record"] == record
        assert len(record["hands"]) == 1
        for person in two.persons:
            ends = {
                m["table"]["turn"]
                for m in person.messages
                if m["type"] == "view" and "result" in m["table"]
            }
            assert len(ends) == 1, "it ended once"
