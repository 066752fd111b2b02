"""deploy/README.md says nothing that the server does not know."""

import re
from pathlib import Path

import pytest

from longana_server.settings import Settings


README = (Path(__file__).parents[2] / "deploy" / "README.md").read_text(encoding="utf-8")


def test_its_variables_are_settings() -> None:
    named = {name.lower() for name in re.findall(r"\bLONGANA_([A-Z_]+)", README)}
    assert named <= set(Settings.model_fields)
    assert {"host", "port", "public_url", "trusted_proxies", "create_key"} <= named


def test_its_table_pairs_variables_with_their_flags() -> None:
    pairs = re.findall(r"^\| `LONGANA_([A-Z_]+)` \| `--([a-z-]+)` \|", README, re.MULTILINE)
    assert len(pairs) >= 5
    assert all(variable.lower().replace("_", "-") == flag for variable, flag in pairs)


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
