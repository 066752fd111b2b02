"""Matches among the players of this program: no server, no room, as fast as they think.

It is the work of a process beside the event loop, so it loads the engine and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random

from longana_engine import Match, Position, Seat, observe
from longana_engine.record_writing import write_record
from longana_engine.strict_json import Json

from .plan import Deals, Plan
from .played import Played
from .players import LEVELS, move_of


def play(plan: Plan, number: int) -> Played:
    """One match of the plan, whose players are all of this program."""
    seating, deals = plan.seating(number), plan.deals(number)
    clock = _Clock(len(plan.players))
    match = Match.begin(plan.rules)
    while match.winner is None:
        hand = len(match.hands) + 1
        position = match.deal(deals.hands(hand))
        while position.to_move is not None:
            position = _moved(plan, number, match, position, seating[position.to_move], clock)
        match = match.finish(position)
    points = {player: match.scores[seat] for seat, player in seating.items()}
    return Played(
        number=number,
        winner=seating[match.winner],
        hands=len(match.hands),
        points=tuple(points[player] for player in range(len(plan.players))),
        decisions=tuple(clock.decisions),
        seconds=tuple(clock.seconds),
        record=_record(plan, number, match, deals),
    )


class _Clock:
    """How often each player had a choice, and how long they thought about it."""

    def __init__(self, players: int) -> None:
        self.decisions = [0] * players
        self.seconds = [0.0] * players


def _moved(
    plan: Plan, number: int, match: Match, position: Position, player: int, clock: _Clock
) -> Position:
    if len(position.legal()) == 1:
        return position.after(position.legal()[0])
    seen = observe(position, position.to_move, match.scores)
    # By the place in the plan alone, so that it is the same in whatever order matches are played.
    rng = Random(f"{plan.seed} {number} {len(match.hands)} {len(position.moves)}")
    began = time.perf_counter()
    move = move_of(plan.players[player], seen, rng)
    clock.seconds[player] += time.perf_counter() - began
    clock.decisions[player] += 1
    return position.after(move)


def _record(plan: Plan, number: int, match: Match, deals: Deals) -> Mapping[str, Json]:
    return write_record(
        match,
        players=named(plan, number),
        proof=deals.proof,
        secrets=deals.secrets[1 : len(match.hands) + 1],
        extra=origin(plan, number),
    )


def named(plan: Plan, number: int) -> Mapping[Seat, Mapping[str, Json]]:
    """The players as a record names them."""
    seating = plan.seating(number)
    return {seat: _named(plan.players[seating[seat]]) for seat in plan.rules.table}


def origin(plan: Plan, number: int) -> Mapping[str, Json]:
    """Where a record is from, as a further key of it."""
    return {"arena": {"seed": plan.seed, "match": number + 1, "of": plan.matches}}


def _named(kind: str) -> Mapping[str, Json]:
    if kind in LEVELS:
        return {"name": kind, "kind": "computer", "level": kind}
    return {"name": kind, "kind": "bot"}
