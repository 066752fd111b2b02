"""What a person types, read forgivingly, in English and Spanish alike."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, auto

from longana_protocol.words import SeatName, TilePair


class Word(Enum):
    """A command that is a word; the words for it stand in `_WORDS`."""

    YES = auto()
    NO = auto()
    PASS = auto()
    HINT = auto()
    REVIEW = auto()
    UNDO = auto()
    REDO = auto()
    RESTART = auto()
    NEXT = auto()
    REMATCH = auto()
    START = auto()
    SEAT = auto()
    SWAP = auto()
    SHUFFLE = auto()
    TABLE = auto()
    PICTURE = auto()
    LIST = auto()
    PLAYS = auto()
    SCORE = auto()
    RULES = auto()
    RECORDS = auto()
    SAVE = auto()
    LINK = auto()
    HELP = auto()
    LEAVE = auto()
    CLOSE = auto()
    QUIT = auto()
    WITHDRAW = auto()
    MIND = auto()
    NUDGE = auto()
    CARRY_ON = auto()
    REMOVE = auto()
    LOCK = auto()
    UNLOCK = auto()
    NEW_CODE = auto()
    WATCHING = auto()
    SET = auto()
    MY_LINK = auto()
    AUTO = auto()
    BELL = auto()
    SLOW = auto()
    SAY = auto()
    PHRASES = auto()
    MUTE = auto()
    TALLY = auto()


_WORDS: dict[str, Word] = {
    word: meaning
    for meaning, words in {
        Word.YES: "y yes ok s si",
        Word.NO: "n no back atras",
        Word.PASS: "p pass paso pasar",
        Word.HINT: "h hint pista",
        Word.REVIEW: "review repaso",
        Word.UNDO: "u undo deshacer",
        Word.REDO: "redo rehacer",
        Word.RESTART: "restart reiniciar",
        Word.NEXT: "next siguiente",
        Word.REMATCH: "rematch revancha",
        Word.START: "start empezar",
        Word.SEAT: "seat puesto asiento",
        Word.SWAP: "swap cambiar",
        Word.SHUFFLE: "shuffle sortear",
        Word.TABLE: "t table mesa",
        Word.PICTURE: "picture dibujo",
        Word.LIST: "list lista",
        Word.PLAYS: "plays jugadas",
        Word.SCORE: "score scores puntos",
        Word.RULES: "rules reglas",
        Word.RECORDS: "records record registros registro",
        Word.SAVE: "save guardar",
        Word.LINK: "link enlace",
        Word.HELP: "? help ayuda",
        Word.LEAVE: "leave irse",
        Word.CLOSE: "close disolver",
        Word.QUIT: "q quit exit salir",
        Word.WITHDRAW: "withdraw retirar",
        Word.MIND: "mind cuidar",
        Word.NUDGE: "nudge avisar",
        Word.CARRY_ON: "carry seguir sigan",
        Word.REMOVE: "remove sacar",
        Word.LOCK: "lock cerrar",
        Word.UNLOCK: "unlock abrir",
        Word.NEW_CODE: "newcode newlink otroenlace",
        Word.WATCHING: "watching mirones",
        Word.SET: "set poner",
        Word.MY_LINK: "mylink mienlace",
        Word.AUTO: "auto",
        Word.BELL: "bell timbre",
        Word.SLOW: "slow lento despacio",
        Word.SAY: "say decir",
        Word.PHRASES: "phrases frases",
        Word.MUTE: "mute callar",
        Word.TALLY: "tally cuenta",
    }.items()
    for word in words.split()
}
_SEAT_WORDS: dict[SeatName, str] = {
    "S": "s south sur 1",
    "E": "e east este 2",
    "N": "n north norte 3",
    "W": "w west o oeste 4",
}
_SEATS = {word: seat for seat, words in _SEAT_WORDS.items() for word in words.split()}
_TILE = re.compile(
    r"(\d{1,2}) ?[-–/|:,.] ?(\d{1,2})"  # 3-7
    r"(?: ?(?:-?>|→|on|en|a) ?| ?)"  # on, or nothing
    r"([^\W_]+)?",  # W, west, 4
)
_TILE_AND_BRANCH = re.compile(r"(\d)(\d) ?(?:-?>|→)? ?([a-z]+)")  # 37W
_NUMBER = re.compile(r"\d{1,3}")


@dataclass(frozen=True, slots=True)
class Nothing:
    """Just Enter."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a numbered list."""

    value: int


@dataclass(frozen=True, slots=True)
class TileOn:
    """A tile, and the branch as typed: a seat, or letters that name none; None if left open."""

    tile: TilePair
    branch: SeatName | str | None


@dataclass(frozen=True, slots=True)
class Said:
    """A command and what stood behind it."""

    word: Word
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """Something else."""

    text: str


Typed = Nothing | Number | TileOn | Said | Unread


def read_line(line: str) -> Typed:
    """Read one line.

    >>> read_line("3-7 > w"), read_line("73W"), read_line("3")
    (TileOn(tile=(3, 7), branch='W'), TileOn(tile=(3, 7), branch='W'), Number(value=3))
    >>> read_line("asiento este fácil")
    Said(word=<Word.SEAT: 12>, rest='este fácil')
    """
    text = " ".join(unicodedata.normalize("NFKC", line).split())
    if not text:
        return Nothing()
    folded = fold(text)
    if _NUMBER.fullmatch(folded):
        return Number(int(folded))
    found = _TILE.fullmatch(folded) or _TILE_AND_BRANCH.fullmatch(folded)
    if found:
        low, high = sorted((int(found[1]), int(found[2])))
        branch = found[3]
        return TileOn((low, high), branch and (_SEATS.get(branch) or branch.upper()))
    first, _, rest = text.partition(" ")
    word = _WORDS.get(fold(first))
    return Unread(text) if word is None else Said(word, rest)


def read_seat(text: str) -> SeatName | None:
    """A seat by letter, name or number, in either language.

    >>> read_seat("Oeste"), read_seat("e"), read_seat("2"), read_seat("x")
    ('W', 'E', 'E', None)
    """
    return _SEATS.get(fold(text))


def fold(text: str) -> str:
    """The text without capitals and accents, to compare what is typed."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
