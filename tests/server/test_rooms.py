"""All rooms of a server: made, found by code, let go when nobody visits them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from longana_engine import CUBAN, INTERNATIONAL, rules_from
from longana_server import rooms as making
from longana_server.codes import ALPHABET
from longana_server.events import Entry, Locked, Moved, MovedTo
from longana_server.log import LogError, NoRoom
from longana_server.log.memory import MemoryLog
from server.clients import Played, playing
from server.scripted_room import created
from server.wire import set_to


async def test_codes_are_distinct_and_without_look_alikes() -> None:
    """F38: 500 rooms."""
    async with playing() as played:
        codes = [await played.rooms.open(CUBAN, "easy", watching=True) for _ in range(500)]
        assert len(set(codes)) == len(played.rooms) == 500
        assert all(re.fullmatch(f"[{ALPHABET}]{{8}}", code) for code in codes)


async def test_a_code_that_is_taken_elsewhere_is_not_used_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F38: the log knows rooms that are not live here."""
    drawn: Iterator[str] = iter(["AAAAAAAA", "AAAAAAAA", "CCCCCCCC"])
    monkeypatch.setattr(making, "new_code", lambda taken: next(drawn))
    log = MemoryLog()
    async with playing(log=log) as played:
        assert await played.rooms.open(CUBAN, "easy", watching=True) == "AAAAAAAA"
    async with playing(log=log) as played:
        assert await played.rooms.open(CUBAN, "easy", watching=True) == "CCCCCCCC"


async def test_the_first_to_come_hosts_a_room_of_the_operators() -> None:
    async with playing() as played:
        code = await played.rooms.open(INTERNATIONAL, "hard", watching=False)
        assert played.rooms.visitors(code) == 0
        first = await played.client()
        await first.enter(type="join", code=code, name="Ana", seat="W")
        assert (first.room["host"], first.you["seat"]) == (first.person, "W")
        assert first.room["rules"]["preset"] == "international"
        assert [seat.get("level") for seat in first.room["seats"]] == ["hard", "hard", "hard", None]
        second = await played.guest(first)
        assert second.room["host"] == first.person
        assert played.rooms.visitors(code) == 2


async def test_who_came_into_the_operators_room_counts_after_they_have_gone_too() -> None:
    async with playing() as played:
        code = await played.rooms.open(CUBAN, "easy", watching=True)
        operator = await played.client()
        await operator.enter(type="join", code=code, name="Ana")
        operator = await played.back(operator)
        assert not played.rooms.had_company(code)
        friend = await played.guest(operator)
        await operator.do("lock", locked=False, new_code=True)
        friend.drop()
        await operator.until(lambda: bool(operator.table.get("away")))
        assert played.rooms.had_company(code)
        assert played.rooms.had_company(operator.room["code"])
    async with playing(house=played.house) as played:
        assert await played.rooms.reopen(code)
        assert not played.rooms.had_company(code)
        await played.back(friend)
        await played.back(operator)
        assert played.rooms.had_company(code)


async def test_an_onlooker_is_company_for_the_operator() -> None:
    async with playing() as played:
        code = await played.rooms.open(CUBAN, "easy", watching=True)
        onlooker = await played.client()
        await onlooker.enter(type="watch", code=code)
        assert played.rooms.had_company(code)
        assert not played.rooms.had_company("AAAAAAAA")


async def test_the_operator_hosts_their_own_table_also_when_others_came_first() -> None:
    async with playing() as played:
        code = await played.rooms.open(CUBAN, "easy", watching=True)
        first = await played.client()
        await first.enter(type="join", code=code, name="Beto")
        operator = await played.guest(first, "Ana")
        assert operator.person is not None
        await played.rooms.name_host(code, operator.person)
        await first.until(lambda: first.room["host"] == operator.person)
        version = len(await played.house.log.read(code))
        for person in (operator.person, 99):
            await played.rooms.name_host(code, person)
        await played.rooms.name_host("AAAAAAAA", 1)
        assert len(await played.house.log.read(code)) == version, "nothing to say"
        await operator.do("lock", locked=True)


async def test_rules_and_level_are_those_chosen() -> None:
    async with playing() as played:
        host = await played.host(rules={"preset": "international", "target": 50, "seats": 3})
        assert host.room["rules"] == {"preset": "international", "target": 50, "seats": 3}
        assert host.room["order"] == ["S", "N", "E"]


# --- who may make rooms, and how many


