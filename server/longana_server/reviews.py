"""Reviews: what somebody's choices in a finished hand have cost, by what they could see then.

They are for whoever had the seat when the hand ended. To others they would tell nothing that the
record does not, but each takes seconds to think out: so much is for players, not for onlookers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from longana_engine import Match, Position, Seat, compact
from longana_engine.computers import Decision, Reviewed, decisions
from longana_protocol import answers
from longana_protocol.catalogue import text
from longana_protocol.commands import ReviewCommand

from .degrees import degree
from .match_in_play import MatchInPlay
from .records import match_of
from .refusing import Refused
from .room import Room
from .thinker import Thinker, seed_at
from .workers import WorkFailed


logger = logging.getLogger(__name__)

REMEMBERED = 64
"""Reviews kept for each room: those of an evening that people talk over."""

PATIENCE = 30.0
"""Seconds until somebody is told to ask again, when the computers never have time for it."""

Key = tuple[int, int, Seat]
"""The numbers of match and hand, and the seat."""


@dataclass(frozen=True, slots=True)
class _Kept:
    hand: Position
    """Finished."""
    choices: tuple[Decision, ...]
    found: list[Reviewed] = field(default_factory=list)
    """What has been thought out of them so far."""


class Reviews:
    """Of one room. Thought out one at a time, when the computers have nothing to think about."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._thinking = asyncio.Lock()
        self._kept: dict[Key, _Kept] = {}

    async def answer(
        self, now: Callable[[], Room], person: int, command: ReviewCommand, language: str
    ) -> answers.Review:
        """The answer to somebody in the room, in their language; `now` gives the room as it is.

        Raises:
            Refused: `no_record` or `hand_not_over` for a hand that cannot be looked back on,
                `not_seated` for a seat that nobody on the asker's device had, `try_again` when it
                cannot be thought out, or not in time: asking again goes on from there.

        """
        room = now()
        number, match = match_of(room, command.match)
        finished = len(match.standing.hands)
        hand = max(finished, 1) if command.hand is None else command.hand
        if hand > finished:
            raise Refused("no_record" if match.over or hand > finished + 1 else "hand_not_over")
        seat = _seat(room, person, match, hand, command.seat)
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._of(room, match, hand, seat)
        except TimeoutError:
            logger.warning("no review within %g s: the computers have no time", PATIENCE)
            raise Refused("try_again") from None
        except (WorkFailed, RuntimeError) as error:
            logger.error("no review: %s", error)
            raise Refused("try_again") from None
        later = match_of(now(), number)[1].standing.hands
        if len(later) < hand:  # taken back meanwhile
            raise Refused("hand_not_over")
        if later[hand - 1] is not match.standing.hands[hand - 1]:
            raise Refused("try_again")
        return answers.Review(
            about=command.id,
            match=number,
            hand=hand,
            seat=seat.value,
            moves=tuple(_as_move(each, language) for each in found),
        )

    async def _of(self, room: Room, match: MatchInPlay, hand: int, seat: Seat) -> list[Reviewed]:
        """With the seeds of then, so that whoever followed a hint is told that it was good."""
        key, end = (match.number, hand, seat), match.standing.hands[hand - 1]
        async with self._thinking:
            kept = self._kept.pop(key, None)
            if kept is None or kept.hand is not end:  # a hand may be taken back, and end otherwise
                kept = _Kept(end, await asyncio.to_thread(_choices, match, hand, seat))
            self._kept[key] = kept
            while len(self._kept) > REMEMBERED:
                del self._kept[next(iter(self._kept))]
            for choice in kept.choices[len(kept.found) :]:
                seed = seed_at(room, match.number, hand - 1, choice.at)
                kept.found.append(await self._thinker.review(choice, seed))
        return kept.found


def _choices(match: MatchInPlay, hand: int, seat: Seat) -> tuple[Decision, ...]:
    """But for those of a computer that minded the seat, or had it before the person."""
    before = Match(match.standing.rules, match.standing.hands[: hand - 1])
    end, makers = match.standing.hands[hand - 1], match.makers[hand - 1]
    every = decisions(end, seat, before.scores)
    return tuple(each for each in every if makers[each.at] is not None)


def _seat(room: Room, person: int, match: MatchInPlay, hand: int, wanted: str | None) -> Seat:
    """The seat that somebody on this device had at the end of the hand; raises Refused."""
    with_them = room.on_device(person)
    had = [seat for seat, who in match.ends[hand - 1].items() if who.person in with_them]
    if not had or (wanted is not None and Seat(wanted) not in had):
        raise Refused("not_seated")
    return had[0] if wanted is None else Seat(wanted)


def _as_move(found: Reviewed, language: str) -> answers.ReviewedMove:
    reason = found.reason
    return answers.ReviewedMove(
        at=found.at,
        move=compact(found.move),
        cost=found.cost,
        worse=degree(found.cost),
        costly=found.is_costly,
        better=compact(found.better),
        reason=reason.key,
        facts=dict(reason.facts),
        text=text(language, f"hint.{reason.key}", **reason.facts),
    )
