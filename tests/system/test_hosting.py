"""The table `longana host` makes: nobody is in it at first, and it is its operator's."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import urllib.request
from pathlib import Path

import msgpack
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from longana_engine import CUBAN
from longana_server import hosting
from longana_server.addresses import named_address
from longana_server.host_command import remind_when_nobody_comes
from longana_server.invitation import Invitation
from system.program import LINK, LONGANA, at_a_terminal
from system.table import Message, Raw, served


async def test_the_first_to_come_is_host_until_the_operator_says_whose_table_it_is() -> None:
    async with served() as app:
        code = await app.rooms.open(CUBAN, "normal", watching=True)
        friend, operator = (Raw(app, random.Random(seed)) for seed in (1, 2))
        for raw, name in ((friend, "Friend"), (operator, "Operator")):
            await raw.connect()
            await raw.enter("join", code=code, name=name)
        await operator.until(lambda: operator.room["host"] == friend.person)
        assert operator.person is not None
        await app.rooms.name_host(code, operator.person)
        await friend.until(lambda: friend.room["host"] == operator.person)
        assert (await friend.ask("start"))["code"] == "not_host"
        assert (await operator.ask("start"))["type"] == "done"
        await app.rooms.name_host(code, 99)
        await app.rooms.name_host("NOSUCHXX", 1)
        assert operator.room["host"] == operator.person
        for raw in (friend, operator):
            await raw.close()


async def test_the_page_opens_for_whoever_runs_it_and_makes_them_host(tmp_path: Path) -> None:
    """`longana host` where there is a screen: the browser is started with a link good once."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    os.mkfifo(opened)
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" >"{opened}"\n')
    browser.chmod(0o755)
    command = [*LONGANA, "host", "--host", "127.0.0.1", "--port", "0"]
    with at_a_terminal(command, DISPLAY=":0", BROWSER=f"{browser} %s") as (screen, process):
        link = await asyncio.wait_for(asyncio.to_thread(opened.read_text), 10)
        await asyncio.to_thread(screen.until, b"Your browser opens the table")
        page, _, place = link.partition("#")
        code, _, claim = place.partition("!")
        async with at_page(page) as first, at_page(page) as own:
            assert (await entered(first, code=code, name="Beto"))["host"] == 1
            room = await entered(own, code=code, name="Ana", claim=claim)
            while room["host"] != 2:
                room = await answer(own, "room")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=8) == 0


