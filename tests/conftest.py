"""What all tests share."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="the long form of soaks and random play (what `./longana soak` runs)",
    )


@pytest.fixture(scope="session")
def long_form(request: pytest.FixtureRequest) -> bool:
    """Whether to take the long form, minutes instead of seconds."""
    return bool(request.config.getoption("--long"))
