"""A second model of the game, written straight from the rules and from nothing else.

It is the yardstick the engine is measured with, so it shares no line and no idea with it: tiles are
pairs of numbers, seats and branches are letters, everything is worked out anew from plain lists and
dicts, and speed is of no concern. It must never import `longana_engine`.

A move is `(seat, tile, branch)`: `("S", (9, 9), None)` opens, `("E", (3, 7), "W")` plays,
`("N", None, None)` passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


Tile = tuple[int, int]
Move = tuple[str, Tile | None, str | None]
Settings = dict[str, str | int | bool]
Deal = Mapping[str, Iterable[Tile]]

TABLES = {2: ["S", "N"], 3: ["S", "E", "N"], 4: ["S", "E", "N", "W"]}
TILES = [(low, high) for low in range(10) for high in range(low, 10)]

CUBAN: Settings = {
    "seats": 4,
    "target": 100,
    "direction": "right",
    "block_score": "all",
    "tie_opener": "next_after_opener",
    "doubles_obey_priority": True,
    "own_branch_in_priority": False,
    "reopened_order": "last",
}
INTERNATIONAL: Settings = {
    "seats": 4,
    "target": 100,
    "direction": "left",
    "block_score": "difference",
    "tie_opener": "highest_double",
    "doubles_obey_priority": False,
    "own_branch_in_priority": True,
    "reopened_order": "last",
}
PRESETS = {"cuban": CUBAN, "international": INTERNATIONAL}


def settings_of(rules: Mapping[str, str | int | bool]) -> Settings:
    """Every setting of a match, from a record's `rules`: a preset and whatever differs from it."""
    differing = {name: value for name, value in rules.items() if name != "preset"}
    return {**PRESETS[str(rules.get("preset", "cuban"))], **differing}


def table_of(settings: Settings) -> list[str]:
    """The seats present, in the order S, E, N, W."""
    return TABLES[int(settings["seats"])]


def seats_after(settings: Settings, seat: str) -> list[str]:
    """All seats in turn order from the one after `seat`; `seat` itself comes last."""
    letters = ["S", "E", "N", "W"] if settings["direction"] == "right" else ["S", "W", "N", "E"]
    order = [letter for letter in letters if letter in table_of(settings)]
    place = order.index(seat)
    return order[place + 1 :] + order[: place + 1]


def is_double(tile: Tile) -> bool:
    return tile[0] == tile[1]


def doubles_among(tiles: Iterable[Tile]) -> list[Tile]:
    return sorted(tile for tile in tiles if is_double(tile))


def pips_of(tiles: Iterable[Tile]) -> int:
    return sum(low + high for low, high in tiles)


# ---------------------------------------------------------------------------------------------
# Who opens


def holder_of_the_highest_double(deal: Deal) -> tuple[str, list[Tile]]:
    """The seat that must open with the highest double of all, and that double."""
    double, seat = max((double, seat) for seat in deal for double in doubles_among(deal[seat]))
    return seat, [double]


def first_with_a_double(deal: Deal, seats: list[str]) -> tuple[str, list[Tile]]:
    """The first of `seats` that holds a double, and all the doubles it holds."""
    for seat in seats:
        if doubles_among(deal[seat]):
            return seat, doubles_among(deal[seat])
    raise ValueError("nobody holds a double")


def who_opens(
    settings: Settings, deal: Deal, winner: str | None = None, tied_opener: str | None = None
) -> tuple[str, list[Tile]]:
    """The seat to open and the doubles it may choose from.

    `winner` won the hand before; or that hand was a tied block, and `tied_opener` had actually
    opened it; with neither it is the first hand of a match.
    """
    if winner is not None:
        return first_with_a_double(deal, [winner, *seats_after(settings, winner)])
    if tied_opener is not None and settings["tie_opener"] == "next_after_opener":
        return first_with_a_double(deal, seats_after(settings, tied_opener))
    return holder_of_the_highest_double(deal)


# ---------------------------------------------------------------------------------------------
# One hand