async def test_who_makes_a_room_is_no_computer_either() -> None:
    async with playing() as played:
        host = await played.host("Computer")
        guest = await played.guest(host, "Beto")
        assert [who["name"] for who in guest.room["people"]] == ["Computer 2", "Beto"]


async def test_a_key_may_be_asked_for() -> None:
    async with playing(set_to(create_key=SecretStr("señal"))) as played:
        stranger = await played.client()
        assert await stranger.refused("create", name="Ana") == "bad_key"
        assert await stranger.refused("create", name="Ana", key="senal") == "bad_key"
        await stranger.enter(type="create", name="Ana", key="señal")


async def test_an_address_makes_so_many_rooms_and_others_may_still() -> None:
    async with playing(set_to(max_rooms_per_address=2)) as played:
        assert await made_from(played, "192.0.2.7", 3) == ["welcome", "welcome", "too_many_rooms"]
        assert await made_from(played, "192.0.2.8", 1) == ["welcome"]


async def test_there_are_so_many_rooms_altogether() -> None:
    async with playing(set_to(max_rooms=2)) as played:
        assert await made_from(played, "192.0.2.7", 1) == ["welcome"]
        assert await made_from(played, "192.0.2.8", 1) == ["welcome"]
        assert await made_from(played, "192.0.2.9", 1) == ["too_many_rooms"]


async def test_the_machine_itself_is_not_held_to_it() -> None:
    async with playing(set_to(max_rooms_per_address=1, max_rooms=1)) as played:
        for _ in range(3):
            await played.host()


async def test_a_room_that_could_not_be_stored_takes_no_place() -> None:
    log = StickyLog()
    async with playing(set_to(max_rooms_per_address=1), log=log) as played:
        log.full = True
        assert await made_from(played, "192.0.2.7", 2) == ["try_again", "try_again"]
        log.full = False
        assert await made_from(played, "192.0.2.7", 2) == ["welcome", "too_many_rooms"]


async def made_from(played: Played, address: str, count: int) -> list[str]:
    """What so many tries to make a room come to."""
    answers: list[str] = []
    for _ in range(count):
        somebody = await played.client(address=address)
        answer = await somebody.ask(type="create", name="Ana")
        answers.append(answer["code"] if answer["type"] == "refused" else answer["type"])
    return answers


# --- found again


