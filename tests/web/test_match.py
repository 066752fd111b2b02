"""Four friends, each in a browser of their own, play a match to its end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

from playwright.async_api import expect

from longana_engine.record_reading import read_record
from longana_engine.replay import replay
from system.program import LONGANA, environment
from system.table import Raw
from web.conftest import Serve, Visit
from web.deals import random_deals, write_deals
from web.people import Dragger, Person, Toucher, Typist


async def test_four_play_a_match(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    """By mouse in Spanish, by touch, by drag and drop, by keyboard alone; a terminal looks on."""
    site = await serve(test_deals=write_deals(tmp_path, random_deals("a match")))
    ana = Person(await visit(site.url, language="es-CU"), "es", Random(1))
    link = await ana.make_table("Ana", target=20)
    beto = Toucher(await visit(link, size=(390, 664), touch=True), rng=Random(2))
    carla = Dragger(await visit(link, size=(1280, 800)), rng=Random(3))
    dora = Typist(await visit(link, size=(844, 390)), rng=Random(4))
    for person, name in ((beto, "Beto"), (carla, "Carla"), (dora, "Dora")):
        await person.sit_down(name)
    terminal = await asyncio.create_subprocess_exec(
        *LONGANA,
        "join",
        "--watch",
        link,
        env=environment(),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    onlooker = Raw(site.app, Random(5))
    await onlooker.connect()
    await onlooker.enter("watch", code=link.rpartition("#")[2])
    await onlooker.until(lambda: onlooker.table["watchers"] == 2)

    await ana.press(ana.button("page.lobby.start"))
    await onlooker.until(lambda: bool(onlooker.table["phase"] == "playing"))
    seated = dict(zip("SENW", (ana, beto, carla, dora), strict=True))
    names = {state["person"]: state["seat"] for state in onlooker.room["seats"]}
    assert list(names.values()) == list("SENW")
    while onlooker.table["phase"] != "match_over":
        turn = onlooker.table["turn"]
        if onlooker.table["phase"] == "hand_over":
            await dora.press(dora.button("page.table.next"))
        else:
            seat = onlooker.table["to_move"]
            played = await seated[seat].move()
            await onlooker.after(turn + 1)
            last = onlooker.table["moves"][-1]
            assert last[1:3] == played.replace("-", "")
        await onlooker.after(turn + 1)

    scores = onlooker.room["scores"]
    winner = ["Ana", "Beto", "Carla", "Dora"][scores.index(max(scores))]
    for each in seated.values():
        is_winner = each is seated["SENW"[scores.index(max(scores))]]
        await expect(each.page.locator(".hand-end-title")).to_have_text(
            each.say("page.table.you_win_match")
            if is_winner
            else each.say("page.table.wins_match", name=winner)
        )
        points = each.page.locator(".hand-end-points")
        for place, score in enumerate(scores):
            await expect(points.nth(place)).to_contain_text(f"{score}/20")
    seen = (await terminal.communicate(b"quit\n"))[0].decode()
    assert terminal.returncode == 0
    assert f"{winner}" in seen
    record = await onlooker.ask("record", match=1)
    replayed = replay(read_record(json.dumps(record["record"]).encode()))
    assert {seat.value: score for seat, score in replayed.scores.items()} == dict(
        zip("SENW", scores, strict=True)
    )
    await onlooker.close()
