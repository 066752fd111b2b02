"""How much one connection or one address may ask for. Time is monotonic and given by the caller."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run; full at first.

    Seconds of `now` are those of a monotonic clock: setting the clock back or forth punishes
    nobody (F60).
    """

    rate: float
    burst: float
    _level: float = field(init=False)
    _since: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._level = self.burst

    def take(self, now: float) -> bool:
        """Use one up; False (and nothing used) when there is none."""
        self._refill(now)
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def wait(self, now: float) -> float:
        """Seconds until there is one to take; 0 when there is."""
        self._refill(now)
        return max(0.0, (1 - self._level) / self.rate)

    def is_full(self, now: float) -> bool:
        """Whether nothing is remembered: a full bucket is as good as a new one."""
        self._refill(now)
        return self._level >= self.burst

    def _refill(self, now: float) -> None:
        if self._since is not None:
            level = self._level + (now - self._since) * self.rate
            self._level = level if level < self.burst else self.burst
        self._since = now


class PerAddress:
    """A bucket for each address (or person) that lately used one.

    Never one bucket for all, or a stranger could shut out the guests. Full ones are forgotten;
    should more than `limit` addresses be at it together, those that came first are.
    """

    def __init__(self, rate: float, burst: float, limit: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.limit = limit
        self._buckets: dict[str, Bucket] = {}
        self._swept: float | None = None

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str, now: float) -> bool:
        """Use one of the address's up; False when there is none."""
        self._sweep(now)
        bucket = self._buckets.get(address)
        if bucket is None:
            while len(self._buckets) >= self.limit:
                del self._buckets[next(iter(self._buckets))]
            bucket = self._buckets[address] = Bucket(self.rate, self.burst)
        return bucket.take(now)

    def wait(self, address: str, now: float) -> float:
        """Seconds until the address may take one; 0 when it may now."""
        bucket = self._buckets.get(address)
        return 0.0 if bucket is None else bucket.wait(now)

    def is_idle(self, now: float) -> bool:
        """Whether nothing is remembered of anybody."""
        return all(bucket.is_full(now) for bucket in self._buckets.values())

    def _sweep(self, now: float) -> None:
        """Forget who is idle, once in the time that an empty bucket takes to fill."""
        if self._swept is None or now - self._swept > self.burst / self.rate:
            self._swept = now
            self._buckets = {
                address: bucket
                for address, bucket in self._buckets.items()
                if not bucket.is_full(now)
            }


class Guesses:
    """What each address may guess wrongly. Codes do not count as keys: a family that mistypes the
    code of one room may make another all the same.
    """

    def __init__(self, per_minute: float, burst: float) -> None:
        self.codes = PerAddress(per_minute / 60, burst)
        """And tokens."""
        self.tokens = PerAddress(per_minute / 60, burst)
        """Of rooms that rest, once there is nothing left of the first."""
        self.keys = PerAddress(per_minute / 60, burst)
        """That are needed to make a room."""


ENTRIES_PER_DAY = 20_000
"""What one person may add to a room in a day: four evenings of the quickest play."""


class RoomPace:
    """How much people may add to the logs of rooms, so that nobody fills the disk.

    A day's share in the long run, a quarter of it at once. A room takes as much as three persons
    do: one who is let in and goes wild cannot use up what the others play with.
    """

    def __init__(self, entries_per_day: int = ENTRIES_PER_DAY, limit: int = 10_000) -> None:
        self._rate, self._burst = entries_per_day / 86400, max(1, entries_per_day // 4)
        self._limit = limit
        self._rooms: dict[str, tuple[Bucket, PerAddress]] = {}
        """For each room its own bucket, and one for each person."""

    def __len__(self) -> int:
        return len(self._rooms)

    def take(self, room: str, person: int, now: float) -> bool:
        """Whether that person may add one more entry to that room's log."""
        if room not in self._rooms:
            while len(self._rooms) >= self._limit:
                self.forget(next(iter(self._rooms)))
            people = PerAddress(self._rate, self._burst, limit=100)
            self._rooms[room] = Bucket(3 * self._rate, 3 * self._burst), people
        whole, people = self._rooms[room]
        return people.take(str(person), now) and whole.take(now)

    def forget(self, room: str) -> None:
        """The room is gone."""
        self._rooms.pop(room, None)

    def tidy(self, now: float) -> None:
        """Forget the rooms in which nobody has done anything for so long that it makes no odds."""
        self._rooms = {
            room: (whole, people)
            for room, (whole, people) in self._rooms.items()
            if not (whole.is_full(now) and people.is_idle(now))
        }


class Places:
    """So many at once, of one address and altogether: connections, rooms."""

    def __init__(self, per_address: int, altogether: int) -> None:
        self.per_address = per_address
        self.altogether = altogether
        self._taken: dict[str, int] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def enter(self, address: str) -> bool:
        """Take a place; False (and none taken) when there is none left."""
        taken = self._taken.get(address, 0)
        if taken >= self.per_address or self._count >= self.altogether:
            return False
        self._taken[address] = taken + 1
        self._count += 1
        return True

    def leave(self, address: str) -> None:
        """Give back a place that `enter` gave."""
        self._count -= 1
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
