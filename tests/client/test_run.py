"""From the command's arguments to the exit code, against the real server."""

from __future__ import annotations

import asyncio
import io
import os
import queue
import re
import shlex
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import pytest
from pydantic import SecretStr

from free_ports import free_port
from longana_client.connection import Client
from longana_client.exits import EXIT_CODES_HELP, ExitCode
from longana_client.glyphs import ASCII
from longana_client.own_seats import OwnSeats
from longana_client.own_shuffles import OwnShuffles
from longana_client.run import PIPED_PATIENCE, NewRoom, run_terminal
from longana_client.terminal import Terminal, Typing
from longana_protocol.commands import RulesChoice
from longana_server.app import App, running
from longana_server.settings import Settings
from web.deals import random_deals, write_deals


class Typed:
    """Input that comes when the test types it."""

    def __init__(self) -> None:
        self._chunks: queue.Queue[bytes] = queue.Queue()

    def read(self, size: int, /) -> bytes:
        return self._chunks.get()

    def fileno(self) -> int:
        raise OSError("no file")

    def type(self, *lines: str) -> None:
        self._chunks.put("".join(f"{line}\n" for line in lines).encode())

    def end(self) -> None:
        self._chunks.put(b"")


class Printed(io.StringIO):
    """Output that wakes who waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.more = asyncio.Event()

    def write(self, text: str, /) -> int:
        self.more.set()
        return super().write(text)


class Piped:
    """A person at a pipe: `type` writes lines, `shown` is what was printed."""

    def __init__(self) -> None:
        self._stdin, self._stdout = Typed(), Printed()
        self.type, self.end = self._stdin.type, self._stdin.end
        self.terminal = Terminal(
            self._stdin, self._stdout, "piped", False, "ascii", ASCII, lambda: (80, None)
        )

    @property
    def shown(self) -> str:
        return self._stdout.getvalue()

    async def until(self, wanted: str) -> None:
        async with asyncio.timeout(15):
            while wanted not in self.shown:
                self._stdout.more.clear()
                await self._stdout.more.wait()


@pytest.fixture
def piped() -> Iterator[Piped]:
    one = Piped()
    yield one
    one.end()


@pytest.fixture
def unread() -> Iterator[TextIO]:
    """Output into a pipe that nobody reads from any more."""
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as stdout:
        yield stdout


QUICK: Mapping[str, Any] = {
    "host": "127.0.0.1",
    "port": 0,
    "computer_delay": 0,
    "commands_per_second": 1e6,
}


@pytest.fixture
async def app() -> AsyncIterator[App]:
    async with running(Settings(**QUICK)) as app:
        yield app


@pytest.fixture
async def dealt(tmp_path: Path) -> AsyncIterator[App]:
    """Whose hands for two last a while; of others one in fifty is blocked by its opening."""
    deals = write_deals(tmp_path, random_deals("a while", seats=2))
    async with running(Settings(**QUICK, test_deals=deals)) as app:
        yield app


@pytest.mark.parametrize(
    ("link", "server", "said"),
    [
        ("http://", None, "That is no link to a room."),
        ("K7QF2M9X", None, "A code alone does not say"),
        ("http://127.0.0.1:8765/", None, "That is no link to a room."),
    ],
)
async def test_what_is_no_link_is_a_usage_error(
    piped: Piped, link: str, server: str | None, said: str
) -> None:
    assert await run_terminal(link, server=server, lang="en", terminal=piped.terminal) == 64
    assert piped.shown.startswith(said)


async def test_no_server_is_said_and_told_by_the_code(piped: Piped) -> None:
    link = f"http://127.0.0.1:{free_port()}/#K7QF2M9X"
    code = await run_terminal(link, name="Ana", lang="en", terminal=piped.terminal)
    assert code == ExitCode.NOT_IN
    assert piped.shown.startswith("There is no answer from http://127.0.0.1:")


async def test_an_unknown_room_is_refused(app: App, piped: Piped) -> None:
    code = await run_terminal(
        "K7QF2M9X", server=app.base_url, name="Ana", lang="es", terminal=piped.terminal
    )
    assert code == ExitCode.NOT_IN
    assert "ninguna mesa" in piped.shown


@pytest.mark.parametrize("preset", ["cuban", "international"])
async def test_a_match_against_computers_through_a_pipe(
    app: App, piped: Piped, preset: str
) -> None:
    """Lines need no timing: each waits for its question."""
    rules = RulesChoice.model_validate({"preset": preset, "target": 1})
    create = NewRoom(rules=rules, start_at_once=True)
    piped.type(*["1", ""] * 60)
    piped.end()
    async with asyncio.timeout(20):
        code = await run_terminal(app.base_url, create=create, lang="en", terminal=piped.terminal)
    assert code == ExitCode.LEFT
    assert piped.shown.startswith("The tiles are being shuffled.")
    assert "South Player (you)" in piped.shown
    assert re.search(r"wins the match with \d+ points?\.\n", piped.shown)
    assert piped.shown.isascii()
    assert "Your seat is kept" not in piped.shown


async def test_two_people_play_a_match_with_each_other(app: App, piped: Piped) -> None:
    create = NewRoom(rules=RulesChoice(target=30))
    other = Piped()
    hosting = asyncio.ensure_future(
        run_terminal(app.base_url, create=create, name="Ana", lang="en", terminal=piped.terminal)
    )
    await piped.until("start, or help >")
    (link,) = re.findall("http://.*#[A-Z0-9]+$", piped.shown, re.MULTILINE)
    coming = asyncio.ensure_future(
        run_terminal(link, name="Bea", lang="es", terminal=other.terminal)
    )
    await piped.until("East   Bea\n")
    piped.type("start", *["1", ""] * 100)
    other.type(*["1", ""] * 100)
    async with asyncio.timeout(20):
        await asyncio.gather(piped.until("wins the match"), other.until("gana la partida"))
    piped.end()
    other.end()
    assert (await hosting, await coming) == (ExitCode.LEFT, ExitCode.LEFT)
    scores = [re.findall(r"Total((?: +\d+){4})", one.shown)[-1].split() for one in (piped, other)]
    assert scores[0] == scores[1]
    assert max(map(int, scores[0])) >= 30


async def test_a_name_is_asked_for_until_it_will_do(app: App, piped: Piped) -> None:
    piped.type("", "\u200b", "Ana", "quit")
    code = await run_terminal(app.base_url, create=NewRoom(), lang="en", terminal=piped.terminal)
    assert code == ExitCode.LEFT
    assert piped.shown.count("Your name >\n") == 3
    assert piped.shown.count("A name needs 1 to 24 visible characters.\n") == 2
    assert "South  Ana (you), host\n" in piped.shown


async def test_the_key_of_a_server_is_asked_for_where_somebody_can_type_it(piped: Piped) -> None:
    keyed = Settings(host="127.0.0.1", port=0, create_key=SecretStr("llave"))
    async with running(keyed) as app:
        piped.type("lave", "llave", "quit")
        terminal = replace(piped.terminal, typing="lines")
        code = await run_terminal(
            app.base_url, create=NewRoom(), name="Ana", lang="en", terminal=terminal
        )
    assert code == ExitCode.LEFT
    assert piped.shown.count("Key of this server > ") == 2
    assert "Key of this server" not in piped.shown[piped.shown.index("This link brings") :]


async def test_a_name_that_was_given_and_will_not_do_ends_it(app: App, piped: Piped) -> None:
    code = await run_terminal(
        app.base_url, create=NewRoom(), name=" ", lang="en", terminal=piped.terminal
    )
    assert code == ExitCode.NOT_IN


async def test_the_return_link_brings_the_person_back(app: App, piped: Piped) -> None:
    piped.type("quit")
    await run_terminal(
        app.base_url,
        create=NewRoom(),
        name="Ana",
        invite_from=lambda: "http://192.168.1.7:8765/",
        lang="en",
        terminal=piped.terminal,
    )
    assert "  http://192.168.1.7:8765/#" in piped.shown
    command = shlex.split(piped.shown.splitlines()[-1])
    assert command[:2] == ["longana", "join"]
    assert command[2].startswith("http://192.168.1.7:8765/#")
    again = Piped()
    again.type("quit")
    link = command[2].replace("http://192.168.1.7:8765", app.base_url)
    code = await run_terminal(link, lang="en", terminal=again.terminal)
    again.end()
    assert code == ExitCode.LEFT
    assert "South  Ana (you), host\n" in again.shown


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this device remembers its seats and shuffles."""
    monkeypatch.setenv("LONGANA_STATE_DIR", str(tmp_path))
    return tmp_path


