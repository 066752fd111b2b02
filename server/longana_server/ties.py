"""What one room has besides its log: who is here, and what is said. How it is kept, and who else
hears of it.

`Alone` is for a server that has its rooms for itself. Where several serve the same rooms, the
others see and change it too: `cluster/shared.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol
from weakref import proxy

from longana_protocol.answers import Said

from .events import Entry
from .presence import Presence


Change = Callable[[Presence], Presence | None]
"""A pure step: what the presence becomes, None if the step has nothing to do with it. May raise
Refused. It may be asked again, when somebody else was quicker."""


class Table(Protocol):
    """A room of this server as its ties see it, and what it hears by them, whoever did it."""

    @property
    def id(self) -> str:
        """What its log is under."""

    @property
    def version(self) -> int:
        """So many entries of its log are in it."""

    @property
    def devices(self) -> Collection[int]:
        """Those connected to this server."""

    @property
    def watchers(self) -> int:
        """How many look on by way of this server."""

    @property
    def is_settled(self) -> bool:
        """Whether everybody here is shown all that is known here."""

    async def read_on(self) -> None:
        """Take over what the log has by now, under the room's lock; raises Refused."""

    def hear(self, said: Said, *, kept: bool) -> None:
        """Somebody says something; `kept` lines are told to those who come later."""

    def forget(self, people: Collection[int]) -> None:
        """Nothing of them is to be known any more."""

    async def renamed(self, person: int, name: str) -> None:
        """Somebody's name stands in the store now."""

    async def followed(self, version: int, entry: Entry) -> None:
        """The log has this entry, whoever wrote it; with it the room has that version."""

    async def seen_elsewhere(self) -> None:
        """There is something to `catch_up` with, under the room's lock, and to show."""

    async def vanished(self) -> None:
        """The room was deleted."""


class Ties(Protocol):
    """Of one room of this server, which changes it under its lock."""

    @property
    def presence(self) -> Presence: ...

    @property
    def with_others(self) -> bool:
        """Whether the room may have gone on without this server hearing of it yet."""

    async def begin(self) -> None:
        """The room has come into memory; raises Refused, when the others could not be heard."""

    async def change(self, step: Change) -> bool:
        """Take a step; False if it has nothing to do with the presence.

        Raises:
            Refused: as the step does; or `try_again`, when the others could not be told.

        """

    async def came(self, device: int) -> None:
        """Its newest connection is one to this server; raises Refused."""

    async def went(self, device: int, now: float) -> None:
        """Its connection to this server is gone; raises Refused."""

    async def watched(self, watchers: int) -> None:
        """So many look on by way of this server; raises Refused."""

    async def say(self, said: Said, by: int, command_id: str) -> None:
        """Tell everybody, also those who come later; raises Refused."""

    async def tell(self, said: Said) -> None:
        """Tell everybody who is here."""

    async def forget(self, people: Collection[int]) -> None:
        """Let everybody forget what these people said, and their names; raises Refused."""

    def deference(self) -> float | None:
        """Seconds that this server leaves to others to do what the room does by itself.

        None: as long as they are there, it is theirs.
        """

    def elsewhere(self) -> Collection[int]:
        """The devices whose newest connection is to another server."""

    async def refresh(self) -> None:
        """Look at what others did, whether it was heard or not; raises Refused."""

    async def catch_up(self) -> None:
        """Take over what others did, and tell them of what they could not be told before."""

    def close(self) -> None:
        """The room is no longer served here: nobody hears of what else becomes of it."""


class Alone:
    """`Ties` to nobody."""

    def __init__(self, table: Table, presence: Presence) -> None:
        self.presence = presence
        self._table: Table = proxy(table)  # whose part this is: see `running_room.py`

    @property
    def with_others(self) -> bool:
        return False

    async def begin(self) -> None:
        pass

    async def change(self, step: Change) -> bool:
        changed = step(self.presence)
        if changed is not None:
            self.presence = changed
        return changed is not None

    async def came(self, device: int) -> None:
        self.presence = self.presence.came(device)

    async def went(self, device: int, now: float) -> None:
        self.presence = self.presence.went(device, now)

    async def watched(self, watchers: int) -> None:
        self.presence = self.presence.watched(watchers)

    async def say(self, said: Said, by: int, command_id: str) -> None:
        self._table.hear(said, kept=True)

    async def tell(self, said: Said) -> None:
        self._table.hear(said, kept=False)

    async def forget(self, people: Collection[int]) -> None:
        self._table.forget(people)

    def deference(self) -> float | None:
        return 0.0

    def elsewhere(self) -> Collection[int]:
        return ()

    async def refresh(self) -> None:
        pass

    async def catch_up(self) -> None:
        pass

    def close(self) -> None:
        pass
