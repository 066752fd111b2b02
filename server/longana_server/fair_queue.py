"""A queue in which those who ask for much do not hold up those who ask for little."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar


Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Everybody is served in turn, one item at a time; each one's items in their order."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Item]] = OrderedDict()
        """By whom they are asked for; whoever is next comes first."""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, of: str, item: Item) -> None:
        self._waiting.setdefault(of, deque()).append(item)
        self._count += 1

    def put_back(self, of: str, item: Item) -> None:
        """What was taken and could not be served: it is next."""
        self._waiting.setdefault(of, deque()).appendleft(item)
        self._waiting.move_to_end(of, last=False)
        self._count += 1

    def take(self) -> tuple[str, Item]:
        """The next item and whose it is; raises IndexError when there is none."""
        if not self._waiting:
            raise IndexError("nothing waits")
        of, items = self._waiting.popitem(last=False)
        item = items.popleft()
        self._count -= 1
        if items:
            self._waiting[of] = items
        return of, item

    def withdraw(self, of: str, item: Item) -> None:
        """Nobody wants it any more; nothing, if it has been taken already."""
        items = self._waiting.get(of, deque())
        if item in items:
            items.remove(item)
            self._count -= 1
            if not items:
                del self._waiting[of]