class Hand:
    """One hand being played; `play` changes it."""

    def __init__(self, settings: Settings, deal: Deal, opens: tuple[str, list[Tile]]) -> None:
        self.settings = settings
        self.table = table_of(settings)
        self.held = {seat: sorted(deal[seat]) for seat in self.table}
        self.branches: dict[str, list[Tile]] = {seat: [] for seat in self.table}
        self.centre: Tile | None = None
        self.opener: str | None = None
        self.to_move: str | None = opens[0]
        self.permitted = opens[1]
        # The order each open branch has; a seat is in it exactly while its branch is open.
        self.order: dict[str, int] = {}
        self.first_order: dict[str, int] = {}
        self.orders_given = 0
        self.moves: list[Move] = []
        self.result: dict[str, object] | None = None

    def copy(self) -> Hand:
        twin = Hand.__new__(Hand)
        twin.__dict__.update(self.__dict__)
        twin.held = {seat: list(tiles) for seat, tiles in self.held.items()}
        twin.branches = {seat: list(tiles) for seat, tiles in self.branches.items()}
        twin.order = dict(self.order)
        twin.first_order = dict(self.first_order)
        twin.moves = list(self.moves)
        return twin

    # What is on the table

    def end_of(self, branch: str) -> int:
        """The value a branch shows: the centre's, carried outwards tile by tile."""
        assert self.centre is not None
        end = self.centre[0]
        for tile in self.branches[branch]:
            end = tile[1] if tile[0] == end else tile[0]
        return end

    def ends(self) -> dict[str, int]:
        return {branch: self.end_of(branch) for branch in self.table}

    def opened(self) -> list[str]:
        """The open branches, the one that opened first in front."""
        return sorted(self.order, key=lambda branch: self.order[branch])

    # What may be played

    def first_in_line(self, value: int) -> str | None:
        """The branch that equal-end priority lets the mover use, of the open ones on `value`."""
        for branch in self.opened():
            own = branch == self.to_move
            if own and not self.settings["own_branch_in_priority"]:
                continue
            if self.end_of(branch) == value:
                return branch
        return None

    def barred_by(self, tile: Tile, branch: str) -> str | None:
        """The branch that must be used instead, where priority forbids `tile` on `branch`."""
        if branch == self.to_move or branch not in self.order:
            return None
        if is_double(tile) and not self.settings["doubles_obey_priority"]:
            return None
        first = self.first_in_line(self.end_of(branch))
        return first if first != branch else None

    def may_be_used(self, tile: Tile, branch: str) -> bool:
        """Whether the mover may play this fitting tile on this branch."""
        if branch == self.to_move:
            return True
        if branch not in self.order:
            return is_double(tile)
        return self.barred_by(tile, branch) is None

    def plays(self) -> list[Move]:
        """Every legal play on a branch, by tile, then by branch; only once the centre is there."""
        assert self.to_move is not None
        return [
            (self.to_move, tile, branch)
            for tile in sorted(self.held[self.to_move])
            for branch in self.table
            if self.end_of(branch) in tile and self.may_be_used(tile, branch)
        ]

    def legal(self) -> list[Move]:
        if self.to_move is None:
            return []
        if self.centre is None:
            return [(self.to_move, tile, None) for tile in sorted(self.permitted)]
        return self.plays() or [(self.to_move, None, None)]

    def refusal(self, move: Move) -> str | None:
        """The code of the first thing wrong with a move, in the order of the record format."""
        seat, tile, branch = move
        if self.result is not None:
            return "hand_over"
        if seat != self.to_move:
            return "not_your_turn"
        if tile is not None and tile not in TILES:
            return "unknown_tile"
        if branch is not None and branch not in self.table:
            return "unknown_branch"
        if tile is not None and tile not in self.held[seat]:
            return "tile_not_held"
        if self.centre is None:
            return None if tile in self.permitted and branch is None else "must_open"
        if tile is None:
            return "must_play" if self.plays() else None
        if branch is None:
            return "already_open"
        if self.end_of(branch) not in tile:
            return "no_match"
        if branch != seat and branch not in self.order and not is_double(tile):
            return "branch_closed"
        if self.barred_by(tile, branch) is not None:
            return "earlier_open_branch"
        return None

    # What a move does

    def play(self, move: Move) -> None:
        assert move in self.legal()
        seat, tile, branch = move
        self.moves.append(move)
        self.to_move = seats_after(self.settings, seat)[0]
        if tile is None:
            self.open_branch(seat)
            return
        self.held[seat].remove(tile)
        self.order.pop(seat, None)
        if branch is None:
            self.centre = tile
            self.opener = seat
        else:
            self.branches[branch].append(tile)
        if not self.held[seat]:
            self.end_hand("out", seat)
        elif self.is_blocked():
            self.end_hand("block", self.lowest())

    def open_branch(self, seat: str) -> None:
        if seat in self.order:
            return
        self.orders_given += 1
        self.first_order.setdefault(seat, self.orders_given)
        kept = self.settings["reopened_order"] == "kept"
        self.order[seat] = self.first_order[seat] if kept else self.orders_given

    def is_blocked(self) -> bool:
        ends = set(self.ends().values())
        return not any(ends & set(tile) for tiles in self.held.values() for tile in tiles)

    # How it ends

    def pips(self) -> dict[str, int]:
        return {seat: pips_of(self.held[seat]) for seat in self.table}

    def lowest(self) -> str | None:
        """The seat with fewer pips than every other; None when two or more share the lowest."""
        pips = self.pips()
        least = [seat for seat in self.table if pips[seat] == min(pips.values())]
        return least[0] if len(least) == 1 else None

    def end_hand(self, kind: str, winner: str | None) -> None:
        pips = self.pips()
        points = 0
        if winner is not None:
            others = sum(pips[seat] for seat in self.table if seat != winner)
            points = others
            if kind == "block" and self.settings["block_score"] == "all":
                points = others + pips[winner]
            if kind == "block" and self.settings["block_score"] == "difference":
                points = others - pips[winner]
        self.to_move = None
        self.result = {"kind": kind, "winner": winner, "points": points, "pips": pips}


