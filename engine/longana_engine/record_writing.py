"""Writing records: one canonical document for a match, and the bytes of its file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import zip_longest

from .match import Match
from .moves import Move
from .position import Position, Result
from .record import FORMAT, Moves, Proof, Record, RecordedHand
from .seats import Seat
from .strict_json import Json


Document = dict[str, Json]


def write_record(
    match: Match,
    *,
    unfinished: Position | None = None,
    current: Sequence[Move] | None = None,
    players: Mapping[Seat, Mapping[str, Json]] | None = None,
    proof: Proof | None = None,
    secrets: Sequence[bytes] | None = None,
    test_deals: bool = False,
    extra: Mapping[str, Json] | None = None,
    hand_extras: Sequence[Mapping[str, Json]] = (),
) -> Document:
    """The record of a match, as one document.

    A hand that is still being played is given in one of two ways: `unfinished` writes it with its
    deal, for the operator's export alone; `current` gives only its public moves, as a live room
    must. `secrets[i]` is the secret of finished hand i. `extra` and `hand_extras[i]` are further
    keys of the record and of hand i, which readers may ignore.

    Raises ValueError when both ways are used, for another number of secrets than of finished
    hands, for more `hand_extras` than hands, and for a further key that the format knows.
    """
    if unfinished is not None and current is not None:
        raise ValueError("a hand is written with its deal or without it, not both")
    if secrets is not None and len(secrets) != len(match.hands):
        raise ValueError(f"{len(secrets)} secrets for {len(match.hands)} finished hands")
    hands = [
        RecordedHand(
            deal=hand.dealt,
            moves=hand.moves,
            result=None if hand.result is None else result_document(hand.result),
            secret=None if secrets is None else secrets[number].hex(),
        )
        for number, hand in enumerate(match.hands)
    ]
    if unfinished is not None:
        hands.append(RecordedHand(deal=unfinished.dealt, moves=unfinished.moves))
    record = Record(
        rules=match.rules,
        hands=tuple(hands),
        players={seat: {**player} for seat, player in (players or {}).items()},
        scores=scores_document(match.scores),
        winner=None if match.winner is None else match.winner.value,
        current=None if current is None else tuple(current),
        proof=None if proof is None else _proof(proof),
        test_deals=test_deals or None,
    )
    return document_of(record, extra=extra, hand_extras=hand_extras)


def document_of(
    record: Record,
    *,
    extra: Mapping[str, Json] | None = None,
    hand_extras: Sequence[Mapping[str, Json]] = (),
) -> Document:
    """A record as the document it could be read from, in canonical form.

    Keys, seats and tiles stand in order, tiles low-high, and what states nothing is left out, but
    for the winner, which is null as long as there is none. Further keys as in `write_record`.
    """
    if len(hand_extras) > len(record.hands):
        raise ValueError(f"{len(hand_extras)} sets of further keys for {len(record.hands)} hands")
    hands: list[Json] = [
        _with(further or {}, _hand(hand), RecordedHand)
        for hand, further in zip_longest(record.hands, hand_extras)
    ]
    stated: Document = {
        "format": FORMAT,
        "rules": {**record.rules.settings()},
        "players": {seat.value: player for seat, player in record.players.items()} or None,
        "hands": hands,
        "current": None if record.current is None else {"moves": _moves(record.current)},
        "scores": record.scores,
        "proof": record.proof,
        "test_deals": record.test_deals,
    }
    return _with(extra or {}, {**_something(stated), "winner": record.winner}, Record)


def record_bytes(document: Mapping[str, Json]) -> bytes:
    """The file of a document: JSON in UTF-8, indented for people."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
    # A lone surrogate cannot be UTF-8. Only strings hold one, and there \udc00 is how to write it.
    return f"{text}\n".encode("utf-8", "backslashreplace")


def result_document(result: Result) -> Document:
    """A result as records write it."""
    return {
        "kind": result.kind,
        "winner": None if result.winner is None else result.winner.value,
        "points": result.points,
        "pips": scores_document(result.pips),
    }


def scores_document(scores: Mapping[Seat, int]) -> Document:
    """Scores, or pips, as records write them."""
    return {seat.value: number for seat, number in scores.items()}


def _hand(hand: RecordedHand) -> Document:
    deal = {seat.value: " ".join(map(str, sorted(tiles))) for seat, tiles in hand.deal.items()}
    stated: Document = {
        "deal": {**deal},
        "moves": _moves(hand.moves),
        "result": hand.result,
        "secret": hand.secret,
    }
    return _something(stated)


def _moves(moves: Moves) -> list[Json]:
    return [str(move) for move in moves]


def _proof(proof: Proof) -> Document:
    return {
        "commitment": proof.commitment.hex(),
        "seals": {seat.value: seal.hex() for seat, seal in proof.seals.items()},
        "nonces": {seat.value: nonce.hex() for seat, nonce in proof.nonces.items()},
    }


def _something(stated: Document) -> Document:
    return {key: value for key, value in stated.items() if value is not None}


def _with(further: Mapping[str, Json], document: Document, kind: type) -> Document:
    known = {"format", *(field.name for field in fields(kind))}
    if taken := known.intersection(further):
        raise ValueError(f"the format knows {', '.join(sorted(taken))}: no further keys")
    return {**document, **further}
