"""What deploy/cluster/compose.yaml starts, without Docker: its settings, and NATS as it runs it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from free_ports import free_ports
from longana_server.settings import Settings
from nats_servers import PROGRAM
from system.test_deploy import DEPLOY
from system.test_deploy_services import settings_of, substituted


COMPOSE = DEPLOY / "cluster" / "compose.yaml"
NATS_CONF = COMPOSE.with_name("nats.conf")
CADDYFILE = COMPOSE.with_name("Caddyfile")

PASSWORD = "1e5"
"""What NATS would take for a number."""

DOT_ENV = {
    "LONGANA_SITE": "games.example.org",
    "LONGANA_CREATE_KEY": "k",
    "NATS_PASSWORD": PASSWORD,
    "NATS_SYSTEM_PASSWORD": "007",
}

NODES, SERVERS = ([f"{name}-{number}" for number in (1, 2, 3)] for name in ("longana", "nats"))


def composed() -> dict[str, Any]:
    found: dict[str, Any] = substituted(yaml.safe_load(COMPOSE.read_text()), DOT_ENV)
    return found


def node_settings() -> Settings:
    """What the nodes are told, which is all the same."""
    services = composed()["services"]
    first, *others = (services[name]["environment"] for name in NODES)
    assert others == [first, first]
    return settings_of(first)


class Ports(NamedTuple):
    """Of one server, on this machine: for nodes, for health checks, for the other servers."""

    nodes: int
    health: int
    routes: int


@contextmanager
def three_servers(folder: Path) -> Iterator[list[Ports]]:
    """Three servers as compose starts them, but all on this machine."""
    services = composed()["services"]
    free = free_ports(9)
    ports = [Ports(*free[first : first + 3]) for first in (0, 3, 6)]
    with ExitStack() as around:
        for name, own in zip(SERVERS, ports, strict=True):
            config = folder / f"{name}.conf"
            config.write_text(on_this_machine(own, folder / name))
            given = {str(key): str(each) for key, each in services[name]["environment"].items()}
            for other, its in zip(SERVERS, ports, strict=True):
                here = given["NATS_ROUTES"].replace(f"{other}:6222", f"127.0.0.1:{its.routes}")
                given["NATS_ROUTES"] = here
            server = subprocess.Popen(
                [PROGRAM, "--config", config, "--log", folder / f"{name}.log"],
                env={"PATH": os.environ["PATH"], **given},
            )
            around.callback(server.wait)
            around.callback(server.kill)
        yield ports


def on_this_machine(ports: Ports, folder: Path) -> str:
    """nats.conf with other addresses and another folder, and all else as it is."""
    text = NATS_CONF.read_text()
    for said, instead in {
        "0.0.0.0:4222": f"127.0.0.1:{ports.nodes}",
        "127.0.0.1:8222": f"127.0.0.1:{ports.health}",
        "0.0.0.0:6222": f"127.0.0.1:{ports.routes}",
        "/data": str(folder),
    }.items():
        assert text.count(f'"{said}"') == 1, said
        text = text.replace(f'"{said}"', f'"{instead}"')
    return text
