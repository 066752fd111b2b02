"""Rooms while somebody is in them, on real sockets: coming, going, and commands.

(Rows of faults.md: F45.)
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import msgpack

from longana_protocol.catalogue import text
from longana_server.seating import MOST_PEOPLE
from longana_server.thinker import Thinker
from longana_server.throttle import RoomPace
from server.clients import TWO, Client, Map, play_hand, playing, short_match, start
from server.scripted_room import SHORT
from server.wire import set_to
from tiles_in import tiles_in


def numbers(client: Client) -> list[int]:
    """Those of the views received."""
    return [each["table"]["number"] for each in client.received if each["type"] == "view"]


# --- coming in


async def test_who_comes_in_is_welcomed_then_shown_the_room_then_the_table() -> None:
    async with playing() as played:
        host = await played.host("Ana", level="hard", watching=False)
        assert [message["type"] for message in host.received] == ["welcome", "room", "view"]
        welcome, room, view = host.received
        assert (welcome["version"], welcome["person"], welcome["code"]) == (1, 1, room["code"])
        assert len(welcome["token"]) >= 22, "128 bits"
        assert room["people"] == [{"person": 1, "name": "Ana", "device": 1}]
        assert (room["host"], room["watching"]) == (1, False)
        assert [seat["kind"] for seat in room["seats"]] == ["person"] + ["computer"] * 3
        assert [seat.get("level") for seat in room["seats"]] == [None, "hard", "hard", "hard"]
        assert room["number"] == view["table"]["number"] == 1
        assert (view["table"]["phase"], view["you"]) == ("lobby", {"seat": "S"})


async def test_who_comes_and_goes_is_shown_to_everybody() -> None:
    """F30, F31, F43: to each with every number, without gaps."""
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host, "Beto", seat="N")
        assert guest.you["seat"] == "N"
        assert guest.token != host.token
        assert guest.room == host.room
        watcher = await played.watcher(host)
        assert (watcher.person, watcher.you) == (None, {})
        assert {**watcher.room, "number": 0} == {**host.room, "number": 0}
        assert "token" not in watcher.received[0]
        await host.until(lambda: host.table.get("watchers") == 1)
        await watcher.connection.close()
        await host.until(lambda: "watchers" not in host.table)
        await guest.ask(type="leave")
        await host.until(lambda: len(host.room["people"]) == 1)
        assert numbers(host) == list(range(1, len(numbers(host)) + 1))


async def test_names_are_cleaned_and_told_apart() -> None:
    async with playing() as played:
        host = await played.host("  Ana\u202e  María ")
        assert host.room["people"][0]["name"] == "Ana María"
        for name, shown in (("ana maría", "ana maría 2"), ("Ana María 2", "Ana María 2 2")):
            guest = await played.client()
            await guest.enter(type="join", code=host.code, name=name)
            assert guest.room["people"][-1]["name"] == shown
        stranger = await played.client()
        assert await stranger.refused("join", code=host.code, name="\u200b") == "bad_name"
        assert await stranger.refused("create", name="x" * 25) == "bad_name"
        await stranger.enter(type="join", code=host.code, name="Carla")


async def test_a_connection_is_in_one_room_and_joins_once() -> None:
    """F30: a doubled join, sent at once."""
    async with playing() as played:
        host = await played.host()
        guest = await played.client()
        joins = [{"type": "join", "id": id, "code": host.code, "name": "Beto"} for id in "ab"]
        at_once(guest, *joins)
        assert (await guest.answer_to("a"))["type"] == "welcome"
        assert (await guest.answer_to("b"))["code"] == "already_in_room"
        assert await host.refused("create", name="Ana") == "already_in_room"
        assert await host.refused("watch", code=host.code) == "already_in_room"
        assert [who["person"] for who in guest.room["people"]] == [1, 2]


async def test_a_full_or_locked_room_takes_nobody_else_and_a_started_one_seats_nobody() -> None:
    async with playing() as played:
        host = await played.host(rules=TWO)
        stranger = await played.client()
        await host.do("lock", locked=True)
        for name in ("Eva", " "):  # told before anybody has said who they are
            assert await stranger.refused("join", code=host.code, name=name) == "room_locked"
        await host.do("lock", locked=False)
        assert await stranger.refused("join", code=host.code, name=" ") == "bad_name"
        guest = await played.guest(host)
        for name in ("Eva", " "):
            assert await stranger.refused("join", code=host.code, name=name) == "room_full"
        await host.do("remove", person=guest.person)
        await start(host)
        await stranger.enter(type="join", code=host.code, name="Eva")
        assert stranger.you == {}, "no seat yet"
        assert stranger.table["asking"] == [{"person": stranger.person, "seat": "N"}]


async def test_a_room_for_players_only() -> None:
    async with playing() as played:
        host = await played.host(watching=False)
        stranger = await played.client()
        assert await stranger.refused("watch", code=host.code) == "no_watching"


async def test_the_host_lets_nobody_new_look_on_and_those_inside_stay() -> None:
    """Until their line ends; and newcomers at a seat are as welcome as before."""
    async with playing() as played:
        host = await played.host()
        watcher = await played.watcher(host)
        await host.do("watching", allowed=False)
        await watcher.until(lambda: not watcher.room["watching"])
        stranger = await played.client()
        assert await stranger.refused("watch", code=host.code) == "no_watching"
        await played.guest(host)
        await watcher.until(lambda: len(watcher.room["people"]) == 2)
        assert watcher.table["watchers"] == 1
        await host.do("watching", allowed=True)
        await stranger.enter(type="watch", code=host.code)
        assert stranger.table["watchers"] == 2


async def test_a_locked_room_takes_no_more_onlookers_and_keeps_those_inside() -> None:
    """Somebody removed does not come in as one either."""
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        watcher = await played.watcher(host)
        await host.do("lock", locked=True)
        await host.do("remove", person=guest.person)
        stranger = await played.client()
        assert await stranger.refused("watch", code=host.code) == "room_locked"
        assert await stranger.refused("join", code=host.code, name="Eva") == "room_locked"
        assert await watcher.refused("join", code=host.code, name="Eva") == "room_locked"
        await host.do("lock", locked=False)
        await watcher.until(lambda: not watcher.room["locked"])
        await stranger.enter(type="watch", code=host.code)
        assert stranger.table["watchers"] == 2


async def test_on_a_shared_device_each_speaks_in_their_own_name() -> None:
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        await host.do("seat", seat="W", to={"kind": "here", "name": "Tata"})
        for person in (None, 3, 1):
            await host.do("say", text="hola", person=person)
        await guest.until(lambda: sum(each["type"] == "said" for each in guest.received) == 3)
        said = [each["name"] for each in guest.received if each["type"] == "said"]
        assert said == ["Ana", "Tata", "Ana"]
        assert await host.refused("say", text="hola", person=2) == "no_person"
        assert await guest.refused("say", text="hola", person=3) == "no_person"


async def test_a_nudge_and_a_no_are_heard_by_everybody_and_told_to_nobody_later() -> None:
    async with playing(deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await guest.do("nudge", seat="S")
        assert await guest.refused("nudge", seat="N") == "not_their_turn"
        await host.move("S99")
        await host.do("undo", turn=host.table["turn"])
        await guest.until(lambda: "proposal" in guest.table)
        await guest.do("answer", proposal=guest.table["proposal"]["number"], yes=False)
        heard = [
            {"type": "said", "person": 2, "name": "Beto", "nudge": "S"},
            {"type": "said", "person": 2, "name": "Beto", "phrase": "declines"},
        ]
        await host.until(lambda: "proposal" not in host.table)
        for each in (host, guest):
            assert [one for one in each.received if one["type"] == "said"] == heard
        again = await played.back(host)
        assert [one for one in again.received if one["type"] == "said"] == []


async def test_who_watches_may_only_look() -> None:
    """F03, F10: no hand, no hint, no command; the record has what is public."""
    async with playing(deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        watcher = await played.watcher(host)
        await host.move("S99")
        await watcher.until(lambda: "S99" in watcher.table.get("moves", []))
        turn = watcher.table["turn"]
        for kind in ("hint", "pass", "undo", "redo", "restart", "next", "rematch"):
            assert await watcher.refused(kind, turn=turn) == "not_seated"
        for kind in ("start", "leave", "close"):
            assert await watcher.refused(kind) == "not_seated"
        answer = await watcher.ask(type="record")
        assert answer["record"]["hands"] == []
        assert tiles_in(answer) == tiles_in(answer["record"]["current"])
        assert all(each["you"] is None for each in watcher.received if each["type"] == "view")


# --- coming back


async def test_the_newest_connection_wins_and_the_older_is_told() -> None:
    """F35: also five times in a row; nobody is away meanwhile."""
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        newest = host
        for _ in range(5):
            older, newest = newest, await played.back(newest)
            assert (await older.farewell())["why"] == "replaced"
            assert (newest.person, newest.you) == (1, {"seat": "S"})
            assert {**newest.room, "number": 0} == {**guest.room, "number": 0}
        await newest.do("lock", locked=True)
        await guest.until(lambda: guest.room["locked"])
        assert not any("away" in each.get("table", {}) for each in guest.received)


async def test_an_older_connection_has_no_say_any_more() -> None:
    """F35: never two accepted moves."""
    async with playing(deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        host.connection.transport.pause_reading()  # it does not know yet
        newest = await played.back(host)
        await host.send(**host.command("S99"))
        assert await newest.rest() == []
        host.connection.transport.resume_reading()
        assert (await host.farewell())["why"] == "replaced"
        await newest.move("S99")


async def test_who_drops_is_away_until_they_are_back() -> None:
    """F36: the seat stays theirs, with the same tiles and the same turn."""
    async with playing(deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        await guest.until_my_turn()
        before = guest.you
        guest.drop()
        await host.until(lambda: [one["person"] for one in host.table.get("away", ())] == [2])
        again = await played.back(guest)
        await host.until(lambda: "away" not in host.table)
        assert again.you == before
        assert again.my_turn
        await again.move()


async def test_only_ones_own_token_brings_one_back() -> None:
    """F33: nothing that others are told does; in another room one's own does not either."""
    async with playing(set_to(guesses_burst=10_000, commands_burst=10_000)) as played:
        host = await played.host()
        guest = await played.guest(host)
        await start(host, guest)
        other = await played.host("Eva")
        stranger = await played.client()
        told = {text for text in texts_in(guest.received) if re.fullmatch(TOKEN, text)}
        assert guest.token in told
        assert host.token not in repr(guest.received)
        for online in (True, False):
            if not online:
                host.drop()
                await guest.until(lambda: bool(guest.table.get("away")))
            for token in (told - {guest.token}) | {host.token.swapcase(), host.token[:-1]}:
                code = await stranger.refused("resume", code=host.code, token=token)
                assert code == "bad_token"
        assert await stranger.refused("resume", code=host.code, token="1") == "bad_message"
        assert await stranger.refused("resume", code=other.code, token=host.token) == "bad_token"
        assert (await played.back(host)).person == 1


