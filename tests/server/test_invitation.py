"""The link follows the tunnel, and whoever runs the table is told."""

from __future__ import annotations

import asyncio

from longana_server.addresses import Address
from longana_server.hosting import Table, nobody_lines
from longana_server.invitation import Invitation, Notices
from longana_server.tunnel import Broken, Mended
from longana_server.tunnel_programs import NoTunnel


TABLE = Table("K7MP4RWX", 8765, (Address("192.168.1.23", "wlan0", "network"),))


def an_invitation() -> tuple[Invitation, list[str]]:
    """One in English, and the addresses that it tells the server."""
    published: list[str] = []
    return Invitation(TABLE, "en", published.append), published


async def told(invitation: Invitation) -> list[str]:
    return await asyncio.wait_for(anext(invitation.notices), 1)


async def test_without_a_tunnel_friends_come_to_this_machine() -> None:
    invitation, published = an_invitation()
    assert invitation.base_url == "http://192.168.1.23:8765"
    assert published == []


async def test_with_a_tunnel_link_and_server_take_its_address() -> None:
    invitation, published = an_invitation()
    invitation.move_to("https://one-two.example")
    assert invitation.base_url == "https://one-two.example"
    assert invitation.table.link == "https://one-two.example/#K7MP4RWX"
    assert published == ["https://one-two.example"]


async def test_a_broken_tunnel_is_told_with_the_reason() -> None:
    invitation, published = an_invitation()
    invitation.hear(Broken(NoTunnel("ended", "ngrok", ["session closed"])))
    lines = await told(invitation)
    assert lines[0] == (
        "The tunnel is down, and friends elsewhere cannot come in. Opening it again."
    )
    assert lines[-1] == "  session closed"
    assert published == []


async def test_an_address_that_stays_is_told_in_a_line_and_a_new_one_with_the_link() -> None:
    invitation, published = an_invitation()
    invitation.move_to("https://one-two.example")
    invitation.hear(Mended("https://one-two.example"))
    (line,) = await told(invitation)
    assert "same as before" in line
    invitation.hear(Mended("https://three-four.example"))
    assert (await told(invitation))[-1] == "  https://three-four.example/#K7MP4RWX"
    assert published == ["https://one-two.example", "https://three-four.example"]


async def test_the_reminder_speaks_of_the_way_that_is_open() -> None:
    invitation, _ = an_invitation()
    invitation.remind("linux")
    assert await told(invitation) == nobody_lines(TABLE, "en", "linux")
    invitation.move_to("https://one-two.example")
    invitation.remind("linux")
    assert not any("Wi-Fi" in line for line in await told(invitation))


async def test_notices_wait_until_somebody_takes_them() -> None:
    notices = Notices()
    taking = asyncio.ensure_future(anext(notices))
    await asyncio.sleep(0)
    taking.cancel()
    await asyncio.wait([taking])
    notices.add(["one"])
    notices.add(["two"])
    assert [await anext(notices), await anext(notices)] == [["one"], ["two"]]
