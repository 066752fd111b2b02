"""Why a move is better than others: what is said is true whatever the hidden tiles are."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import begin, play, random_hands
from engine.permuted import permuted
from longana_engine import (
    TILES,
    Fact,
    Opening,
    Pass,
    Play,
    Position,
    Seat,
    Tile,
    observe,
    parse_move,
    parse_tile,
)
from longana_engine.computers import Alternative, Reason, Weighed, advice, reason
from longana_engine.computers.chain import longest_chain
from longana_engine.computers.deals import replayed
from longana_engine.core import as_set, numbers
from longana_engine.position import _legal


def ranking(*written: str) -> tuple[Weighed, ...]:
    """Moves in this order, ten points apart."""
    moves = enumerate(map(parse_move, written))
    return tuple(
        Weighed(move, -10.0 * place)
        for place, move in moves
        if isinstance(move, Opening | Play | Pass)
    )


def told(position: Position, *ranked: str) -> tuple[str, dict[str, object]]:
    """Why the first of the legal moves is better than the others, but for its tile."""
    assert sorted(ranked) == sorted(map(str, position.legal()))
    found = reason(observe(position, position.to_move), ranking(*ranked))
    return found.key, {name: fact for name, fact in found.facts.items() if name != "tile"}


def lacking(position: Position, *ranked: str) -> list[tuple[str, int, str, dict[str, object]]]:
    found = advice(observe(position, position.to_move), ranking(*ranked)).others
    return [
        (str(other.move), other.cost, other.drawback.key, dict(other.drawback.facts))
        for other in found
    ]


# Forced


def test_a_forced_opening_and_a_forced_play_are_the_only_move() -> None:
    start = begin("S", S="9-9 0-1", E="0-9 0-3", N="0-4", W="0-5")
    assert told(start, "S 9-9") == ("only_move", {})
    assert told(play(start, "S 9-9"), "E 0-9>E") == ("only_move", {})


def test_it_passes_when_it_must() -> None:
    position = play(begin("S", S="9-9 0-9", E="0-3", N="0-4", W="0-5"), "S 9-9")
    assert told(position, "E pass") == ("must_pass", {})
    assert lacking(position, "E pass") == []


def test_the_last_tile_goes_out_wherever_it_is_played() -> None:
    position = play(begin("S", S="9-9 0-1", E="0-3", N="1-9", W="0-5"), "S 9-9", "E pass")
    assert told(position, "N 1-9>E", "N 1-9>N") == ("goes_out", {})


# Examples

S, E, N, W = "9-9 0-1 0-2 0-8", "0-3 1-3 2-3", "0-4 1-4 2-4", "0-5 1-5 2-5"
"""Of these only South has anything to begin with; nobody is near out."""


def test_it_opens_with_the_double_that_leaves_most() -> None:
    position = begin("S", S="1-1 8-8 1-2 2-3 3-4", E="0-1", N="0-2", W="0-3")
    line = ("1-2", "2-3", "3-4")
    assert told(position, "S 1-1", "S 8-8") == ("keeps_chain", {"count": 3, "tiles": line})
    assert lacking(position, "S 1-1", "S 8-8") == [
        ("S 8-8", 10, "keeps_chain", {"count": 0, "best": 3})
    ]


def test_it_keeps_ways_to_go_on() -> None:
    position = play(begin("S", S=S, E="7-9 8-9 2-7 5-7 6-8", N=N, W=W), "S 9-9")
    ranked = "E 7-9>E", "E 8-9>E"
    assert told(position, *ranked) == (
        "keeps_ways",
        {"count": 2, "end": 7, "tiles": ("2-7", "5-7")},
    )
    assert lacking(position, *ranked) == [
        ("E 8-9>E", 10, "keeps_ways", {"count": 1, "best": 2}),
    ]


def test_it_sheds_the_heaviest_when_nothing_else_counts() -> None:
    position = play(begin("S", S=S, E="5-9 7-9 2-3", N=N, W=W), "S 9-9")
    ranked = "E 7-9>E", "E 5-9>E"
    assert told(position, *ranked) == ("heaviest", {"count": 16})
    assert lacking(position, *ranked) == [("E 5-9>E", 10, "heaviest", {"count": 2})]


def test_it_hurries_when_somebody_is_near_out() -> None:
    position = play(begin("S", S="9-9 0-1", E="5-9 7-9 2-3", N=N, W=W), "S 9-9")
    ranked = "E 7-9>E", "E 5-9>E"
    assert told(position, *ranked) == ("hurries", {"seat": "S", "left": 1, "count": 16})
    assert lacking(position, *ranked) == [("E 5-9>E", 10, "hurries", {"count": 2})]


def test_it_sheds_a_double() -> None:
    position = play(
        begin("S", S="9-9 4-4 5-6 1-1 0-1", E="4-9 0-3 1-2 2-3", N=N, W="5-9 0-5 0-6 0-7"),
        *("S 9-9", "E 4-9>E", "N pass", "W 5-9>N"),
    )
    ranked = "S 4-4>E", "S 5-6>N"
    assert told(position, *ranked) == ("sheds_double", {})
    assert lacking(position, *ranked) == [("S 5-6>N", 10, "sheds_double", {"tile": "4-4"})]


def test_it_uses_an_open_branch() -> None:
    position = play(begin("S", S="9-9 1-8 2-8 0-8", E=E, N="4-9 5-6 2-7", W=W), "S 9-9", "E pass")
    ranked = "N 4-9>E", "N 4-9>N"
    assert told(position, *ranked) == ("uses_open_branch", {"branch": "E"})
    assert lacking(position, *ranked) == [
        ("N 4-9>N", 10, "uses_open_branch", {"branch": "E"}),
    ]


def nine_for_east(south: str, east: str) -> Position:
    """South is to move with its branch at 5, next is East, which passed on 4 and on 9."""
    return play(
        begin("S", S=f"4-4 4-5 {south}", E=east, N="4-9 4-7 6-8 1-2", W="4-6 0-6 0-7 1-8"),
        *("S 4-4", "E pass", "N 4-9>E", "W 4-6>W", "S 4-5>S", "E pass", "N 4-7>N"),
        "W 0-6>W",
    )


def test_the_next_seat_cannot_go_on_from_a_number_it_passed_on() -> None:
    position = nine_for_east("5-9 1-5 8-9", "0-3 1-3 2-3 2-2")
    ranked = "S 5-9>S", "S 1-5>S", "S 5-9>E", "S 8-9>E"
    facts = {"seat": "E", "end": 9, "mine": "8-9", "tiles": ("8-9",)}
    assert told(position, *ranked) == ("safe_number", facts)
    assert lacking(position, *ranked)[0] == ("S 1-5>S", 10, "safe_number", {})


def test_the_next_seat_has_nothing_to_play() -> None:
    position = nine_for_east("5-9 1-5 8-9 0-0 7-7", "0-3 1-3 2-3 2-2")
    ranked = "S 5-9>S", "S 1-5>S", "S 5-9>E", "S 8-9>E", "S 0-0>W", "S 7-7>N"
    facts = {"seat": "E", "left": 4}
    assert told(position, *ranked) == ("leaves_nothing", facts)
    assert lacking(position, *ranked)[0] == ("S 1-5>S", 10, "leaves_nothing", facts)


def test_the_next_seat_is_stopped_when_it_is_near_out() -> None:
    position = nine_for_east("5-9 1-5 8-9 0-0 7-7", "0-3 1-3")
    ranked = "S 5-9>S", "S 1-5>S", "S 5-9>E", "S 8-9>E", "S 0-0>W", "S 7-7>N"
    facts = {"seat": "E", "left": 2}
    assert told(position, *ranked) == ("stops", facts)
    assert lacking(position, *ranked)[0] == ("S 1-5>S", 10, "stops", facts)


def test_of_equal_moves_the_reason_looks_at_the_next_that_is_worse() -> None:
    ways = {"count": 2, "end": 7, "tiles": ("2-7", "5-7")}
    position = play(begin("S", S=S, E="7-9 8-9 2-7 5-7 6-8", N=N, W=W), "S 9-9")
    equal = ("E 7-9>E", 3.0), ("E 7-9>E", 3.0), ("E 8-9>E", 0.0)
    ranked = tuple(replace(ranking(written)[0], worth=worth) for written, worth in equal)
    found = reason(observe(position, position.to_move), ranked)
    assert (found.key, {**ways, "tile": "7-9"}) == ("keeps_ways", found.facts)


def test_advice_is_the_best_move_why_and_what_the_others_lack() -> None:
    position = play(begin("S", S=S, E="5-9 7-9 2-3", N=N, W=W), "S 9-9")
    seen, ranked = observe(position, position.to_move), ranking("E 7-9>E", "E 5-9>E")
    found = advice(seen, ranked)
    assert (found.move, found.reason) == (ranked[0].move, reason(seen, ranked))
    assert [other.move for other in found.others] == [ranked[1].move]


# Laws


def random_ranking(position: Position, rng: Random) -> tuple[Weighed, ...]:
    """The legal moves in any order: what is said of them has to be true of all."""
    moves = list(position.legal())
    rng.shuffle(moves)
    worths = sorted((rng.uniform(0, 9) for _ in moves), reverse=True)
    return tuple(map(Weighed, moves, worths))


@settings(max_examples=60)
@given(random_hands(), st.integers(0, 2**32))
def test_every_reason_is_true(hand: list[Position], seed: int) -> None:
    rng = Random(seed)
    for position in hand[:-1]:
        ranked = random_ranking(position, rng)
        found = reason(observe(position, position.to_move), ranked)
        move = ranked[0].move
        if isinstance(move, Pass):
            assert (found, position.legal()) == (Reason("must_pass", {}), (move,))
        else:
            check(position, move, found)


@settings(max_examples=40)
@given(random_hands(), st.integers(0, 2**32))
def test_every_drawback_is_true(hand: list[Position], seed: int) -> None:
    rng = Random(seed)
    for position in hand[:-1]:
        best, *others = random_ranking(position, rng)
        found = advice(observe(position, position.to_move), (best, *others)).others
        assert [each.move for each in found] == [each.move for each in others]
        for each, weighed in zip(found, others, strict=True):
            assert each.cost == round(best.worth - weighed.worth)
            assert not isinstance(best.move, Pass)
            assert not isinstance(each.move, Pass)
            check_drawback(position, best.move, each)


@settings(max_examples=15)
@given(random_hands(), st.integers(0, 2**32))
def test_nothing_said_depends_on_what_is_hidden(hand: list[Position], seed: int) -> None:
    rng = Random(seed)
    for position in hand[:-1]:
        ranked = random_ranking(position, rng)
        seen = observe(position, position.to_move)
        for _ in range(3):
            other = observe(permuted(position, position.to_move, rng), position.to_move)
            assert advice(other, ranked) == advice(seen, ranked)


class Known:
    """The table after a move, all hands being known; written without what it checks."""

    def __init__(self, before: Position, move: Opening | Play) -> None:
        self.before, self.move, self.me = before, move, move.seat
        self.after = before.after(move)
        self.own = self.after.hands[move.seat]
        self.pips = sum(tile.pips for tile in self.own)
        ends = self.after.ends
        assert ends is not None
        self.ends = ends
        self.branch = move.seat if isinstance(move, Opening) else move.branch
        played = {made.tile for made in self.after.moves if not isinstance(made, Pass)}
        self.unseen = set(TILES) - played - set(self.own)
        self.shown = ends[self.branch]
        self.ways = tuple(tile for tile in self.own if tile.carries(ends[move.seat]))
        self.line = longest_chain(as_set(self.own), ends[move.seat])
        self.numbers = {value for tile in self.own for value in tile}

    @property
    def blocked(self) -> bool:
        return self.after.result is not None and self.after.result.kind == "block"

    def next_turn(self, seat: Seat) -> Position:
        """The same table, were it the turn of that seat."""
        table = self.after._table.copy()
        table.mover, table.over = seat.place, False
        return replace(self.after, result=None, _table=table, _legal=_legal(table))

    @property
    def playable(self) -> tuple[Tile, ...]:
        moves = self.next_turn(self.me).legal() if self.own else ()
        return tuple(sorted({move.tile for move in moves if not isinstance(move, Pass)}))

    @property
    def follow(self) -> tuple[Tile, ...]:
        moves = self.next_turn(self.me).legal() if self.own else ()
        plays = [move for move in moves if isinstance(move, Play)]
        return tuple(move.tile for move in plays if move.branch == self.branch)

    @property
    def matching(self) -> int:
        """How many tiles that the mover has not seen carry the value that is left."""
        return sum(tile.carries(self.shown) for tile in self.unseen)

    def holds(self, seat: Seat, value: int) -> bool:
        return any(tile.carries(value) for tile in self.after.hands[seat])

    def is_proven_to_lack(self, value: int) -> bool:
        """Whether passes prove that the next seat holds no tile with that value."""
        voids = replayed(observe(self.before, self.me)).voids
        lacked = {
            TILES[number] for number in numbers(voids[self.before.rules.after(self.me).place])
        }
        return not any(tile.carries(value) for tile in self.unseen - lacked)

    def has_left(self, seat: Seat) -> int:
        return len(self.after.hands[seat])


def check(before: Position, move: Opening | Play, found: Reason) -> None:
    """What is said of a move is so."""
    known, facts = Known(before, move), dict(found.facts)
    assert facts.pop("tile") == str(move.tile)
    after, count = known.after, facts.get("count")
    seat = Seat(str(facts["seat"])) if "seat" in facts else None
    if "left" in facts:
        assert seat is not None
        assert seat != known.me
        assert facts["left"] == known.has_left(seat)
    match found.key:
        case "goes_out":
            assert after.result is not None
            assert (after.result.kind, facts) == ("out", {})
        case "only_move":
            assert (before.legal(), facts) == ((move,), {})
        case "blocks":
            assert known.blocked
            assert facts == {"count": known.pips}
        case "avoids_block":
            other = parse_move(str(facts["move"]))
            assert isinstance(other, Play)
            would = Known(before, other)
            assert would.blocked
            assert count == would.pips
        case "stops" | "leaves_nothing":
            assert seat is not None
            assert after.legal() == (Pass(seat),) or known.blocked
            assert found.key == "leaves_nothing" or known.has_left(seat) <= 2
        case "starves":
            assert seat is not None
            assert known.has_left(seat) <= 2
            assert known.branch == seat or known.branch in after.opened
            assert facts["end"] == known.shown
            assert not known.holds(seat, known.shown)
        case "hurries":
            assert seat is not None
            assert known.has_left(seat) <= 2
            assert count == move.tile.pips
        case "nearly_blocked":
            fitting = sum(
                any(tile.carries(end) for end in known.ends.values()) for tile in known.unseen
            )
            held = sum(len(hand) for other, hand in after.hands.items() if other != known.me)
            assert fitting * held <= len(known.unseen)
            assert facts == {"count": move.tile.pips}
        case "keeps_chain":
            line = tiles_of(facts)
            end = known.ends[known.me]
            for tile in line:
                end = tile.other(end)
            assert count == len(set(line)) == known.line > 1
            assert set(line) <= set(known.own)
        case "keeps_ways":
            assert facts["end"] == known.ends[known.me]
            assert tiles_of(facts) == known.ways
            assert count == len(known.ways) > 0
        case "keeps_playable":
            assert count == len(known.playable) > 0
            assert tiles_of(facts) == known.playable
        case "keeps_numbers":
            assert count == len(known.numbers) > 0
        case "only_you":
            assert facts["end"] == known.shown
            assert tiles_of(facts) == known.follow != ()
            assert not any(
                known.holds(other, known.shown) for other in after.hands if other != known.me
            )
        case "safe_number":
            assert seat is not None
            assert seat == after.to_move or known.blocked
            assert not known.holds(seat, known.shown)
            assert not any(
                isinstance(next_move, Play) and next_move.branch == known.branch
                for next_move in after.legal()
            )
            assert facts["end"] == known.shown
            assert facts["mine"] == str(known.follow[0])
            assert tiles_of(facts) == known.follow
        case "few_left":
            assert count == known.matching
            assert facts["end"] == known.shown
            assert tiles_of(facts) == known.follow != ()
        case "uses_open_branch":
            assert facts["branch"] == known.branch != known.me
            assert known.branch in before.opened
        case "sheds_double":
            assert move.tile.is_double
        case "heaviest":
            plays = [each for each in before.legal() if not isinstance(each, Pass)]
            assert count == move.tile.pips == max(play.tile.pips for play in plays)
        case key:
            assert (key, facts) == ("best", {})


def check_drawback(before: Position, best: Opening | Play, found: Alternative) -> None:
    """What is said of another move is so, as compared with the best."""
    assert not isinstance(found.move, Pass)
    better, known = Known(before, best), Known(before, found.move)
    facts = dict(found.drawback.facts)

    def compares(one: int, other: int) -> bool:
        return facts == {"best": one, "count": other} and one > other

    match found.drawback.key:
        case "as_good":
            assert found.cost == 0
        case "avoids_block":
            assert known.blocked
            assert facts == {"count": known.pips}
        case "stops" | "leaves_nothing" | "starves":
            seat = Seat(str(facts["seat"]))
            assert facts["left"] == known.has_left(seat)
        case "hurries" | "nearly_blocked" | "heaviest":
            assert facts == {"count": best.tile.pips - found.move.tile.pips}
            assert best.tile.pips > found.move.tile.pips
        case "keeps_chain":
            assert compares(better.line, known.line)
        case "keeps_ways":
            assert compares(len(better.ways), len(known.ways))
        case "keeps_playable":
            assert compares(len(better.playable), len(known.playable))
        case "keeps_numbers":
            assert compares(len(better.numbers), len(known.numbers))
        case "few_left":
            assert facts == {"best": better.matching, "count": known.matching}
            assert better.matching < known.matching
        case "uses_open_branch":
            assert facts == {"branch": better.branch}
            assert better.branch in before.opened
            assert known.branch != better.branch
        case "sheds_double":
            assert facts == {"tile": str(best.tile)}
            assert best.tile.is_double
            assert best.tile in known.own
        case "safe_number":
            assert facts == {}
            assert not (known.follow and known.is_proven_to_lack(known.shown))
        case key:
            assert key in ("blocks", "only_you", "worse")
            assert facts == {}


def tiles_of(facts: dict[str, Fact]) -> tuple[Tile, ...]:
    tiles = facts["tiles"]
    assert isinstance(tiles, tuple)
    return tuple(parse_tile(str(tile)) for tile in tiles)
