"""A server may say what it likes: what doesn't hang together is never drawn, and what does can be,
whatever is typed at it.
"""

from __future__ import annotations

import io

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from client.fake_server import fake_server, room, view
from client.oddities import models, odd
from client.stage import a_stage
from client.tables import Drawn, a_room, a_view, an_update, of_friends, tables
from client.test_drawing import a_look
from longana_client.choosing import legal_moves
from longana_client.connection import Client, Gone, Unreachable, Update
from longana_client.connection.sense import hang_together, put_away
from longana_client.drawing import draw_preview, draw_reveal, draw_table
from longana_client.exits import ExitCode
from longana_client.glyphs import ASCII
from longana_client.run import run_terminal
from longana_client.terminal import Terminal
from longana_protocol import answers


OVER = a_view(
    a_room(),
    ["S99", "E29E", "N", "W"],
    phase="hand_over",
    result=answers.Result(kind="out", points=41, pips=(12, 0, 20, 9), winner="E"),
    reveal=[[(5, 7)], [], [(9, 9), (0, 2)], [(4, 5)]],
)
FRIENDS = a_room(**of_friends("Ana", "Beto", "Caro", device=[1, 1, 3]))
PLAIN = st.one_of(
    tables(),
    st.builds(Drawn, st.just(a_room()), st.just(OVER)),
    st.builds(
        Drawn,
        st.just(FRIENDS),
        st.just(a_view(FRIENDS, ["S99"], hand=[(3, 9)], legal=["S39S"])),
    ),
    *(
        st.builds(Drawn, st.just(FRIENDS), st.just(a_view(FRIENDS, phase=phase, to_move=None)))
        for phase in ("lobby", "starting")
    ),
)
COMMANDS = (
    "y n p h u redo restart next rematch start seat swap shuffle t picture list plays score rules"
    " records link help leave withdraw mind nudge carry remove lock unlock newcode set mylink auto"
    " watching bell say phrases mute tally close"
)
TYPED = st.lists(
    st.builds(
        "{} {}".format,
        st.sampled_from([*COMMANDS.split(), "3-7", "1"]),
        st.sampled_from(["", "E", "W", "1", "Ana", "target 50", "S N", "> W"]),
    )
    | st.just(""),
    max_size=5,
)


@st.composite
def odd_tables(draw: st.DrawFn) -> Drawn:
    """A room and a view of which something is odd, and which are fit to be drawn all the same."""
    plain = draw(PLAIN)
    made = put_away(draw(odd(plain.room)), draw(odd(plain.view)))
    return Drawn(*made) if hang_together(*made) else plain


@given(odd_tables(), st.sampled_from([20, 40, 80, 130]), st.sampled_from([None, 10, 24, 50]))
@settings(max_examples=250)
def test_whatever_hangs_together_can_be_drawn(drawn: Drawn, width: int, rows: int | None) -> None:
    look = a_look(width, rows=rows, me=drawn.room.order[0])
    assert draw_table(drawn.room, drawn.view, look)
    draw_reveal(drawn.room, drawn.view, look)
    for move in legal_moves(drawn.view):
        draw_preview(drawn.room, drawn.view, move, look)


@given(
    st.lists(st.tuples(odd_tables(), TYPED), min_size=1, max_size=3),
    st.sampled_from([None, 1, 2]),
    st.lists(models(answers.Said), max_size=2),
    models(answers.Hint),
    models(answers.Record),
)
@settings(max_examples=100, phases=[Phase.generate])
async def test_a_person_can_sit_at_any_table_that_hangs_together(
    evening: list[tuple[Drawn, list[str]]],
    person: int | None,
    heard: list[answers.Said],
    hint: answers.Hint,
    record: answers.Record,
) -> None:
    async with a_stage("lines", width=40, rows=24) as stage:
        stage.client.answers = {"hint": hint, "record": record}
        for drawn, lines in evening:
            await stage.news(Update(drawn.room, drawn.view, person, True, tuple(heard)))
            await stage.type(*lines)
        if not stage.running.done():
            stage.typed.put_nowait(None)
            await stage.client.news.put(None)
        assert await stage.code() in ExitCode