async def test_the_page_brings_whoever_runs_it_back_in_any_browser(tmp_path: Path) -> None:
    """`longana host` once more on the same machine, with a browser that knows nobody."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    os.mkfifo(opened)
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" >"{opened}"\n')
    browser.chmod(0o755)
    command = [*LONGANA, "host", "--host", "127.0.0.1", "--port", "0", "--data-dir", str(tmp_path)]
    own = {"DISPLAY": ":0", "BROWSER": f"{browser} %s", "LONGANA_LOG": "file"}
    seen = []
    for name in ("Ana", "Anita"):
        with at_a_terminal(command, **own) as (screen, process):
            link = await asyncio.wait_for(asyncio.to_thread(opened.read_text), 10)
            await asyncio.to_thread(screen.until, b"Your browser opens the table")
            page, _, place = link.partition("#")
            code, _, claim = place.partition("!")
            async with at_page(page) as socket:
                room = await entered(socket, code=code, name=name, claim=claim)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=8) == 0
        seen.append((code, room["host"], [one["name"] for one in room["people"]]))
    assert seen[0] == seen[1] == (code, 1, ["Ana"])


async def test_the_page_of_whoever_runs_it_invites_with_the_address_they_gave(
    tmp_path: Path,
) -> None:
    command = [*LONGANA, "host", "--no-join", "--address", "table.example"]
    command += ["--port", "0", "--data-dir", str(tmp_path)]
    with at_a_terminal(command) as (screen, process):
        shown = await asyncio.to_thread(screen.until, b"/#")
        port = shown.rpartition(b"/#")[0].rpartition(b":")[2].decode()
        page = f"http://127.0.0.1:{port}/"
        with await asyncio.to_thread(urllib.request.urlopen, page) as opened:
            told = f'name="longana-address" content="http://table.example:{port}/"'
            assert told in opened.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=8) == 0


async def test_stopping_the_server_says_how_the_table_comes_back(tmp_path: Path) -> None:
    command = [*LONGANA, "host", "--terminal", "--name", "Ana", "--data-dir", str(tmp_path)]
    own = at_a_terminal([*command, "--host", "127.0.0.1", "--port", "0"], LONGANA_LOG="file")
    with own as (screen, process):
        shown = await asyncio.to_thread(screen.until, b"start, or help")
        page, _, code = LINK.findall(shown)[-1].decode().partition("#")
        async with at_page(page) as friend:
            await entered(friend, code=code, name="Beto")
            process.send_signal(signal.SIGINT)
            await asyncio.to_thread(screen.until, b"Ctrl+C again stops the server")
            process.send_signal(signal.SIGINT)
            await asyncio.to_thread(screen.until, b"longana host brings it back.")
        assert process.wait(timeout=8) == 130


async def test_whoever_runs_it_comes_back_to_the_table_after_quit(tmp_path: Path) -> None:
    own = {"LONGANA_LOG": "file", "LONGANA_STATE_DIR": str(tmp_path / "state")}
    command = [*LONGANA, "host", "--terminal", "--name", "Ana", "--data-dir", str(tmp_path)]
    command += ["--host", "127.0.0.1", "--port", "0"]
    with at_a_terminal(command, **own) as (screen, process):
        shown = await asyncio.to_thread(screen.until, b"start, or help")
        page, _, code = LINK.findall(shown)[-1].decode().partition("#")
        async with at_page(page) as friend:
            room = await entered(friend, code=code, name="Beto")
            for word in (b"quit\n", b"quit\n"):
                screen.type(word)
                await asyncio.to_thread(screen.until, b"Enter brings you back to your table, Ctrl")
            screen.type(b"\n")
            await asyncio.to_thread(screen.until, b"Ana (you), host")
            screen.type(b"leave\ny\nn\n")
            await asyncio.to_thread(screen.until, b"Enter brings you back to your table, Ctrl")
            screen.type(b"\n")
            await asyncio.to_thread(screen.until, b"Ana (you), host")
            while room["host"] != 3:
                room = await answer(friend, "room")
            screen.type(b"quit\n")
            await asyncio.to_thread(screen.until, b"Enter brings you back to your table, Ctrl")
            process.send_signal(signal.SIGINT)
            await asyncio.to_thread(screen.until, b"Ctrl+C again stops the server")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=8) == 130


async def test_a_closed_table_asks_nobody_back(tmp_path: Path) -> None:
    command = [*LONGANA, "host", "--terminal", "--name", "Ana", "--data-dir", str(tmp_path)]
    with at_a_terminal([*command, "--host", "127.0.0.1", "--port", "0"]) as (screen, process):
        await asyncio.to_thread(screen.until, b"start, or help")
        screen.type(b"close\ny\n")
        shown = await asyncio.to_thread(screen.until, b"Ctrl+C stops the server.")
        assert b"Enter brings" not in shown
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=8) == 0


async def test_join_in_another_terminal_finds_the_seat_of_whoever_runs_it(tmp_path: Path) -> None:
    """Whether by the link for friends, by the one it has itself, or by none."""
    own = {"LONGANA_STATE_DIR": str(tmp_path / "state")}
    command = [*LONGANA, "host", "--terminal", "--name", "Ana", "--data-dir", str(tmp_path)]
    command += ["--host", "127.0.0.1", "--port", "0", "--address", "localhost"]
    with at_a_terminal(command, **own) as (screen, process):
        shown = await asyncio.to_thread(screen.until, b"start, or help")
        link = LINK.findall(shown)[-1].decode()
        assert link.startswith("http://localhost:")
        for given in ([link], [link.replace("localhost", "127.0.0.1")], []):
            with at_a_terminal([*LONGANA, "join", *given], **own) as (other, _):
                await asyncio.to_thread(other.until, b"Go on as Ana? Enter, or type another name")
                other.type(b"\n")
                await asyncio.to_thread(other.until, b"Ana (you), host")
                await asyncio.to_thread(screen.until, b"Enter brings you back to your table, Ctrl")
                screen.type(b"\n")
                await asyncio.to_thread(screen.until, b"Ana (you), host")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=8) == 130


async def test_nobody_is_missed_who_came_and_went(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "PATIENCE", 0)
    async with served() as app:
        code = await app.rooms.open(CUBAN, "normal", watching=True)
        table = hosting.Table(code, app.server.port, (named_address("table.example"),))
        reminded = Invitation(table, "en", app.server.publish)
        await remind_when_nobody_comes(app, reminded)
        assert (await anext(reminded.notices))[0].startswith("Nobody has come yet.")
        for seed, name in enumerate(("Ana", "Beto")):
            raw = Raw(app, random.Random(seed))
            await raw.connect()
            await raw.enter("join", code=code, name=name)
            await raw.drop()
        visited = Invitation(table, "en", app.server.publish)
        await remind_when_nobody_comes(app, visited)
        visited.notices.add(["nothing before this"])
        assert await anext(visited.notices) == ["nothing before this"]


def at_page(url: str) -> connect:
    return connect(f"ws{url.removeprefix('http')}ws", subprotocols=[Subprotocol("longana.v1")])


async def entered(socket: ClientConnection, **join: str) -> Message:
    """The room, for somebody who joins."""
    await socket.send(msgpack.packb({"type": "hello", "version": 1}))
    await socket.send(msgpack.packb({"type": "join", "id": "in", **join}))
    return await answer(socket, "room")


async def answer(socket: ClientConnection, wanted: str) -> Message:
    async with asyncio.timeout(5):
        while True:
            message: Message = msgpack.unpackb(await socket.recv())
            if message["type"] == wanted:
                return message
