"""An event loop whose clock stands still while there is something to do, then leaps to the next
timer: minutes of a game night pass in no time, and always alike.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar, TypeVarTuple, Unpack


Args = TypeVarTuple("Args")
Result = TypeVar("Result")


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 0.0
        self.errors: list[str] = []
        """What went wrong in tasks that nobody waits for."""
        super().__init__(_LeapingSelector(self))
        self.set_exception_handler(lambda _, context: self.errors.append(str(context)))

    def time(self) -> float:
        return self.now

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Args]], Result], *args: *Args
    ) -> asyncio.Future[Result]:
        """On the spot: in this time no thread goes by itself."""
        return asyncio.wrap_future(Inline().submit(func, *args), loop=self)

    def finish(self) -> None:
        """Cancel whatever is under way, and close."""
        for task in asyncio.all_tasks(self):
            task.cancel()
        self.run_until_complete(asyncio.sleep(0))
        self.close()


class _LeapingSelector(selectors.SelectSelector):
    """Waits for nobody: the time it was to wait has passed at once."""

    def __init__(self, loop: VirtualTimeLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("everybody waits and nothing will ever happen")
        if not ready and timeout is not None:
            self._loop.now += max(0.0, timeout)
        return ready


class Inline(Executor):
    """Does what it is given on the spot."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done