TOKEN = "[A-Za-z0-9_-]{22,64}"
"""What is no token by its form is no message."""


def texts_in(value: object) -> set[str]:
    """Everything somebody was told, as texts."""
    match value:
        case dict():
            return texts_in(list(value)) | texts_in(list(value.values()))
        case list():
            return set().union(*map(texts_in, value))
        case bytes():
            return {value.hex(), value.hex()[:32]}
    return {str(value)[:64]}


async def test_a_removed_person_is_told_and_cannot_return() -> None:
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        await host.do("remove", person=guest.person)
        assert (await guest.farewell())["why"] == "removed"
        assert [who["person"] for who in host.room["people"]] == [1]
        back = await played.client()
        assert await back.refused("resume", code=host.code, token=guest.token) == "bad_token"


async def test_who_leaves_is_gone_and_the_host_passes_on() -> None:
    """F31: with the powers."""
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        answer = await host.ask(type="leave")
        assert answer["type"] == "done"
        assert (await host.farewell())["why"] == "left"
        await guest.until(lambda: guest.room["host"] == guest.person)
        back = await played.client()
        assert await back.refused("resume", code=host.code, token=host.token) == "bad_token"
        await start(guest)


async def test_a_closed_room_is_no_room() -> None:
    async with playing() as played:
        host = await played.host()
        guest, watcher = await played.guest(host), await played.watcher(host)
        assert (await host.ask(type="close"))["type"] == "done"
        for each in (host, guest, watcher):
            assert (await each.farewell())["why"] == "closed"
        back = await played.client()
        assert await back.refused("resume", code=host.code, token=host.token) == "no_room"
        assert await back.refused("watch", code=host.code) == "no_room"


