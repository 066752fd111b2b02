"""The client library against the real server, on a real socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from client.fake_server import eventually
from client.relay import Relay, relay_to
from client.turns import LONG_MATCH, own_turn
from longana_client.connection import Client, Gone, Refused, Update
from longana_engine import Seat
from longana_engine.record_reading import read_record
from longana_engine.verify import verify
from longana_protocol.answers import Said
from longana_protocol.commands import RulesChoice
from longana_protocol.words import SeatName
from longana_server.app import App, running
from longana_server.settings import Settings


BRANCHES: dict[str, SeatName] = {"S": "S", "E": "E", "N": "N", "W": "W"}


@pytest.fixture
async def app() -> AsyncIterator[App]:
    async with running(
        Settings(host="127.0.0.1", port=0, computer_delay=0, commands_per_second=1e6)
    ) as app:
        yield app


async def act(client: Client, update: Update) -> None:
    """Do the first thing that may be done, if it is our turn."""
    table, you = update.view.table, update.view.you
    if you is None or not you.legal:
        return
    first = you.legal[0]
    if len(first) == 1:
        await client.pass_(table.turn)
    else:
        branch = BRANCHES[first[3]] if len(first) == 4 else None
        await client.play(table.turn, (int(first[1]), int(first[2])), branch)


async def play_out(client: Client, deals: bool) -> Update:
    """Play a match to its end; one of the players asks for the next hand."""
    async for update in client.updates():
        table = update.view.table
        if table.phase == "match_over":
            return update
        if table.phase == "hand_over" and deals:
            await client.next(table.turn)
        await act(client, update)
    raise AssertionError("the client was sent away")


@pytest.mark.parametrize("preset", ["cuban", "international"])
async def test_a_whole_match_and_the_proof_that_it_was_fair(app: App, preset: str) -> None:
    async with Client(app.base_url) as ana, Client(app.base_url) as bea:
        rules = RulesChoice.model_validate({"preset": preset, "target": 50})
        welcome = await ana.create("Ana", rules)
        await bea.join(welcome.code, "Bea", "N")
        await ana.start()
        async with asyncio.timeout(20):
            end, _ = await asyncio.gather(play_out(ana, True), play_out(bea, False))
        answer = await bea.record()
    winner = end.room.winner
    assert winner is not None
    seats = [seat.seat for seat in end.room.seats]
    assert end.room.scores[seats.index(winner)] == max(end.room.scores) >= 50
    record = read_record(json.dumps(answer.record).encode())
    for client in (ana, bea):
        (own,) = client.nonces.sealed
        assert own.commitment == end.room.commitment
        nonces = {Seat(own.seat): own.nonce}
        hands = verify(record, commitment=own.commitment, nonces=nonces)
        assert hands == len(end.room.hands) > 0


@asynccontextmanager
async def on_a_wire(app: App) -> AsyncIterator[tuple[Relay, Client, Update]]:
    """Ana against one computer, connected through a relay, and her turn."""
    async with (
        relay_to(app.server.port) as relay,
        Client(relay.address, patience=10) as ana,
    ):
        await ana.create("Ana", RulesChoice(seats=2, target=LONG_MATCH))
        await ana.start()
        yield relay, ana, await own_turn(ana)


async def test_a_drop_on_ones_own_turn_costs_nothing(app: App) -> None:
    """F36: the same hand, the same turn, and the next move is taken."""
    async with on_a_wire(app) as (relay, ana, mine):
        relay.cut()
        await eventually(lambda: relay.opened == 2 and ana.online)
        back = await ana.until(lambda update: update.online)
        assert relay.opened == 2
        assert (back.view.table.turn, back.view.you) == (mine.view.table.turn, mine.view.you)
        await act(ana, back)
        await ana.until(lambda update: update.view.table.turn > back.view.table.turn)


async def test_a_move_in_flight_is_made_once(app: App) -> None:
    """F18: what a drop leaves unanswered is sent again under its id and answered, not repeated."""
    async with on_a_wire(app) as (relay, ana, mine):
        moving = asyncio.create_task(act(ana, mine))
        await asyncio.sleep(0)
        relay.cut()
        async with asyncio.timeout(5):
            await moving
        now = await ana.until(lambda update: update.online)
        moves = [
            sum(move.startswith("S") for move in update.view.table.moves) for update in (mine, now)
        ]
        assert moves[1] == moves[0] + 1


async def test_the_newest_connection_has_the_seat(app: App) -> None:
    """F35: the older one is told, and does not fight back."""
    async with Client(app.base_url) as old, Client(app.base_url) as new:
        welcome = await old.create("Ana")
        assert welcome.token is not None
        await new.resume(welcome.code, welcome.token)
        with pytest.raises(Gone) as raised:
            await old.until(lambda update: False)
        assert raised.value.reason == "replaced"
        update = await new.until(lambda update: update.online)
        assert update.mine == ("S",)


async def test_refusals_come_in_the_language_of_the_connection(app: App) -> None:
    async with Client(app.base_url, lang="es-CU") as ana:
        with pytest.raises(Refused, match="No hay ninguna mesa") as raised:
            await ana.join("ZZZZZZZZ", "Ana")
        assert raised.value.code == "no_room"


async def test_f20_a_stale_command_changes_nothing_and_the_next_one_works(app: App) -> None:
    async with Client(app.base_url) as ana:
        await ana.create("Ana", RulesChoice(seats=2, target=LONG_MATCH))
        await ana.start()
        mine = await own_turn(ana)
        turn = mine.view.table.turn
        for other in (turn - 1, turn + 5):
            with pytest.raises(Refused) as raised:
                await ana.pass_(other)
            assert raised.value.code == "stale"
        latest = await ana.until(lambda update: True)
        assert latest.view.table.turn == turn
        await act(ana, latest)


async def test_an_onlooker_sees_the_table_and_nobodys_hand(app: App) -> None:
    async with Client(app.base_url) as ana, Client(app.base_url) as zoe:
        welcome = await ana.create("Ana", RulesChoice(seats=2))
        await zoe.watch(welcome.code)
        await ana.start()
        update = await zoe.until(lambda update: update.view.table.phase in ("playing", "hand_over"))
        assert (update.view.you, update.mine, update.my_turn) == (None, (), None)
        with pytest.raises(Refused) as raised:
            await zoe.hint(update.view.table.turn)
        assert raised.value.code == "not_seated"


async def test_who_goes_at_once_is_gone_for_the_others_too(app: App) -> None:
    async with Client(app.base_url) as ana, Client(app.base_url) as bea:
        welcome = await ana.create("Ana")
        await bea.join(welcome.code, "Bea")
        await bea.aclose()
        async with asyncio.timeout(5):
            await ana.until(lambda update: [one.person for one in update.view.table.away] == [2])


async def test_leaving_gives_the_seat_up(app: App) -> None:
    async with Client(app.base_url) as ana, Client(app.base_url) as bea:
        welcome = await ana.create("Ana")
        await bea.join(welcome.code, "Bea")
        await ana.until(lambda update: len(update.room.people) == 2)
        token = bea.token
        assert token is not None
        await bea.leave()
        assert bea.token is None
        update = await ana.until(lambda update: len(update.room.people) == 1)
        assert [seat.kind for seat in update.room.seats].count("person") == 1
        async with Client(app.base_url) as again:
            with pytest.raises(Refused) as raised:
                await again.resume(welcome.code, token)
            assert raised.value.code == "bad_token"


async def test_closing_sends_everybody_away(app: App) -> None:
    async with Client(app.base_url) as ana, Client(app.base_url) as bea:
        welcome = await ana.create("Ana")
        await bea.join(welcome.code, "Bea")
        await ana.close_room()
        with pytest.raises(Gone) as raised:
            await bea.until(lambda update: False)
        assert raised.value.reason == "closed"


async def test_lines_are_heard_once_over_a_drop_and_by_who_comes_later(app: App) -> None:
    async with on_a_wire(app) as (relay, ana, _), Client(app.base_url) as dora:
        heard: list[str | None] = []

        async def listen() -> None:
            async for update in ana.updates():
                heard.extend(line.text for line in update.heard if isinstance(line, Said))

        listening = asyncio.create_task(listen())
        await ana.say("one")
        relay.cut()
        # Not by waiting for an update without a connection: a busy machine may never show one.
        await eventually(lambda: relay.opened == 2)
        await ana.until(lambda update: update.online)
        await ana.say("two")
        await dora.watch(ana.code or "")
        update = await dora.until(lambda update: len(update.heard) == 2)
        assert [line.text for line in update.heard if isinstance(line, Said)] == ["one", "two"]
        await asyncio.sleep(0)
        listening.cancel()
        assert heard == ["one", "two"]
