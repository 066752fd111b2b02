"""Links to rooms, as people paste them."""

import pytest

from longana_client.connection import BadLink, Link, parse_link


TOKEN = "abcdefghijklmnopqrstuv"


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("http://host:8765/#K7QF2M9X", Link("http://host:8765", "K7QF2M9X")),
        ("https://example.org/longana/#K7QF2M9X", Link("https://example.org/longana", "K7QF2M9X")),
        (f"http://host/#K7QF2M9X.{TOKEN}", Link("http://host", "K7QF2M9X", TOKEN)),
        ("http://[2001:db8::7]:8765/#K7QF2M9X", Link("http://[2001:db8::7]:8765", "K7QF2M9X")),
        ("  192.168.1.7:8765/#k7qf-2m9x \n", Link("http://192.168.1.7:8765", "k7qf-2m9x")),
        ("HTTP://host/#K7QF2M9X", Link("http://host", "K7QF2M9X")),
        ("wss://example.org/longana/ws", Link("https://example.org/longana")),
        ("http://host:8765", Link("http://host:8765")),
        ("http://host:8765/?from=chat#K7QF2M9X", Link("http://host:8765", "K7QF2M9X")),
    ],
)
def test_links_are_read(text: str, link: Link) -> None:
    assert parse_link(text) == link


def test_a_bare_code_belongs_to_the_server_given() -> None:
    assert parse_link("k7qf 2m9x", server="host:8765/") == Link("http://host:8765", "k7qf 2m9x")
    with pytest.raises(BadLink) as raised:
        parse_link("K7QF2M9X")
    assert raised.value.key == "connection.no_server"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#K7QF2M9X",
        "ftp://host/#K7QF2M9X",
        "http://",
        "http://host:port/#K7QF2M9X",
        "http://host:99999/#K7QF2M9X",
        "http://[::1/#K7QF2M9X",
        "http://ana:secret@host/#K7QF2M9X",
        "http://host/#" + "K" * 65,
        "http://host/#K7QF\x1b[2J",
        "http://ho\x07st/#K7QF2M9X",
        "http://host/#K7QF2M9X.short",
        f"http://host/#.{TOKEN}",
    ],
)
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(BadLink):
        parse_link(text)


def test_a_link_gives_the_socket_and_what_to_hand_on() -> None:
    link = Link("https://example.org/longana", "K7QF2M9X", TOKEN)
    assert link.socket == "wss://example.org/longana/ws"
    assert link.invitation == "https://example.org/longana/#K7QF2M9X"
    assert parse_link(link.return_link(TOKEN)) == link


def test_a_token_is_not_shown_by_accident() -> None:
    link = Link("http://host", "K7QF2M9X", TOKEN)
    assert TOKEN not in f"{link} {link!r}"
