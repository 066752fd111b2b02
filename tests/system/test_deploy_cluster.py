"""deploy/cluster: what the compose file, nats.conf and the Caddyfile say, and NATS makes of it."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
import yaml

from longana_server.cluster.streams import connected
from longana_server.log import LogError
from longana_server.settings import Settings
from system.caddy import find_caddy
from system.compose_cluster import (
    CADDYFILE,
    COMPOSE,
    DOT_ENV,
    NODES,
    PASSWORD,
    SERVERS,
    Ports,
    composed,
    node_settings,
    three_servers,
)
from system.test_deploy import variables
from system.test_deploy_image import environment
from system.test_deploy_services import substituted


# --- compose.yaml


def test_compose_has_three_nodes_three_servers_and_caddy() -> None:
    services = composed()["services"]
    assert set(services) == {*NODES, *SERVERS, "caddy", "tools"}
    assert services["tools"]["profiles"] == ["tools"], "only when it is asked for"
    for name in {*services} - {"tools"}:
        service = services[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["restart"] == "unless-stopped"


def test_compose_names_what_is_there() -> None:
    found = composed()
    kept: list[str] = []
    for name, service in found["services"].items():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            is_file = source.startswith("./") and (COMPOSE.parent / source).is_file()
            assert is_file or source in found["volumes"] or source == "./backup", source
            kept += [source] if name in SERVERS and source in found["volumes"] else []
        assert set(service["networks"]) <= set(found["networks"])
        if "build" in service:
            build = service["build"]
            assert (COMPOSE.parent / build["context"] / build["dockerfile"]).is_file()
        else:
            assert re.search(r":\d+\.\d+(\.\d+)?(-alpine)?$", service["image"]), "a version"
    assert sorted(kept) == SERVERS, "a disk for each"


def test_compose_lets_nobody_but_nodes_to_nats() -> None:
    """Its log holds the secrets of running deals."""
    found = composed()
    assert [name for name, each in found["services"].items() if "ports" in each] == ["caddy"]
    assert found["networks"]["log"]["internal"] is True
    in_log = {name for name, each in found["services"].items() if "log" in each["networks"]}
    assert in_log == {*NODES, *SERVERS, "tools"}
    assert all(found["services"][name]["networks"] == ["log"] for name in (*SERVERS, "tools"))


def test_compose_sets_the_nodes_right() -> None:
    settings = node_settings()
    urls = [urlsplit(url) for url in settings.nats_urls]
    assert [url.hostname for url in urls] == SERVERS
    assert {(url.username, url.password, url.port) for url in urls} == {("longana", PASSWORD, 4222)}
    assert settings.log_replicas == len(SERVERS)
    assert settings.public_url == "https://games.example.org"
    assert settings.create_key is not None


def test_compose_lets_the_nodes_believe_caddy_alone() -> None:
    found = composed()
    caddy = found["services"]["caddy"]["networks"]["table"]
    fixed = [caddy["ipv4_address"], caddy["ipv6_address"]]
    trusted = node_settings().trusted_proxies
    assert sorted(map(str, trusted)) == sorted(str(ip_network(each)) for each in fixed)
    subnets = [ip_network(each["subnet"]) for each in found["networks"]["table"]["ipam"]["config"]]
    assert all(any(ip_address(each) in subnet for subnet in subnets) for each in fixed)


@pytest.mark.parametrize("needed", [*DOT_ENV])
def test_compose_starts_with_nothing_left_open(needed: str) -> None:
    given = {name: value for name, value in DOT_ENV.items() if name != needed}
    with pytest.raises(KeyError, match=needed):
        substituted(yaml.safe_load(COMPOSE.read_text()), given)
    assert variables(COMPOSE.read_text()) <= {*Settings.model_fields, "site"}


# --- Caddyfile (how it runs: test_caddy_cluster.py)


def test_caddy_is_sent_to_the_nodes_and_asks_whether_they_take_players(tmp_path: Path) -> None:
    def caddy(*words: str) -> str:
        home = {"HOME": str(tmp_path)}
        return subprocess.run(
            [find_caddy(), *words], env=home, capture_output=True, text=True, check=False
        ).stdout

    adapted = caddy("adapt", "--adapter", "caddyfile", "--config", str(CADDYFILE))
    (proxy,) = handlers(json.loads(adapted), "reverse_proxy")
    port = environment()["LONGANA_PORT"]
    assert proxy["upstreams"] == [{"dial": f"{node}:{port}"} for node in NODES]
    assert proxy["health_checks"]["active"]["uri"] == "/readyz"
    assert proxy["load_balancing"]["selection_policy"] == {"policy": "least_conn"}  # sticks to none
    assert caddy("fmt", str(CADDYFILE)) == CADDYFILE.read_text()


def handlers(config: object, name: str) -> list[dict[str, Any]]:
    """All handlers of that name, however deep in Caddy's own configuration."""
    match config:
        case dict() if config.get("handler") == name:
            return [config]
        case dict():
            return [each for value in config.values() for each in handlers(value, name)]
        case list():
            return [each for value in config for each in handlers(value, name)]
        case _:
            return []


# --- nats.conf


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Ports]]:
    with three_servers(tmp_path_factory.mktemp("nats")) as ports:
        yield ports


def info(port: int) -> dict[str, Any]:
    """What a server says of itself to whoever connects."""
    by = time.monotonic() + 10
    while True:
        try:
            with create_connection(("127.0.0.1", port), 1) as connection:
                said: dict[str, Any] = json.loads(connection.makefile().readline()[len("INFO ") :])
                return said
        except OSError:
            assert time.monotonic() < by, "the server takes no connections"
            time.sleep(0.05)


async def test_nats_keeps_rooms_for_nodes_and_for_nobody_else(servers: list[Ports]) -> None:
    """Three servers find each other, and what is stored is on all of them."""
    urls = [f"nats://longana:{PASSWORD}@127.0.0.1:{ports.nodes}" for ports in servers]
    async with connected(urls, replicas=len(SERVERS), patience=20) as streams:
        assert await streams.publish(streams.log("K7MP4RWX"), b"a", expected=0) == 1
    for stranger in ("", "longana:@", "longana:wrong@", f"route:{PASSWORD}@", "system:007@"):
        with pytest.raises(LogError):
            async with connected([f"nats://{stranger}127.0.0.1:{servers[0].nodes}"], patience=0.5):
                pass


def test_nats_is_well_and_tells_strangers_nothing(servers: list[Ports]) -> None:
    said = info(servers[0].nodes)
    assert "connect_urls" not in said, "an address without a password would be tried in vain"
    assert info(servers[0].routes)["auth_required"] is True
    assert is_well(servers[0])


def is_well(ports: Ports) -> bool:
    """Whether a server answers well, soon, to what compose asks it."""
    services = composed()["services"]
    (asked,) = {services[name]["healthcheck"]["test"][-1] for name in SERVERS}
    by = time.monotonic() + 15
    while time.monotonic() < by:
        try:
            with urlopen(asked.replace(":8222", f":{ports.health}"), timeout=5):
                return True
        except OSError:
            time.sleep(0.1)
    return False
