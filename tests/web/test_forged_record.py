"""Fair deals: a record forged as a whole is noticed by the page of whoever had a part in it."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from random import Random

import pytest
from playwright.async_api import expect

from engine.fair_matches import fair_match
from longana_engine import rules_from
from longana_protocol.answers import Record, Table, View, You
from longana_protocol.words import SeatName
from web.browser import Site
from web.conftest import Visit
from web.records import played
from web.screens import Screen, show, table_screen
from web.stage import Stage, room_of


COMMITMENT = b"\xaa" * 32
"""What is shown before the match, and by a clumsy forger also while it is played."""


async def heard(stage: Stage, what: str) -> bytes:
    """The seal or nonce of South, once the page has sent it."""
    async with asyncio.timeout(20):
        while True:
            for message in stage.heard:
                if message["type"] == what:
                    value: bytes = message[what]
                    return value
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("also_in_the_room", [False, True], ids=["record", "record and room"])
async def test_a_forged_record_is_none_of_the_match_that_was_sealed(
    site: Site, visit: Visit, *, also_in_the_room: bool
) -> None:
    """All of it is right in itself; only the page of somebody who was there can know."""
    before = View(table=Table(number=1, turn=20, phase="starting", waiting=("S",)), you=You())
    room = room_of(persons=1, match=0, scores=(), commitment=COMMITMENT)
    person, stage = await show(site, visit, Screen(room, before))
    seals: dict[SeatName, bytes] = {"S": await heard(stage, "seal")}
    stage.show(room=room.model_copy(update={"seals": seals}))
    assert sha256(b"S" + await heard(stage, "nonce")).digest() == seals["S"]

    forged = fair_match(
        rules_from({"preset": "cuban", "seats": 4, "target": 100}), Random("forged")
    )
    commitment = forged.proof.commitment if also_in_the_room else COMMITMENT
    first = forged.match.hands[0]
    stage.record = Record(
        about="0",
        match=1,
        record=forged.record(),
        steps=tuple(step for hand in forged.match.hands for step in played(hand).steps),
    )
    stage.show(
        table_screen(first, number=2, turn=21, hand=1, phase="playing"),
        room_of(persons=1, commitment=commitment),
    )
    records = await person.open_sheet("records")
    await expect(records.get_by_text(person.say("page.fair.no"), exact=True)).to_be_visible()
    await expect(records.get_by_text(person.say("page.fair.wrong_commitment"))).to_be_visible()
