"""The chain-aware computer: one look at its own hand and the table, and a reason for its move.

The longest continuation of its own branch weighs most: tiles that can follow each other there are
turns that nobody can take away.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple

from .core import CARRIES, NUMBER, OTHER, as_set, numbers
from .moves import Move, Opening, Pass, Play
from .observation import Observation


ReasonKey = Literal[
    "must_pass",
    "goes_out",
    "only_move",
    "opens_with",
    "keeps_chain",
    "heaviest",
    "sheds_double",
    "uses_open_branch",
]

_LONGEST = 6
"""Longer continuations count as this one: the hand seldom lasts for more."""


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


class Terms(NamedTuple):
    """What a play is judged by."""

    pips: int
    """Shed with the tile."""
    double: bool
    fits: int
    """Tiles left that fit one's own end."""
    chain: int
    """The longest continuation of one's own branch with the tiles left, up to 6."""
    elsewhere: bool
    """Not played on one's own branch."""

    @property
    def weights(self) -> tuple[float, float, float, float, float]:
        """What each term is worth."""
        return (
            0.5 * self.pips / 18,
            0.3 * self.double,
            0.2 * self.fits,
            0.8 * self.chain,
            0.4 * self.elsewhere,
        )


def choose(observation: Observation, rng: Random) -> Choice:
    """The best move for the reader whose turn it is; `rng` decides between equals.

    Depends on nothing else, so the same observation and generator give the same choice. Raises
    ValueError when it is not the reader's turn.
    """
    moves = observation.legal
    if not moves:
        raise ValueError("there is nothing to choose out of turn")
    judged = {move: judge(observation, move) for move in moves if not isinstance(move, Pass)}
    if not judged:
        return Choice(moves[0], Reason("must_pass", {}))
    best = max(sum(terms.weights) for terms in judged.values())
    move = rng.choice([move for move in judged if sum(judged[move].weights) == best])
    return Choice(move, _reason(observation, move, judged))


def judge(observation: Observation, move: Opening | Play) -> Terms:
    """The terms of a legal move of the reader."""
    number = NUMBER[move.tile]
    left = as_set(observation.hand) ^ 1 << number
    own = isinstance(move, Opening) or move.branch == move.seat
    if isinstance(move, Opening):
        end = move.tile.low
    else:
        assert observation.ends is not None, "a play comes after an opening"
        end = observation.ends[move.seat]
        if own:
            end = move.tile.other(end)
    return Terms(
        pips=move.tile.pips,
        double=move.tile.is_double,
        fits=(left & CARRIES[end]).bit_count(),
        chain=longest_chain(left, end),
        elsewhere=not own,
    )


def longest_chain(tiles: int, end: int, limit: int = _LONGEST) -> int:
    """How many of a set of tiles (see `core`) can follow each other from `end`, up to `limit`."""
    longest = 0
    if limit:
        for number in numbers(tiles & CARRIES[end]):
            rest = longest_chain(tiles ^ 1 << number, OTHER[number][end], limit - 1)
            longest = max(longest, 1 + rest)
            if longest == limit:
                break
    return longest


def _reason(
    observation: Observation, move: Opening | Play, judged: Mapping[Opening | Play, Terms]
) -> Reason:
    """The true reason by which the move is furthest above the average of all."""
    terms = judged[move]
    tile = str(move.tile)
    if len(observation.hand) == 1:
        return Reason("goes_out", {"tile": tile})
    if len(judged) == 1:
        return Reason("only_move", {"tile": tile})
    if isinstance(move, Opening):
        return Reason("opens_with", {"tile": tile, "count": terms.chain})
    everything = [other.weights for other in judged.values()]
    pips, double, fits, chain, elsewhere = (
        mine - sum(column) / len(column)
        for mine, column in zip(terms.weights, zip(*everything, strict=True), strict=True)
    )
    reasons: list[tuple[float, Reason]] = []
    if terms.chain:
        facts: Mapping[str, str | int] = {"tile": tile, "count": terms.chain}
        reasons.append((chain + fits, Reason("keeps_chain", facts)))
    if terms.elsewhere and move.branch in observation.opened:
        facts = {"tile": tile, "branch": str(move.branch)}
        reasons.append((elsewhere, Reason("uses_open_branch", facts)))
    if terms.double:
        reasons.append((double, Reason("sheds_double", {"tile": tile})))
    if 0 < terms.pips == max(other.pips for other in judged.values()):
        reasons.append((pips, Reason("heaviest", {"tile": tile, "count": terms.pips})))
    return max(reasons, key=lambda reason: reason[0])[1]
