"""Who plays which deals where: everybody plays each series of deals in every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from longana_engine import Rules, Seat, Tile, fair, rules_from
from longana_engine.record import Proof
from longana_server.plain_text import visible

from .players import KINDS


class BadPlan(ValueError):
    """Nobody can play that; the message says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An evening in the arena; the same plan gives the same matches, by whomever they are played.

    `players` are kinds of players, one for each seat. Matches are counted from 0; so many in a row
    as there are seats are a series, played with the same deals.
    """

    rules: Rules
    players: tuple[str, ...]
    series: int
    seed: int
    bots: Mapping[str, str] = field(default_factory=dict)
    """The commands of kinds that this program does not have."""

    def __post_init__(self) -> None:
        if taken := sorted(self.bots.keys() & set(KINDS)):
            raise BadPlan(f"a bot cannot be called {taken[0]}: that is a player already")
        for kind in self.players:
            if kind not in (*KINDS, *self.bots):
                known = ", ".join((*KINDS, *self.bots))
                raise BadPlan(f"there is no player {visible(kind)}, only {known}")
        if idle := sorted(self.bots.keys() - set(self.players)):
            raise BadPlan(f"{visible(idle[0])} is given a command, and does not play")

    @classmethod
    def begin(
        cls,
        players: Sequence[str],
        matches: int,
        *,
        preset: str,
        target: int,
        seed: int,
        bots: Mapping[str, str],
    ) -> Plan:
        """At least so many matches; raises BadPlan for players that cannot sit at one table."""
        seats = len(players)
        if not 2 <= seats <= 4:
            raise BadPlan(f"two to four players sit at a table, not {seats}")
        rules = rules_from({"preset": preset, "seats": seats, "target": target})
        return cls(rules, tuple(players), -(-matches // seats), seed, bots)

    @property
    def matches(self) -> int:
        return self.series * self.rules.seats

    def series_of(self, number: int) -> int:
        """The series a match belongs to."""
        return number // self.rules.seats

    def numbers(self, series: int) -> range:
        """The matches of a series."""
        seats = self.rules.seats
        return range(series * seats, (series + 1) * seats)

    def seating(self, number: int) -> Mapping[Seat, int]:
        """Who sits where in a match, as places in `players`: one seat further in each."""
        table = self.rules.table
        turn = number % len(table)
        return {table[(player + turn) % len(table)]: player for player in range(len(table))}

    def deals(self, number: int) -> Deals:
        """The deals of a match: those of its series."""
        name = f"longana arena, seed {self.seed}, series {self.series_of(number)}"
        return Deals(self.rules.table, fair.chain(sha256(name.encode()).digest()))

    def file_name(self, number: int) -> str:
        """A name for a match's record that sorts."""
        digits = len(str(self.series))
        return f"{self.series_of(number) + 1:0{digits}}-{number % self.rules.seats + 1}.json"


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals as `fair-deal.md` makes them, so that `longana verify` finds them right.

    Nobody but the seed draws them: all nonces are those of computers.
    """

    table: tuple[Seat, ...]
    secrets: tuple[bytes, ...]
    """That of hand k, counted from 1, is the k-th after the commitment, which is the first."""

    def hands(self, hand: int) -> Mapping[Seat, tuple[Tile, ...]]:
        """The tiles of a hand, counted from 1."""
        return fair.deal(fair.seed(self.secrets[hand], self._nonces), self.table).hands

    @property
    def proof(self) -> Proof:
        seals = {seat: fair.seal(seat, nonce) for seat, nonce in self._nonces.items()}
        return Proof(self.secrets[0], seals, self._nonces)

    @property
    def _nonces(self) -> dict[Seat, bytes]:
        return dict.fromkeys(self.table, fair.COMPUTER_NONCE)
