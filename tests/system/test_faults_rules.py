"""The rules as persons meet them over the wire: F09, F21, F22, F24, F26.

Nothing here asks the engine. What is right is known from the tiles each person was shown, and from
`engine.naive`, the second model of the rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, get_args

import pytest

from engine.naive import doubles_among, pips_of, settings_of, who_opens
from longana_protocol.codes import PlayCode
from system.company import Company, company
from system.table import Raw


PRESETS = ("cuban", "international")
TO_THE_RIGHT = "SENW"
Tile = tuple[int, int]


# --- whole hands, all seats persons: every tile is on somebody's screen


@dataclass(frozen=True)
class Hand:
    """What the persons saw of one hand. Lists by seat, tiles with the lower half first."""

    preset: str
    dealt: dict[str, list[Tile]]
    moves: list[str]
    ends: dict[str, int]
    result: dict[str, Any]
    reveal: dict[str, list[Tile]]
    gained: dict[str, int]
    test: str
    """What to look for when a test fails."""

    @property
    def played(self) -> list[Tile]:
        return [(int(move[1]), int(move[2])) for move in self.moves if len(move) > 1]


async def play_hand(together: Company, rng: Random, name: str) -> Hand:
    """Play whatever is legal to the end of the hand."""
    seats = together.seats
    dealt = {seat: tiles(together.at(seat).you["hand"]) for seat in seats}
    before = together.host.room["scores"]
    while together.table["phase"] == "playing":
        await together.move(rng.choice(together.mover.you["legal"]))
    scores = zip(seats, together.host.room["scores"], before, strict=True)
    return Hand(
        preset=together.host.room["rules"]["preset"],
        dealt=dealt,
        moves=together.table["moves"],
        ends=together.by_seat("ends"),
        result=together.table["result"],
        reveal={seat: tiles(hand) for seat, hand in together.by_seat("reveal").items()},
        gained={seat: now - then for seat, now, then in scores},
        test=name,
    )


@cache
def evening(preset: str, seats: int) -> list[Hand]:
    """Ten hands in a row of one match, played once for all tests that look at them."""
    name = f"{preset} {seats}"

    async def play() -> list[Hand]:
        rng = Random(name)
        async with company(seats, seed=name, preset=preset, seats=seats, target=1000) as together:
            hands = [await play_hand(together, rng, f"{name}, hand 1")]
            for number in range(2, 11):
                await together.do(together.host, "next")
                hands.append(await play_hand(together, rng, f"{name}, hand {number}"))
        return hands

    return asyncio.run(play())


def evenings() -> Iterator[list[Hand]]:
    for preset in PRESETS:
        for seats in (2, 3, 4):
            yield evening(preset, seats)


def tiles(hand: list[list[int]]) -> list[Tile]:
    return sorted((min(tile), max(tile)) for tile in hand)


def test_every_hand_is_of_one_double_nine_set() -> None:
    """F22: eight tiles a seat out of 55, each once, 0-0 worth nothing; the rest stays unseen."""
    for hand in (hand for hands in evenings() for hand in hands):
        seats = list(hand.dealt)
        out = sorted(hand.played + [tile for left in hand.reveal.values() for tile in left])
        assert out == sorted(tile for dealt in hand.dealt.values() for tile in dealt), hand.test
        assert len(set(out)) == len(out) == 8 * len(seats), hand.test
        assert all(0 <= low <= high <= 9 for low, high in out), hand.test
        assert hand.result["pips"] == [pips_of(hand.reveal[seat]) for seat in seats], hand.test
    assert sum(len(hands) for hands in evenings()) == 60


def test_the_points_follow_from_the_tiles_left() -> None:
    """F24: out takes the others' pips; the one lowest total takes all (or the difference)."""
    kinds = set()
    for hand in (hand for hands in evenings() for hand in hands):
        pips = {seat: pips_of(left) for seat, left in hand.reveal.items()}
        empty = [seat for seat, left in hand.reveal.items() if not left]
        lowest = [seat for seat in pips if pips[seat] == min(pips.values())]
        winner = (empty or lowest)[0] if empty or len(lowest) == 1 else None
        points = 0
        if winner is not None:
            others = sum(pips.values()) - pips[winner]
            points = others + (pips[winner] if hand.preset == "cuban" else -pips[winner])
        kind = "out" if empty else "block"
        kinds.add((hand.preset, kind))
        result = hand.result
        assert (result["kind"], result.get("winner"), result["points"]) == (kind, winner, points)
        assert hand.gained == {seat: points if seat == winner else 0 for seat in pips}, hand.test
        fitting = {half for left in hand.reveal.values() for tile in left for half in tile}
        assert empty or not fitting & set(hand.ends.values()), hand.test
    assert len(kinds) == 4


