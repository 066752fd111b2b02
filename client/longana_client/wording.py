"""What is said about the table, in words: everything passes through the catalogue."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from longana_protocol import catalogue
from longana_protocol.answers import PersonState, Result, Room, SeatState, Table, View
from longana_protocol.catalogue import Fact
from longana_protocol.words import MoveText, PersonId, SeatName, TilePair

from .board import Move, read_move
from .characters import harmless, showable
from .reading import fold


class Words:
    """The catalogue in one language, in characters the terminal can show."""

    def __init__(self, language: str, encoding: str = "utf-8") -> None:
        self.language = catalogue.choose(language)
        self._encoding = encoding

    def __call__(self, key: str, /, **facts: Fact) -> str:
        """The text of `key`, filled with `facts`."""
        return self.plain(catalogue.text(self.language, key, **facts))

    def known(self, key: str, otherwise: str) -> str:
        """The text of `key`, or `otherwise` where only a newer catalogue has one."""
        return self(key) if key in catalogue.catalogue(self.language) else self.plain(otherwise)

    def plain(self, text: str) -> str:
        """Somebody else's text, made harmless and showable; line ends become spaces."""
        return showable(harmless(" ".join(text.splitlines())), self._encoding)

    def paragraphs(self, key: str, /, **facts: Fact) -> list[str]:
        """A longer text as lines, an empty one between paragraphs."""
        whole = catalogue.text(self.language, key, **facts)
        return [self.plain(line) for line in whole.split("\n")]

    def seat(self, seat: SeatName) -> str:
        """The seat's name: "West", "Oeste"."""
        return self(f"seat.{seat}")

    def letter(self, seat: SeatName) -> str:
        """The seat's letter as people of this language expect it: W, O."""
        return self.seat(seat)[0]

    def move(self, move: MoveText) -> str:
        """A move in words: "3-7 on West's branch"."""
        return self.plain(catalogue.move_text(self.language, move))


def player(words: Words, room: Room, state: SeatState) -> str:
    """Who plays a seat: a person's name, a computer's with its level, or that it is free."""
    match state.kind:
        case "person":
            return person(words, room, state.person)
        case "computer":
            level = state.level or "normal"
            if state.name is None:  # an older server gives them none
                return words("computer.level", level=level)
            return words("computer.named", name=state.name, level=level)
        case "open":
            return words("kind.open")


def name_of(words: Words, room: Room, seat: SeatName) -> str:
    """The bare name of a person or a computer at a seat; empty for a free seat."""
    sitting = next((one for one in room.seats if one.seat == seat), None)
    if sitting is None or sitting.kind == "open":
        return ""
    return person(words, room, sitting.person) or words.plain(sitting.name or "")


def person(words: Words, room: Room, number: PersonId | None) -> str:
    """The name of somebody in the room."""
    return words.plain(next((one.name for one in room.people if one.person == number), ""))


def find_person(room: Room, name: str) -> PersonState | None:
    """Somebody in the room by their name as typed: capitals and accents are of no account."""
    wanted = fold(" ".join(name.split()))
    return next((one for one in room.people if fold(one.name) == wanted), None)


def no_such_person(words: Words, room: Room, word: str, name: str) -> str:
    """What to say where a command, `mute` or `remove`, names nobody who is a person here."""
    if not name:
        return words("ui.say_whom", word=words(f"ui.word.{word}"))
    wanted = fold(name)
    for state in room.seats:
        if state.kind == "computer" and fold(state.name or "") == wanted:
            letter = words.letter(state.seat)
            return words(f"ui.{word}.computer", name=words.plain(name), letter=letter)
    return words("ui.no_such_person", name=words.plain(name))


def tile_text(tile: TilePair) -> str:
    """A tile as written: 3-7."""
    return f"{tile[0]}-{tile[1]}"


_GENERAL: dict[str, str | int | bool] = {"preset": "cuban", "seats": 4, "target": 100}
_PRESETS: dict[str, dict[str, str | int | bool]] = {
    "cuban": {
        "direction": "right",
        "block_score": "all",
        "tie_opener": "next_after_opener",
        "doubles_obey_priority": True,
        "own_branch_in_priority": False,
        "reopened_order": "last",
    },
    "international": {
        "direction": "left",
        "block_score": "difference",
        "tie_opener": "highest_double",
        "doubles_obey_priority": False,
        "own_branch_in_priority": True,
        "reopened_order": "last",
    },
}
"""What the rooms of a preset play by where they don't say otherwise (rules.md, Settings)."""


def setting(room: Room, name: str) -> str | int | bool:
    """A setting of the room's rules: the preset's value unless the room differs from it."""
    preset = _PRESETS[str(room.rules.get("preset", "cuban"))]
    return room.rules.get(name, {**_GENERAL, **preset}[name])


def seated(words: Words, room: Room, seat: SeatName) -> str:
    """Who sits at a seat, and where: "Ana (South)"; a seat of nobody by its own name only."""
    name = name_of(words, room, seat)
    return words("ui.seated", name=name, seat=seat) if name else words.seat(seat)


