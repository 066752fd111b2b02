"""Adding up what was played, kind by kind, and how far chance may have been at work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from .plan import Plan
from .played import Played


Z95 = 1.959964
"""Standard errors to each side that leave out 5 %."""


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of player. Where several of a kind play, all figures are for one of them."""

    kind: str
    players: int
    matches: int
    """Played to their end, or lost by forfeiting."""
    wins: int
    """Of all of them together."""
    share: float
    """Of the matches, won."""
    low: float
    high: float
    """Where the true share is, in 19 of 20 such evenings."""
    points: float
    """For each hand."""
    decisions: int
    decisions_a_second: float
    """While it thinks; 0 where it never had a choice."""
    forfeits: int


def tally(plan: Plan, played: Iterable[Played]) -> tuple[Row, ...]:
    """A row for each kind, in the order of the plan; the order of what was played is of no account.

    A forfeited match is lost for whoever forfeits; for the others it does not count.
    """
    matches = sorted(played, key=lambda each: each.number)  # so that sums round alike
    kinds = list(dict.fromkeys(plan.players))
    return tuple(_row(plan, kind, matches) for kind in kinds)


def _row(plan: Plan, kind: str, played: list[Played]) -> Row:
    mine = [player for player, name in enumerate(plan.players) if name == kind]
    lost = [each for each in played if each.forfeit and each.forfeit.player in mine]
    ended = [each for each in played if each.forfeit is None]
    wins = sum(each.winner in mine for each in ended)
    matches = len(ended) + len(lost)
    low, high = wilson(wins, matches)
    hands = sum(each.hands for each in ended) * len(mine)
    points = sum(each.points[player] for each in ended for player in mine)
    decisions = sum(each.decisions[player] for each in played for player in mine)
    seconds = sum(each.seconds[player] for each in played for player in mine)
    return Row(
        kind=kind,
        players=len(mine),
        matches=matches,
        wins=wins,
        share=wins / matches / len(mine) if matches else 0.0,
        low=low / len(mine),
        high=high / len(mine),
        points=points / hands if hands else 0.0,
        decisions=decisions,
        decisions_a_second=decisions / seconds if seconds else 0.0,
        forfeits=len(lost),
    )


def wilson(wins: int, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval); of nothing played, all there is.

    Cautious here: who plays the same deals in every seat has less luck, good and bad, than it
    reckons with.

    >>> [round(bound, 3) for bound in wilson(30, 100)]
    [0.219, 0.396]
    """
    if not matches:
        return 0.0, 1.0
    share, z2 = wins / matches, Z95 * Z95
    middle = (share + z2 / (2 * matches)) / (1 + z2 / matches)
    half = sqrt(share * (1 - share) / matches + z2 / (4 * matches**2)) * Z95 / (1 + z2 / matches)
    return max(0.0, middle - half), min(1.0, middle + half)


def forfeits(plan: Plan, played: Iterable[Played]) -> tuple[str, ...]:
    """What made players forfeit, and how often, the most frequent first."""
    why = Counter(
        f"{plan.players[each.forfeit.player]}: {each.forfeit.why}"
        for each in played
        if each.forfeit is not None
    )
    return tuple(f"{text} ({count}x)" if count > 1 else text for text, count in why.most_common())
