"""Records as the server gives them out, of hands that a test has made up."""

from __future__ import annotations

from collections.abc import Sequence

from longana_engine import Position
from longana_protocol.answers import Record, Step, View


def record_of(hands: Sequence[Record], *, seats: int) -> Record:
    """A match of these hands, each a record of one."""
    return Record(
        about="0",
        match=1,
        record={
            "rules": {"preset": "cuban", "seats": seats, "target": 100},
            "hands": [hand for one in hands for hand in one.record["hands"]],
        },
        steps=tuple(step for one in hands for step in one.steps),
    )


def played(end: Position) -> Record:
    """Of a finished hand."""
    position = Position.begin(end.rules, end.dealt, end.entitlement)
    positions = [position, *((position := position.after(move)) for move in end.moves)]
    result = end.result
    assert result is not None
    hand = {
        "deal": {seat.value: " ".join(map(str, tiles)) for seat, tiles in end.dealt.items()},
        "moves": [str(move) for move in end.moves],
        "result": {
            "kind": result.kind,
            "winner": result.winner,
            "points": result.points,
            "pips": {seat.value: pips for seat, pips in result.pips.items()},
        },
    }
    steps = tuple(
        Step(
            to_move=None if one.to_move is None else one.to_move.value,
            ends=tuple((one.ends or {}).values()),
            opened=tuple(seat.value for seat in one.opened),
            left=tuple(len(tiles) for tiles in one.hands.values()),
        )
        for one in positions
    )
    return Record(about="0", match=1, record={"hands": [hand]}, steps=(steps,))


def made_up(view: View, seats: Sequence[str]) -> Record:
    """Of a position no hand leads to: all of it lies there from the first step on."""
    table = view.table
    step = Step(ends=table.ends, opened=table.opened, left=table.left)
    hand = {
        "deal": dict.fromkeys(seats, "0-1"),
        "moves": [_written(move) for move in table.moves],
        "result": {
            "kind": "blocked",
            "winner": None,
            "points": 0,
            "pips": {seat: 9 if at > 1 else 1 for at, seat in enumerate(seats)},
        },
    }
    steps = (step,) * (len(table.moves) + 1)
    return Record(about="0", match=1, record={"hands": [hand]}, steps=(steps,))


def _written(move: str) -> str:
    """ "E37W" as "E 3-7>W"."""
    branch = move[3:]
    return f"{move[0]} {move[1]}-{move[2]}" + (f">{branch}" if branch else "")
