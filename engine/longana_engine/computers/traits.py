"""What may make one move better than another, from what can be known of the table after each.

The facts of a trait fill two texts: `facts` why the better move is good ("hint.<key>"), `lacks`
what the other one has not ("drawback.<key>"). `count` stands for pips or tiles; where both moves
have some of it, `best` is the better one's. `end` is a value of tiles, `left` the tiles of a seat,
`move` is written as in records, `mine` is the first of `tiles`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from ..refusals import Fact
from ..tiles import Tile
from .outlook import Outlook


TraitKey = Literal[
    "blocks",
    "avoids_block",
    "stops",
    "leaves_nothing",
    "starves",
    "hurries",
    "nearly_blocked",
    "keeps_chain",
    "keeps_ways",
    "keeps_playable",
    "keeps_numbers",
    "only_you",
    "safe_number",
    "few_left",
    "uses_open_branch",
    "sheds_double",
    "heaviest",
]

Facts = Mapping[str, Fact]

NEARLY_BLOCKED = 1.0
"""So few tiles in the other hands fit anywhere, on average, when a block is near."""

FEW = 3
"""So few of the ten tiles with a value are hardly to be feared."""


@dataclass(frozen=True, slots=True)
class Trait:
    """One thing by which a move may be ahead of another."""

    key: TraitKey
    ahead: Callable[[Outlook, Outlook], float]
    """How far, roughly in points; 0 or less if it is not."""
    facts: Callable[[Outlook, Outlook], Facts]
    lacks: Callable[[Outlook, Outlook], Facts]
    of_all: bool = False
    """Its text says that no other move is ahead in it."""


def _more_pips(one: Outlook, other: Outlook) -> int:
    return one.move.tile.pips - other.move.tile.pips


def _blocks(one: Outlook, other: Outlook) -> float:
    return 30.0 * (one.blocked and not other.blocked)


def _stops(one: Outlook, other: Outlook) -> float:
    return 8.0 * (one.stuck in dict(one.rivals) and other.stuck is None)


def _leaves_nothing(one: Outlook, other: Outlook) -> float:
    return 4.0 * (one.stuck is not None and other.stuck is None)


def _starves(one: Outlook, other: Outlook) -> float:
    return 4.0 * (one.starved is not None and other.starved is None)


def _hurries(one: Outlook, other: Outlook) -> float:
    if not one.rivals:
        return 0.0
    _, left = one.rivals[0]
    return _more_pips(one, other) * (0.35 if left == 1 else 0.2)


def _nearly_blocked(one: Outlook, other: Outlook) -> float:
    near = one.fitting <= NEARLY_BLOCKED and not one.blocked
    return 0.35 * _more_pips(one, other) * near


def _keeps_chain(one: Outlook, other: Outlook) -> float:
    return 1.6 * (len(one.line) - len(other.line)) * (len(one.line) > 1)


def _keeps_ways(one: Outlook, other: Outlook) -> float:
    return 0.8 * (len(one.ways) - len(other.ways))


def _keeps_playable(one: Outlook, other: Outlook) -> float:
    return 0.4 * (len(one.playable) - len(other.playable))


def _keeps_numbers(one: Outlook, other: Outlook) -> float:
    return 0.3 * (len(one.numbers) - len(other.numbers))


def _for_you_alone(look: Outlook) -> bool:
    return bool(look.follow) and set(look.lacking) == set(look.left)


def _kept_from_next(look: Outlook) -> bool:
    """The next seat cannot take the place of a tile of the reader; others perhaps can."""
    is_theirs = next(iter(look.left)) not in look.lacking
    return bool(look.follow) and not (is_theirs or look.blocked or _for_you_alone(look))


def _only_you(one: Outlook, other: Outlook) -> float:
    return 2.0 * (_for_you_alone(one) and not _for_you_alone(other))


def _safe_number(one: Outlook, other: Outlook) -> float:
    return 1.8 * (_kept_from_next(one) and not _kept_from_next(other) and not _for_you_alone(other))


def _few_left(one: Outlook, other: Outlook) -> float:
    few = bool(one.follow) and 0 < one.unseen <= FEW and not _for_you_alone(one)
    return 1.0 * (few and other.unseen > one.unseen)


def _uses_open_branch(one: Outlook, other: Outlook) -> float:
    return 1.2 * (one.borrowed is not None and other.borrowed is None)


def _sheds_double(one: Outlook, other: Outlook) -> float:
    return 1.2 * (one.move.tile.is_double and not other.move.tile.is_double)


def _heaviest(one: Outlook, other: Outlook) -> float:
    return 0.12 * _more_pips(one, other)


def _words(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    return tuple(map(str, tiles))


def _shed(one: Outlook, _: Outlook) -> Facts:
    return {"count": one.move.tile.pips}


def _shed_less(one: Outlook, other: Outlook) -> Facts:
    return {"count": _more_pips(one, other)}


def _next_seat(one: Outlook, _: Outlook) -> Facts:
    assert one.stuck is not None
    return {"seat": one.stuck.value, "left": one.left[one.stuck]}


def _starved(one: Outlook, _: Outlook) -> Facts:
    assert one.starved is not None
    return {"seat": one.starved.value, "left": one.left[one.starved], "end": one.shown}


def _hurried(one: Outlook, other: Outlook) -> Facts:
    seat, left = one.rivals[0]
    return {"seat": seat.value, "left": left, **_shed(one, other)}


def _open_branch(one: Outlook, _: Outlook) -> Facts:
    assert one.borrowed is not None
    return {"branch": one.borrowed.value}


TRAITS = (
    Trait(
        "blocks",
        _blocks,
        facts=lambda one, _: {"count": one.pips},
        lacks=lambda one, other: {},
    ),
    Trait(
        "avoids_block",
        lambda one, other: _blocks(other, one),
        facts=lambda _, other: {"move": str(other.move), "count": other.pips},
        lacks=lambda _, other: {"count": other.pips},
    ),
    Trait("stops", _stops, facts=_next_seat, lacks=_next_seat),
    Trait("leaves_nothing", _leaves_nothing, facts=_next_seat, lacks=_next_seat),
    Trait("starves", _starves, facts=_starved, lacks=_starved),
    Trait("hurries", _hurries, facts=_hurried, lacks=_shed_less),
    Trait("nearly_blocked", _nearly_blocked, facts=_shed, lacks=_shed_less),
    Trait(
        "keeps_chain",
        _keeps_chain,
        facts=lambda one, _: {"count": len(one.line), "tiles": _words(one.line)},
        lacks=lambda one, other: {"count": len(other.line), "best": len(one.line)},
    ),
    Trait(
        "keeps_ways",
        _keeps_ways,
        facts=lambda one, _: {
            "count": len(one.ways),
            "end": one.end,
            "tiles": _words(one.ways),
        },
        lacks=lambda one, other: {"count": len(other.ways), "best": len(one.ways)},
    ),
    Trait(
        "keeps_playable",
        _keeps_playable,
        facts=lambda one, _: {"count": len(one.playable), "tiles": _words(one.playable)},
        lacks=lambda one, other: {"count": len(other.playable), "best": len(one.playable)},
    ),
    Trait(
        "keeps_numbers",
        _keeps_numbers,
        facts=lambda one, _: {"count": len(one.numbers)},
        lacks=lambda one, other: {"count": len(other.numbers), "best": len(one.numbers)},
    ),
    Trait(
        "only_you",
        _only_you,
        facts=lambda one, _: {"end": one.shown, "tiles": _words(one.follow)},
        lacks=lambda one, other: {},
    ),
    Trait(
        "safe_number",
        _safe_number,
        facts=lambda one, _: {
            "seat": one.lacking[0].value,
            "end": one.shown,
            "mine": str(one.follow[0]),
            "tiles": _words(one.follow),
        },
        lacks=lambda one, other: {},
    ),
    Trait(
        "few_left",
        _few_left,
        facts=lambda one, _: {
            "count": one.unseen,
            "end": one.shown,
            "tiles": _words(one.follow),
        },
        lacks=lambda one, other: {"count": other.unseen, "best": one.unseen},
    ),
    Trait("uses_open_branch", _uses_open_branch, facts=_open_branch, lacks=_open_branch),
    Trait(
        "sheds_double",
        _sheds_double,
        facts=lambda one, other: {},
        lacks=lambda one, _: {"tile": str(one.move.tile)},
    ),
    Trait("heaviest", _heaviest, facts=_shed, lacks=_shed_less, of_all=True),
)
