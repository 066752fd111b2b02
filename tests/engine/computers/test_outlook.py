"""What the reader can be sure of after a move; most of it is told by the reasons (test_reasons)."""

from random import Random

from engine.hands import play, tiles
from longana_engine import CUBAN, Match, Seat, observe, think
from longana_engine.computers.outlook import outlooks


def test_how_the_opener_was_chosen_tells_as_much_as_a_pass() -> None:
    """East holds all nines but the double, and nobody has a double above the seven."""
    first = Match.begin(CUBAN).deal(
        {
            Seat.S: tiles("7-7 0-1"),
            Seat.E: tiles("0-9 1-9 2-9 3-9 4-9 5-9 6-9 7-9 8-9 2-7"),
            Seat.N: tiles("6-6 0-4"),
            Seat.W: tiles("0-5 1-1"),
        }
    )
    seen = observe(play(first, "S 7-7"), Seat.E)
    found = {
        str(look.move): look.lacking for look in outlooks(seen, think(seen, "normal", Random(0)))
    }
    assert found["E 7-9>E"] == (Seat.N, Seat.W, Seat.S)
    assert found["E 2-7>E"] == ()
