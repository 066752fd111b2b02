"""Looking back on a finished hand: what a seat chose, and what would have been better.

Each choice is judged by what the seat could see then. That the hands are known by now is of no
account: a good move may turn out badly.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..moves import Move
from ..observation import Observation, observe
from ..position import Position
from ..seats import Seat
from .reasons import Reason, cost, reason
from .weighed import Weighed, ranked


COSTLY = 4
"""A choice that costs so much is worth another look; less may be chance of the measure."""

THOUGHTS = 3
"""So often it is thought about before somebody is told so: one thought is often off by 3."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of a finished hand that had an alternative."""

    at: int
    """Its number among all moves of the hand, from 0."""
    seen: Observation
    """What the seat saw when it chose."""
    move: Move


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What came of thinking about a decision again."""

    at: int
    move: Move
    cost: int
    """How much more the best move promised, as `cost` says; 0 for the best and its like."""
    better: Move
    """The best move: the one made, unless that cost anything."""
    reason: Reason
    """Why that one; where another was made, as compared with it."""

    @property
    def is_costly(self) -> bool:
        """Whether it is to be pointed out."""
        return self.cost >= COSTLY


def decisions(hand: Position, seat: Seat, scores: Mapping[Seat, int]) -> Iterator[Decision]:
    """What a seat chose in a hand, `scores` being the points before it.

    Raises ValueError for a hand that is not over: what is thought about it would be a hint, and
    that is for whoever is to move.
    """
    if hand.result is None:
        raise ValueError("only a finished hand can be looked back on")
    position = Position.begin(hand.rules, hand.dealt, hand.entitlement)
    for at, move in enumerate(hand.moves):
        if move.seat == seat and len(position.legal()) > 1:
            yield Decision(at, observe(position, seat, scores), move)
        position = position.after(move)


def judged(decision: Decision, think: Callable[[str], Sequence[Weighed]], seed: str) -> Reviewed:
    """What comes of thinking about it again; `think` ranks its legal moves, by a seed.

    What seems to be a mistake is thought about again: it may be one of the thought.
    """
    thoughts = [think(seed)]
    if _loss(decision, thoughts[0]) >= COSTLY:
        thoughts += [think(f"{seed} {again}") for again in range(1, THOUGHTS)]
    return reviewed(decision, together(thoughts))


def together(thoughts: Sequence[Sequence[Weighed]]) -> tuple[Weighed, ...]:
    """Several thoughts about the same moves as one: worths on average, best first."""
    worths: dict[Move, list[float]] = {}
    for thought in thoughts:
        for weighed in thought:
            worths.setdefault(weighed.move, []).append(weighed.worth)
    return ranked(Weighed(move, sum(found) / len(found)) for move, found in worths.items())


def reviewed(decision: Decision, thought: Sequence[Weighed]) -> Reviewed:
    """The decision, its legal moves having been ranked best first."""
    best, made, lost = thought[0], _made(decision, thought), _loss(decision, thought)
    if lost == 0:
        best = made
    others = (weighed for weighed in thought if weighed not in (best, made))
    against = (best, *((made,) if lost else ()), *others)
    return Reviewed(
        at=decision.at,
        move=decision.move,
        cost=lost,
        better=best.move,
        reason=reason(decision.seen, against),
    )


def _made(decision: Decision, thought: Sequence[Weighed]) -> Weighed:
    return next(weighed for weighed in thought if weighed.move == decision.move)


def _loss(decision: Decision, thought: Sequence[Weighed]) -> int:
    return cost(thought[0], _made(decision, thought))
