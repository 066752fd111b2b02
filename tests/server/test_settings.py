from __future__ import annotations

import os
from ipaddress import ip_network

import pytest
from pydantic import ValidationError

from longana_server.arguments import parser, settings_from
from longana_server.settings import Settings


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith("LONGANA_"):
            monkeypatch.delenv(name)


def test_defaults_listen_everywhere_on_the_usual_port() -> None:
    settings = Settings()
    assert (settings.host, settings.port, settings.prefix) == ("", None, "")


def test_a_flag_comes_before_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGANA_PORT", "9001")
    assert Settings().port == 9001
    assert Settings(port=9002).port == 9002


def test_an_empty_variable_is_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGANA_CREATE_KEY", "")
    monkeypatch.setenv("LONGANA_PORT", "")
    assert (Settings().create_key, Settings().port) == (None, None)


def test_lists_are_written_with_commas_or_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGANA_ALLOWED_HOSTS", "one.example, Two.Example.")
    monkeypatch.setenv("LONGANA_ALLOWED_ORIGINS", "https://Games.example/ http://localhost:5173")
    monkeypatch.setenv("LONGANA_TRUSTED_PROXIES", "10.1.2.3/8,fd00::/8")
    settings = Settings()
    assert settings.allowed_hosts == ("one.example", "two.example")
    assert settings.allowed_origins == ("https://games.example", "http://localhost:5173")
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


def test_the_public_address_loses_its_last_slash_and_gives_the_prefix() -> None:
    settings = Settings(public_url="https://Example.org:8443/longana/")
    assert settings.public_url == "https://example.org:8443/longana"
    assert settings.prefix == "/longana"


@pytest.mark.parametrize(("given", "host"), [("[::1]", "::1"), ("::", "::"), (" pi ", "pi")])
def test_an_ipv6_address_is_taken_with_its_brackets(given: str, host: str) -> None:
    assert Settings(host=given).host == host


def test_the_key_is_not_shown() -> None:
    assert "swordfish" not in repr(Settings.model_validate({"create_key": "swordfish"}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "65536"),
        ("public_url", "example.org"),
        ("public_url", "ftp://example.org"),
        ("public_url", "https://example.org/?a"),
        ("public_url", "https://example.org:99999"),
        ("public_url", "https://me@example.org"),
        ("allowed_hosts", "https://example.org"),
        ("allowed_origins", "https://example.org/path"),
        ("trusted_proxies", "my-proxy"),
        ("max_rooms", "0"),
        ("computer_delay", "-1"),
        ("log_level", "chatty"),
    ],
)
def test_nonsense_is_refused_with_the_name_of_the_setting(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"LONGANA_{name.upper()}", value)
    with pytest.raises(ValidationError, match=name):
        Settings()


def test_every_setting_is_explained() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description is not None, name
        assert field.description.endswith("."), name


@pytest.mark.parametrize(
    ("given", "urls"),
    [
        ("file", ()),
        ("memory", ()),
        ("nats://127.0.0.1:4222", ("nats://127.0.0.1:4222",)),
        ("nats://u:p@a:4222/, tls://[::1]", ("nats://u:p@a:4222", "tls://[::1]")),
    ],
)
def test_rooms_are_kept_by_this_server_or_in_nats(given: str, urls: tuple[str, ...]) -> None:
    assert Settings(log=given).nats_urls == urls


@pytest.mark.parametrize(
    "given", ["", "disk", "http://a", "nats://", "nats://a,", "nats://a:x", "nats://a/rooms"]
)
def test_what_is_no_place_for_rooms_is_refused(given: str) -> None:
    with pytest.raises(ValidationError, match="is file, memory, or addresses"):
        Settings(log=given)


def test_a_password_of_nats_is_not_shown() -> None:
    assert "swordfish" not in repr(Settings(log="nats://ana:swordfish@127.0.0.1"))
    given = "nats://ana:swordfish@127.0.0.1:x"
    with pytest.raises(ValueError, match="--log or LONGANA_LOG: is file, memory") as refused:
        settings_from(parser().parse_args(["serve", "--log", given]))
    assert "swordfish" not in str(refused.value)
