"""What is counted, and how Prometheus is told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from longana_server.metrics import BOUNDS, Metrics
from longana_server.metrics_port import shown
from longana_server.sockets import CannotListen
from server.clients import play_hand, playing, short_match
from server.scripted_room import SHORT


LINE = re.compile(r"# (HELP|TYPE) longana_\w+ .+|(longana_\w+)(\{\w+=\"[\w+.]+\"\})? -?[\d.]+")


def test_every_line_is_one_that_prometheus_reads() -> None:
    metrics = Metrics()
    metrics.count("moves", "person")
    metrics.watch("rooms", lambda: 7)
    metrics.lasted("append", 0.003)
    lines = metrics.text().splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert "longana_rooms 7" in lines
    assert 'longana_moves_total{by="person"} 1' in lines
    for line in lines:
        if not line.startswith("#"):
            name = re.sub(r"(_bucket|_sum|_count)?(\{.*)? .*", "", line)
            assert any(other.startswith(f"# TYPE {name} ") for other in lines), line


def test_durations_are_sorted_into_what_they_are_at_most() -> None:
    metrics = Metrics()
    for seconds in (0.0, BOUNDS[0], 0.0011, BOUNDS[-1] + 1):
        metrics.lasted("thinking", seconds)
    text = metrics.text()
    assert 'longana_thinking_seconds_bucket{le="0.001"} 2' in text
    assert 'longana_thinking_seconds_bucket{le="0.0025"} 3' in text
    assert 'longana_thinking_seconds_bucket{le="10.0"} 3' in text
    assert 'longana_thinking_seconds_bucket{le="+Inf"} 4' in text
    assert "longana_thinking_seconds_count 4" in text


async def test_play_is_counted() -> None:
    async with playing(deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        metrics = played.house.metrics
        assert await host.refused("pass", turn=99) == "stale"
        await play_hand(host)
        persons, computers = (metrics.counted("moves", by) for by in ("person", "computer"))
        assert persons + computers == len(host.table["moves"])
        assert min(persons, computers) > 0
        assert metrics.counted("refusals", "stale") == 1
        text = metrics.text()
        assert f"longana_thinking_seconds_count {computers}" in text
        assert not re.search(r"longana_(append|broadcast)_seconds_count 0\n", text)


@pytest_asyncio.fixture
async def port() -> AsyncIterator[int]:
    async with shown(Metrics(), 0) as port:
        yield port


async def ask(port: int, sent: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    async with asyncio.timeout(10):
        answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
        (b"GET / HTTP/1.1\r\n\r\n", 404),
        (b"GET /metrics/../../etc/passwd HTTP/1.1\r\n\r\n", 404),
        (b"POST /metrics HTTP/1.1\r\n\r\n", 405),
        (b"\x00\xff\r\n\r\n", 405),
        (b"GET /metrics HTTP/1.1\r\nHOST: [::1]:9100\r\n\r\n", 200),
        (b"GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
        (b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: \xff\r\n\r\n", 403),
    ],
)
async def test_metrics_are_all_that_is_there(port: int, sent: bytes, status: int) -> None:
    answer = await ask(port, sent)
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert (b"longana_moves_total" in answer) is (status == 200)
    head = await ask(port, b"HEAD /metrics HTTP/1.1\r\n\r\n")
    assert head.endswith(b"\r\n\r\n")


async def test_whoever_sends_no_request_is_dropped(port: int) -> None:
    assert await ask(port, b"GET /" + b"a" * 20_000) == b""
    assert b"200 OK" in await ask(port, b"GET /metrics HTTP/1.1\r\n\r\n")


async def test_a_taken_port_is_said() -> None:
    async with shown(Metrics(), 0) as port:
        with pytest.raises(CannotListen):
            async with shown(Metrics(), port):
                pass
