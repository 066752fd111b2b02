"""Why a move is made, as a key of the text catalogue and the facts its sentence needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..moves import Move, Opening, Pass, Play
from ..observation import Observation
from .chain import Terms, judge


ReasonKey = Literal[
    "must_pass",
    "goes_out",
    "only_move",
    "opens_with",
    "keeps_chain",
    "heaviest",
    "sheds_double",
    "uses_open_branch",
    "looks_ahead",
]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was chosen: a key of the text catalogue, and the facts its sentence needs.

    Facts are among `tile` and `branch` as written, and `count`: the tiles of the continuation for
    `keeps_chain` and `opens_with`, pips for `heaviest`.
    """

    key: ReasonKey
    facts: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and why."""

    move: Move
    reason: Reason


def reason(seen: Observation, move: Move) -> Reason:
    """The true reason by which a legal move of the reader is furthest above the average of all."""
    if isinstance(move, Pass):
        return Reason("must_pass", {})
    judged = {other: judge(seen, other) for other in seen.legal if not isinstance(other, Pass)}
    terms = judged[move]
    tile = str(move.tile)
    if len(seen.hand) == 1:
        return Reason("goes_out", {"tile": tile})
    if len(judged) == 1:
        return Reason("only_move", {"tile": tile})
    if isinstance(move, Opening):
        return Reason("opens_with", {"tile": tile, "count": terms.chain})
    return max(_above_average(seen, move, judged), key=lambda found: found[0])[1]


def _above_average(
    seen: Observation, move: Play, judged: Mapping[Opening | Play, Terms]
) -> list[tuple[float, Reason]]:
    terms = judged[move]
    tile = str(move.tile)
    everything = [other.weights for other in judged.values()]
    pips, double, fits, chain, elsewhere = (
        mine - sum(column) / len(column)
        for mine, column in zip(terms.weights, zip(*everything, strict=True), strict=True)
    )
    reasons = [(float("-inf"), Reason("looks_ahead", {"tile": tile}))]
    if terms.chain:
        facts: Mapping[str, str | int] = {"tile": tile, "count": terms.chain}
        reasons.append((chain + fits, Reason("keeps_chain", facts)))
    if terms.elsewhere and move.branch in seen.opened:
        facts = {"tile": tile, "branch": str(move.branch)}
        reasons.append((elsewhere, Reason("uses_open_branch", facts)))
    if terms.double:
        reasons.append((double, Reason("sheds_double", {"tile": tile})))
    if 0 < terms.pips == max(other.pips for other in judged.values()):
        reasons.append((pips, Reason("heaviest", {"tile": tile, "count": terms.pips})))
    return reasons
