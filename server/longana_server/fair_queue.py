"""A queue in which those who ask for much do not hold up those who ask for little."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar


Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Everybody is served in turn, one item at a time; each one's items in their order."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        """By whom they are asked for; whoever is next comes first."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, of: str, item: Item) -> None:
        self._waiting.setdefault(of, deque()).append(item)

    def put_back(self, of: str, item: Item) -> None:
        """What was taken and could not be served: it is next."""
        items = self._waiting.pop(of, deque())
        items.appendleft(item)
        self._waiting = {of: items, **self._waiting}

    def take(self) -> tuple[str, Item]:
        """The next item and whose it is; raises IndexError when there is none."""
        if not self._waiting:
            raise IndexError("nothing waits")
        of = next(iter(self._waiting))
        items = self._waiting.pop(of)
        item = items.popleft()
        if items:
            self._waiting[of] = items
        return of, item

    def withdraw(self, of: str, item: Item) -> None:
        """Nobody wants it any more; nothing, if it has been taken already."""
        items = self._waiting.get(of, deque())
        if item in items:
            items.remove(item)
            if not items:
                del self._waiting[of]
