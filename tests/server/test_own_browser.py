"""When `longana host` opens a browser, and what becomes of it when there is none."""

from __future__ import annotations

import webbrowser

import pytest

from longana_server import own_browser


@pytest.mark.parametrize(
    ("environment", "platform", "wanted"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":10", "SSH_CONNECTION": "192.0.2.1 5 192.0.2.2 22"}, "linux", False),
        ({}, "darwin", True),
        ({"SSH_TTY": "/dev/pts/1"}, "darwin", False),
        ({}, "win32", True),
    ],
)
def test_a_window_opens_only_where_somebody_sees_it(
    environment: dict[str, str], platform: str, wanted: bool
) -> None:
    assert own_browser.is_there(environment, platform) is wanted


async def test_whether_a_browser_took_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def open_one(url: str) -> bool:
        shown.append(url)
        return True

    monkeypatch.setattr(webbrowser, "open", open_one)
    assert await own_browser.show("http://127.0.0.1:8765/#K7MP4RWX")
    assert shown == ["http://127.0.0.1:8765/#K7MP4RWX"]

    def fail(url: str) -> bool:
        raise webbrowser.Error("no browser")

    monkeypatch.setattr(webbrowser, "open", fail)
    assert not await own_browser.show("http://127.0.0.1:8765/")
