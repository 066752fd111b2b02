"""Lines said at the table, and the table's own phrases, those that fit the moment first."""

from __future__ import annotations

from collections.abc import Iterator

from longana_protocol.answers import Refused, Said
from longana_protocol.catalogue import catalogue

from .board import read_move
from .connection import Update
from .connection.updates import Heard
from .wording import Words, seated


_ANSWER = "declines"
"""Said by the server for whoever says no."""


def heard_told(words: Words, update: Update, heard: Heard) -> str:
    """A line said at the table, a nudge, or a notice to all."""
    match heard:
        case Refused(text=text):
            return words.plain(text)
        case Said(nudge=seat) if seat is not None:
            name = words.plain(heard.name)
            if seat in update.mine and len(update.here) == 1:
                return words("ui.nudged", name=name)
            return words("ui.nudge", name=name, whom=seated(words, update.room, seat))
        case Said(name=name, text=text, phrase=phrase):
            line = text or (phrase_text(words, phrase) if phrase else "")
            return words("event.said", name=words.plain(name), text=words.plain(line))


def is_no(heard: Heard) -> bool:
    """Whether this is somebody's no to a proposal."""
    return isinstance(heard, Said) and heard.phrase == _ANSWER


def phrase_text(words: Words, phrase: str) -> str:
    """The phrase with its plain meaning; one that a later server may know stays as it is."""
    return words.known(f"phrase.{phrase}", phrase)


def phrases(update: Update) -> list[str]:
    """All phrases one may say, those that fit the moment first."""
    every = [
        key.removeprefix("phrase.")
        for key in catalogue("en")
        if key.startswith("phrase.") and key != f"phrase.{_ANSWER}"
    ]
    fitting = [phrase for phrase in _fitting(update) if phrase in every]
    return [*fitting, *(phrase for phrase in every if phrase not in fitting)]


def _fitting(update: Update) -> Iterator[str]:
    table, room = update.view.table, update.room
    if table.result is not None:
        if table.result.kind == "out" and table.result.winner in update.mine:
            yield "me_pegue"
        if table.result.kind == "block":
            yield from ("tranque", "a_virarse")
        if table.phase == "match_over":
            if 0 in room.scores:
                yield "pollona"
            yield "good_game"
        else:
            yield "dame_agua"
    elif table.moves:
        latest = read_move(table.moves[-1])
        if latest.tile is None:
            yield "paso"
        elif sum(latest.tile) >= 12:
            yield "botagorda"
    elif table.phase == "playing":
        yield "dame_agua"
