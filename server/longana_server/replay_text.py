"""A replayed record for a person: the match move by move, in the sentences of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from longana_engine import Opening, Pass, Play, Position, Result, Rules, Seat
from longana_engine.computers import Reviewed, decisions
from longana_engine.record import Record
from longana_engine.replay import Replay, ReplayedHand
from longana_protocol.catalogue import Fact, text

from . import thoughts
from .degrees import degree
from .plain_text import visible


def replay_lines(record: Record, replayed: Replay, review: Seat | None = None) -> Iterator[str]:
    """The lines to print, as far as the record is right; names are made harmless.

    `review`: the seat whose choices in finished hands are judged below each of them.
    """
    yield from _heading(record.rules)
    for seat in record.rules.table:
        if player := _player(record, seat):
            yield f"{_english(f'seat.{seat}')}: {player}"
    if review is not None:
        yield _english("hint.judged")
    scores: Mapping[Seat, int] = dict.fromkeys(record.rules.table, 0)
    for number, hand in enumerate(replayed.hands, 1):
        yield ""
        yield f"Hand {number}"
        yield from _hand(hand, _judgements(hand, number, review, scores))
        scores = hand.scores
    if replayed.winner is not None and replayed.refused is None:
        yield ""
        points = replayed.scores[replayed.winner]
        yield _english("result.match", winner=replayed.winner, points=points)


def _heading(rules: Rules) -> Iterator[str]:
    preset = _english(f"preset.{rules.preset}")
    seats = _english("count.seat", count=rules.seats)
    points = _english("count.point", count=rules.target)
    yield f"Longana, {preset} rules, {seats}, to {points}"
    for name, value in rules.settings().items():
        if name not in ("preset", "seats", "target"):
            yes_or_no = "setting.yes" if value else "setting.no"
            key = yes_or_no if isinstance(value, bool) else f"setting.{name}.{value}"
            yield f"{_english(f'setting.{name}')}: {_english(key)}"


def _player(record: Record, seat: Seat) -> str:
    """What a record says about who sits there, which can be anything."""
    player = record.players.get(seat)
    if not isinstance(player, dict):
        return ""
    told = (player.get("name"), player.get("level"))
    return ", ".join(visible(word) for word in told if isinstance(word, str) and word)


def _judgements(
    hand: ReplayedHand, number: int, seat: Seat | None, scores: Mapping[Seat, int]
) -> Mapping[int, str]:
    """What is to be said of the choices of a seat, by the number of the move from 0."""
    if seat is None or hand.result is None:
        return {}
    return {
        decision.at: _judgement(thoughts.review(decision, f"{number} {decision.at}"))
        for decision in decisions(hand.end, seat, scores)
    }


def _judgement(found: Reviewed) -> str:
    move, better = str(found.move), str(found.better)
    if not found.is_costly:
        return _english("review.near" if found.cost else "review.good", move=move, better=better)
    reason = _english(f"hint.{found.reason.key}", **found.reason.facts)
    said = _english(f"review.better.{degree(found.cost)}", move=move, better=better)
    return f"{said} {reason}"


def _hand(hand: ReplayedHand, judged: Mapping[int, str]) -> Iterator[str]:
    for seat, tiles in hand.end.dealt.items():
        yield f"{_english(f'seat.{seat}')} gets {' '.join(map(str, tiles))}"
    for number, step in enumerate(hand.steps, 1):
        if step.played is None:
            yield _english("event.to_move", seat=step.position.to_move or "")
        else:
            yield f"{number:3}. {' '.join(_event(step.position, step.played))}"
            if (said := judged.get(number - 1)) is not None:
                yield f"     {said}"
    if hand.result is not None:
        yield from _result(hand.result)
        yield f"Score: {_by_seat(hand.scores)}"


def _event(before: Position, move: Opening | Play | Pass) -> Iterator[str]:
    seat = move.seat
    was_open = seat in before.opened
    match move:
        case Opening(_, tile):
            yield _english("event.opens", seat=seat, tile=str(tile))
        case Pass():
            yield _english("event.passes_again" if was_open else "event.passes", seat=seat)
        case Play(_, tile, branch):
            key = "event.plays_own" if branch == seat else "event.plays"
            yield _english(key, seat=seat, tile=str(tile), branch=branch)
            if was_open:
                yield _english("event.closes", seat=seat)


def _result(result: Result) -> Iterator[str]:
    if result.winner is None:
        least = min(result.pips.values())
        tied = [seat.value for seat, pips in result.pips.items() if pips == least]
        yield _english("result.tied", seats=tied)
    else:
        yield _english(f"result.{result.kind}", winner=result.winner, points=result.points)
    yield f"Pips left: {_by_seat(result.pips)}"


def _by_seat(numbers: Mapping[Seat, int]) -> str:
    return ", ".join(f"{_english(f'seat.{seat}')} {number}" for seat, number in numbers.items())


def _english(key: str, **facts: Fact) -> str:
    """A text of the catalogue; the errors of records are in English, so all around them is too."""
    return text("en", key, **facts)
