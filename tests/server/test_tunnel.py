"""A tunnel program is started, heard, restarted and ended; the programs here only pretend."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import uvloop

from longana_server import tunnel as tunnels
from longana_server.settings import Settings
from longana_server.tunnel import Broken, Mended, Tunnel, TunnelNews, kept_open
from longana_server.tunnel_programs import NoTunnel, TunnelProgram, choose_program
from server.fake_programs import CLOUDFLARED, RUNS_ON, Programs, installed_in


LOOPS = pytest.mark.parametrize("factory", [asyncio.new_event_loop, uvloop.new_event_loop])

GOES_ON = CLOUDFLARED.format(name="one-two") + RUNS_ON


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    with installed_in(tmp_path) as programs:
        yield programs


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tunnels, "PATIENCE", 5.0)
    monkeypatch.setattr(tunnels, "RETRIES", (0.01,))


def program(name: str = "cloudflared") -> TunnelProgram:
    return choose_program(Settings(tunnel=name), 8765, lambda name: name)


class News:
    """What was told, and a way to wait for more."""

    def __init__(self) -> None:
        self.told: asyncio.Queue[TunnelNews] = asyncio.Queue()

    async def next(self) -> TunnelNews:
        async with asyncio.timeout(5):
            return await self.told.get()

    async def broken(self) -> NoTunnel:
        news = await self.next()
        assert isinstance(news, Broken)
        return news.trouble

    async def mended(self) -> str:
        news = await self.next()
        assert isinstance(news, Mended)
        return news.address


async def failure() -> NoTunnel:
    """Why it cannot be opened."""
    with pytest.raises(NoTunnel) as failed:
        await Tunnel.open(program())
    return failed.value


# --- opening


@LOOPS
def test_it_gives_the_address_and_ends_the_program(
    programs: Programs, factory: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    programs.add("cloudflared", GOES_ON)

    async def play() -> None:
        news = News()
        async with kept_open(program(), news.told.put_nowait) as address:
            assert address == "https://one-two.trycloudflare.com"
            assert len(programs.running("cloudflared")) == 1
        assert programs.running("cloudflared") == []
        assert news.told.empty()

    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(play())
    ((_, arguments),) = programs.runs("cloudflared")
    assert arguments.endswith("--url http://127.0.0.1:8765")


async def test_our_own_settings_are_none_of_its_business(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LONGANA_CREATE_KEY", "swordfish")
    programs.add("cloudflared", "env; exit 1")
    last_words = (await failure()).last_words
    assert last_words
    assert not any("swordfish" in line for line in last_words)


async def test_a_program_that_is_not_there(programs: Programs) -> None:
    assert (await failure()).why == "missing"


async def test_a_program_that_cannot_be_run(programs: Programs) -> None:
    (programs.folder / "cloudflared").write_text("#!/no/such/shell\n")
    (programs.folder / "cloudflared").chmod(0o755)
    assert (await failure()).why == "ended"


async def test_a_program_that_fails_is_quoted(programs: Programs) -> None:
    programs.add("cloudflared", "echo '2026 INF Hello'; printf 'no such host' >&2; exit 1")
    failed = await failure()
    assert (failed.why, failed.last_words) == ("ended", ("no such host",))


async def test_waiting_for_an_address_has_an_end(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tunnels, "PATIENCE", 0.3)
    programs.add("cloudflared", "echo 'ERR no way out'; " + RUNS_ON)
    failed = await failure()
    assert (failed.why, failed.last_words) == ("silent", ("ERR no way out",))
    assert programs.running("cloudflared") == []


async def test_being_stopped_while_it_opens_ends_the_program(programs: Programs) -> None:
    programs.add("cloudflared", RUNS_ON)
    opening = asyncio.create_task(Tunnel.open(program()))
    async with asyncio.timeout(5):
        while not programs.running("cloudflared"):  # noqa: ASYNC110 - a file tells
            await asyncio.sleep(0.01)
    opening.cancel()
    with suppress(asyncio.CancelledError):
        await opening
    assert programs.running("cloudflared") == []


async def test_much_talk_and_endless_lines_do_not_choke_it(programs: Programs) -> None:
    endless = "head -c 300000 /dev/zero | tr '\\0' x; head -c 200000 /dev/urandom; echo\n"
    junk = endless + "yes | head -5000\n"
    programs.add("cloudflared", junk + GOES_ON)
    tunnel = await Tunnel.open(program())
    await tunnel.close()
    assert tunnel.address == "https://one-two.trycloudflare.com"


# --- ending


async def test_who_does_not_listen_is_killed_with_all_it_started(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tunnels, "GRACE", 0.1)
    programs.add("child", "trap '' TERM; while :; do sleep 0.05; done")
    deaf = CLOUDFLARED.format(name="one-two") + "trap '' TERM; child & wait; wait; wait"
    programs.add("cloudflared", deaf)
    tunnel = await Tunnel.open(program())
    await tunnel.close()
    assert programs.running("cloudflared") == []
    async with asyncio.timeout(5):
        while programs.running("child"):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


async def test_closing_twice_does_no_harm(programs: Programs) -> None:
    programs.add("cloudflared", GOES_ON)
    tunnel = await Tunnel.open(program())
    await tunnel.close()
    await tunnel.close()


# --- breaking


async def test_a_tunnel_that_breaks_is_opened_again_and_both_are_told(programs: Programs) -> None:
    programs.add("cloudflared", GOES_ON)
    news = News()
    async with kept_open(program(), news.told.put_nowait):
        programs.add("cloudflared", CLOUDFLARED.format(name="three-four") + RUNS_ON)
        os.kill(programs.running("cloudflared")[0], signal.SIGKILL)
        assert (await news.broken()).why == "ended"
        assert await news.mended() == "https://three-four.trycloudflare.com"
        assert len(programs.running("cloudflared")) == 1
    assert programs.running("cloudflared") == []


async def test_while_it_cannot_be_opened_the_reason_is_told_once(programs: Programs) -> None:
    programs.add("cloudflared", CLOUDFLARED.format(name="one-two") + "sleep 0.1\n")
    news = News()
    async with kept_open(program(), news.told.put_nowait):
        programs.add("cloudflared", "echo 'ERR too many requests'; exit 1")
        assert (await news.broken()).last_words == ()
        assert (await news.broken()).last_words == ("ERR too many requests",)
        while len(programs.runs("cloudflared")) < 4:  # noqa: ASYNC110 - a file tells
            await asyncio.sleep(0.01)
        assert news.told.empty()
        programs.add("cloudflared", GOES_ON)
        assert await news.mended() == "https://one-two.trycloudflare.com"


async def test_the_block_may_end_while_the_tunnel_is_down(programs: Programs) -> None:
    programs.add("cloudflared", CLOUDFLARED.format(name="one-two"))
    news = News()
    async with kept_open(program(), news.told.put_nowait):
        programs.add("cloudflared", RUNS_ON)
        await news.broken()
    assert programs.running("cloudflared") == []


async def test_an_address_that_changes_is_told(programs: Programs) -> None:
    change = CLOUDFLARED.format(name="one-two") + CLOUDFLARED.format(name="three-four") + RUNS_ON
    programs.add("cloudflared", change)
    news = News()
    async with kept_open(program(), news.told.put_nowait) as address:
        assert address == "https://one-two.trycloudflare.com"
        assert await news.mended() == "https://three-four.trycloudflare.com"


async def test_a_tunnel_that_keeps_breaking_is_tried_less_and_less_often(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tunnels, "RETRIES", (0.01, 60.0))
    programs.add("cloudflared", CLOUDFLARED.format(name="one-two"))
    news = News()
    async with kept_open(program(), news.told.put_nowait):
        assert [type(await news.next()) for _ in range(3)] == [Broken, Mended, Broken]
        await asyncio.sleep(0.1)
        assert len(programs.runs("cloudflared")) == 2


async def test_a_tunnel_that_was_steady_is_tried_again_soon(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tunnels, "RETRIES", (0.01, 60.0))
    monkeypatch.setattr(tunnels, "STEADY", 0.0)
    programs.add("cloudflared", CLOUDFLARED.format(name="one-two"))
    news = News()
    async with kept_open(program(), news.told.put_nowait):
        told = [type(await news.next()) for _ in range(5)]
    assert told == [Broken, Mended, Broken, Mended, Broken]
