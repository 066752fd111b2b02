"""Who of the connections of a room is shown and told what; without sockets."""

from __future__ import annotations

from typing import Any

import msgpack
from pydantic import BaseModel

from longana_protocol.answers import Said
from longana_server.audience import Audience
from longana_server.events import Locked
from longana_server.presence import Presence
from longana_server.reader import Reader
from server.phases import playing
from server.scripted_room import NAMES, ScriptedRoom


class Listener(Reader):
    """Keeps what it is sent, in short."""

    def __init__(self, person: int | None) -> None:
        self.person = person
        self.heard: list[str] = []
        self.views: list[dict[str, Any]] = []

    def answer(self, message: BaseModel) -> None:
        self.heard.append(message.model_dump()["type"])

    def show(self, slot: str, frame: bytes) -> None:
        self.heard.append(slot)
        if slot == "view":
            self.views.append(msgpack.unpackb(frame))

    def goodbye(self, why: str, code: int = 1000) -> None:
        self.heard.append(f"{why} {code}")


def show(audience: Audience, scripted: ScriptedRoom) -> None:
    audience.show(scripted.room, scripted.here, NAMES, 0.0)


def test_the_room_is_sent_when_it_has_changed_and_to_who_is_new() -> None:
    scripted, audience = playing(2), Audience()
    ana, beto = Listener(1), Listener(2)
    audience.admit(ana)
    show(audience, scripted)
    audience.admit(beto)
    show(audience, scripted)
    scripted.move()
    show(audience, scripted)
    scripted.add(Locked(locked=True))
    show(audience, scripted)
    assert ana.heard == ["room", "view", "view", "view", "room", "view"]
    assert beto.heard == ["room", "view", "view", "room", "view"]


def test_all_see_one_table_and_each_their_own_hand() -> None:
    scripted, audience = playing(2), Audience()
    readers = [Listener(1), Listener(2), Listener(None)]
    for each in readers:
        audience.admit(each)
    show(audience, scripted)
    show(audience, scripted)
    south, north, watcher = (each.views[-1] for each in readers)
    assert south["table"] == north["table"] == watcher["table"]
    assert south["table"]["number"] == readers[0].views[0]["table"]["number"] + 1
    assert (south["you"]["seat"], north["you"]["seat"], watcher["you"]) == ("S", "N", None)


def test_the_latest_view_may_be_shown_again_to_one() -> None:
    scripted, audience = playing(2), Audience()
    ana, beto = Listener(1), Listener(2)
    for each in (ana, beto):
        audience.admit(each)
    show(audience, scripted)
    audience.show_again(ana, scripted.room, scripted.here, 0.0)
    assert ana.views[0] == ana.views[1]
    assert len(beto.views) == 1


def test_the_newest_connection_of_a_person_counts() -> None:
    audience = Audience()
    older, newest = Listener(1), Listener(1)
    audience.admit(older)
    audience.admit(newest)
    audience.admit(newest)
    assert (older.heard, newest.heard) == (["replaced 1000"], [])
    audience.lose(older)
    assert (audience.holds(older), audience.holds(newest)) == (False, True)


def test_who_watched_and_sat_down_is_no_watcher_any_more() -> None:
    audience, reader = Audience(), Listener(None)
    audience.admit(reader)
    assert (audience.watchers, audience.holds(reader)) == (1, True)
    reader.person = 2
    audience.admit(reader)
    assert (audience.watchers, audience.everybody()) == (0, [reader])
    audience.lose(reader)
    assert not audience.holds(reader)


def test_words_and_goodbyes_are_for_those_who_are_there() -> None:
    audience = Audience()
    ana, beto, watcher = Listener(1), Listener(2), Listener(None)
    for each in (ana, beto, watcher):
        audience.admit(each)
    audience.part_with(2, "removed")
    audience.part_with(2, "removed")
    audience.tell(Said(person=1, name="Ana", text="hola"))
    audience.dismiss("shutdown", 1012)
    assert beto.heard == ["removed 1000"]
    assert ana.heard == watcher.heard == ["said", "shutdown 1012"]
    assert (audience.everybody(), audience.watchers) == ([], 0)
    audience.show(playing(2).room, Presence(), NAMES, 0.0)
    assert ana.heard[-1] == "shutdown 1012"
