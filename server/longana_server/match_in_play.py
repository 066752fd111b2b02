"""A match while it is played: its start by sealed nonces, its hands, what is undone and redone.

Pure values; nothing here knows persons or connections.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import ClassVar

from longana_engine import Match, Move, Pass, Position, Rules, Seat, Tile, fair, parse_tile

from .changing import changed
from .occupants import Occupant


STRETCH = 16
"""Secrets that are kept together: those of most matches, a kilobyte."""


@dataclass(frozen=True, slots=True)
class Starting:
    """Seals, then nonces, are being gathered (fair-deal.md, 2 and 3)."""

    chain: bytes
    """The last secret of the chain."""
    persons: tuple[Seat, ...]
    seals: Mapping[Seat, bytes]
    nonces: Mapping[Seat, bytes]
    deals: tuple[Mapping[Seat, tuple[Tile, ...]], ...] = ()
    """Deals fixed for a test."""

    @classmethod
    def begin(
        cls,
        chain: bytes,
        table: tuple[Seat, ...],
        persons: Collection[Seat],
        deals: tuple[Mapping[Seat, tuple[Tile, ...]], ...],
    ) -> Starting:
        """Computers' seals and nonces are known from the start."""
        computers = {seat: fair.COMPUTER_NONCE for seat in table if seat not in persons}
        return cls(
            chain=chain,
            persons=tuple(seat for seat in table if seat in persons),
            seals={seat: fair.seal(seat, nonce) for seat, nonce in computers.items()},
            nonces=computers,
            deals=deals,
        )

    @property
    def all_sealed(self) -> bool:
        return all(seat in self.seals for seat in self.persons)

    @property
    def complete(self) -> bool:
        return all(seat in self.nonces for seat in self.persons)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose seal, or once all are sealed whose nonce, has not come."""
        come = self.nonces if self.all_sealed else self.seals
        return tuple(seat for seat in self.persons if seat not in come)

    def sealed(self, seat: Seat, seal: bytes) -> Starting:
        return replace(self, seals={**self.seals, seat: seal})

    def shown(self, seat: Seat, nonce: bytes) -> Starting:
        return replace(self, nonces={**self.nonces, seat: nonce})


@dataclass(frozen=True)
class HandInPlay:
    """One hand with what was undone: a pointer into the moves, never a changed past."""

    start: Position
    position: Position
    before: tuple[Position, ...] = ()
    """For each move of `position`, where it was made: undoing takes no longer than playing."""
    makers: tuple[int | None, ...] = ()
    """For each move of `position`, the person whose command it was; None for a computer's."""
    undone: tuple[tuple[Move, int | None], ...] = ()
    """The moves after `position` that redo can give back, and whose they were."""
    redo: tuple[int, ...] = ()
    """For each undo that can be redone, how many moves stood before it; the latest last."""
    replayed: bool = False
    """Its end was seen before it was undone or restarted."""
    holders: Mapping[Seat, int] = field(default_factory=dict)
    """For each hand that a person has held, their device: no other is ever shown it.

    Of a replayed hand only the seat of whoever saw its end: they know all hands of the deal, and
    its secret is public, so nobody may play against or with them before the next deal.
    """
    shared: bool = False
    """Its end was seen by more than the one person who played it; it can't be unseen."""

    @classmethod
    def begin(cls, start: Position, holders: Mapping[Seat, int] | None = None) -> HandInPlay:
        return cls(start=start, position=start, holders=holders or {})

    CACHED_FROM: ClassVar = frozenset({"holders"})

    @cached_property
    def shared_devices(self) -> frozenset[int]:
        """Those on which several hands of this deal have been held."""
        devices = tuple(self.holders.values())
        return frozenset(one for one in devices if devices.count(one) > 1)

    def taken_over(self, seat: Seat, device: int) -> HandInPlay:
        """A person has the seat now."""
        return replace(self, holders={**self.holders, seat: device})

    def may_be_taken_over(self, seat: Seat, device: int) -> bool:
        """Whether a device may be shown that hand, so that nobody knows two hands of a deal.

        Nobody else has held it, nor has the device held another, nor have all hands been shown to
        another.
        """
        own = {at for at, holder in self.holders.items() if holder == device}
        if seat in self.holders:
            return own == {seat}
        return not own and not self.replayed

    def known_to(self, device: int | None) -> HandInPlay:
        """Replayed by the one who saw its end: they alone go on with it."""
        own = {at: holder for at, holder in self.holders.items() if holder == device}
        return replace(self, holders=own)

    def moved(self, move: Move, by: int | None) -> HandInPlay:
        """Play on; what was undone is gone. Raises Illegal."""
        return changed(
            self,
            position=self.position.after(move),
            before=(*self.before, self.position),
            makers=(*self.makers, by),
            undone=(),
            redo=(),
        )

    def undo_to(self, device: int, seats: Collection[Seat] = tuple(Seat)) -> int | None:
        """How many moves stand before the latest play chosen on a device for one of the seats.

        None if there is none.
        """
        at = len(self.makers)
        for maker in reversed(self.makers):
            at -= 1
            if maker == device:
                move = self.position.moves[at]
                if move.seat in seats and not isinstance(move, Pass):
                    return at
        return None

    def undone_to(self, at: int) -> HandInPlay:
        moves = self.position.moves
        taken = tuple(zip(moves[at:], self.makers[at:], strict=True))
        return replace(
            self,
            position=(*self.before, self.position)[at],
            before=self.before[:at],
            makers=self.makers[:at],
            undone=taken + self.undone,
            redo=(*self.redo, len(moves)),
            replayed=self.replayed or self.position.result is not None,
        )

    def redone(self) -> HandInPlay:
        back = self.redo[-1] - len(self.position.moves)
        position, before = self.position, list(self.before)
        for move, _ in self.undone[:back]:
            before.append(position)
            position = position.after(move)
        return replace(
            self,
            position=position,
            before=tuple(before),
            makers=self.makers + tuple(maker for _, maker in self.undone[:back]),
            undone=self.undone[back:],
            redo=self.redo[:-1],
        )

    def restarted(self) -> HandInPlay:
        """The same tiles; nothing is carried over but who saw what."""
        over = self.position.result is not None
        again = HandInPlay.begin(self.start, self.holders)
        return replace(again, replayed=self.replayed or over)


