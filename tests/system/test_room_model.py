"""Game nights at random: whatever people do at a table and about it, nobody is shown what they may
not know, nothing acknowledged is lost, and the table never stands still.

Most of it runs without sockets and in virtual time, so that thousands of steps take seconds; the
same deeds are then done over real sockets.

(Rows of faults.md: F35.)
"""

from __future__ import annotations

import random
from collections.abc import Coroutine
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from system.room_model.coming import all_come_back, join
from system.room_model.deed import Choice, is_done
from system.room_model.deeds import DEEDS
from system.room_model.evening import Evening
from system.room_model.party import Party
from system.room_model.playing import go_on_once
from system.room_model.seats import share_a_device, start
from system.room_model.servers import SocketServer
from system.table import served


SMALL = st.integers(0, 11)


class GameNight(RuleBasedStateMachine):
    """One room in virtual time. Its rules are the deeds."""

    def __init__(self) -> None:
        super().__init__()
        self.evening: Evening | None = None
        self.is_sound = False

    @initialize(
        seed=st.integers(0, 2**16),
        preset=st.sampled_from(["cuban", "international"]),
        seats=st.integers(2, 4),
        points=st.sampled_from([15, 40, 100]),
        friends=st.integers(0, 3),
        cousins=st.integers(0, 2),
        at_the_table=st.booleans(),
    )
    def open(
        self,
        seed: int,
        preset: str,
        seats: int,
        points: int,
        friends: int,
        cousins: int,
        at_the_table: bool,
    ) -> None:
        """Whoever is there from the beginning; some play on the device of another."""
        self.evening = Evening(seed)
        rules = {"preset": preset, "seats": seats, "target": points}
        self.run(self.party.open(rules, by_operator=seed % 4 == 0))
        for number in range(friends):
            self.run(join(self.party, number, number, 0))
        for number in range(cousins):
            self.run(share_a_device(self.party, number, number + 1, 0))
        if at_the_table:
            self.run(start(self.party, 1, 0, 2))

    @property
    def party(self) -> Party:
        assert self.evening is not None
        return self.evening.party

    def run(self, deed: Coroutine[Any, Any, None]) -> None:
        assert self.evening is not None
        self.is_sound = False
        self.evening.run(deed)
        self.is_sound = True

    def teardown(self) -> None:
        if self.evening is None:
            return
        try:
            if self.is_sound:
                self.run(self.to_the_end_of_the_hand())
                self.run(self.close())
        finally:
            self.evening.end()

    async def to_the_end_of_the_hand(self) -> None:
        """From wherever a night stands, people who come back can play on."""
        await all_come_back(self.party, 0, 0, 0)
        for guest in self.party.here:
            if guest.seats:
                await self.party.ask(guest, "reading", what=None)
        for step in range(400):
            if not self.party.here or self.party.room.to_move is None:
                return
            await go_on_once(self.party, step, 1)
            await self.party.check()
        raise AssertionError("a hand does not come to its end")

    async def close(self) -> None:
        """The room is gone for everybody who was here, and for whoever would come."""
        host, here = self.party.host, [*self.party.here, *self.party.watchers]
        if host is None:
            return
        assert is_done(await self.party.ask(host, "close"))
        assert {guest.bye for guest in here} == {"closed"}
        assert not await self.party.enter(host, "resume", token=host.token)


def _rule(choice: Choice) -> Any:
    def do(self: GameNight, a: int, b: int, c: int) -> None:
        self.run(choice.do(self.party, a, b, c))

    def possible(self: GameNight) -> bool:
        return bool(choice.when(self.party))

    do.__name__ = choice.do.__name__  # what a failing night is told in
    return precondition(possible)(rule(a=SMALL, b=SMALL, c=SMALL)(do))


for name, choice in DEEDS.items():
    for copy in range(choice.weight):
        setattr(GameNight, name + ("" if copy == 0 else f"_{copy + 1}"), _rule(choice))


def nights(number: int, steps: int, *, alike: bool) -> settings:
    return settings(
        max_examples=number,
        stateful_step_count=steps,
        derandomize=alike,
        database=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )


def test_nights(long_form: bool) -> None:
    run_state_machine_as_test(GameNight, settings=nights(600 if long_form else 38, 60, alike=True))
    if long_form:
        run_state_machine_as_test(GameNight, settings=nights(200, 60, alike=False))


async def night_over_sockets(seed: int, steps: int) -> None:
    rng = random.Random(seed)
    async with served(away_grace=SocketServer.away_grace, start_patience=0.2) as app:
        party = Party(SocketServer(app), rng)
        preset = rng.choice(["cuban", "international"])
        await party.open({"preset": preset, "seats": rng.randint(2, 4), "target": 40})
        for _ in range(rng.randint(0, 3)):
            await join(party, rng.randint(0, 4), 0, 0)
        for _ in range(steps):
            able = {name: one for name, one in DEEDS.items() if one.when(party)}
            weights = [one.weight for one in able.values()]
            name = rng.choices(list(able), weights)[0]
            await able[name].do(party, *(rng.randint(0, 11) for _ in range(3)))
            await party.check()
        for guest in party.guests:
            await guest.drop()


async def test_nights_over_sockets(long_form: bool) -> None:
    fresh = random.SystemRandom().randrange(10**9)
    for seed in [*range(25), fresh] if long_form else range(3):
        try:
            await night_over_sockets(seed, 400 if long_form else 150)
        except Exception as error:
            raise AssertionError(f"in the night of seed {seed}") from error
