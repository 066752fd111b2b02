"""Matches dealt as a server deals them, played at random, with all that a record needs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from longana_engine import Match, Position, Rules, Seat, fair
from longana_engine.record import Proof
from longana_engine.record_writing import write_record
from longana_engine.strict_json import Json


@dataclass(frozen=True)
class FairMatch:
    """A match that was won, and every secret it was dealt with."""

    match: Match
    chain: tuple[bytes, ...]
    nonces: dict[Seat, bytes]

    @property
    def proof(self) -> Proof:
        seals = {seat: fair.seal(seat, nonce) for seat, nonce in self.nonces.items()}
        return Proof(self.chain[0], seals, self.nonces)

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """The secrets of the finished hands."""
        return self.chain[1 : len(self.match.hands) + 1]

    def record(self) -> dict[str, Json]:
        """The record of the finished match."""
        return write_record(self.match, proof=self.proof, secrets=self.secrets)


def fair_match(rules: Rules, rng: Random) -> FairMatch:
    """Deal and play a match to its end. One nonce is a computer's, the others are random."""
    chain = fair.chain(rng.randbytes(32), 64)
    nonces = {seat: rng.randbytes(32) for seat in rules.table}
    nonces[rng.choice(rules.table)] = fair.COMPUTER_NONCE
    match = Match.begin(rules)
    while match.winner is None:
        seed = fair.seed(chain[len(match.hands) + 1], nonces)
        position = match.deal(fair.deal(seed, rules.table).hands)
        match = match.finish(played(position, rng))
    return FairMatch(match, chain, nonces)


def played(position: Position, rng: Random, moves: int = 1000) -> Position:
    """The position after so many random legal moves, or where the hand ends before."""
    for _ in range(moves):
        if position.to_move is None:
            break
        position = position.after(rng.choice(position.legal()))
    return position