@dataclass(frozen=True)
class MatchInPlay:
    """A match from its first deal on."""

    number: int
    """Of the matches of this room, from 1."""
    chain: bytes
    seals: Mapping[Seat, bytes]
    nonces: Mapping[Seat, bytes]
    deals: tuple[Mapping[Seat, tuple[Tile, ...]], ...]
    sat: Mapping[Seat, tuple[Occupant, ...]]
    """Whoever has had each seat in it, the latest last."""
    earlier: Match
    """The hands before this one."""
    standing: Match
    """With this hand, if it is over."""
    hand: HandInPlay
    redeals: int = 0
    """How often this hand was shuffled again because nobody held a double."""
    replayed: tuple[bool, ...] = ()
    """For each earlier hand."""
    ends: tuple[Mapping[Seat, Occupant], ...] = ()
    """Who sat there at the end of each finished hand: its points are theirs."""
    makers: tuple[tuple[int | None, ...], ...] = ()
    """Of each finished hand, as in `HandInPlay`."""

    @classmethod
    def begin(
        cls,
        number: int,
        rules: Rules,
        starting: Starting,
        seats: Mapping[Seat, Occupant],
        holders: Mapping[Seat, int] | None = None,
    ) -> MatchInPlay:
        """The first deal; `holders` are the devices of those who sit down to it."""
        earlier = Match.begin(rules)
        first = _deal(starting.chain, starting.nonces, starting.deals, earlier)
        return cls(
            number=number,
            chain=starting.chain,
            seals=starting.seals,
            nonces=starting.nonces,
            deals=starting.deals,
            sat={seat: (who,) for seat, who in seats.items()},
            earlier=earlier,
            standing=earlier,
            hand=HandInPlay.begin(earlier.deal(first.hands), holders),
            redeals=first.redeals,
        )

    @property
    def seats(self) -> Mapping[Seat, Occupant]:
        """Who sits there now, or sat there when it was over."""
        return {seat: sat[-1] for seat, sat in self.sat.items()}

    def seated(self, seats: Mapping[Seat, Occupant]) -> MatchInPlay:
        """With those who sit there now; whose match it was stays so once it is over."""
        if self.over or seats == self.seats:
            return self
        sat = {seat: self.sat[seat] for seat in seats}
        for seat, who in seats.items():
            if who != sat[seat][-1]:
                sat[seat] = (*sat[seat], who)
        return replace(self, sat=sat)

    @property
    def commitment(self) -> bytes:
        return secret_of(self.chain, 0)

    @property
    def over(self) -> bool:
        """Somebody has won, or the chain of secrets has no other hand to give."""
        return self.standing.winner is not None or not self.can_deal

    @property
    def hand_over(self) -> bool:
        return self.hand.position.result is not None

    @property
    def can_deal(self) -> bool:
        """The chain reaches another hand."""
        return len(self.standing.hands) < fair.CHAIN_LENGTH

    def secret(self, hand: int) -> bytes:
        """The secret of a hand, counted from 1. Only for hands that are over."""
        return secret_of(self.chain, hand)

    def with_hand(self, hand: HandInPlay) -> MatchInPlay:
        over = hand.position.result is not None
        if not (over or self.hand_over):
            return changed(self, hand=hand)
        standing = self.earlier.finish(hand.position) if over else self.earlier
        earlier = len(self.earlier.hands)
        ends, makers = self.ends[:earlier], self.makers[:earlier]
        if over:
            ends, makers = (*ends, self.seats), (*makers, hand.makers)
        return changed(self, hand=hand, standing=standing, ends=ends, makers=makers)

    def next_hand(self, holders: Mapping[Seat, int] | None = None) -> MatchInPlay:
        dealt = _deal(self.chain, self.nonces, self.deals, self.standing)
        return replace(
            self,
            earlier=self.standing,
            hand=HandInPlay.begin(self.standing.deal(dealt.hands), holders),
            redeals=dealt.redeals,
            replayed=(*self.replayed, self.hand.replayed),
        )


