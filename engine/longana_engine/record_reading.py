"""Reading a record: is this a record at all?

The whole document is looked through before any move is judged, so that a broken file is refused
as such and never half-way through a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .fair import TILES_PER_SEAT
from .moves import BadNotation, Move, Unknown, parse_move
from .record import FORMAT, Deal, NotARecord, Record, RecordedHand
from .rules import BadRules, Rules, rules_from
from .seats import Seat
from .strict_json import Json, NotJson, parse, shown
from .tiles import Tile, UnknownTile, parse_tile


Table = tuple[Seat, ...]
"""The seats of a match, in the order S, E, N, W."""


def read_record(data: bytes) -> Record:
    """Read the bytes of a file; raises NotARecord for whatever the format doesn't allow."""
    try:
        document = parse(data)
    except NotJson as error:
        raise NotARecord(str(error)) from None
    return record_from(document)


def record_from(document: Json) -> Record:
    """Read a document that is parsed already; raises NotARecord."""
    if not isinstance(document, dict):
        raise NotARecord(f"it is not a JSON object but {shown(document)}")
    if document.get("format") != FORMAT:
        raise NotARecord(f'its "format" is not "{FORMAT}"')
    rules = _rules(document.get("rules", {}))
    return Record(
        rules=rules,
        hands=_hands(document.get("hands"), rules.table),
        players=_players(document.get("players"), rules.table),
        scores=_scores(document.get("scores"), rules.table),
        winner=document.get("winner"),
        current=_current(document.get("current"), rules.table),
        proof=document.get("proof"),
        test_deals=document.get("test_deals"),
    )


def deal_from(deal: Json, table: Table, where: str = "the file") -> Deal:
    """Read the starting tiles of one hand for the seats of a match.

    Raises NotARecord, with `where` in its message, unless each seat of the match and no other has
    eight tiles, none is dealt twice and a double is among them.
    """
    if not isinstance(deal, dict):
        raise NotARecord(f'{where} has no "deal" by seats')
    _refuse_other_seats(f"the deal of {where}", deal, table)
    hands = {seat: _tiles(deal.get(seat), seat, where) for seat in table}
    dealt = [tile for hand in hands.values() for tile in hand]
    if len(set(dealt)) != len(dealt):
        twice = next(tile for tile in dealt if dealt.count(tile) > 1)
        raise NotARecord(f"{where} deals {twice} twice")
    if not any(tile.is_double for tile in dealt):
        raise NotARecord(f"{where} deals no double")
    return hands


def _rules(settings: Json) -> Rules:
    if not isinstance(settings, dict):
        raise NotARecord('its "rules" are not an object')
    for name, value in settings.items():
        # Not left to BadRules: it would spell out the value, however deep that is.
        if isinstance(value, list | dict):
            raise NotARecord(_bad_setting(name, value))
    try:
        return rules_from(settings)
    except BadRules as error:
        name = error.setting
        raise NotARecord(_bad_setting(name, settings[name])) from None


def _bad_setting(name: str, value: Json) -> str:
    return f"its rules are bad: there is no setting {shown(name)} with the value {shown(value)}"


def _hands(hands: Json, table: Table) -> tuple[RecordedHand, ...]:
    if not isinstance(hands, list):
        raise NotARecord('it has no list of "hands"')
    return tuple(_hand(hand, table, f"hand {number}") for number, hand in enumerate(hands, 1))


def _hand(hand: Json, table: Table, where: str) -> RecordedHand:
    if not isinstance(hand, dict):
        raise NotARecord(f"{where} is not an object")
    return RecordedHand(
        deal=deal_from(hand.get("deal"), table, where),
        moves=_moves(hand.get("moves"), table, where),
        result=hand.get("result"),
        secret=hand.get("secret"),
    )


def _tiles(written: Json, seat: Seat, where: str) -> tuple[Tile, ...]:
    if not isinstance(written, str):
        raise NotARecord(f"{where} deals {seat} no tiles")
    try:
        tiles = [parse_tile(text) for text in written.split(" ")]
    except UnknownTile:
        tiles = []
    if len(tiles) != TILES_PER_SEAT:
        raise NotARecord(f"{where} does not deal {seat} eight tiles, but {shown(written)}")
    return tuple(sorted(tiles))


def _moves(moves: Json, table: Table, where: str) -> tuple[Move | Unknown, ...]:
    if not isinstance(moves, list):
        raise NotARecord(f'{where} has no list of "moves"')
    return tuple(
        _move(move, table, f"{where}, move {number}") for number, move in enumerate(moves, 1)
    )


def _move(written: Json, table: Table, where: str) -> Move | Unknown:
    if not isinstance(written, str):
        raise NotARecord(f"{where} is not a text, but {shown(written)}")
    try:
        move = parse_move(written)
    except BadNotation:
        raise NotARecord(f"{where}: {shown(written)} is not written as a move") from None
    _refuse_other_seats(where, (move.seat,), table)
    return move


def _players(players: Json, table: Table) -> Mapping[Seat, Json]:
    # Players of another type are a record: it is no statement anybody checks.
    if not isinstance(players, dict):
        return {}
    _refuse_other_seats("the players", players, table)
    return {seat: players[seat] for seat in table if seat in players}


def _scores(scores: Json, table: Table) -> Json:
    # Scores of another type are a record: what they state is merely untrue.
    if isinstance(scores, dict):
        _refuse_other_seats("the scores", scores, table)
    return scores


def _current(current: Json, table: Table) -> tuple[Move | Unknown, ...] | None:
    if current is None:
        return None
    if not isinstance(current, dict):
        raise NotARecord('its "current" hand is not an object')
    return _moves(current.get("moves"), table, "the current hand")


def _refuse_other_seats(where: str, keys: Iterable[str], table: Table) -> None:
    for key in keys:
        if key not in table:
            raise NotARecord(f"{where}: {shown(key)} is no seat of a match of {len(table)}")
