"""compose.yaml, longana.service, Caddyfiles: what their own programs make of them, and ours."""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import RawConfigParser
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from longana_server.arguments import parser
from longana_server.settings import Settings
from system.caddy import find_caddy
from system.test_deploy import DEPLOY, OF_COMPOSE, variables
from system.test_deploy_image import environment


COMPOSE = DEPLOY / "compose.yaml"
UNIT = DEPLOY / "longana.service"
CADDYFILES = [DEPLOY / "Caddyfile", DEPLOY / "Caddyfile.path"]

DOT_ENV = {"LONGANA_SITE": "games.example.org", "LONGANA_CREATE_KEY": "k"}

NO_SYSTEMD = """\
The test of the unit needs systemd-analyze, and there is none on this machine.
    Debian, Ubuntu:  sudo apt install systemd
To run all other tests:
    ./longana test --deselect tests/system/test_deploy_services.py"""


def settings_of(environment: dict[str, str]) -> Settings:
    fields = {name.removeprefix("LONGANA_").lower(): value for name, value in environment.items()}
    return Settings.model_validate(fields)


def substituted(value: Any, variables: dict[str, str]) -> Any:
    """`${NAME}`, `${NAME:-default}` and `${NAME:?what it is}`, as Compose replaces them."""

    def put(found: re.Match[str]) -> str:
        name, how, rest = found.groups()
        if how != ":-" and name not in variables:
            raise KeyError(name)
        return variables.get(name) or rest or ""

    match value:
        case str():
            return re.sub(r"\$\{(\w+)(?:(:[-?])([^}]*))?\}", put, value)
        case list():
            return [substituted(each, variables) for each in value]
        case dict():
            return {key: substituted(each, variables) for key, each in value.items()}
        case _:
            return value


def composed(**more: str) -> dict[str, Any]:
    found: dict[str, Any] = substituted(yaml.safe_load(COMPOSE.read_text()), DOT_ENV | more)
    return found


# --- compose.yaml


def test_compose_has_a_server_behind_caddy() -> None:
    services = composed()["services"]
    assert set(services) == {"longana", "caddy"}
    assert "ports" not in services["longana"], "nobody passes the proxy by"
    assert {"80:80", "443:443"} <= set(services["caddy"]["ports"])
    port = environment()["LONGANA_PORT"]
    assert services["caddy"]["environment"]["LONGANA_UPSTREAM"] == f"longana:{port}"
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["restart"] == "unless-stopped"
    assert f"data:{environment()['LONGANA_DATA_DIR']}" in services["longana"]["volumes"]


def test_compose_names_what_is_there() -> None:
    found = composed()
    build = found["services"]["longana"]["build"]
    assert (COMPOSE.parent / build["context"] / build["dockerfile"]).is_file()
    image = found["services"]["caddy"]["image"]
    assert re.fullmatch(r"caddy:\d+\.\d+-alpine", image)
    for service in found["services"].values():
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            is_file = source.startswith(".") and (COMPOSE.parent / source).is_file()
            assert is_file or source in found["volumes"], source
        assert set(service["networks"]) <= set(found["networks"])


@pytest.mark.parametrize(
    ("path", "caddyfile", "url"),
    [
        ("", "Caddyfile", "https://games.example.org"),
        ("/longana", "Caddyfile.path", "https://games.example.org/longana"),
    ],
)
def test_compose_sets_the_server_right(path: str, caddyfile: str, url: str) -> None:
    services = composed(LONGANA_PATH=path, LONGANA_CADDYFILE=caddyfile)["services"]
    settings = settings_of(services["longana"]["environment"])
    assert settings.public_url == url
    assert settings.create_key is not None
    assert any(volume.startswith(f"./{caddyfile}:") for volume in services["caddy"]["volumes"])


def test_compose_lets_the_server_believe_caddy_alone() -> None:
    found = composed()
    trusted = settings_of(found["services"]["longana"]["environment"]).trusted_proxies
    caddy = found["services"]["caddy"]["networks"]["table"]
    fixed = [caddy["ipv4_address"], caddy["ipv6_address"]]
    assert sorted(map(str, trusted)) == sorted(str(ip_network(each)) for each in fixed)
    subnets = [ip_network(each["subnet"]) for each in found["networks"]["table"]["ipam"]["config"]]
    assert all(any(ip_address(each) in subnet for subnet in subnets) for each in fixed)


def test_compose_starts_with_nothing_left_open() -> None:
    with pytest.raises(KeyError, match="LONGANA_CREATE_KEY"):
        substituted(yaml.safe_load(COMPOSE.read_text()), {"LONGANA_SITE": "x"})
    assert variables(COMPOSE.read_text()) <= {*Settings.model_fields, *OF_COMPOSE, "upstream"}


# --- longana.service


class Unit(RawConfigParser):
    """A unit file whose keys keep their case."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def unit() -> Unit:
    found = Unit(strict=False, delimiters=("=",), comment_prefixes=("#",))
    found.read_string(UNIT.read_text())
    return found


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.fail(NO_SYSTEMD, pytrace=False)
    return found


@pytest.fixture
def runnable(tmp_path: Path) -> Path:
    """The unit with a program that is there, which systemd asks for."""
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace("/opt/longana/bin/longana", "/bin/true"))
    return copy


def test_systemd_understands_the_unit(analyze: str, runnable: Path) -> None:
    done = subprocess.run(
        [analyze, "verify", runnable], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_systemd_finds_the_unit_hardened(analyze: str, runnable: Path) -> None:
    """2.0 of 10 is "OK"; a service without any of it has 9.6."""
    command = [analyze, "security", "--offline=true", "--no-pager", "--threshold=20"]
    done = subprocess.run([*command, str(runnable)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_unit_starts_what_there_is_with_settings_there_are() -> None:
    service = unit()["Service"]
    program, *words = service["ExecStart"].split()
    assert program.endswith("/longana")
    parser().parse_args(words)
    text = " ".join(re.findall(r"^Environment=(.+)$", UNIT.read_text(), re.MULTILINE))
    settings = settings_of(dict(pair.split("=", 1) for pair in text.split()))
    assert settings.host == "127.0.0.1"
    assert settings.data_dir == Path("/var/lib", service["StateDirectory"])


def test_the_unit_has_room_for_all_limits_and_the_goodbye() -> None:
    service = unit()["Service"]
    assert int(service["TimeoutStopSec"]) > 5
    assert int(service["LimitNOFILE"]) >= Settings.model_fields["max_connections"].default + 512


# --- Caddyfiles (how they run: test_caddy.py)


@pytest.mark.parametrize("file", CADDYFILES)
def test_caddy_finds_its_file_valid_and_tidy(file: Path, tmp_path: Path) -> None:
    def caddy(*words: str) -> str:
        done = subprocess.run(
            [find_caddy(), *words],
            env={"HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in (0, 1), done.stderr
        return done.stdout + done.stderr if words[0] == "validate" else done.stdout

    assert "Valid configuration" in caddy(
        "validate", "--adapter", "caddyfile", "--config", str(file)
    )
    assert caddy("fmt", str(file)) == file.read_text()