def test_turns_go_round_and_the_right_seat_opens() -> None:
    """F26: to the right in cuban, the other way in international; openings as rules.md says."""
    for hands in evenings():
        winner = tied_opener = None
        for hand in hands:
            way = TO_THE_RIGHT if hand.preset == "cuban" else TO_THE_RIGHT[::-1]
            order = [seat for seat in way if seat in hand.dealt]
            for one, other in pairwise(move[0] for move in hand.moves):
                assert order[(order.index(one) + 1) % len(order)] == other, hand.test
            settings = settings_of({"preset": hand.preset, "seats": len(hand.dealt)})
            opener, doubles = who_opens(settings, hand.dealt, winner, tied_opener)
            assert (hand.moves[0][0], hand.played[0] in doubles) == (opener, True), hand.test
            winner, tied_opener = hand.result.get("winner"), opener


@pytest.mark.parametrize("preset", PRESETS)
async def test_the_winner_may_choose_any_double(preset: str) -> None:
    """F26: only the first hand's opening is forced."""
    name = f"{preset} doubles"
    async with company(2, seed=name, preset=preset, seats=2, target=1000) as together:
        assert len(together.mover.you["legal"]) == 1
        won, most = False, 0
        for _ in range(8):
            opener = together.mover.you
            doubles = doubles_among(tiles(opener["hand"]))
            if won:
                assert opener["legal"] == [f"{opener['seat']}{low}{high}" for low, high in doubles]
                most = max(most, len(doubles))
            hand = await play_hand(together, Random(name), name)
            won = "winner" in hand.result
            await together.do(together.host, "next")
        assert most > 1


# --- what is legal is what is taken, and hints are legal


@pytest.mark.parametrize(("preset", "seats"), [("cuban", 4), ("cuban", 2), ("international", 3)])
async def test_exactly_the_legal_moves_are_taken(preset: str, seats: int) -> None:
    """F09, F21: at each of a person's turns everything in hand is tried on every branch.

    What is taken is undone again, so that all of it can be.
    """
    rules: dict[str, Any] = {"preset": preset, "seats": seats, "target": 1000}
    async with company(1, seed=f"{preset} {seats} all", **rules) as alone:
        raw, rng, passes = alone.host, Random(seats), 0
        for _ in range(4):
            while await alone.goes_on():
                passes += raw.you["legal"] == [raw.you["seat"]]
                await try_everything(alone)
                await alone.move(rng.choice(raw.you["legal"]))
            await alone.do(raw, "next")
        assert passes, "a turn on which nothing fits was among them"


async def try_everything(alone: Company) -> None:
    raw = alone.host
    before, me = position(raw), raw.you["seat"]
    opened = raw.table.get("opened", [])
    others = [[low, high] for low in range(10) for high in range(low, 10)]
    wrong = next(tile for tile in others if tile not in raw.you["hand"])
    everything = [
        f"{me}{low}{high}{branch}"
        for low, high in [*raw.you["hand"], wrong]
        for branch in ("", *"SENW")
    ]
    for move in [*everything, me]:
        if move not in before["legal"]:
            refused = await alone.refused(move)
            assert refused["code"] in get_args(PlayCode)
            if move == me:
                assert refused["code"] == ("must_play" if raw.table.get("moves") else "must_open")
    assert (position(raw), raw.table.get("opened", [])) == (before, opened), "nothing has changed"
    if before["legal"] == [me]:
        return
    for move in before["legal"]:
        await alone.move(move)
        await alone.goes_on()
        await alone.do(raw, "undo")
        assert position(raw) == before


def position(raw: Raw) -> dict[str, Any]:
    """Everything about the hand that a person is shown, without counters and what may be redone."""
    table = {
        key: raw.table.get(key) for key in ("hand", "to_move", "moves", "ends", "opened", "left")
    }
    return table | {key: raw.you.get(key) for key in ("hand", "legal", "fits", "barred")}


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_hint_is_taken(preset: str) -> None:
    """F09: ten hands in each preset, each human turn played by the hint; a pass when it must be."""
    async with company(1, seed=f"{preset} hints", preset=preset, target=1000) as alone:
        raw, passes = alone.host, 0
        for _ in range(10):
            while await alone.goes_on():
                hint = await raw.ask("hint", turn=raw.table["turn"])
                assert hint["type"] == "hint"
                assert hint["move"] in raw.you["legal"]
                assert hint["text"]
                passes += len(hint["move"]) == 1
                await alone.move(hint["move"])
            await alone.do(raw, "next")
        assert passes