def by_computer(
    hand: Position, makers: Sequence[int | None], seats: Collection[Seat]
) -> tuple[int, ...]:
    """The moves of a hand, counted from 0, that a computer made for one of the seats.

    Where a person sits there, it minded their seat, or had it before them.
    """
    if None not in makers:
        return ()
    made = enumerate(zip(hand.moves, makers, strict=True))
    return tuple(at for at, (move, maker) in made if maker is None and move.seat in seats)


def secret_of(chain: bytes, hand: int) -> bytes:
    """A secret of a chain by its last one; 0 is the commitment.

    Raises ValueError for a hand the chain does not reach.
    """
    if hand > fair.CHAIN_LENGTH:
        raise ValueError(f"a chain has none for hand {hand}")
    first = hand - hand % STRETCH
    return _secrets(chain, first)[hand - first]


@lru_cache(maxsize=2048)  # of as many rooms as are in memory at most, 1.2 kB each
def _secrets(chain: bytes, first: int) -> tuple[bytes, ...]:
    """The secrets from that one on, a stretch of them.

    Kept, because each takes up to 1024 hashes and is shown again with every record and newcomer;
    together, because those of the next hands were passed on the way.
    """
    last = min(first + STRETCH - 1, fair.CHAIN_LENGTH)
    return fair.chain(fair.secret_at(chain, last), last - first)


def test_deal(hands: Mapping[str, str]) -> Mapping[Seat, tuple[Tile, ...]]:
    """A deal as records write it, tiles by seat."""
    return {
        Seat(seat): tuple(sorted(parse_tile(tile) for tile in tiles.split()))
        for seat, tiles in hands.items()
    }


def _deal(
    chain: bytes,
    nonces: Mapping[Seat, bytes],
    deals: tuple[Mapping[Seat, tuple[Tile, ...]], ...],
    earlier: Match,
) -> fair.FairDeal:
    number = len(earlier.hands) + 1
    if deals:
        return fair.FairDeal(deals[(number - 1) % len(deals)], redeals=0)
    seed = fair.seed(secret_of(chain, number), nonces)
    return fair.deal(seed, earlier.rules.table)