def moves_by(
    words: Words,
    room: Room,
    table: Table,
    start: int,
    *,
    speaks_of: int | None = None,
    own: str = "ui.play_theirs",
) -> list[str]:
    """The moves from `start` on with the names of those who made them: "6-7 by Ana".

    The sentence has named the person it `speaks_of`: a play of theirs is `own`, "their 6-7".
    """
    theirs = [one.seat for one in room.seats if one.person is not None and one.person == speaks_of]
    named = []
    for at, text in enumerate(table.moves[start:], start):
        move = read_move(text)
        name = name_of(words, room, move.seat) or words.seat(move.seat)
        is_computers = at in table.by_computer
        if is_computers:
            name = words("ui.computer_for", name=name)
        if move.tile is None:
            named.append(words("ui.pass_by", name=name))
        else:
            key = own if move.seat in theirs and not is_computers else "ui.play_by"
            named.append(words(key, tile=tile_text(move.tile), name=name))
    return named


def told(words: Words, room: Room, before: Table | None, after: Table) -> list[str]:
    """What happened between two views of the same match, as sentences, oldest first.

    A reader that was away sees only the latest view: then the moves themselves are told, which
    are all there.
    """
    same_hand = before is not None and before.hand == after.hand and before.phase != "lobby"
    known = before.moves if before is not None and same_hand else ()
    kept = _common(known, after.moves)
    lines = []
    if not same_hand and after.hand and after.phase == "playing":
        lines.append(words("event.dealt", hand=after.hand))
        if after.redeals:
            lines.append(words("ui.redealt", count=after.redeals))
        lines.extend(_why_another_opens(words, room, after))
    if before is not None and kept < len(known) and after.phase == "playing":
        taken = moves_by(words, room, before, kept)
        lines.append(words("ui.undone", moves=taken) if after.moves else words("event.restarted"))
    elif before is not None and same_hand and len(after.moves) - kept > after.turn - before.turn:
        lines.append(words("event.redone"))
    lines.extend(_moves_told(words, after, kept))
    return lines


def _why_another_opens(words: Words, room: Room, table: Table) -> Iterator[str]:
    """Whoever won the hand before opens, unless they hold no double (rules.md, Who opens)."""
    opener = read_move(table.moves[0]).seat if table.moves else table.to_move
    winner = room.hands[-1].result.winner if room.hands else None
    if opener is None or winner in (None, opener) or len(room.hands) != table.hand - 1:
        return
    name = seated(words, room, winner)
    yield words("ui.opens_instead", name=name, seat=opener)


def minded_told(
    words: Words, before: Table | None, after: Table, mine: Collection[SeatName]
) -> list[str]:
    """What a computer has played for the seats of a device that was gone meanwhile."""
    same_hand = before is not None and before.hand == after.hand
    kept = _common(before.moves, after.moves) if before is not None and same_hand else 0
    played = [words.move(move) for move in after.moves[kept:] if read_move(move).seat in mine]
    return [words("ui.minded_meanwhile", moves=played)] if played else []


def _common(before: Sequence[MoveText], after: Sequence[MoveText]) -> int:
    """How many moves two lists have in common from the start."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))


def _moves_told(words: Words, table: Table, start: int) -> Iterator[str]:
    open_branches: set[SeatName] = set()
    for number, text in enumerate(table.moves):
        move = read_move(text)
        seat, was_open = move.seat, move.seat in open_branches
        if move.tile is None:
            open_branches.add(seat)
        else:
            open_branches.discard(seat)
        if number < start:
            continue
        line = _move_told(words, move, was_open=was_open)
        yield f"{line} {words('event.by_computer')}" if number in table.by_computer else line
        if move.tile is not None and was_open:
            yield words("event.closes", seat=seat)


def _move_told(words: Words, move: Move, *, was_open: bool) -> str:
    seat = move.seat
    if move.tile is None:
        return words("event.passes_again" if was_open else "event.passes", seat=seat)
    tile = tile_text(move.tile)
    if move.branch is None:
        return words("event.opens", seat=seat, tile=tile)
    if move.branch == seat:
        return words("event.plays_own", seat=seat, tile=tile)
    return words("event.plays", seat=seat, tile=tile, branch=move.branch)


def plays(words: Words, table: Table) -> list[str]:
    """Every move of the hand so far as sentences."""
    return list(_moves_told(words, table, 0))


def result_told(words: Words, room: Room, result: Result) -> list[str]:
    """How a hand ended, who scores what, and the sum that gives the points."""
    seats = [state.seat for state in room.seats]
    pips = dict(zip(seats, result.pips, strict=False))
    if result.winner is None:
        lowest = min(pips.values())
        tied = [seat for seat in seats if pips[seat] == lowest]
        return [words("result.tied", seats=[seated(words, room, seat) for seat in tied])]
    winner = seated(words, room, result.winner)
    lines = [words(f"result.{result.kind}", winner=winner, points=result.points)]
    others = [seat for seat in seats if seat != result.winner]
    own = f"{words.seat(result.winner)} {pips[result.winner]}"
    rest = [f"{words.seat(seat)} {pips[seat]}" for seat in others]
    if result.kind == "out":
        lines.append(words("result.why.out"))
        total = rest
    else:
        score = str(setting(room, "block_score"))
        lines.append(words(f"result.why.block.{score}"))
        total = [own, *rest] if score == "all" else rest
    ending = f" - {own}" if result.kind == "block" and total is rest else ""
    lines.append(f"{' + '.join(total)}{ending} = {result.points}")
    return lines


def why_pass(words: Words, view: View) -> list[str]:
    """Why the reader can only pass, and what the pass does, if anything."""
    fits = sorted(view.you.fits) if view.you else []
    lines = [words("pass.forced", fits=fits)] if fits else []
    if view.you and view.you.seat not in view.table.opened:
        lines.append(words("pass.opens"))
    return lines
