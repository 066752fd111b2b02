"""Who of the connections of a room is shown and told what; without sockets."""

from __future__ import annotations

from typing import Any

import msgpack
from pydantic import BaseModel

from longana_protocol.answers import Said
from longana_protocol.commands import Rematch, Start
from longana_server.audience import Audience
from longana_server.events import (
    CodeChanged,
    HostNamed,
    Joined,
    Locked,
    RulesSet,
    Seated,
    StartAborted,
    Undone,
    WatchingSet,
)
from longana_server.presence import Presence
from longana_server.reader import Reader
from server.phases import playing
from server.scripted_room import NAMES, SHORT, SHORT_MOVES, ScriptedRoom, made
from server.shown import the_room


class Listener(Reader):
    """Keeps what it is sent, in short."""

    def __init__(self) -> None:
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
    ana, beto = Listener(), Listener()
    audience.admit(ana, 1)
    show(audience, scripted)
    audience.admit(beto, 2)
    show(audience, scripted)
    scripted.move()
    show(audience, scripted)
    scripted.add(Locked(locked=True))
    show(audience, scripted)
    assert ana.heard == ["room", "view", "view", "view", "room", "view"]
    assert beto.heard == ["room", "view", "view", "room", "view"]


def test_the_room_is_sent_with_whatever_of_it_has_changed() -> None:
    scripted, audience, ana = ScriptedRoom(2), Audience(), Listener()
    scripted.deals = (SHORT,)
    audience.admit(ana, 1)
    show(audience, scripted)
    before = the_room(scripted)

    def all_seal() -> None:
        scripted.do(1, made(Start))
        show(audience, scripted)
        scripted.send_seals()

    for happens in (
        lambda: scripted.add(Locked(locked=True)),
        lambda: scripted.add(WatchingSet(allowed=False)),
        lambda: scripted.add(CodeChanged(code="HJKLMNPQ", locked=True)),
        lambda: scripted.add(Joined(person=3, token=bytes(32))),
        lambda: scripted.add(HostNamed(person=2)),
        lambda: scripted.add(HostNamed(person=1)),
        lambda: scripted.add(Seated(seat="W", level="hard")),
        lambda: scripted.add(RulesSet(rules={"preset": "cuban", "target": 20})),
        lambda: scripted.add(RulesSet(rules={"preset": "cuban", "seats": 2, "target": 20})),
        all_seal,
        lambda: scripted.add(StartAborted(seat="S")),
        scripted.start,
        lambda: scripted.moves(*SHORT_MOVES),
        lambda: scripted.add(Undone(to=3), by=1),
        lambda: scripted.move(SHORT_MOVES[-1]),
        lambda: scripted.do(1, scripted.now(Rematch)),
        scripted.deal,
        lambda: scripted.moves(*SHORT_MOVES),
        lambda: scripted.add(Seated(seat="S", person=1)),
    ):
        happens()
        ana.heard.clear()
        show(audience, scripted)
        assert before != (before := the_room(scripted))
        assert ana.heard == ["room", "view"]


def test_the_room_is_sent_with_another_name() -> None:
    scripted, audience, ana = playing(2), Audience(), Listener()
    audience.admit(ana, 1)
    names = {**NAMES}
    for names[2] in ("Beto", "Berta", "Berta"):
        audience.show(scripted.room, scripted.here, names, 0.0)
    assert ana.heard == ["room", "view", "room", "view", "view"]


def test_all_see_one_table_and_each_their_own_hand() -> None:
    scripted, audience = playing(2), Audience()
    readers = [Listener(), Listener(), Listener()]
    for each, person in zip(readers, (1, 2, None), strict=True):
        audience.admit(each, person)
    show(audience, scripted)
    show(audience, scripted)
    south, north, watcher = (each.views[-1] for each in readers)
    assert south["table"] == north["table"] == watcher["table"]
    assert south["table"]["number"] == readers[0].views[0]["table"]["number"] + 1
    assert (south["you"]["seat"], north["you"]["seat"], watcher["you"]) == ("S", "N", None)


def test_the_latest_view_may_be_shown_again_to_one() -> None:
    scripted, audience = playing(2), Audience()
    ana, beto = Listener(), Listener()
    for person, each in enumerate((ana, beto), start=1):
        audience.admit(each, person)
    show(audience, scripted)
    audience.show_again(ana, scripted.room, scripted.here, 0.0)
    assert ana.views[0] == ana.views[1]
    assert len(beto.views) == 1


def test_the_newest_connection_of_a_person_counts() -> None:
    audience = Audience()
    older, newest = Listener(), Listener()
    audience.admit(older, 1)
    audience.admit(newest, 1)
    audience.admit(newest, 1)
    assert (older.heard, newest.heard) == (["replaced 1000"], [])
    audience.lose(older)
    assert (audience.holds(older), audience.holds(newest)) == (False, True)


def test_who_watched_and_sat_down_is_no_watcher_any_more() -> None:
    audience, reader = Audience(), Listener()
    audience.admit(reader, None)
    assert (audience.watchers, audience.holds(reader)) == (1, True)
    audience.admit(reader, 2)
    assert (audience.watchers, audience.everybody()) == (0, [reader])
    assert audience.lose(reader) == 2
    assert not audience.holds(reader)


def test_who_watches_here_and_sits_elsewhere_is_nobody_here() -> None:
    """The same number is another person in another room: no hand is shown, nobody lost for it."""
    here, elsewhere = Audience(), Audience()
    ana, watcher = Listener(), Listener()
    here.admit(ana, 1)
    here.admit(watcher, None)
    elsewhere.admit(watcher, 1)
    show(here, playing(2))
    assert watcher.views[-1]["you"] is None
    assert here.person_of(watcher) is None
    assert here.lose(watcher) is None
    assert here.holds(ana)


def test_who_is_no_person_of_the_room_any_more_is_told() -> None:
    audience = Audience()
    ana, beto, watcher = Listener(), Listener(), Listener()
    for each, person in ((ana, 1), (beto, 2), (watcher, None)):
        audience.admit(each, person)
    audience.part_with_strangers({1, 2, 3})
    audience.part_with_strangers({1})
    assert (ana.heard, beto.heard, watcher.heard) == ([], ["removed 1000"], [])
    assert audience.everybody() == [ana, watcher]


def test_words_and_goodbyes_are_for_those_who_are_there() -> None:
    audience = Audience()
    ana, beto, watcher = Listener(), Listener(), Listener()
    for each, person in ((ana, 1), (beto, 2), (watcher, None)):
        audience.admit(each, person)
    audience.part_with(2, "removed")
    audience.part_with(2, "removed")
    audience.tell(Said(person=1, name="Ana", text="hola"))
    audience.dismiss("shutdown", 1012)
    assert beto.heard == ["removed 1000"]
    assert ana.heard == watcher.heard == ["said", "shutdown 1012"]
    assert (audience.everybody(), audience.watchers) == ([], 0)
    assert not any(map(audience.holds, (ana, beto, watcher)))
    audience.show(playing(2).room, Presence(), NAMES, 0.0)
    assert ana.heard[-1] == "shutdown 1012"
