"""The table `longana host` makes: nobody is in it at first, and it is its operator's."""

from __future__ import annotations

import random

from longana_engine import CUBAN
from system.table import Raw, served


async def test_the_first_to_come_is_host_until_the_operator_says_whose_table_it_is() -> None:
    async with served() as app:
        code = await app.rooms.open(CUBAN, "normal", watching=True)
        friend, operator = (Raw(app, random.Random(seed)) for seed in (1, 2))
        for raw, name in ((friend, "Friend"), (operator, "Operator")):
            await raw.connect()
            await raw.enter("join", code=code, name=name)
        await operator.until(lambda: operator.room["host"] == friend.person)
        assert operator.person is not None
        await app.rooms.name_host(code, operator.person)
        await friend.until(lambda: friend.room["host"] == operator.person)
        assert (await friend.ask("start"))["code"] == "not_host"
        assert (await operator.ask("start"))["type"] == "done"
        await app.rooms.name_host(code, 99)
        await app.rooms.name_host("NOSUCHXX", 1)
        assert operator.room["host"] == operator.person
        for raw in (friend, operator):
            await raw.close()