# --- commands, once each


async def test_a_command_sent_again_is_answered_again_and_not_repeated() -> None:
    """F18."""
    async with playing(deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        command = host.command("S99", id="mine")
        first = await host.ask(**command)
        await host.until(lambda: host.table["turn"] > first["turn"])
        moves, number = host.table["moves"], host.table["number"]
        assert await host.ask(**command) == first
        assert await host.ask(**{**command, "tile": (1, 9), "branch": "S"}) == first
        again = await played.back(host)
        assert await again.ask(**command) == first
        assert again.table["moves"] == moves
        assert again.table["number"] == number + 1, "for the return alone"


async def test_what_was_agreed_on_is_answered_as_when_it_was_proposed() -> None:
    """F18: though it stands in the log at a later turn by then."""
    async with playing(deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        await guest.until(lambda: guest.my_turn)
        command = {"type": "undo", "id": "mine", "turn": host.table["turn"]}
        first = await host.ask(**command)
        await guest.until(lambda: bool(guest.table.get("proposal")))
        await guest.do("answer", proposal=guest.table["proposal"]["number"], yes=True)
        await host.until(lambda: not host.table.get("moves"))
        assert await host.ask(**command) == first


async def test_answers_outlive_the_server() -> None:
    """F18, F37: the room is made again from its log, names and all."""
    async with playing(deals=(SHORT,)) as before:
        (host,) = await short_match(before)
        command = host.command("S99")
        first = await host.ask(**command)
        await host.until(lambda: host.table["turn"] > first["turn"])
        mine, moves = host.you, host.table["moves"]
        before.rooms.shutdown()
        assert (await host.farewell())["why"] == "shutdown"
        assert host.connection.close_code == 1012
    house = replace(before.house, thinker=Thinker())
    async with playing(house=house) as after:
        again = await after.back(host)
        assert again.room["people"] == [{"person": 1, "name": "Ana", "device": 1}]
        assert (again.you, again.table["moves"]) == (mine, moves)
        assert await again.ask(**command) == first
        assert again.table["moves"] == moves
        await again.move()


async def test_a_late_answer_is_not_taken_for_one_to_what_another_server_asks() -> None:
    """F37: proposals end with the server, and an answer is sent again to the next."""
    async with playing(deals=(SHORT,)) as before:
        persons = await short_match(before, guest=True)
        numbers = [await _ask_back(*persons)]
    house = replace(before.house, thinker=Thinker())
    async with playing(house=house) as after:
        host, guest = [await after.back(person) for person in persons]
        assert "proposal" not in host.table
        numbers.append(await _ask_back(host, guest))
        assert await guest.refused("answer", proposal=numbers[0], yes=True) == "no_proposal"
        await guest.do("answer", proposal=numbers[1], yes=True)
        await host.until(lambda: not host.table.get("moves"))


async def _ask_back(host: Client, guest: Client) -> int:
    """The number under which the other is asked, in the same turn each time."""
    if host.table.get("to_move") == "S" and not host.table.get("moves"):
        await host.move("S99")
    await host.do("undo", turn=host.table["turn"])
    await guest.until(lambda: "proposal" in guest.table)
    return int(guest.table["proposal"]["number"])


async def test_of_two_moves_in_one_write_one_is_made() -> None:
    """F18: the same twice, then two different ones."""
    async with playing(deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        for moves in (("S99", "S99"), ("S19S", "S29S")):
            await host.until_my_turn()
            left = host.table["left"][0]
            commands = [host.command(move) for move in moves]
            at_once(host, *commands)
            first, second = [await host.answer_to(each["id"]) for each in commands]
            assert (first["type"], second["code"]) == ("done", "stale")
            await host.rest(0.02)
            assert host.table["left"][0] == left - 1


def at_once(client: Client, *commands: Map) -> None:
    """Send all in one write."""
    for command in commands:
        client.connection.protocol.send_binary(msgpack.packb(command))
    client.connection.transport.write(b"".join(client.connection.protocol.data_to_send()))


async def test_a_stale_move_is_told_so_and_shown_the_table() -> None:
    """F20: to the sender alone; the next right move works."""
    async with playing(deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        turn = host.table["turn"]
        await guest.rest(0.02)
        for other in (turn - 1, turn + 5):
            table = host.table
            answer = await host.ask(**host.command("S99", turn=other))
            assert (answer["code"], answer["facts"]) == ("stale", {"turn": turn})
            assert host.received[-2]["table"] == table
        assert await guest.rest(0.02) == []
        await host.move("S99")


async def test_refusals_are_written_in_the_language_of_the_connection() -> None:
    async with playing(deals=(SHORT,)) as played:
        host = await played.client(lang="es-CU")
        await host.enter(type="create", name="Ana", rules=TWO)
        await start(host)
        answer = await host.ask(**host.command("S19S"))
        assert answer["code"] == "must_open"
        assert answer["text"] == text("es", "refused.must_open", **answer["facts"])
        assert "Sur" in answer["text"]


async def test_an_end_is_an_end() -> None:
    """F19: to two persons, at the end of the hand that ends the match."""
    async with playing(deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True, target=20)
        await play_hand(host, guest)
        for each in (host, guest):
            turn = each.table["turn"]
            assert each.table["phase"] == "match_over"
            assert await each.refused(**each.command("S19S")) == "hand_over"
            assert await each.refused("pass", turn=turn) == "hand_over"
            assert await each.refused("hint", turn=turn) == "hand_over"
            assert await each.refused("undo", turn=turn) == "revealed"
            assert "legal" not in each.you
            assert sum("winner" in frame for frame in each.received) == 1
        assert await host.refused("start") == "already_started"
        await host.do("rematch", turn=host.table["turn"])
        await guest.until(lambda: "proposal" in guest.table)
        assert guest.table["phase"] == "match_over"
        await guest.do("answer", proposal=guest.table["proposal"]["number"], yes=True)
        await asyncio.gather(host.share(), guest.share())
        assert host.room["match"] == guest.room["match"] == 2


async def test_a_record_is_given_to_anybody_in_the_room() -> None:
    """F04."""
    async with playing(deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        assert await host.refused("record", match=2) == "no_record"
        answer = await guest.ask(type="record", match=1)
        assert (answer["match"], answer["steps"]) == (1, [])
        assert tiles_in(answer) == {(9, 9)}
        await play_hand(host, guest)
        answer = await guest.ask(type="record")
        assert len(answer["record"]["hands"]) == len(answer["steps"]) == 1
        assert len(tiles_in(answer)) == 6


async def test_nobody_fills_the_disk() -> None:
    """What would be one entry too many is refused and not stored; the others play on."""
    async with playing(pace=RoomPace(8)) as played:
        host = await played.host()
        guest = await played.guest(host)
        answers = [await host.ask(type="lock", locked=bool(number % 2)) for number in range(4)]
        assert [answer["type"] for answer in answers] == ["done", "done", "refused", "refused"]
        assert answers[3]["code"] == "too_fast"
        version = len(await played.house.log.read(host.code))
        assert await host.refused("watching", allowed=False) == "too_fast"
        assert len(await played.house.log.read(host.code)) == version
        assert (await guest.ask(type="leave"))["type"] == "done"


async def test_what_others_agree_to_counts_like_what_one_does_alone() -> None:
    """Else two who undo and redo all day would make a log that takes as long to read."""
    async with playing(pace=RoomPace(40), deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        for number in range(6):  # after the start, a seal, a nonce and a move
            change = ("undo", "redo")[number % 2]
            await host.do(change, turn=host.table["turn"])
            await agree(host, guest)
        assert await host.refused("undo", turn=host.table["turn"]) == "too_fast"


async def agree(asker: Client, other: Client) -> None:
    """Say yes, up to both their views of what was agreed to."""
    await other.until(lambda: "proposal" in other.table)
    turn = other.table["turn"]
    await other.ask(type="answer", proposal=other.table["proposal"]["number"], yes=True)
    await asker.until(lambda: asker.table["turn"] > turn)
    await other.until(lambda: other.table["turn"] > turn)


async def test_no_guest_keeps_friends_out_with_names_on_their_device() -> None:
    """Nobody can come back as them; whoever is here or has a seat keeps their place."""
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host)
        seat = {"type": "seat", "seat": "W"}
        for number in range(20):
            here = {"kind": "here", "name": f"x{number}"}
            assert (await guest.ask(**seat, to=here))["type"] == "done"
            assert (await guest.ask(**seat, to={"kind": "computer"}))["type"] == "done"
        friend = await played.guest(host, "Carla")
        people = [who["person"] for who in friend.room["people"]]
        assert len(people) == MOST_PEOPLE
        assert {host.person, guest.person, friend.person} <= {*people}
        assert friend.you is not None


async def test_who_is_gone_for_long_keeps_no_friend_out() -> None:
    """Of those without a seat, and not of those who are here, nor the host."""
    async with playing(away_grace=0.05) as played:
        host = await played.host()
        await host.do("seat", seat="S", to={"kind": "computer"})
        waiting = []
        for number in range(MOST_PEOPLE - 1):
            one = await played.client()
            await one.enter(type="join", code=host.code, name=f"Friend {number}", seat="E")
            await one.do("seat", seat="E", to={"kind": "computer"})
            waiting.append(one)
        stranger = await played.client()
        assert await stranger.refused("join", code=host.code, name="Eva") == "room_full"
        for gone in (host, *waiting[3:5]):
            gone.drop()
        await asyncio.sleep(0.1)
        await stranger.enter(type="join", code=host.code, name="Eva", seat="N")
        people = {who["person"] for who in stranger.room["people"]}
        assert people == {*range(1, MOST_PEOPLE + 2)} - {waiting[3].person}
        assert stranger.seat == "N"
