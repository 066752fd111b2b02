"""What may be typed after `longana host` about the way to the table."""

from __future__ import annotations

import pytest

from longana_server.arguments import USAGE, parser, settings_from
from longana_server.settings import Settings


def settings(*arguments: str) -> Settings:
    return settings_from(parser().parse_args(["host", *arguments]))


@pytest.mark.parametrize("command", ["host", "serve"])
def test_every_setting_is_a_flag(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parser().parse_args([command, "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert all(f"--{name.replace('_', '-')} " in shown for name in Settings.model_fields)


def test_the_help_names_what_a_setting_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["serve", "--help"])
    shown = capsys.readouterr().out
    for flag in (
        "--log file|memory|nats://HOST",
        "--rooms-by anybody|operator",
        "--keep-tallies yes|no",
        "--computer-delay SECONDS",
        "--port PORT",
        "--max-rooms NUMBER",
        "--max-connections-per-address NUMBER",
        "--commands-per-second NUMBER",
        "--log-level debug|info|warning|error",
        "--cert FILE",
        "--data-dir DIR",
    ):
        assert f"{flag}\n" in shown or f"{flag}  " in shown, flag


@pytest.mark.parametrize("is_checkout", [True, False])
def test_a_checkout_tells_of_its_tests(
    is_checkout: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LONGANA_COMMAND", raising=False)
    if is_checkout:
        monkeypatch.setenv("LONGANA_COMMAND", "./longana")
    with pytest.raises(SystemExit):
        parser().parse_args(["--help"])
    assert ("two commands more: test" in capsys.readouterr().out) == is_checkout


@pytest.mark.parametrize(
    ("arguments", "tunnel"),
    [
        ((), None),
        (("--tunnel",), "any"),
        (("--tunnel", "--no-join"), "any"),
        (("--tunnel", "tailscale"), "tailscale"),
        (("--tunnel=ssh:ana@games.example:2222",), "ssh:ana@games.example:2222"),
    ],
)
def test_the_tunnel_may_be_named_or_left_open(
    arguments: tuple[str, ...], tunnel: str | None
) -> None:
    assert settings(*arguments).tunnel == tunnel


def test_the_tunnel_may_be_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGANA_TUNNEL", "ngrok")
    assert settings().tunnel == "ngrok"
    assert settings("--tunnel").tunnel == "any"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--tunnel", "pigeon"), "--tunnel or LONGANA_TUNNEL: 'pigeon' is none of cloudflared"),
        (
            ("--tunnel", "--public-url", "https://games.example"),
            "any brings an address of its own: with --tunnel leave --public-url",
        ),
        (("--key", "key.pem"), r"--key \(LONGANA_KEY\) needs --cert \(LONGANA_CERT\)"),
        (("--rooms-by", "me"), "--rooms-by or LONGANA_ROOMS_BY: "),
        (("--public-url", "https://games.example/a b"), "--public-url or LONGANA_PUBLIC_URL: "),
    ],
)
def test_what_cannot_be_meant_is_said_with_its_name(arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(ValueError, match="^" + said):
        settings(*arguments)


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("[2001:DB8:0:0::7]", "2001:db8::7"),
        ("fd00::7", "fd00::7"),
        ("Pi.local.", "pi.local"),
    ],
)
def test_an_address_is_taken_with_brackets_and_without(given: str, address: str) -> None:
    assert parser().parse_args(["host", "--address", given]).address == address


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("http://pi.local", "no scheme, no port, no path"),
        ("pi.local:8765", "no scheme, no port, no path"),
        ("fe80::1%eth0", "with a zone"),
        ("", "is not a host name"),
    ],
)
def test_what_is_no_address_is_a_usage_error(
    given: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parser().parse_args(["host", "--address", given])
    assert left.value.code == USAGE
    assert said in capsys.readouterr().err


def test_a_room_on_a_server_that_asks_for_a_key() -> None:
    given = parser().parse_args(["join", "https://games.example", "--new", "--key", "swordfish"])
    assert (given.new, given.key) == (True, "swordfish")