async def joined(
    link: str | None, *lines: str, name: str | None = None, typing: Typing = "lines"
) -> tuple[int, str]:
    """Type these lines, and quit once in the room; gives the exit code and what was printed."""
    one = Piped()
    one.type(*lines)
    terminal = replace(one.terminal, typing=typing)
    joining = asyncio.create_task(run_terminal(link, name=name, lang="en", terminal=terminal))
    inside = asyncio.create_task(one.until("The host starts the match."))
    await asyncio.wait({joining, inside}, return_when=asyncio.FIRST_COMPLETED, timeout=10)
    inside.cancel()
    one.type("quit")
    one.end()
    return await joining, one.shown


async def test_whoever_closed_their_terminal_goes_on_with_the_same_link(
    app: App, own_folder: Path
) -> None:
    async with Client(app.base_url) as host:
        await host.create("Ana")
        link = f"{app.base_url}/#{host.code}"
        await joined(link, "José")
        for given in (link, str(host.code).lower(), None):
            code, shown = await joined(given, "")
            assert code == ExitCode.LEFT
            assert "Go on as Jose? Enter, or type another name > " in shown
            assert "East   Jose (you)" in shown
        assert (await joined(link, "Bea"))[1].count("Bea (you)") == 1
        assert "East   Jose (you)" in (await joined(link, name="jose", typing="piped"))[1]
        assert "Eva (you)" in (await joined(link, name="Eva", typing="piped"))[1]
        assert len((await host.until(lambda now: now.online)).room.people) == 4