async def test_who_makes_a_room_waits_for_no_other_maker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Storing takes time; the same command that comes twice at once makes one room all the same."""
    async with playing() as played:
        log = played.house.log
        store, both = log.create, asyncio.Barrier(2)

        async def together(code: str, entry: Entry) -> None:
            await both.wait()
            await store(code, entry)

        monkeypatch.setattr(log, "create", together)
        makers = [await played.client() for _ in range(3)]
        tokens = ["A" * 32, "B" * 32, "B" * 32]
        async with asyncio.timeout(10):
            await asyncio.gather(
                *(
                    maker.enter(type="create", name="Ana", token=token)
                    for maker, token in zip(makers, tokens, strict=True)
                )
            )
        assert len(played.rooms) == 2
        assert makers[1].code == makers[2].code != makers[0].code


async def test_a_room_is_made_from_its_log_once_for_all_who_come_at_once() -> None:
    log = MemoryLog()
    async with playing(log=log) as before:
        host = await before.host()
        guest = await before.guest(host)
    async with playing(log=log) as after:
        host, guest = await asyncio.gather(after.back(host), after.back(guest))
        assert len(after.rooms) == 1
        await host.do("lock", locked=True)
        await guest.until(lambda: guest.room["locked"])


async def test_who_plays_waits_for_no_long_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """F28: a room that somebody has made long is read in turns with all that others do."""
    monkeypatch.setattr(making, "FOLDED_AT_ONCE", 5)
    log = MemoryLog()
    async with playing(log=log) as before:
        long = await before.host()
    log._rooms[long.code] += [Entry(event=Locked(locked=bool(n % 2))) for n in range(5000)]
    async with playing(log=log) as after:
        other = await after.host("Eva")
        guest = await after.guest(other, "Fina")
        coming = asyncio.create_task(after.back(long))
        await asyncio.sleep(0)
        for _ in range(5):
            await other.ask(type="say", text="hola")
        newcomer = await after.client()
        await newcomer.enter(type="resume", code=other.code, token=guest.token)
        assert not coming.done()
        back = await coming
        assert back.room["locked"]


async def test_a_code_that_leads_in_a_circle_opens_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = MemoryLog()
    here, there = "K7MP4RWX", "K7MP4RWY"
    log._rooms[here], log._rooms[there] = (
        [Entry(event=MovedTo(room=room))] for room in (there, here)
    )
    async with playing(log=log) as played:
        strangers = [await played.client() for _ in range(2)]
        asked = [
            stranger.refused("join", code=code, name="Beto")
            for stranger, code in zip(strangers, (here, there), strict=True)
        ]
        assert await asyncio.gather(*asked) == ["no_room", "no_room"]
    assert "leads to another" in caplog.text


# --- whose table it is


async def test_a_claim_makes_a_host_once() -> None:
    async with playing() as played:
        code = await played.rooms.open(CUBAN, "easy", watching=True)
        claim = played.rooms.claim(code)
        first = await played.client()
        await first.enter(type="join", code=code, name="Ana")
        operator = await played.client()
        await operator.enter(type="join", code=code, name="Beto", claim=claim)
        await operator.until(lambda: operator.room["host"] == operator.person)
        third = await played.client()
        await third.enter(type="join", code=code, name="Caro", claim=claim)
        await third.do("say", text="hello")
        assert third.room["host"] == operator.person
        assert third.person != operator.person, "neither of them drew a token"


async def test_a_wrong_claim_makes_a_guest() -> None:
    async with playing() as played:
        code = await played.rooms.open(CUBAN, "easy", watching=True)
        void = played.rooms.claim(code)
        played.rooms.claim(code)
        first = await played.client()
        await first.enter(type="join", code=code, name="Ana")
        for wrong in (void, "x" * 32):
            guest = await played.client()
            await guest.enter(type="join", code=code, name="Beto", claim=wrong)
            await guest.do("say", text="hello")
            assert guest.room["host"] == first.person


async def test_a_claim_brings_the_operator_back_to_their_seat() -> None:
    """Also where every seat is taken and the room is locked."""
    kept: list[str] = []
    async with playing() as played:
        code = await played.rooms.open(
            rules_from({"preset": "cuban", "seats": 2}), "easy", watching=True
        )
        first = await played.client()
        claim = played.rooms.claim(code, keep=kept.append)
        await first.enter(type="join", code=code, name="Ana", claim=claim)
        assert kept == [first.token]
        friend = await played.guest(first, "Beto")
        await first.do("lock", locked=True)
        first.drop()
        await friend.until(lambda: bool(friend.table.get("away")))
        claim = played.rooms.claim(code, kept[0], kept.append)
        asked = {"type": "join", "code": code, "name": "Ana", "claim": claim, "token": "t" * 32}
        for _ in range(2):  # as if its answer had been lost
            again = await played.client()
            await again.enter(**asked)
            assert (again.person, again.token) == (first.person, first.token)
            assert again.room["host"] == first.person
        stranger = await played.client()
        asked["token"] = "s" * 32
        assert await stranger.refused(**asked) == "room_locked"
        assert kept == [first.token] * 3


async def test_a_claim_takes_no_seat_from_whoever_is_there() -> None:
    async with playing() as played:
        code = await played.rooms.open(CUBAN, "easy", watching=True)
        first = await played.client()
        await first.enter(type="join", code=code, name="Ana")
        second = await played.client()
        claim = played.rooms.claim(code, first.token)
        await second.enter(type="join", code=code, name="Caro", claim=claim)
        await first.until(lambda: first.room["host"] == second.person)
        assert second.person != first.person


async def test_a_claim_that_was_refused_is_good_still() -> None:
    async with playing() as played:
        code = await played.rooms.open(CUBAN, "easy", watching=True)
        claim = played.rooms.claim(code, "gone" * 8)
        operator = await played.client()
        command = {"type": "join", "code": code, "claim": claim, "token": "t" * 32}
        assert await operator.refused(**command, name="\u200b") == "bad_name"
        await operator.enter(**command, name="Ana")
        assert operator.room["host"] == operator.person
        assert operator.token == "t" * 32, "their own, where no seat waits for them"


# --- let go


async def test_rooms_nobody_visits_are_forgotten() -> None:
    """F39: and so are their names; rooms with somebody in them stay."""
    async with playing(set_to(room_ttl=0.01, unplayed_ttl=0.01, rest_after=0)) as played:
        staying = await played.host()
        left = await played.host("Beto")
        left.drop()
        await played.emptied(left.code)
        await asyncio.sleep(0.02)
        await played.rooms.sweep()
        assert len(played.rooms) == 1
        assert await played.house.log.rooms() == [staying.code]
        assert await played.house.names.names(left.code) == {}
        back = await played.client()
        assert await back.refused("resume", code=left.code, token=left.token) == "no_room"
        await staying.do("lock", locked=True)


async def test_rooms_that_were_visited_lately_are_kept() -> None:
    async with playing() as played:
        host = await played.host()
        host.drop()
        await played.emptied(host.code)
        await played.rooms.sweep()
        assert len(played.rooms) == 1
        await played.back(host)


async def test_a_room_that_somebody_is_just_coming_into_stays_in_memory() -> None:
    """Else they would sit in a room that nobody else finds, and that does nothing by itself."""
    async with playing(set_to(rest_after=0)) as played:
        host = await played.host()
        host.drop()
        await played.emptied(host.code)
        live = played.rooms._live[host.code]
        async with live._lock:
            await played.rooms.sweep()
            assert len(played.rooms) == 1
        await played.rooms.sweep()
        assert len(played.rooms) == 0


async def test_a_room_that_cannot_be_deleted_now_is_deleted_later() -> None:
    """And it holds up no other."""
    log = StickyLog()
    async with playing(set_to(unplayed_ttl=0.001, rest_after=0), log=log) as played:
        codes = []
        for _ in range(3):
            host = await played.host()
            codes.append(host.code)
            host.drop()
            await played.emptied(host.code)
        await asyncio.sleep(0.002)
        log.stuck = codes[1]
        await played.rooms.sweep()
        assert await log.rooms() == [codes[1]]
        log.stuck = ""
        await played.rooms.sweep()
        assert (await log.rooms(), len(played.rooms)) == ([], 0)


async def test_codes_that_were_reserved_in_vain_go_at_last() -> None:
    """A server may die between that and the room's move; the room may be deleted meanwhile."""
    log = MemoryLog()
    async with playing(set_to(room_ttl=60, rest_after=0), log=log) as played:
        host = await played.host()
        await host.do("lock", locked=False, new_code=True)
        kept = [host.code, host.room["code"], "DDDDDDDD"]  # the room may be being moved just now
        for code, to in (("AAAAAAAA", host.code), ("BBBBBBBB", "CCCCCCCC"), (kept[2], host.code)):
            await log.create(code, Entry(event=MovedTo(room=to), at=0))
        for code in ("AAAAAAAA", "BBBBBBBB"):
            log._visited[code] -= 100
        await played.rooms.sweep()
        assert sorted(await log.rooms()) == sorted(kept)


