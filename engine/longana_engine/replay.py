"""Replaying a record: are its moves legal, and is what it states true?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .match import Match
from .moves import Move
from .position import Position, Result
from .record import Record, RecordedHand
from .record_writing import result_document, scores_document
from .refusals import RefusalCode
from .seats import Seat
from .strict_json import Json


RecordCode = (
    RefusalCode | Literal["hand_unfinished", "wrong_result", "wrong_scores", "wrong_winner"]
)
"""Why a record is refused (`record-format.md`, "Why a move is refused")."""


class RecordRefused(ValueError):
    """The record breaks a rule or states something untrue; the message is an English sentence.

    `hand` and `step` count from 0; `step` is the index of the move in its hand, and where a
    statement is wrong the number of the hand's moves.
    """

    def __init__(self, hand: int, step: int, code: RecordCode, message: str) -> None:
        super().__init__(message)
        self.hand = hand
        self.step = step
        self.code = code


@dataclass(frozen=True, slots=True)
class Step:
    """A position somebody has to move in, and the move; None where the record goes no further."""

    position: Position
    played: Move | None


@dataclass(frozen=True, slots=True)
class ReplayedHand:
    """One hand as it went. `scores` are the match's when the record leaves the hand."""

    steps: tuple[Step, ...]
    end: Position
    scores: Mapping[Seat, int]

    @property
    def result(self) -> Result | None:
        """How it ended; None if it is unfinished, and then its last step has no move."""
        return self.end.result


@dataclass(frozen=True, slots=True)
class Replay:
    """What the moves of a record give, as far as there is nothing wrong with it.

    `refused` is the first thing that is; the last hand then ends where it was found.
    """

    hands: tuple[ReplayedHand, ...]
    scores: Mapping[Seat, int]
    winner: Seat | None
    refused: RecordRefused | None


def replay(record: Record) -> Replay:
    """Play a record again; raises RecordRefused for the first thing that is wrong with it."""
    replayed = replay_so_far(record)
    if replayed.refused is not None:
        raise replayed.refused
    return replayed


def replay_so_far(record: Record) -> Replay:
    """Play a record again as far as it is right.

    Hands are judged in order, in each its moves and then its result; then scores, then winner.
    """
    match = Match.begin(record.rules)
    hands: list[ReplayedHand] = []
    refused: RecordRefused | None = None
    for number, recorded in enumerate(record.hands):
        refused = _no_next_hand(number, match)
        if refused is not None:
            break
        steps, position, refused = _play(number, recorded, match.deal(recorded.deal))
        if position.result is not None:
            match = match.finish(position)
        hands.append(ReplayedHand(steps, position, match.scores))
        if refused is not None:
            break
    if refused is None:
        refused = _untrue_totals(record, match)
    return Replay(tuple(hands), match.scores, match.winner, refused)


def _no_next_hand(number: int, match: Match) -> RecordRefused | None:
    """Why there may be no hand of this number."""
    if len(match.hands) < number:
        message = f"Hand {number + 1} cannot begin: the hand before it was not played to its end."
        return RecordRefused(number, 0, "hand_unfinished", message)
    if match.winner is not None:
        message = f"There is no hand {number + 1}: {match.winner.full_name} has won the match."
        return RecordRefused(number, 0, "hand_over", message)
    return None


def _play(
    number: int, recorded: RecordedHand, position: Position
) -> tuple[tuple[Step, ...], Position, RecordRefused | None]:
    steps: list[Step] = []
    for step, move in enumerate(recorded.moves):
        refusal = position.why_not(move)
        if refusal is not None:
            message = f"Hand {number + 1}, move {step + 1} ({move}): {refusal.text}"
            return tuple(steps), position, RecordRefused(number, step, refusal.code, message)
        after = position.after(move)
        steps.append(Step(position, after.moves[-1]))
        position = after
    if position.result is None:
        steps.append(Step(position, None))
    return tuple(steps), position, _untrue_result(number, recorded, position.result)


def _untrue_result(
    number: int, recorded: RecordedHand, result: Result | None
) -> RecordRefused | None:
    stated = recorded.result
    if stated is None:
        return None
    if result is None:
        problem = "is stated, but the hand was not played to its end"
    elif not isinstance(stated, dict):
        problem = "is not an object"
    else:
        true = result_document(result)
        wrong = [key for key in true if key not in stated or not _same(stated[key], true[key])]
        if not wrong:
            return None
        problem = f"is not what its moves give ({', '.join(wrong)})"
    message = f"The result of hand {number + 1} {problem}."
    return RecordRefused(number, len(recorded.moves), "wrong_result", message)


def _untrue_totals(record: Record, match: Match) -> RecordRefused | None:
    last = max(len(record.hands) - 1, 0)
    step = len(record.hands[last].moves) if record.hands else 0
    if record.scores is not None and not _same(record.scores, scores_document(match.scores)):
        given = ", ".join(f"{seat.full_name} {points}" for seat, points in match.scores.items())
        message = f"The scores stated are not what the hands give: {given}."
        return RecordRefused(last, step, "wrong_scores", message)
    if record.winner is not None and record.winner != match.winner:
        given = f"{match.winner.full_name} has" if match.winner else "nobody has"
        message = f"The winner stated is not what the hands give: {given} won the match."
        return RecordRefused(last, step, "wrong_winner", message)
    return None


def _same(stated: Json, true: Json) -> bool:
    """Whether a statement is true. Unlike Python, JSON does not take `true` for 1."""
    if isinstance(stated, dict) and isinstance(true, dict):
        return stated.keys() == true.keys() and all(_same(stated[key], true[key]) for key in true)
    return stated == true and isinstance(stated, bool) == isinstance(true, bool)


def replay_document(replayed: Replay) -> dict[str, Json]:
    """What `longana replay --json` prints about a record that is right."""
    return {
        "ok": True,
        "hands": [_hand_document(hand) for hand in replayed.hands],
        "scores": scores_document(replayed.scores),
        "winner": None if replayed.winner is None else replayed.winner.value,
    }


def _hand_document(hand: ReplayedHand) -> Json:
    result = None if hand.result is None else result_document(hand.result)
    return {"steps": [_step_document(step) for step in hand.steps], "result": result}


def _step_document(step: Step) -> Json:
    document: dict[str, Json] = {
        "to_move": step.position.to_move,
        "legal": [str(move) for move in step.position.legal()],
    }
    return document if step.played is None else {**document, "played": str(step.played)}
