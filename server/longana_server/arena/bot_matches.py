"""Series of matches with bots from elsewhere, at tables that are opened anew after each forfeit."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping

from longana_engine.record_reading import read_record
from longana_engine.record_writing import record_bytes
from longana_engine.replay import replay
from longana_engine.strict_json import Json
from longana_server.thinker import Thinker

from . import bot_table
from .matches import named, origin
from .plan import Plan
from .played import Forfeit, Played


PATIENCE = 30.0
"""Seconds a bot has to move."""


async def play_series(plan: Plan, series: int, thinker: Thinker) -> AsyncGenerator[Played, None]:
    """The matches of a series; raises BotFailed when a bot does not come in."""
    numbers = list(plan.numbers(series))
    while numbers:
        async with bot_table.opened(plan, numbers[0], thinker, PATIENCE) as table:
            forfeit = None
            while numbers and forfeit is None:
                number = numbers.pop(0)
                ended = await table.play(number)
                if isinstance(ended, Forfeit):
                    forfeit = ended
                    yield forfeited(plan, number, ended)
                else:
                    record, waits = ended
                    yield played(plan, number, record, waits)


def played(plan: Plan, number: int, document: Mapping[str, Json], waits: bot_table.Waits) -> Played:
    """What a match came to by its record, which is given the names of the plan.

    Of the waits only those for a choice count, so that they are for as many moves as `decisions`.
    """
    record = {**document, "players": _players(plan, number), **origin(plan, number)}
    replayed = replay(read_record(record_bytes(record)))
    seating = plan.seating(number)
    decisions = [0] * len(plan.players)
    seconds = [0.0] * len(plan.players)
    for number_of_hand, hand in enumerate(replayed.hands, 1):
        for position in (step.position for step in hand.steps):
            if position.to_move is not None and len(position.legal()) > 1:
                player = seating[position.to_move]
                decisions[player] += 1
                seconds[player] += waits.get((number_of_hand, len(position.moves)), 0.0)
    points = {player: replayed.scores[seat] for seat, player in seating.items()}
    return Played(
        number=number,
        winner=None if replayed.winner is None else seating[replayed.winner],
        hands=len(replayed.hands),
        points=tuple(points[player] for player in range(len(plan.players))),
        decisions=tuple(decisions),
        seconds=tuple(seconds),
        record=record,
    )


def _players(plan: Plan, number: int) -> dict[str, Json]:
    return {seat.value: {**who} for seat, who in named(plan, number).items()}


def forfeited(plan: Plan, number: int, forfeit: Forfeit) -> Played:
    """A match that came to nothing."""
    nothing = (0,) * len(plan.players)
    return Played(
        number=number,
        winner=None,
        hands=0,
        points=nothing,
        decisions=nothing,
        seconds=(0.0,) * len(plan.players),
        record={},
        forfeit=forfeit,
    )