class StickyLog(MemoryLog):
    full = False
    """Whether no room can be made."""
    stuck = ""
    """The room that cannot be deleted."""

    async def create(self, room: str, entry: Entry) -> None:
        if self.full:
            raise LogError("the disk is full")
        await super().create(room, entry)

    async def delete(self, room: str) -> None:
        if room == self.stuck:
            raise LogError("the disk is read-only")
        await super().delete(room)


async def test_closed_rooms_are_forgotten_at_once() -> None:
    async with playing() as played:
        host = await played.host()
        await host.ask(type="close")
        await played.rooms.sweep()
        assert len(played.rooms) == 0
        with pytest.raises(NoRoom):
            await played.house.log.read(host.code)


async def test_a_forgotten_room_makes_place_for_another() -> None:
    async with playing(set_to(max_rooms_per_address=1)) as played:
        somebody = await played.client(address="192.0.2.7")
        await somebody.enter(type="create", name="Ana")
        assert await made_from(played, "192.0.2.7", 1) == ["too_many_rooms"]
        await somebody.ask(type="close")
        await played.rooms.sweep()
        assert await made_from(played, "192.0.2.7", 2) == ["welcome", "too_many_rooms"]


MADE = Entry(event=created())


@pytest.mark.parametrize(
    "entries",
    [[], [Entry(event=Locked(locked=True))], [MADE, Entry(event=Moved(move="S99"))], [MADE] * 2],
    ids=["empty", "no beginning", "no match", "two beginnings"],
)
async def test_a_log_that_is_none_of_a_room_opens_nothing(
    entries: list[Entry], caplog: pytest.LogCaptureFixture
) -> None:
    """And takes nobody else along."""
    log = MemoryLog()
    log._rooms["K7MP4RWX"] = entries
    async with playing(log=log) as played:
        stranger = await played.client()
        assert await stranger.refused("join", code="K7MP4RWX", name="Beto") == "no_room"
        await stranger.enter(type="create", name="Beto")
    assert "is no room" in caplog.text
