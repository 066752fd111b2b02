"""Going away: giving up a seat for good, closing the room, or just ending the terminal. What would
be lost is asked about first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .connection import Update
from .desk import Desk
from .exits import ExitCode
from .sending import Send


@dataclass(frozen=True, slots=True)
class Sure:
    """A step that is asked about before it is taken: the prompt, and what yes and no do."""

    prompt: str
    yes: Callable[[], None]
    no: Callable[[], None] | None = None


class Leaving:
    """Asks what has to be asked of somebody who goes."""

    def __init__(
        self,
        desk: Desk,
        send: Send,
        ask: Callable[[Sure], None],
        end: Callable[[ExitCode], None],
    ) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._alone = desk.alone
        self._send = send
        self._ask = ask
        self._end = end

    def quit(self, now: Update | None) -> None:
        """End the terminal. Alone the match ends with it; a script has thought of that before."""
        under_way = now is not None and now.view.table.phase in ("playing", "hand_over")
        if self._alone and under_way and not self._screen.piped:
            self._ask(Sure(self._words("ui.prompt.quit_alone"), self._go))
        else:
            self._go()

    def leave(self, now: Update) -> None:
        """Give up seat and room for good."""
        if now.person is None:
            self._ask(Sure(self._words("ui.prompt.leave_watching"), self._go))
        elif len(now.mine) > 1:
            self._ask(Sure(self._words("ui.prompt.leave_all"), self._ask_to_forget))
        else:
            key = "ui.prompt.leave" if now.mine else "ui.prompt.leave_room"
            self._ask(Sure(self._words(key), self._ask_to_forget))

    def close_room(self) -> None:
        """End the room for everybody; the server lets only its host do that."""
        prompt = self._words("ui.prompt.close")
        self._ask(Sure(prompt, lambda: self._send(self._client.close_room(), lambda _: self._go())))

    def _ask_to_forget(self) -> None:
        prompt = self._words("ui.prompt.forget")
        self._ask(Sure(prompt, lambda: self._leave(True), lambda: self._leave(False)))

    def _leave(self, forget: bool) -> None:
        self._send(self._client.leave(forget=forget), lambda _: self._go())

    def _go(self) -> None:
        self._end(ExitCode.LEFT)
