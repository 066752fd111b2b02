"""Reviews: what somebody's choices in a finished hand have cost, by what they could see then.

They are for whoever had the seat when the hand ended. To others they would tell nothing that the
record does not, but each takes seconds to think out: so much is for players, not for onlookers.
"""

from __future__ import annotations

import asyncio
import logging

from longana_engine import Match, Position, Seat, Weighed, compact
from longana_engine.computers import Decision, Reviewed, decisions, reviewed, together
from longana_engine.computers.review import THOUGHTS
from longana_protocol import answers
from longana_protocol.catalogue import text
from longana_protocol.commands import ReviewCommand

from .computers import Thinker, seed_at
from .match_in_play import MatchInPlay
from .records import match_of
from .refusing import Refused
from .room import Room
from .workers import WorkFailed


logger = logging.getLogger(__name__)

REMEMBERED = 64
"""Reviews kept for each room: those of an evening that people talk over."""

Key = tuple[int, int, Seat]
"""The numbers of match and hand, and the seat."""


class Reviews:
    """Of one room. Thought out one at a time, when the computers have nothing to think about."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._thinking = asyncio.Lock()
        self._kept: dict[Key, tuple[Position, tuple[Reviewed, ...]]] = {}

    async def answer(
        self, room: Room, person: int, command: ReviewCommand, language: str
    ) -> answers.Review:
        """The answer to somebody in the room, in their language.

        Raises:
            Refused: `no_record` or `hand_not_over` for a hand that cannot be looked back on,
                `not_seated` for a seat that nobody on the asker's device had, `try_again` when it
                cannot be thought out.

        """
        number, match = match_of(room, command.match)
        finished = len(match.standing.hands)
        hand = max(finished, 1) if command.hand is None else command.hand
        if hand > finished:
            raise Refused("no_record" if match.over or hand > finished + 1 else "hand_not_over")
        seat = _seat(room, person, match, hand, command.seat)
        try:
            found = await self._of(room, match, hand, seat)
        except (WorkFailed, RuntimeError) as error:
            logger.error("no review: %s", error)
            raise Refused("try_again") from None
        return answers.Review(
            about=command.id,
            match=number,
            hand=hand,
            seat=seat.value,
            moves=tuple(_as_move(each, language) for each in found),
        )

    async def _of(
        self, room: Room, match: MatchInPlay, hand: int, seat: Seat
    ) -> tuple[Reviewed, ...]:
        key, end = (match.number, hand, seat), match.standing.hands[hand - 1]
        async with self._thinking:
            kept = self._kept.pop(key, None)
            if kept is None or kept[0] is not end:  # a hand may be taken back, and end otherwise
                kept = end, await self._thought(room, match, hand, seat)
            self._kept[key] = kept
            while len(self._kept) > REMEMBERED:
                del self._kept[next(iter(self._kept))]
        return kept[1]

    async def _thought(
        self, room: Room, match: MatchInPlay, hand: int, seat: Seat
    ) -> tuple[Reviewed, ...]:
        """With the seeds of then, so that whoever followed a hint is told that it was good.

        What seems to be a mistake is thought about again: it may be one of the thought.
        """
        before = Match(match.standing.rules, match.standing.hands[: hand - 1])
        found = []
        for decision in decisions(match.standing.hands[hand - 1], seat, before.scores):
            seed = seed_at(room, match.number, hand - 1, decision.at)
            thoughts = [await self._think(decision, seed)]
            if reviewed(decision, thoughts[0]).is_costly:
                for again in range(1, THOUGHTS):
                    thoughts.append(await self._think(decision, f"{seed} {again}"))
            found.append(reviewed(decision, together(thoughts)))
        return tuple(found)

    async def _think(self, decision: Decision, seed: str) -> tuple[Weighed, ...]:
        return await self._thinker.think(decision.seen, "hard", seed, later=True)


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
        costly=found.is_costly,
        better=compact(found.better),
        reason=reason.key,
        facts=dict(reason.facts),
        text=text(language, f"hint.{reason.key}", **reason.facts),
    )