async def test_the_link_from_before_a_new_code_leads_back_to_ones_own_seat(
    app: App, own_folder: Path
) -> None:
    async with Client(app.base_url) as host:
        await host.create("Ana")
        old = f"{app.base_url}/#{host.code}"
        friend = Piped()
        joining = asyncio.create_task(
            run_terminal(old, name="Bea", lang="en", terminal=friend.terminal)
        )
        await friend.until("The host starts the match.")
        await host.lock(False, new_code=True)
        renewed = await host.until(lambda now: not old.endswith(now.room.code))
        await friend.until(f"/#{renewed.room.code}")
        friend.type("quit")
        friend.end()
        await joining
        code, shown = await joined(old, "")
        assert code == ExitCode.LEFT
        assert "Go on as Bea? Enter, or type another name > " in shown
        assert "East   Bea (you)" in shown
        stranger = await joined(old, "Eva")
        assert "There is no room with that code." in stranger[1]


async def test_what_was_sealed_is_known_to_the_next_terminal(
    app: App, own_folder: Path, tmp_path: Path
) -> None:
    async with Client(app.base_url) as host:
        await host.create("Ana")
        link = f"{app.base_url}/#{host.code}"
        first, second = Piped(), Piped()
        joining = asyncio.create_task(
            run_terminal(link, name="Bea", lang="en", terminal=first.terminal)
        )
        await first.until("The host starts the match.")
        await host.start()
        await host.until(lambda now: now.view.table.phase == "playing")
        first.type("quit")
        first.end()
        await joining
        second.type(f"save {tmp_path / 'match.json'}", "quit")
        second.end()
        await run_terminal(link, name="Bea", lang="en", terminal=second.terminal)
    (shuffle,) = OwnShuffles(own_folder).all()
    assert (shuffle.match, list(shuffle.part)) == (1, ["E"])
    commitment, nonce = shuffle.commitment.hex(), shuffle.part["E"].hex()
    assert f" --commitment {commitment} --nonce E={nonce}\n" in second.shown


async def test_a_seat_given_up_is_not_offered_again(app: App, own_folder: Path) -> None:
    async with Client(app.base_url) as host:
        await host.create("Ana")
        link = f"{app.base_url}/#{host.code}"
        await joined(link, "Bea", "leave", "y", "n")
        assert OwnSeats(own_folder).all() == ()
        assert "Your name > " in (await joined(link, "Bea"))[1]
        await host.close_room()
    code, shown = await joined(link, "")
    assert code == ExitCode.NOT_IN
    assert "Go on as Bea?" in shown
    assert OwnSeats(own_folder).all() == ()


async def test_who_closes_the_room_has_no_way_back(app: App, own_folder: Path) -> None:
    host = Piped()
    hosting = asyncio.create_task(
        run_terminal(app.base_url, create=NewRoom(), name="Ana", lang="en", terminal=host.terminal)
    )
    await host.until("South  Ana (you), host\n")
    host.type("close", "y")
    assert await hosting == ExitCode.LEFT
    host.end()
    assert "Close the room for everybody" in host.shown
    assert "To come back" not in host.shown
    assert OwnSeats(own_folder).all() == ()


@pytest.mark.parametrize("typing", ["piped", "lines"])
async def test_without_a_link_and_a_seat_one_is_asked_for(own_folder: Path, typing: Typing) -> None:
    code, shown = await joined(None, typing=typing)
    assert (code, shown) == (ExitCode.USAGE, "Which table? Give the link your friend sent.\n")