# ---------------------------------------------------------------------------------------------
# A match


class Match:
    """The finished hands of a match, and what follows from them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.scores = dict.fromkeys(table_of(settings), 0)
        self.last: Hand | None = None
        self.winner: str | None = None

    def opens(self, deal: Deal) -> tuple[str, list[Tile]]:
        """Who opens the next hand, with what."""
        if self.last is None:
            return who_opens(self.settings, deal)
        assert self.last.result is not None
        winner = self.last.result["winner"]
        if isinstance(winner, str):
            return who_opens(self.settings, deal, winner=winner)
        return who_opens(self.settings, deal, tied_opener=self.last.opener)

    def begin(self, deal: Deal) -> Hand:
        return Hand(self.settings, deal, self.opens(deal))

    def finish(self, hand: Hand) -> None:
        assert hand.result is not None
        self.last = hand
        winner, points = hand.result["winner"], hand.result["points"]
        if isinstance(winner, str) and isinstance(points, int):
            self.scores[winner] += points
            if self.scores[winner] >= int(self.settings["target"]):
                self.winner = winner


# ---------------------------------------------------------------------------------------------
# Notation


def written_tile(tile: Tile) -> str:
    return f"{tile[0]}-{tile[1]}"


def written(move: Move) -> str:
    seat, tile, branch = move
    if tile is None:
        return f"{seat} pass"
    return f"{seat} {written_tile(tile)}" + (f">{branch}" if branch else "")


TILE = "(0|[1-9][0-9]?)-(0|[1-9][0-9]?)"
MOVE = f"([A-Z]) (?:pass|{TILE}(?:>([A-Z]))?)"


def read_move(text: str) -> Move | None:
    """A move in notation, whether or not there are such seats, tiles and branches; else None."""
    match = re.fullmatch(MOVE, text)
    if match is None:
        return None
    seat, one, other, branch = match.groups()
    if one is None:
        return seat, None, None
    low, high = sorted((int(one), int(other)))
    return seat, (low, high), branch


def read_tiles(text: str) -> list[Tile]:
    """Tiles in notation, separated by spaces; raises ValueError for anything that is no tile."""
    return [read_tile(word) for word in text.split()]


def read_tile(word: str) -> Tile:
    match = re.fullmatch(TILE, word)
    low, high = sorted(map(int, match.groups())) if match else (-1, -1)
    if (low, high) not in TILES:
        raise ValueError(f"no tile: {word}")
    return low, high
