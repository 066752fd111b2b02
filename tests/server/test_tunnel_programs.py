"""Each program is called as it wants to be, and its address is found among all it prints.

The lines have the form of those the programs print; what no pattern looks at is in our words.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from longana_protocol.catalogue import languages
from longana_server.settings import Settings
from longana_server.tunnel_programs import MOST_LAST_WORDS, NoTunnel, Output, choose_program


def installed(*names: str) -> Callable[[str], str | None]:
    return {name: f"/usr/bin/{name}" for name in names}.get


EVERYTHING = installed("cloudflared", "tailscale", "ngrok", "ssh")


def command(tunnel: str, **settings: str) -> str:
    """What is run for it."""
    wanted = Settings.model_validate({"tunnel": tunnel, **settings})
    program = choose_program(wanted, 8765, EVERYTHING)
    return " ".join([program.name, *program.arguments])


def heard(tunnel: str, *lines: str, **settings: str) -> Output:
    """What is made of these lines."""
    wanted = Settings.model_validate({"tunnel": tunnel, **settings})
    output = Output(choose_program(wanted, 8765, EVERYTHING))
    for line in lines:
        output.hear(line)
    return output


# --- which


@pytest.mark.parametrize(
    ("there", "chosen"),
    [
        (("ngrok", "cloudflared"), "cloudflared"),
        (("ngrok", "tailscale", "ssh"), "tailscale"),
        (("ngrok",), "ngrok"),
    ],
)
def test_without_a_name_the_first_that_is_installed(there: tuple[str, ...], chosen: str) -> None:
    assert choose_program(Settings(tunnel="any"), 8765, installed(*there)).name == chosen


@pytest.mark.parametrize(
    ("tunnel", "there", "said"),
    [
        ("any", ("ssh",), "No tunnel program is installed"),  # ssh needs to know where to
        ("ngrok", ("cloudflared",), "ngrok is not installed"),
        ("ssh:host", (), "ssh is not installed"),
    ],
)
def test_what_is_not_installed_is_said(tunnel: str, there: tuple[str, ...], said: str) -> None:
    with pytest.raises(NoTunnel, match=said):
        choose_program(Settings(tunnel=tunnel), 8765, installed(*there))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("last_words", [(), ("one", "two")])
def test_a_failure_is_told_with_what_the_program_said(
    language: str, last_words: tuple[str, ...]
) -> None:
    lines = NoTunnel("ended", "ngrok", last_words).lines(language)
    assert "ngrok" in lines[0]
    assert lines[2:] == [f"  {word}" for word in last_words]
    assert bool(lines[1:]) == bool(last_words)


# --- cloudflared

ASKING = (
    "2026-01-02T03:04:05Z INF Terms are at (https://www.cloudflare.com/terms/), and more at: "
    "https://developers.cloudflare.com/apps",
    "2026-01-02T03:04:05Z INF Requesting new quick Tunnel on trycloudflare.com...",
)
GIVEN = (
    "2026-01-02T03:04:09Z INF +------------------------------------------------+",
    "2026-01-02T03:04:09Z INF |  Here it is:                                    |",
    "2026-01-02T03:04:09Z INF |  https://four-words-of-it.trycloudflare.com     |",
    "2026-01-02T03:04:09Z INF +------------------------------------------------+",
)


def test_cloudflared_is_kept_from_the_users_own_configuration() -> None:
    assert command("cloudflared") == (
        f"cloudflared tunnel --no-autoupdate --config {os.devnull} --url http://127.0.0.1:8765"
    )


@pytest.mark.parametrize(
    "connected",
    [
        "2026-01-02T03:04:10Z INF Registered tunnel connection connIndex=0 location=mad01",
        "2022-01-02T03:04:10Z INF Connection 0a1b2c3d registered connIndex=0 location=MAD",
    ],
)
def test_cloudflareds_address_counts_once_it_is_connected(connected: str) -> None:
    assert heard("cloudflared", *ASKING, *GIVEN).address is None
    unregistered = "2026-01-02T03:04:09Z INF Unregistered tunnel connection connIndex=0"
    assert heard("cloudflared", *GIVEN, unregistered).address is None
    address = heard("cloudflared", *ASKING, *GIVEN, connected).address
    assert address == "https://four-words-of-it.trycloudflare.com"


def test_cloudflareds_last_words_are_those_about_the_failure() -> None:
    failure = 'failed to request: Post "https://api.trycloudflare.com/tunnel": no such host'
    output = heard("cloudflared", *ASKING, failure, "INF registered")
    assert output.address is None
    assert failure in output.last_words
    assert not any("INF Requesting" in line for line in output.last_words)


# --- tailscale


def test_tailscales_address_stands_alone_on_its_line() -> None:
    assert command("tailscale") == "tailscale funnel http://127.0.0.1:8765"
    output = heard(
        "tailscale",
        "Available on the internet:",
        "",
        "https://my-laptop.tail1a2b3.ts.net/",
        "|-- proxy http://127.0.0.1:8765",
        "",
        "Press Ctrl+C to exit.",
    )
    assert output.address == "https://my-laptop.tail1a2b3.ts.net"


def test_tailscale_tells_where_to_switch_funnel_on() -> None:
    asked = ("Funnel is not enabled. To enable, visit:", "https://login.tailscale.com/f/funnel?n=1")
    output = heard("tailscale", asked[0], "", f"         {asked[1]}", "")
    assert output.address is None
    assert output.last_words == asked


# --- ngrok


@pytest.mark.parametrize(
    "line",
    [
        '{"addr":"http://127.0.0.1:8765","lvl":"info","msg":"started tunnel","name":"command_line",'
        '"obj":"tunnels","t":"2026-01-02T03:04:05Z","url":"https://ab12-203-0-113-7.ngrok-free.app"}',
        '{"url": "https://ab12-203-0-113-7.ngrok-free.app", "msg": "started tunnel"}',
    ],
)
def test_ngroks_address_stands_in_a_line_of_json(line: str) -> None:
    assert command("ngrok") == ("ngrok http http://127.0.0.1:8765 --log stdout --log-format json")
    before = '{"addr":"127.0.0.1:4040","lvl":"info","msg":"starting web service","obj":"web"}'
    other = '{"lvl":"info","msg":"update available","url":"https://ngrok.example/download"}'
    output = heard("ngrok", "not json", before, other)
    assert output.address is None
    output.hear(line)
    assert output.address == "https://ab12-203-0-113-7.ngrok-free.app"


def test_ngroks_failures_are_read_out_of_their_json() -> None:
    output = heard(
        "ngrok",
        '{"lvl":"info","msg":"no configuration paths supplied"}',
        '{"err":"authentication failed: no token","lvl":"eror","msg":"session closing"}',
        '{"err":"<nil>","lvl":"warn","msg":"going away"}',
        "ERROR:  authentication failed: no token",
        "ERROR:  ",
    )
    assert output.last_words == (
        "session closing: authentication failed: no token",
        "going away",
        "ERROR:  authentication failed: no token",
    )


# --- ssh


def test_ssh_asks_a_service_for_its_port_80_and_nobody_for_a_password() -> None:
    called = command("ssh:nokey@localhost.run")
    assert called.startswith("ssh -o BatchMode=yes -o ExitOnForwardFailure=yes ")
    assert called.endswith(" -T -R 80:127.0.0.1:8765 ssh://nokey@localhost.run")


@pytest.mark.parametrize(
    ("line", "address"),
    [
        (
            "1a2b.lhr.life tunneled with tls termination, https://1a2b.lhr.life",
            "https://1a2b.lhr.life",
        ),
        (
            "\x1b[32mForwarding HTTP traffic from https://abc.serveo.net\x1b[0m\r",
            "https://abc.serveo.net",
        ),
        ("https://rx-1.a.free.pinggy.link", "https://rx-1.a.free.pinggy.link"),
        ("HTTPS: https://mine.tuns.example/", "https://mine.tuns.example"),
        ("To set up domains go to https://admin.localhost.run/", None),
        ("https://localhost.run/docs/", None),
        ("Follow us at [https://twitter.example/localhost_run].", None),
        ("HTTP request from 203.0.113.7 to https://abc.serveo.net/", None),
        ("http://rx-1.a.free.pinggy.link", None),
    ],
)
def test_a_services_address_is_told_from_its_other_links(line: str, address: str | None) -> None:
    assert heard("ssh:localhost.run", "** your connection id is 1234 **", line).address == address


def test_a_service_may_change_the_address() -> None:
    line = "{0}.lhr.life tunneled with tls termination, https://{0}.lhr.life"
    output = heard("ssh:localhost.run", line.format("one"), line.format("two"))
    assert output.address == "https://two.lhr.life"


def test_ssh_to_a_server_of_ones_own_is_open_when_that_listens() -> None:
    own = {"public_url": "https://games.example/longana"}
    called = command("ssh:ana@games.example:2222", **own)
    assert called.endswith(" -N -v -R 8765:127.0.0.1:8765 ssh://ana@games.example:2222")
    assert " -R 9000:127.0.0.1:8765 " in command("ssh:games.example", port="9000", **own)
    output = heard("ssh:games.example", "debug1: Entering interactive session.", **own)
    assert output.address is None
    output.hear("debug1: remote forward success for: listen 8765, connect 127.0.0.1:8765")
    assert output.address == "https://games.example/longana"


def test_sshs_last_words_are_not_its_chatter() -> None:
    output = heard(
        "ssh:games.example",
        "OpenSSH_9.6p1, OpenSSL 3.0.13",
        "debug1: Connecting to games.example port 22.",
        "ana@games.example: Permission denied (publickey).",
        public_url="https://games.example",
    )
    assert output.last_words == ("ana@games.example: Permission denied (publickey).",)


# --- whatever they print


def test_last_words_are_few_short_and_harmless() -> None:
    output = heard("tailscale", *(f"line {n}" for n in range(99)), "\x1b]0;title\x07" + "x" * 5000)
    assert len(output.last_words) == MOST_LAST_WORDS
    assert all(len(line) <= 400 and line.isprintable() for line in output.last_words)


@pytest.mark.parametrize(
    "tunnel",
    ["", "Cloudflared", "wireguard", "ssh", "ssh:", "ssh:-oProxyCommand=x", "ssh:a@-h", "ssh:a b"],
)
def test_what_is_no_tunnel_is_refused(tunnel: str) -> None:
    with pytest.raises(ValueError, match="is none of cloudflared"):
        Settings(tunnel=tunnel)


@pytest.mark.parametrize(
    "tunnel", ["any", "ssh:host", "ssh:ana.b+c@my_host-1.example:2222", "ssh:ana@[2001:db8::1]:22"]
)
def test_what_is_one_is_taken(tunnel: str) -> None:
    assert Settings(tunnel=tunnel).tunnel == tunnel


def test_an_address_of_ones_own_goes_with_ssh_only() -> None:
    with pytest.raises(ValueError, match="ngrok brings an address of its own"):
        Settings(tunnel="ngrok", public_url="https://games.example")