# --- on the wire


async def test_the_client_ends_with_a_sentence_where_the_server_talks_nonsense() -> None:
    unfit = a_view(a_room(), ["S99"]).table.ends  # of four seats, in a room of two
    async with fake_server() as fake, Client(fake.address, patience=0) as client:
        await client.join("K7QF2M9X", "Ana")
        await client.until(lambda update: True)
        await fake.send(view(2, moves=("S99",), ends=unfit))
        with pytest.raises(Gone, match="makes no sense") as gone:
            await client.until(lambda update: update.view.table.number == 2)
        assert gone.value.reason == "nonsense"


async def test_a_hint_that_is_no_hint_ends_the_client_too() -> None:
    async with fake_server() as fake, Client(fake.address, patience=0) as client:
        await client.join("K7QF2M9X", "Ana")
        with pytest.raises(Gone, match="makes no sense"):
            await client.hint(0)


@pytest.mark.parametrize(
    "odd_one", [{"token": "no token"}, {"code": ""}, {"code": "A" * 65}], ids=str
)
async def test_nobody_enters_with_what_they_could_not_come_back_with(
    odd_one: dict[str, str],
) -> None:
    async with fake_server() as fake, Client(fake.address) as client:
        fake.greeting = lambda command: [fake.welcome(command).model_copy(update=odd_one)]
        with pytest.raises(Unreachable, match="makes no sense"):
            await client.join("K7QF2M9X", "Ana")


def a_person_at_a_pipe(typed: bytes) -> tuple[Terminal, io.StringIO]:
    stdout = io.StringIO()
    return Terminal(
        io.BytesIO(typed), stdout, "piped", False, "ascii", ASCII, lambda: (80, None)
    ), stdout


async def test_the_terminal_says_so_and_exits_with_its_code() -> None:
    async with fake_server() as fake:
        fake.room = room(order=("S", "S"))
        terminal, stdout = a_person_at_a_pipe(b"")
        link = f"{fake.address}/#K7QF2M9X"
        code = await run_terminal(link, name="Ana", lang="en", terminal=terminal)
        assert code == ExitCode.SENT_AWAY
        assert "*** The server sends what makes no sense" in stdout.getvalue()


async def test_a_goodbye_without_a_word_still_says_why() -> None:
    async with fake_server() as fake, Client(fake.address, patience=0) as client:
        await client.join("K7QF2M9X", "Ana")
        await client.until(lambda update: True)
        await fake.send(answers.Bye(why="whim", text=""))
        with pytest.raises(Gone, match="whim"):
            await client.until(lambda update: update.view.table.number == 2)


async def test_a_room_is_drawn_with_its_own_view_only() -> None:
    """A line that comes between a room and its view shows the room as it was."""
    async with fake_server() as fake, Client(fake.address) as client:
        await client.join("K7QF2M9X", "Ana")
        await client.until(lambda update: True)
        await fake.send(
            room(locked=True, number=2), answers.Said(person=2, name="Beto", text="Hello")
        )
        said = await client.until(lambda update: bool(update.heard))
        assert not said.room.locked
        await fake.send(view(2))
        assert (await client.until(lambda update: update.view.table.number == 2)).room.locked


async def test_other_seats_after_a_match_put_its_table_away() -> None:
    """The host may set three seats when a match of four is over."""
    over = OVER.model_copy(update={"table": OVER.table.model_copy(update={"phase": "match_over"})})
    four = a_room(scores=[0, 141, 0, 0], winner="E")
    async with a_stage() as stage:
        await stage.news(an_update(four, over))
        three = a_room(3, match=1, scores=[0, 141, 0, 0], winner="E")
        changed = put_away(three, over)
        assert hang_together(*changed)
        text = await stage.news(an_update(*changed))
        assert "starts again" not in text
        assert "Rules of the next match: Cuban, to 100" in text
