"""The rules of the next match, as the host types them: `set target 50`, `set seats 3`."""

from __future__ import annotations

from pydantic import ValidationError

from longana_protocol.answers import Room
from longana_protocol.commands import RulesChoice

from .reading import fold


_SETTINGS = {
    word: setting
    for setting, words in {
        "preset": "rules preset reglas",
        "target": "target to meta",
        "seats": "seats seat puestos asientos",
        "direction": "direction sentido",
        "block_score": "block cierre",
        "tie_opener": "tie empate",
        "doubles_obey_priority": "doubles dobles",
        "own_branch_in_priority": "own propia",
        "reopened_order": "reopened reabierta",
    }.items()
    for word in words.split()
}
_VALUES: dict[str, dict[str, str | bool]] = {
    "preset": {
        "cuban": "cuban",
        "cubanas": "cuban",
        "cubana": "cuban",
        "international": "international",
        "internacional": "international",
        "internacionales": "international",
    },
    "direction": {"right": "right", "derecha": "right", "left": "left", "izquierda": "left"},
    "block_score": {
        "all": "all",
        "todo": "all",
        "difference": "difference",
        "diferencia": "difference",
    },
    "tie_opener": {
        "next": "next_after_opener",
        "siguiente": "next_after_opener",
        "highest": "highest_double",
        "mayor": "highest_double",
    },
    "reopened_order": {"last": "last", "ultima": "last", "kept": "kept", "conserva": "kept"},
}
_YES_OR_NO: dict[str, str | bool] = {"yes": True, "si": True, "no": False}


def setting_named(text: str) -> str | None:
    """The setting that a line is about, whatever is to become of it."""
    return _SETTINGS.get(fold(text).partition(" ")[0])


def read_setting(text: str, room: Room) -> RulesChoice | None:
    """The room's rules with one setting changed; None if that can't be read.

    Another preset brings its own rules, so that of the house rules only seats and target stay.
    """
    name, _, typed = fold(text).partition(" ")
    setting = _SETTINGS.get(name)
    if setting is None:
        return None
    value: str | int | bool | None
    if setting in ("target", "seats"):
        value = int(typed) if typed.isascii() and typed.isdigit() else None
    else:
        value = _VALUES.get(setting, _YES_OR_NO).get(typed)
    if value is None:
        return None
    rules = dict(room.rules)
    if setting == "preset":
        rules = {key: rules[key] for key in ("seats", "target") if key in rules}
    try:
        return RulesChoice.model_validate({**rules, setting: value})
    except ValidationError:
        return None
