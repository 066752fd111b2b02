"""Why a move is better than others: facts about the table after it, which the others lack.

A reason holds whatever the hidden tiles are. It is a key of the text catalogue ("hint.<key>") and
the facts its sentence needs; what another move lacks is told in the same way ("drawback.<key>").
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..moves import Move, Pass
from ..observation import Observation
from ..refusals import Fact
from .outlook import Outlook, outlooks
from .traits import TRAITS, TraitKey
from .weighed import Weighed


ReasonKey = Literal["must_pass", "goes_out", "only_move", TraitKey, "best"]
DrawbackKey = Literal["as_good", TraitKey, "worse"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was chosen. `tile` is among the facts of every play; for the rest see `traits`."""

    key: ReasonKey
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Drawback:
    """What a move lacks that the best one has."""

    key: DrawbackKey
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another move than the best."""

    move: Move
    cost: int
    """As `cost` says."""
    drawback: Drawback


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move, why, and what the others lack."""

    move: Move
    reason: Reason
    others: tuple[Alternative, ...]
    """The other legal moves, best first."""


def advice(seen: Observation, ranked: Sequence[Weighed]) -> Advice:
    """What is to be said of the reader's legal moves, all ranked best first."""
    looks = _outlooks(seen, ranked)
    return Advice(ranked[0].move, _reason(seen, ranked, looks), _others(ranked, looks))


def reason(seen: Observation, ranked: Sequence[Weighed]) -> Reason:
    """Why the first of the reader's legal moves, all ranked best first, is better than others.

    If possible than the next that is clearly worse, else than some.
    """
    return _reason(seen, ranked, _outlooks(seen, ranked))


def _outlooks(seen: Observation, ranked: Sequence[Weighed]) -> tuple[Outlook, ...]:
    """After each of the moves; none of a move without alternative, which needs no comparison."""
    return outlooks(seen, ranked) if len(ranked) > 1 else ()


def _reason(seen: Observation, ranked: Sequence[Weighed], looks: Sequence[Outlook]) -> Reason:
    move = ranked[0].move
    if isinstance(move, Pass):
        return Reason("must_pass", {})
    tile = str(move.tile)
    if len(seen.hand) == 1:
        return Reason("goes_out", {"tile": tile})
    if len(ranked) == 1:
        return Reason("only_move", {"tile": tile})
    best, *others = looks
    costs = [cost(ranked[0], weighed) for weighed in ranked[1:]]
    rival = next((other for other, lost in zip(others, costs, strict=True) if lost), others[0])
    found = [
        (trait.ahead(best, rival) > 0, sum(trait.ahead(best, other) for other in others), trait)
        for trait in TRAITS
        if trait.ahead(best, rival) >= 0
        and any(trait.ahead(best, other) > 0 for other in others)
        and not (trait.of_all and any(trait.ahead(best, other) < 0 for other in others))
    ]
    if not found:
        return Reason("best", {"tile": tile})
    *_, trait = max(found, key=lambda each: each[:2])
    worst = max(others, key=lambda other: trait.ahead(best, other))
    against = rival if trait.ahead(best, rival) > 0 else worst
    return Reason(trait.key, {"tile": tile, **trait.facts(best, against)})


def cost(best: Weighed, other: Weighed) -> int:
    """How much less a move is worth than the best, in whole units of the level (`Weighed`)."""
    return round(best.worth - other.worth)


def _others(ranked: Sequence[Weighed], looks: Sequence[Outlook]) -> tuple[Alternative, ...]:
    """What each of the other moves lacks most of what the first has."""
    if not looks:
        return ()
    best, *others = looks
    found = []
    for weighed, other in zip(ranked[1:], others, strict=True):
        lost = cost(ranked[0], weighed)
        drawback = Drawback("as_good", {})
        if lost:
            behind, trait = max(
                ((trait.ahead(best, other), trait) for trait in TRAITS), key=lambda each: each[0]
            )
            drawback = Drawback("worse", {})
            if behind > 0:
                drawback = Drawback(trait.key, trait.lacks(best, other))
        found.append(Alternative(weighed.move, lost, drawback))
    return tuple(found)
