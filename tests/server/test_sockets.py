from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from longana_server import sockets
from longana_server.sockets import CannotListen, open_sockets, port_of, reach_loopback


HAS_IPV6 = socket.has_dualstack_ipv6()


@pytest.fixture
def until_the_end() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def kept(stack: ExitStack, opened: tuple[socket.socket, ...]) -> tuple[socket.socket, ...]:
    for server in opened:
        stack.enter_context(server)
    return opened


def can_reach(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True


def test_all_addresses_of_both_families(until_the_end: ExitStack) -> None:
    port = port_of(kept(until_the_end, open_sockets("", 0)))
    assert can_reach("127.0.0.1", port)
    assert can_reach("::1", port) == HAS_IPV6


def test_ipv4_alone_where_there_is_no_ipv6(
    until_the_end: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    port = port_of(kept(until_the_end, open_sockets("", 0)))
    assert can_reach("127.0.0.1", port)
    assert not can_reach("::1", port)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_one_address_only(host: str, until_the_end: ExitStack) -> None:
    port = port_of(kept(until_the_end, open_sockets(host, 0)))
    assert can_reach("127.0.0.1", port)
    assert not can_reach("::1", port)


def test_every_address_of_a_name_on_one_port(until_the_end: ExitStack) -> None:
    opened = kept(until_the_end, open_sockets("localhost", 0))
    assert len({server.getsockname()[1] for server in opened}) == 1
    assert can_reach("localhost", port_of(opened))


@pytest.mark.parametrize("host", ["", "127.0.0.1"])
def test_what_is_accepted_sends_without_delay(host: str, until_the_end: ExitStack) -> None:
    """Else a view waits for the acknowledgement of the answer before it: 40 ms for each move."""
    (listening,) = kept(until_the_end, open_sockets(host, 0))
    until_the_end.enter_context(socket.create_connection(("127.0.0.1", port_of((listening,)))))
    accepted = until_the_end.enter_context(listening.accept()[0])
    assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_usual_port_or_the_next_free_one(
    until_the_end: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = port_of(kept(until_the_end, open_sockets("", 0)))
    monkeypatch.setattr(sockets, "DEFAULT_PORT", taken)
    assert taken < port_of(kept(until_the_end, open_sockets("", None))) < taken + sockets.TRIES


def test_a_port_that_was_asked_for_is_that_one_or_an_error(until_the_end: ExitStack) -> None:
    taken = port_of(kept(until_the_end, open_sockets("", 0)))
    for host in ("", "127.0.0.1", "localhost"):
        with pytest.raises(CannotListen, match=f"port {taken}: another program") as refused:
            open_sockets(host, taken)
        assert refused.value.errno == errno.EADDRINUSE


def test_when_every_port_is_taken_it_says_so(
    until_the_end: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = port_of(kept(until_the_end, open_sockets("", 0)))
    monkeypatch.setattr(sockets, "DEFAULT_PORT", taken)
    monkeypatch.setattr(sockets, "TRIES", 1)
    with pytest.raises(CannotListen, match="another program"):
        open_sockets("", None)


@pytest.mark.parametrize("host", ["198.51.100.1", "no such host"])
def test_a_host_that_is_not_this_machine_is_said_at_once(host: str) -> None:
    with pytest.raises(CannotListen, match=host):
        open_sockets(host, None)


@pytest.mark.parametrize(("host", "reached"), [("", True), ("0.0.0.0", True), ("127.0.0.2", False)])
def test_whether_this_machine_itself_gets_in(
    host: str, reached: bool, until_the_end: ExitStack
) -> None:
    opened = kept(until_the_end, open_sockets(host, 0))
    assert reach_loopback(opened) == can_reach("127.0.0.1", port_of(opened)) == reached
