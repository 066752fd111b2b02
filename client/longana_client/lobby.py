"""What has changed in the lobby, said before it is shown once more."""

from __future__ import annotations

from collections.abc import Iterator

from longana_protocol.answers import Room
from longana_protocol.commands import RulesChoice

from . import sheets
from .wording import Words, person, player, setting


def lobby_told(words: Words, before: Room, after: Room) -> list[str]:
    """The seats and rules in which two rooms differ, as sentences."""
    return [*_seats(words, before, after), *_rules(words, before, after)]


def _seats(words: Words, before: Room, after: Room) -> Iterator[str]:
    was = {state.seat: (state.kind, state.person, state.level) for state in before.seats}
    for state in after.seats:
        if was.get(state.seat) in (None, (state.kind, state.person, state.level)):
            continue
        if state.person is not None:
            yield words("event.sits", name=person(words, after, state.person), seat=state.seat)
        elif state.kind == "computer":
            yield words("ui.lobby.computer", seat=state.seat, level=player(words, after, state))
        else:
            yield words("ui.lobby.free", seat=state.seat)


def _rules(words: Words, before: Room, after: Room) -> Iterator[str]:
    # What a preset brings goes without saying, and a newer server may have rules of its own.
    house = {*before.rules, *after.rules}
    for name in filter(house.__contains__, RulesChoice.model_fields):
        value = setting(after, name)
        if name != "preset" and value != setting(before, name):
            told = sheets.setting_value(words, name, value)
            yield words("ui.lobby.rule", setting=words(f"setting.{name}"), value=told)
    if setting(before, "preset") != setting(after, "preset"):
        preset = sheets.setting_value(words, "preset", setting(after, "preset"))
        yield words("ui.lobby.rule", setting=words("setting.preset"), value=preset)