async def test_a_server_that_is_gone_is_told_before_a_name_is_asked_for() -> None:
    code, shown = await joined(f"http://127.0.0.1:{free_port()}/#K7QF2M9X", "Ana")
    assert code == ExitCode.NOT_IN
    assert shown.startswith("There is no answer from")
    assert "Your name" not in shown


async def test_a_door_that_is_shut_is_told_before_a_name_is_asked_for(app: App) -> None:
    async with Client(app.base_url) as host:
        await host.create("Ana")
        await host.lock(True)
        link = f"{app.base_url}/#{host.code}"
        for given, why in ((link, "has closed this room"), (link[:-8] + "K7QF2M9X", "no room")):
            code, shown = await joined(given, "Bea")
            assert code == ExitCode.NOT_IN
            assert why in shown
            assert "Your name" not in shown
        await host.lock(False)
        assert "East   Bea (you)" in (await joined(link, "Bea"))[1]
        assert len((await host.until(lambda now: now.online)).room.people) == 2


async def test_the_command_to_come_back_keeps_the_language(app: App) -> None:
    async with Client(app.base_url) as host:
        await host.create("Ana")
        _, shown = await joined(f"{app.base_url}/#{host.code}", name="Bea")
    assert shown.splitlines()[-1].endswith(" --lang en"), shown


