"""What an evening among friends brings, over real sockets: seats minded and given back, somebody
sent away in mid-match, talk, a tally over matches, somebody who asks to be forgotten.
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from longana_server import talk
from server.clients import Client, play_hand, playing, short_match, start
from server.scripted_room import SHORT
from system.company import Company, come_back, company, seeded, sitting_down
from system.table import Raw, live_room


async def came(table: Company) -> Raw:
    """Somebody new on the line."""
    raw = Raw(table.app, Random("late"))
    await raw.connect()
    return raw


# --- seats


async def test_a_minded_seat_is_given_back_in_the_middle_of_its_turn() -> None:
    """F36: the computer that was about to move does not; the same tiles, and the move is taken."""
    async with (
        seeded("minded", away_grace=0.05, computer_delay=0.4) as app,
        sitting_down(app, 2, seats=2) as two,
    ):
        await two.start()
        gone = two.mover
        (other,) = (person for person in two.persons if person is not gone)
        before = gone.you
        await gone.drop()
        await other.until(lambda: "away" in other.table)
        await asyncio.sleep(0.1)
        answer = await other.ask("mind", seat=before["seat"])
        assert answer["type"] == "done", answer
        await other.until(lambda: other.table.get("minded") == [before["seat"]])
        moves = other.table.get("moves", [])
        await come_back(gone)
        assert gone.you == before
        await other.until(lambda: "minded" not in other.table)
        version = live_room(app, gone.code).room.version
        await asyncio.sleep(0.6)
        assert live_room(app, gone.code).room.version == version, "no computer moves for them"
        assert other.table.get("moves", []) == moves
        assert (await gone.move(before["legal"][0]))["type"] == "done"


async def test_who_is_removed_in_the_middle_of_a_match_is_out_for_good() -> None:
    """F31: their line, their token, their seat; a computer plays on with their tiles."""
    async with company(2, seed="removed", seats=2) as two:
        host, guest = two.persons
        left = two.table["left"]
        assert (await host.ask("remove", person=guest.person))["type"] == "done"
        await guest.until(lambda: guest.messages[-1]["type"] == "bye")
        assert guest.messages[-1]["why"] == "removed"
        stranger = await came(two)
        answer = await stranger.ask("resume", code=guest.code, token=guest.token)
        assert answer["code"] == "bad_token"
        await host.until(lambda: host.room["seats"][1]["kind"] == "computer")
        assert host.table["phase"] == "playing"
        assert sum(host.table["left"]) >= sum(left) - 1, "no new deal"
        await Company(two.app, [host]).goes_on()
        await stranger.close()


# --- talk


def lines(raw: Raw) -> list[str]:
    return [each["text"] for each in raw.messages if each["type"] == "said"]


async def test_the_latest_fifty_lines_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "AT_ONCE", 100)
    async with seeded("talk") as app, sitting_down(app, 2) as two:
        host, guest = two.persons
        for number in range(60):
            await host.ask("say", text=f"line {number}")
        await guest.until(lambda: len(lines(guest)) == 60)
        late = await came(two)
        await late.enter("watch", code=host.code)
        assert lines(late) == [f"line {number}" for number in range(10, 60)]
        await late.close()


async def test_who_asks_for_it_is_forgotten_though_they_sat_in_a_match() -> None:
    """Name and lines are gone for all who are here and all who come; the seat goes on."""
    async with company(2, seed="forgotten", seats=2) as two:
        host, guest = two.persons
        await guest.ask("say", text="a secret of mine")
        await host.ask("say", text="hola")
        await host.until(lambda: len(lines(host)) == 2)
        await guest.ask("leave", forget=True)
        await host.until(lambda: host.room["seats"][1]["kind"] == "computer")
        late = await came(two)
        await late.enter("watch", code=host.code)
        assert lines(late) == ["hola"]
        record = await late.ask("record")
        (left,) = record["record"]["players"]["N"]["before"]
        assert left["name"] == ""
        sent = b"".join(late.frames)
        assert b"secret of mine" not in sent
        assert b"Guest 1" not in sent
        assert b"Guest 1" not in host.frames[-1]
        assert [each["name"] for each in host.room["people"]] == ["Host"]
        await late.close()


# --- the tally


def tally(person: Client) -> dict[int, tuple[int, int]]:
    """Matches won and points, by person."""
    return {each["person"]: (each["matches"], each["points"]) for each in person.room["tally"]}


async def test_the_tally_goes_on_over_matches_whoever_sits_where() -> None:
    """South wins each match by 24 points; between the two they change places."""
    async with playing(deals=(SHORT,)) as played:
        ana, beto = await short_match(played, guest=True, target=20)
        for each in (ana, beto):
            assert tally(each) == {1: (0, 0), 2: (0, 0)}
        await play_hand(ana, beto)
        assert tally(ana) == tally(beto) == {1: (1, 24), 2: (0, 0)}
        await ana.do("seat", seat="S", to={"kind": "swap", "other": "N"})
        await beto.until(lambda: beto.you.get("seat") == "S")
        await start(ana, beto)
        assert tally(ana) == {1: (1, 24), 2: (0, 0)}
        await play_hand(beto, ana)
        assert tally(ana) == tally(beto) == {1: (1, 24), 2: (1, 24)}
        await beto.ask(type="leave")
        await ana.until(lambda: len(ana.room["people"]) == 1)
        assert tally(ana) == {1: (1, 24)}
        for number in (1, 2):
            record = (await ana.ask(type="record", match=number))["record"]
            assert record["scores"] == {"S": 24, "N": 0}


# --- nobody at the table


@pytest.mark.parametrize("change", ["next", "rematch"])
async def test_the_evening_goes_on_when_all_at_the_table_have_gone(change: str) -> None:
    """Somebody who came late and has no seat yet need not wait for them."""
    target = 1 if change == "rematch" else 1000
    async with (
        seeded("all gone", away_grace=0.05) as app,
        sitting_down(app, 1, seats=2, target=target) as alone,
    ):
        host = alone.host
        await alone.start()
        late = await came(alone)
        await late.enter("join", code=host.code, name="Late")
        while host.table["phase"] == "playing":
            if await alone.goes_on():
                await alone.move(host.you["legal"][0])
        phase = "match_over" if change == "rematch" else "hand_over"
        await late.until(lambda: late.table["phase"] == phase)
        assert (await late.ask(change, turn=late.table["turn"]))["code"] == "not_seated"
        await host.drop()
        await late.until(lambda: "away" in late.table)
        await asyncio.sleep(0.1)
        if change == "rematch":
            assert (await late.ask("mind", seat="S"))["type"] == "done"
        assert (await late.ask(change, turn=late.table["turn"]))["type"] == "done"
        await late.close()
