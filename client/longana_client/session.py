"""One stay in a room: everything that happens, one thing after the other, until the end.

Lines typed, news of the table, answers to commands and the ends of things arrive in one inbox.
Nothing here waits for anything else, so that the table is told and a line can be typed at any
time, also while a command is under way.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeVar

from .connection import Gone, Refused, Update
from .desk import Desk
from .dialogue import Dialogue
from .exits import ExitCode
from .prompting import Asking
from .reading import Said, Typed, Word, read_line
from .terminal import Typing
from .unhurried import Unhurried


Answer = TypeVar("Answer")

_WAITS_TO_BE_ASKED = frozenset(
    {Word.YES, Word.NO, Word.PASS, Word.HINT, Word.REVIEW, Word.NEXT, Word.REMATCH, Word.START}
)
"""Words that answer a question: from a pipe they wait for it. All others are good at any time."""
MOST_LINES = 1000
"""Piped lines that may wait to be asked for; an endless pipe waits for the game."""
LAST_PATIENCE = 1.5
"""Seconds that lines of an ended input may wait for a person or a host."""
SLOW = 1.0
"""Seconds without an answer after which a person is told that their command is under way."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str


@dataclass(frozen=True, slots=True)
class _News:
    update: Update


@dataclass(frozen=True, slots=True)
class _Tick:
    """Time has passed."""


@dataclass(frozen=True, slots=True)
class _Answered:
    follow: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Told:
    """The answer to what nobody waits for."""

    say: Callable[[], None]


class _End(Enum):
    OF_INPUT = auto()
    OF_ROOM = auto()
    OF_PATIENCE = auto()
    """The input ended, and what it left unanswered will not be asked soon."""


_Event = _Line | _News | _Tick | _Answered | _Told | _End