class Notices:
    """What whoever runs the table has to say."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[list[str]] = asyncio.Queue()

    def __aiter__(self) -> Notices:
        return self

    async def __anext__(self) -> list[str]:
        return await self.queue.get()


async def test_notices_are_shown_as_they_come_and_the_rest_is_left(app: App, piped: Piped) -> None:
    notices = Notices()
    playing = asyncio.ensure_future(
        run_terminal(
            app.base_url,
            create=NewRoom(),
            notices=notices,
            lang="en",
            terminal=piped.terminal,
        )
    )
    notices.queue.put_nowait(["The kettle is on."])
    await piped.until("Your name >")
    await piped.until("The kettle is on.\n")
    piped.type("Ana")
    await piped.until("start, or help >")
    notices.queue.put_nowait(["Tea is ready.", "\x1b[2JDo come."])
    await piped.until("Tea is ready.\n?[2JDo come.\n")
    piped.type("quit")
    assert await playing == ExitCode.LEFT
    notices.queue.put_nowait(["It is cold."])
    assert await anext(notices) == ["It is cold."]
    assert "cold" not in piped.shown


async def test_the_link_is_always_the_latest(app: App, piped: Piped) -> None:
    """A tunnel that was opened again has another address."""
    address = "https://one-two.example"
    piped.type("Ana")
    playing = asyncio.ensure_future(
        run_terminal(
            app.base_url,
            create=NewRoom(),
            invite_from=lambda: address,
            lang="en",
            terminal=piped.terminal,
        )
    )
    await piped.until("https://one-two.example/#")
    address = "https://three-four.example"
    piped.type("link")
    await piped.until("https://three-four.example/#")
    piped.type("quit")
    await playing
    assert piped.shown.splitlines()[-1].startswith("  longana join 'https://three-four.example/#")


async def test_friends_join_and_onlookers_watch(app: App, piped: Piped) -> None:
    async with Client(app.base_url) as host:
        await host.create("Ana")
        assert host.code is not None
        coming = run_terminal(
            host.code,
            server=app.base_url,
            name="Bea",
            seat="N",
            lang="en",
            terminal=piped.terminal,
        )
        sitting = asyncio.ensure_future(coming)
        await piped.until("North  Bea (you)\n")
        onlooker = Piped()
        watching = asyncio.ensure_future(
            run_terminal(
                f"{app.base_url}/#{host.code}", watch=True, lang="en", terminal=onlooker.terminal
            )
        )
        await onlooker.until("North  Bea\n")
        await host.close_room()
        assert await sitting == ExitCode.SENT_AWAY
        assert await watching == ExitCode.SENT_AWAY
        assert piped.shown.endswith("*** The host has closed the room. ***\n")
        onlooker.end()


async def test_an_onlooker_sits_down_where_they_are(app: App, own_folder: Path) -> None:
    async with Client(app.base_url) as host:
        await host.create("Ana")
        onlooker = Piped()
        link = f"{app.base_url}/#{host.code}"
        watching = asyncio.ensure_future(
            run_terminal(link, watch=True, lang="en", terminal=onlooker.terminal)
        )
        await onlooker.until("South  Ana, host\n")
        onlooker.type("seat N Bea")
        await onlooker.until("North  Bea (you)\n")
        await onlooker.until("This link brings you back")
        onlooker.type("quit")
        onlooker.end()
        assert await watching == ExitCode.LEFT
        assert "Your seat is kept." in onlooker.shown
        assert [seat.name for seat in OwnSeats(own_folder).all()] == ["Bea"]


async def test_a_server_that_vanishes_ends_it_within_two_seconds(piped: Piped) -> None:
    async with running(Settings(host="127.0.0.1", port=0)) as app:
        playing = asyncio.ensure_future(
            run_terminal(
                app.base_url, create=NewRoom(), name="Ana", lang="en", terminal=piped.terminal
            )
        )
        await piped.until("start, or help >")
    async with asyncio.timeout(2):
        assert await playing == ExitCode.SERVER_GONE
    assert "*** The connection is gone. Trying to come back. ***\n" in piped.shown
    assert "*** The server is gone. ***\nIf your table is still there" in piped.shown


async def test_a_person_at_a_terminal_waits_for_the_server(piped: Piped, tmp_path: Path) -> None:
    settings = Settings(host="127.0.0.1", port=free_port(), log="file", data_dir=tmp_path)
    async with running(settings) as app:
        playing = asyncio.ensure_future(
            run_terminal(
                app.base_url,
                create=NewRoom(),
                name="Ana",
                lang="en",
                terminal=replace(piped.terminal, typing="lines"),
            )
        )
        await piped.until("start, or help >")
    await asyncio.sleep(PIPED_PATIENCE)
    assert "*** The connection is gone. This tries to come back for 10 minutes" in piped.shown
    async with running(settings):
        await piped.until("*** You are back at the table. ***")
        piped.type("quit")
        assert await playing == ExitCode.LEFT


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "TERM"]
)
async def test_signals_end_it_and_are_handed_back(
    app: App, piped: Piped, number: signal.Signals, code: int
) -> None:
    former: Callable[..., object] | int | None = signal.getsignal(number)
    playing = asyncio.ensure_future(
        run_terminal(app.base_url, create=NewRoom(), name="Ana", lang="en", terminal=piped.terminal)
    )
    await piped.until("start, or help >")
    os.kill(os.getpid(), number)
    assert await playing == code
    assert "Your seat is kept. To come back" in piped.shown
    assert signal.getsignal(number) == former


async def test_whoever_would_stop_the_game_of_others_is_told_first(app: App, piped: Piped) -> None:
    others = False
    playing = asyncio.ensure_future(
        run_terminal(
            app.base_url,
            create=NewRoom(),
            name="Ana",
            stops_others=lambda: others,
            lang="en",
            terminal=piped.terminal,
        )
    )
    await piped.until("start, or help >")
    others = True
    os.kill(os.getpid(), signal.SIGINT)
    await piped.until(
        "*** Others are at the table. Ctrl+C again stops the server for them, too. ***"
    )
    assert not playing.done()
    os.kill(os.getpid(), signal.SIGINT)
    assert await playing == ExitCode.INTERRUPTED


async def test_when_nobody_reads_on_it_ends(app: App, piped: Piped, unread: TextIO) -> None:
    terminal = replace(piped.terminal, stdout=unread)
    code = await run_terminal(app.base_url, create=NewRoom(), name="Ana", terminal=terminal)
    assert code == ExitCode.LEFT
    unread.write("goes nowhere")  # as Python's own flush at exit does, without an error
    unread.flush()


def test_the_help_names_every_code() -> None:
    assert all(str(code.value) in EXIT_CODES_HELP for code in ExitCode)


async def test_two_at_one_pipe_play_a_hand_each_seeing_their_own_tiles(
    dealt: App, piped: Piped
) -> None:
    """F07, against the real server: what is covered is not in the log before it is uncovered."""
    playing = asyncio.ensure_future(
        run_terminal(
            dealt.base_url,
            create=NewRoom(rules=RulesChoice(seats=2, target=1)),
            name="Ana",
            lang="en",
            terminal=piped.terminal,
        )
    )
    await piped.until("start, or help >")
    piped.type("seat N here Beto")
    await piped.until("Beto (on this device)")
    piped.type("start")
    await piped.until("Give the screen to")
    assert "Your hand" not in piped.shown
    piped.type("", *["1", "", ""] * 60)
    await piped.until("wins the hand")
    playing.cancel()
    turns = re.split(r"Give the screen to (?:Ana|Beto)\.\n", piped.shown)[1:]
    shown = [turn.partition("tiles >\n")[2] for turn in turns]
    assert len(shown) > 2
    for turn in shown:
        # Uncovered once for its own person; what follows the move shows no hand any more.
        assert turn.count("Your hand") <= 1
        played = re.split(r"(?:South|North) (?:plays|opens|passes)", turn)
        assert all("Your hand" not in part for part in played[1:])
