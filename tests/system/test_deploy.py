"""What the pages of deploy/ say is so: settings, commands, limits, links."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser
from pathlib import Path

import pytest

from longana_protocol.words import MAX_COMMAND_BYTES
from longana_server import arguments, names, serving, talk
from longana_server.settings import Settings


DEPLOY = Path(__file__).parents[2] / "deploy"
README, SECURITY, CLUSTER, CAPACITY = PAGES = tuple(
    (DEPLOY / name).read_text(encoding="utf-8")
    for name in ("README.md", "SECURITY.md", "cluster.md", "capacity.md")
)

OF_COMPOSE = {"site", "path", "caddyfile"}
"""Variables of compose.yaml and the Caddyfiles, made into settings there."""


def variables(text: str) -> set[str]:
    """The settings a text names, as fields."""
    return {name.lower() for name in re.findall(r"\bLONGANA_([A-Z_]+)", text)}


def commands(text: str) -> list[list[str]]:
    """The arguments of every `longana` in the text's blocks of shell commands."""
    blocks = "\n".join(re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    lines = blocks.replace("\\\n", " ").splitlines()
    found = [re.search(r"(?:^|[ /])longana +(?=[a-z]+\b)(?!longana)(.+)", line) for line in lines]
    return [shlex.split(each[1], comments=True) for each in found if each]


@pytest.mark.parametrize("text", PAGES)
def test_its_variables_are_settings(text: str) -> None:
    assert set() < variables(text) <= set(Settings.model_fields) | OF_COMPOSE


def test_its_table_pairs_variables_with_their_flags() -> None:
    pairs = re.findall(r"^\| `LONGANA_([A-Z_]+)` \| `--([a-z-]+)` \|", README, re.MULTILINE)
    assert len(pairs) >= 5
    assert all(variable.lower().replace("_", "-") == flag for variable, flag in pairs)


def test_its_commands_can_be_given() -> None:
    given = commands(README)
    assert {words[0] for words in given} == {"host", "rooms"}
    for words in given:
        try:
            arguments.parser().parse_args(words)
        except SystemExit:
            pytest.fail(f"longana {shlex.join(words)}", pytrace=False)


def test_a_command_that_cannot_be_given_is_noticed() -> None:
    parser: ArgumentParser = arguments.parser()
    (words,) = commands("```sh\nsudo -u longana /opt/longana/bin/longana rooms save FILE\n```\n")
    with pytest.raises(SystemExit):
        parser.parse_args(words)


@pytest.mark.parametrize("text", PAGES)
def test_its_links_lead_somewhere(text: str) -> None:
    links = re.findall(r"\]\(([^)#]*)(?:#([\w-]+))?\)", text)
    assert len(links) >= 2
    for file, heading in links:
        target = text if file == "" else (DEPLOY / file).read_text(encoding="utf-8")
        titles = re.findall(r"^#+ (.+)$", target, re.MULTILINE)
        headings = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in titles}
        assert heading == "" or heading in headings, heading


@pytest.mark.parametrize("timeout", ["proxy_read_timeout", "proxy_send_timeout"])
def test_nginx_waits_longer_than_its_60_seconds(timeout: str) -> None:
    """F46: thinking for a minute behind the default proxy dropped the player."""
    (hours,) = re.findall(rf"{timeout} (\d+)h;", README)
    assert int(hours) >= 1
    assert Settings.model_fields["ping_interval"].default <= 30


def test_nginx_passes_the_upgrade_on() -> None:
    """F46."""
    assert "proxy_set_header Upgrade $http_upgrade;" in README
    assert "proxy_set_header Connection $connection_upgrade;" in README
    assert "proxy_http_version 1.1;" in README


def test_every_limit_is_listed_with_its_default_and_a_reason() -> None:
    row = r"^\| `LONGANA_([A-Z_]+)` \| ([\d.]+)(?: s)? \| (.+) \|$"
    listed = re.findall(row, SECURITY, re.MULTILINE)
    assert all(reason for _, _, reason in listed)
    numbers = {
        name: float(field.default)
        for name, field in Settings.model_fields.items()
        if type(field.default) in (int, float)
    }
    for name in ("computer_delay", "log_replicas", "log_shards"):
        del numbers[name]  # matters of taste, and of size
    assert {name.lower(): float(default) for name, default, _ in listed} == numbers


def test_limits_that_are_fixed_are_as_it_says() -> None:
    told = " ".join(SECURITY.split())
    for fact in (
        f"at most {MAX_COMMAND_BYTES} bytes",
        f"a socket {serving.OPEN_TIMEOUT:g} s",
        f"the latest {talk.REMEMBERED} lines",
        f"at most {names.MAX_VISIBLE} characters",
    ):
        assert fact in told
