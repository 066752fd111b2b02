"""A room in virtual time, driven step by step from a plain test; after each step all is checked."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any, TypeVar

from system.room_model.coming import return_to, watch
from system.room_model.deed import is_done
from system.room_model.eyes import Message
from system.room_model.guest import Guest
from system.room_model.party import Party
from system.room_model.playing import go_on_once
from system.room_model.seats import share_all
from system.room_model.servers import QuickServer
from system.room_model.virtual_time import VirtualTimeLoop


Result = TypeVar("Result")


class Evening:
    def __init__(self, seed: int = 0) -> None:
        self.loop = VirtualTimeLoop()
        rng = random.Random(seed)
        self.server = QuickServer(self.loop, rng)
        self.party = Party(self.server, rng)

    def run(self, deed: Coroutine[Any, Any, Result]) -> Result:
        """Do something, then look whether all is well."""
        result = self.loop.run_until_complete(deed)
        self.loop.run_until_complete(self.party.check())
        assert not self.loop.errors, self.loop.errors
        return result

    def end(self) -> None:
        self.loop.finish()

    # --- what plain tests do

    def host(self, **rules: Any) -> Guest:
        """A room, and who has made it."""
        self.run(self.party.open({"preset": "cuban", **rules}))
        return self.party.guests[0]

    def guest(self, seat: str | None = None) -> Guest:
        """A newcomer."""
        guest = self.party.new_guest()
        fields = {} if seat is None else {"seat": seat}
        assert self.run(self.party.enter(guest, "join", name=guest.name, **fields))
        return guest

    def watcher(self) -> Guest:
        self.run(watch(self.party, 0, 0, 0))
        return self.party.guests[-1]

    def ask(self, guest: Guest, type: str, **fields: Any) -> Message:
        return self.run(self.party.ask(guest, type, **fields))

    def do(self, guest: Guest, type: str, **fields: Any) -> None:
        """A command that is done."""
        answer = self.ask(guest, type, **fields)
        assert is_done(answer), answer

    def refused(self, guest: Guest, type: str, **fields: Any) -> str:
        """The code a command is refused with."""
        answer = self.ask(guest, type, **fields)
        assert answer["type"] == "refused", answer
        code: str = answer["code"]
        return code

    def seat(self, guest: Guest, seat: str, **to: Any) -> None:
        self.do(guest, "seat", seat=seat, to=to)

    def send_again(self, guest: Guest, type: str) -> Message:
        """The latest command of that type, once more."""
        sent = next(one for one in reversed(guest.sent) if one.message["type"] == type)
        return self.run(guest.send(sent.message))

    def drop(self, guest: Guest) -> None:
        self.run(self.party.drop(guest))

    def back(self, guest: Guest) -> None:
        self.run(return_to(self.party, guest))

    def wait(self, seconds: float) -> None:
        self.run(asyncio.sleep(seconds))

    def start(self, host: Guest) -> None:
        """Start a match, up to the first hand."""
        self.do(host, "start")
        self.run(share_all(self.party))
        assert self.party.room.phase == "playing"

    def play(self, moves: int = 1) -> None:
        """So many moves, whoever's; the first that is legal each time."""
        for _ in range(moves):
            before = len(self.party.history.now.moves)
            while len(self.party.history.now.moves) == before and not self.party.history.now.over:
                self.run(go_on_once(self.party, 0, 1))

    def play_until(self, seat: str) -> None:
        """Up to a move of that seat."""
        while self.party.room.to_move is not None and self.party.room.to_move.value != seat:
            self.play()

    def play_hand(self) -> None:
        while not self.party.history.now.over:
            self.play()
