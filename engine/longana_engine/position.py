"""One hand at one moment: what is legal, why the rest is not, and what comes after."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .core import CARRIES, CODES, MOVES, NO_END, NUMBER, Table, as_set, as_tiles, law
from .moves import Move, Opening, Pass, Play, Unknown, branches, centre
from .opening import Entitlement, Hands
from .refusals import Fact, Illegal, Refusal
from .rules import Rules
from .seats import SEATS, Seat
from .tiles import Tile


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended. `winner` is None, and `points` 0, after a tied block."""

    kind: Literal["out", "block"]
    winner: Seat | None
    points: int
    pips: Mapping[Seat, int]
    """What was left in each hand."""


@dataclass(frozen=True, slots=True)
class Position:
    """A hand in play or over, all tiles included: nobody but the table's keeper may see it.

    >>> from longana_engine import Match, Seat, parse_move, parse_tile, rules_from
    >>> deal = {Seat.S: "3-3 2-3 0-1", Seat.N: "0-3 1-2 1-1"}
    >>> deal = {seat: [parse_tile(word) for word in deal[seat].split()] for seat in deal}
    >>> position = Match.begin(rules_from({"seats": 2})).deal(deal)
    >>> for text in "S 3-3", "N 0-3>N":
    ...     position = position.after(parse_move(text))
    >>> [str(move) for move in position.legal()]
    ['S 2-3>S']
    >>> position.why_not(parse_move("S 0-1>N")).text
    "North's branch is closed to South: only a double may be played there."
    """

    rules: Rules
    entitlement: Entitlement
    moves: tuple[Move, ...]
    """Every move so far, passes included."""
    result: Result | None = field(repr=False, compare=False)
    """How the hand ended; None while it goes on."""
    _legal: tuple[Move, ...] = field(repr=False, compare=False)
    _table: Table = field(repr=False, hash=False)

    @classmethod
    def begin(cls, rules: Rules, hands: Hands, opener: Entitlement) -> "Position":
        """The hand before its opening.

        Raises ValueError unless every seat of the match, and no other, has tiles, no tile is there
        twice, and the opener holds the doubles it may open with. That a seat gets eight is the
        dealer's business.
        """
        if set(hands) != set(rules.table) or not all(hands.values()):
            raise ValueError(f"hands are dealt to {', '.join(rules.table)}, and to nobody else")
        dealt = [tile for hand in hands.values() for tile in hand]
        if len(dealt) != len(set(dealt)):
            raise ValueError("a tile is dealt twice")
        doubles = set(opener.tiles) & set(hands.get(opener.seat, ()))
        if not doubles or doubles != {tile for tile in opener.tiles if tile.is_double}:
            raise ValueError(f"{opener.seat} does not hold the doubles it may open with")
        sets = (as_set(hands.get(seat, ())) for seat in SEATS)
        table = Table.begin(law(rules), sets, opener.seat.place, as_set(doubles))
        return cls(rules, opener, (), None, _legal(table), table)

    def legal(self) -> tuple[Move, ...]:
        """Every legal move, in the order of the record format; none when the hand is over."""
        return self._legal

    def can(self, move: Move | Unknown) -> bool:
        """Whether the move is legal now."""
        return move in self._legal

    def why_not(self, move: Move | Unknown) -> Refusal | None:
        """Why the move is refused, None if it is legal.

        The codes are tried in the order of the record format. Facts of a refusal may tell what the
        mover holds, so it is for the mover alone.
        """
        return None if self.can(move) else self._refusal(move)

    def allowed(self, move: Move | Unknown) -> Move:
        """The move itself, if it is legal now; raises Illegal with the refusal."""
        for legal in self._legal:
            if move == legal:
                return legal
        raise Illegal(self._refusal(move))

    def after(self, move: Move | Unknown) -> "Position":
        """The position after a move; raises Illegal with the refusal."""
        allowed = self.allowed(move)
        code = CODES[allowed]
        moves = (*self.moves, allowed)
        table = self._table.copy()
        table.play(code)
        result = _result(table) if table.over else None
        return Position(self.rules, self.entitlement, moves, result, _legal(table), table)

    def _refusal(self, move: Move | Unknown) -> Refusal:
        """Name the rule that an illegal move breaks."""
        seat = move.seat
        to_move = self.to_move
        if to_move is None:
            return Refusal("hand_over", {"over": "hand"})
        if seat != to_move:
            return Refusal("not_your_turn", {"seat": seat, "to_move": to_move})
        if isinstance(move, Unknown):
            if move.tile is not None:
                return Refusal("unknown_tile", {"tile": move.tile})
            return self._no_branch(str(move.branch))
        if isinstance(move, Pass):
            if self.centre is None:
                return self._must_open(seat)
            return Refusal("must_play", {"seat": seat, "moves": tuple(map(str, self.legal()))})
        if move.tile not in NUMBER:
            return Refusal("unknown_tile", {"tile": str(move.tile)})
        if isinstance(move, Play) and move.branch not in self.rules.table:
            return self._no_branch(move.branch)
        tile = str(move.tile)
        if move.tile not in self.hands[seat]:
            return Refusal("tile_not_held", {"seat": seat, "tile": tile})
        if self.centre is None:
            return self._must_open(seat)
        if isinstance(move, Opening):
            return Refusal("already_open", {"tile": tile, "centre": str(self.centre)})
        return self._unfit(move)

    def _no_branch(self, branch: str) -> Refusal:
        return Refusal("unknown_branch", {"branch": branch, "branches": self.rules.table})

    def _must_open(self, seat: Seat) -> Refusal:
        tiles = tuple(map(str, self.entitlement.tiles))
        return Refusal("must_open", {"seat": seat, "tiles": tiles})

    def _unfit(self, move: Play) -> Refusal:
        """Why a held tile may not be played on a branch of this match."""
        branch = move.branch
        end = self._table.ends[branch.place]
        facts: dict[str, Fact] = {
            "seat": move.seat,
            "tile": str(move.tile),
            "branch": branch,
            "end": end,
        }
        if not move.tile.carries(end):
            return Refusal("no_match", facts)
        if branch not in self.opened:
            return Refusal("branch_closed", facts)
        instead = SEATS[self._table.reach()[1][end]]
        return Refusal("earlier_open_branch", {**facts, "instead": instead})

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the hand is over."""
        return None if self._table.over else SEATS[self._table.mover]

    @property
    def hands(self) -> Mapping[Seat, tuple[Tile, ...]]:
        """The tiles each seat holds, sorted."""
        return {seat: self.hand(seat) for seat in self.rules.table}

    def hand(self, seat: Seat) -> tuple[Tile, ...]:
        """The tiles that one seat holds, sorted."""
        return as_tiles(self._table.hands[seat.place])

    @property
    def left(self) -> Mapping[Seat, int]:
        """How many tiles each seat holds."""
        hands, places = self._table.hands, self._table.law.places
        return {SEATS[place]: hands[place].bit_count() for place in places}

    @property
    def dealt(self) -> Mapping[Seat, tuple[Tile, ...]]:
        """The tiles each seat was dealt, sorted."""
        dealt = list(self._table.hands)
        for move in self.moves:
            if not isinstance(move, Pass):
                dealt[move.seat.place] |= 1 << NUMBER[move.tile]
        return {seat: as_tiles(dealt[seat.place]) for seat in self.rules.table}

    @property
    def centre(self) -> Tile | None:
        """The double the hand was opened with."""
        return centre(self.moves)

    @property
    def opener(self) -> Seat | None:
        """The seat that opened the hand; None before the opening."""
        return self.entitlement.seat if self.moves else None

    @property
    def branches(self) -> Mapping[Seat, tuple[Tile, ...]]:
        """The tiles of each branch, from the centre outwards."""
        return branches(self.rules.table, self.moves)

    @property
    def ends(self) -> Mapping[Seat, int] | None:
        """The value each branch shows; None before the opening."""
        if not self.moves:
            return None
        return {SEATS[place]: self._table.ends[place] for place in self._table.law.places}

    @property
    def opened(self) -> tuple[Seat, ...]:
        """The open branches, in their opening order."""
        opened = self._table.opened
        return tuple([SEATS[place] for place in self._table.queue if opened >> place & 1])

    @property
    def fits(self) -> tuple[int, ...]:
        """The values the mover's ordinary tiles may be played on, sorted: any other needs a double.

        Who must pass has no tile with any of them and no double that fits elsewhere.
        """
        if not self.moves or self._table.over:
            return ()
        masks, _ = self._table.reach()
        return tuple(sorted({end for end in self._table.ends if CARRIES[end] in masks} - {NO_END}))

    @property
    def barred(self) -> Mapping[Seat, Seat]:
        """Open branches the mover's ordinary tiles may not use, and which to use instead.

        Equal-end priority alone; whether it bars doubles too is a setting.
        """
        opened = self.opened
        if self._table.over or not opened:
            return {}
        ends = self._table.ends
        masks, first = self._table.reach()
        return {
            seat: SEATS[first[ends[seat.place]]]
            for seat in opened
            if masks[seat.place] != CARRIES[ends[seat.place]]
        }

    @property
    def revealed(self) -> Mapping[Seat, tuple[Tile, ...]]:
        """What everybody may see of the hands: all of them once the hand is over, else none."""
        return self.hands if self._table.over else {}


def _legal(table: Table) -> tuple[Move, ...]:
    readable = MOVES[table.mover]
    return tuple([readable[code] for code in sorted(table.legal())])


def _result(table: Table) -> Result:
    winner, points = table.score()
    left = table.left()
    return Result(
        kind="out" if table.out else "block",
        winner=SEATS[winner] if winner >= 0 else None,
        points=points,
        pips={SEATS[place]: left[place] for place in table.law.places},
    )
