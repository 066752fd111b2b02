"""A match: hands, scores added up, a target."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .opening import Entitlement, Hands, first_opening, next_opening
from .position import Position
from .refusals import Illegal, Refusal
from .rules import Rules
from .seats import Seat


@dataclass(frozen=True, slots=True)
class Match:
    """The rules, the finished hands, each as its last position, and what they come to."""

    rules: Rules
    hands: tuple[Position, ...]
    scores: Mapping[Seat, int] = field(init=False)
    """The points of each seat."""
    winner: Seat | None = field(init=False)
    """The seat that reached the target; only one can score in a hand, so there is no tie."""

    def __post_init__(self) -> None:
        # Added up here, once, so that they cannot disagree with the hands.
        scores = dict.fromkeys(self.rules.table, 0)
        for hand in self.hands:
            if (result := hand.result) is not None and result.winner is not None:
                scores[result.winner] += result.points
        winner = next((seat for seat in scores if scores[seat] >= self.rules.target), None)
        object.__setattr__(self, "scores", scores)
        object.__setattr__(self, "winner", winner)

    @classmethod
    def begin(cls, rules: Rules) -> "Match":
        """A match with no hand played."""
        return cls(rules, ())

    def opening(self, deal: Hands) -> Entitlement:
        """Who opens the next hand with this deal, and with what.

        Raises Illegal (`hand_over`) when the match is won, NoDouble when nobody holds a double.
        """
        if self.winner is not None:
            raise Illegal(Refusal("hand_over", {"over": "match"}))
        if not self.hands:
            return first_opening(self.rules, deal)
        last = self.hands[-1]
        return next_opening(
            self.rules,
            deal,
            winner=None if last.result is None else last.result.winner,
            opener=last.entitlement.seat,
        )

    def deal(self, deal: Hands) -> Position:
        """The next hand with this deal, before its opening; raises as `opening` does."""
        return Position.begin(self.rules, deal, self.opening(deal))

    def finish(self, position: Position) -> "Match":
        """The match with a finished hand and its points added.

        Raises ValueError for a hand that is not over or was played by other rules, and Illegal
        (`hand_over`) when the match was won before.
        """
        if position.result is None or position.rules != self.rules:
            raise ValueError("only a finished hand of this match can be added to it")
        if self.winner is not None:
            raise Illegal(Refusal("hand_over", {"over": "match"}))
        return Match(self.rules, (*self.hands, position))