class Session:
    """Joins the desk of somebody who is in a room to the lines they type.

    Alone, the match starts as soon as the room stands.
    """

    def __init__(self, desk: Desk, lines: AsyncIterator[str], typing: Typing) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._input = lines
        self._typing = typing
        self._to_start = desk.alone
        self._dialogue = Dialogue(desk, self.send, self.ask, self.post, self.end)
        self._unhurried = Unhurried(
            lambda update: self._inbox.put_nowait(_News(update)), lambda: self._dialogue.is_slow
        )

        self._inbox: asyncio.Queue[_Event] = asyncio.Queue()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._lines: deque[str] = deque()
        self._room = asyncio.Semaphore(MOST_LINES)
        """For further lines."""
        self._input_ended = False
        self._busy = False
        """A command is under way."""
        self._now: Update | None = None
        self._alarm: asyncio.Task[None] | None = None
        self._exit: ExitCode | None = None

    async def run(self) -> ExitCode:
        """Play until the person leaves, or the input or the room ends."""
        self._errand(self._feed_lines())
        self._errand(self._feed_news())
        try:
            while self._exit is None:
                self._handle(await self._inbox.get())
                self._take_lines()
                self._ask()
            return self._exit
        finally:
            self._unhurried.stop()
            self._dialogue.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def pause(self) -> None:
        """Leave the terminal to somebody else, with no hand in sight that others must not see."""
        self._dialogue.hide()
        self._ask()
        self._screen.pause()

    def resume(self) -> None:
        """Have the terminal again: show the table, and what is asked."""
        self._dialogue.show()
        self._ask()
        self._screen.resume()

    def end(self, code: ExitCode) -> None:
        """Let `run` end with this code."""
        if self._exit is None:
            self._exit = code

    def send(self, command: Coroutine[Any, Any, Answer], then: Callable[[Answer], None]) -> None:
        """Carry out a command, then call `then` with the answer. A refusal is said.

        While the line is down a person is told so; a script's command waits for it.
        """
        if self._is_cut_off:
            command.close()
            self._screen.say([self._words("ui.no_line")])
            self._dialogue.unsent()
            return
        task = asyncio.create_task(command)

        def follow() -> None:
            try:
                answer = task.result()
            except Refused as refused:
                self._screen.say([self._words.plain(refused.text)])
                self._dialogue.refused(refused)
            except Gone:  # the end of the news tells it
                return
            else:
                then(answer)

        def answered(_: object) -> None:
            if not task.cancelled():
                task.exception()  # seen, also if the stay ends before it is told
            self._inbox.put_nowait(_Answered(follow))

        task.add_done_callback(answered)
        self._keep(task)
        self._busy = True
        if self._typing != "piped":
            self._errand(self._tell_if_slow(task))

    async def _tell_if_slow(self, command: asyncio.Task[Any]) -> None:
        """On a line that has died unnoticed nothing else would happen for many seconds."""
        await asyncio.wait([command], timeout=SLOW)
        if not command.done() and not self._is_cut_off:
            self._screen.say([self._words("ui.sending")])

    def ask(self, command: Coroutine[Any, Any, Answer], then: Callable[[Answer], None]) -> None:
        """The same, but while it takes its time a person goes on; a script waits."""
        if self._typing == "piped":
            self.send(command, then)
            return

        async def carry_out() -> None:
            try:
                answer = await command
            except Refused as refused:
                said = refused.text
                self._inbox.put_nowait(_Told(lambda: self._screen.say([self._words.plain(said)])))
            except Gone:
                return
            else:
                self._inbox.put_nowait(_Told(lambda: then(answer)))

        self._errand(carry_out())

    @property
    def _is_cut_off(self) -> bool:
        """Whether a person sits here without a connection."""
        return self._typing != "piped" and self._now is not None and not self._now.online

    def post(self, command: Coroutine[Any, Any, Answer]) -> None:
        """Carry out a command that nobody waits for; a refusal is of no account."""

        async def carry_out() -> None:
            with contextlib.suppress(Refused, Gone):
                await command

        self._errand(carry_out())

    # --- what arrives

    async def _feed_lines(self) -> None:
        async for line in self._input:
            await self._room.acquire()
            self._unhurried.hurry()  # whoever types has seen enough
            self._inbox.put_nowait(_Line(line))
        self._inbox.put_nowait(_End.OF_INPUT)

    async def _feed_news(self) -> None:
        async for update in self._client.updates():
            self._unhurried.came(update)
        self._unhurried.hurry()
        self._inbox.put_nowait(_End.OF_ROOM)

    def _errand(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._keep(task)
        return task

    def _keep(self, task: asyncio.Task[Any]) -> None:
        """Hold on to a task until it is done, and end it when we end."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _handle(self, event: _Event) -> None:
        match event:
            case _Line(text):
                self._lines.append(text)
            case _News(update):
                self._news(update)
            case _Tick():
                self._dialogue.tick()
                self._set_alarm()
            case _Answered(follow):
                self._busy = False
                follow()
            case _Told(say):
                say()
            case _End.OF_INPUT:
                self._input_ended = True
            case _End.OF_PATIENCE:
                self.end(ExitCode.LEFT)
            case _End.OF_ROOM:
                self._room_ended()

    def _news(self, update: Update) -> None:
        self._now = update
        if self._dialogue.see(update) and self._typing != "piped":
            while self._lines:  # typed by whoever sat here before
                self._lines.popleft()
                self._room.release()
        self._set_alarm()
        if self._to_start:
            self._to_start = False
            self.send(self._client.start(), lambda _: None)

    def _set_alarm(self) -> None:
        """Be told when somebody has been away for long."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        delay = self._dialogue.next_tick()
        if delay is not None:
            self._alarm = self._errand(self._ring_in(delay))

    async def _ring_in(self, delay: float) -> None:
        await asyncio.sleep(delay)
        self._inbox.put_nowait(_Tick())

    def _room_ended(self) -> None:
        gone = self._client.gone
        self._dialogue.close()
        if gone is None or gone.reason == "unreachable":
            self._screen.shout(self._words("ui.server_gone"))
            self.end(ExitCode.SERVER_GONE)
        elif gone.reason == "left" or (gone.reason == "closed" and self._is_host):
            self.end(ExitCode.LEFT)
        else:
            self._screen.shout(self._words.plain(gone.text))
            self.end(ExitCode.SENT_AWAY)

    @property
    def _is_host(self) -> bool:
        """Whether nobody else can have closed the room."""
        now = self._now
        return now is not None and now.person is not None and now.person == now.room.host

    # --- what is typed

    def _take_lines(self) -> None:
        while self._lines and self._exit is None and self._may_take(read_line(self._lines[0])):
            line = self._lines.popleft()
            self._room.release()
            self._screen.entered(line)
            self._dialogue.hear(read_line(line))
        if self._input_ended and not self._busy:
            if not self._lines:
                self.end(ExitCode.LEFT)
            elif not self._computers_are_to_move():
                self._errand(self._lose_patience(len(self._lines)))

    def _computers_are_to_move(self) -> bool:
        """Whether the next question is sure to come soon."""
        if self._now is None:
            return False
        table, seats = self._now.view.table, self._now.room.seats
        moving = [state.kind for state in seats if state.seat == table.to_move]
        minded = table.to_move in table.minded
        return table.phase == "starting" or moving == ["computer"] or minded

    async def _lose_patience(self, lines: int) -> None:
        await asyncio.sleep(LAST_PATIENCE)
        if len(self._lines) == lines and not self._computers_are_to_move():
            self._inbox.put_nowait(_End.OF_PATIENCE)

    def _may_take(self, typed: Typed) -> bool:
        """From a pipe, what answers a question waits until it is asked: a script need not time
        its lines. A person's line is answered at once, unless the one before is under way.
        """
        if self._typing != "piped" and isinstance(typed, Said) and typed.word is Word.QUIT:
            return True
        if self._is_cut_off:  # told at once, also while an earlier command waits for the line
            return True
        if self._busy or not self._dialogue.settled:
            return False
        if self._typing != "piped":
            return True
        if isinstance(typed, Said) and typed.word not in _WAITS_TO_BE_ASKED:
            return True
        return self._dialogue.asking is not Asking.NOTHING

    def _ask(self) -> None:
        """Keep the prompt up to date."""
        if self._exit is not None or self._now is None:
            return
        idle = self._busy or self._dialogue.asking is Asking.NOTHING
        if not (idle and self._typing == "piped"):
            self._screen.ask(*self._dialogue.question)
