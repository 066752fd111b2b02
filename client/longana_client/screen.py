"""Where everything is printed: one line of prompt at the bottom, and what is said above it.

Whatever passes through here is made harmless and showable first, so that no name, message or
server can act on the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from .characters import harmless, showable
from .terminal import Terminal


PROMPT_END = " > "
LEAST_TYPED = 3
"""Columns there shall be to type in; a prompt that leaves less stands in rows of its own."""


class _Console(Console):
    """Leaves a broken pipe to whoever runs us, where Rich would exit the program."""

    def on_broken_pipe(self) -> None:
        raise  # the BrokenPipeError being handled


class Screen:
    """Prints lines above the prompt; on a terminal the prompt and half-typed line stay below."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._console = _Console(
            file=terminal.stdout,
            force_terminal=terminal.colour,
            no_color=not terminal.colour,
            color_system="standard" if terminal.colour else None,
            highlight=False,
            markup=False,
            emoji=False,
            width=terminal.size()[0],
        )
        self._prompt: str | None = None
        self._asked: tuple[str, object] | None = None
        self._typed = ""
        self._shown = False
        self._hidden = False
        self._rows = 1
        """Rows the prompt takes while it is shown."""

    @property
    def piped(self) -> bool:
        """Whether lines come from a pipe or file rather than from a person at a keyboard."""
        return self._terminal.typing == "piped"

    @property
    def width(self) -> int:
        return self._terminal.size()[0]

    @property
    def rows(self) -> int | None:
        """How many rows the screen has; None when there is no screen."""
        return self._terminal.size()[1]

    def say(self, lines: Iterable[Text | str]) -> None:
        """Print lines, wrapped where they are wider than the terminal."""
        lines = tuple(lines)
        if not lines:
            return
        self._hide()
        for line in lines:
            # Before Rich sees it, which drops some controls where we show them.
            text = Text(harmless(line)) if isinstance(line, str) else line
            text = _safe(text, self._terminal.encoding)
            # What is to be copied stays in one piece: the terminal wraps it, and copies it whole.
            rows = [text] if text.no_wrap else text.wrap(self._console, self.width)
            for row in rows:
                row.rstrip()
                self._console.print(row, soft_wrap=True)
        self._show()
        self._terminal.stdout.flush()

    def say_to_copy(self, text: str) -> None:
        """Print a link or a command without breaking it anywhere."""
        self.say([Text(f"  {text}", "bold", no_wrap=True)])

    def shout(self, text: str) -> None:
        """Say what must not be overlooked."""
        self.say([Text(f"*** {text} ***", "bold reverse")])

    def ask(self, prompt: str, question: object, *, hidden: bool = False) -> None:
        """Set the prompt. Piped it is printed like any line, once for each `question`.

        `hidden`: what is typed is nobody else's to see.
        """
        self._hidden = hidden
        if self._terminal.typing == "piped":
            if (prompt, question) != self._asked:
                self._asked = (prompt, question)
                self.say([prompt + PROMPT_END.rstrip()])
            return
        if prompt == self._prompt and self._shown:
            return
        self._hide()
        self._prompt = prompt
        self._show()
        self._terminal.stdout.flush()

    def typed(self, text: str) -> None:
        """The half-typed line changed (on a terminal that leaves the echo to us)."""
        self._hide()
        self._typed = text
        self._show()
        self._terminal.stdout.flush()

    def entered(self, line: str) -> None:
        """A line was entered: leave it standing, as what is said next answers it."""
        if self._terminal.typing == "keys":
            self._hide()
            self._typed = line
            self._show()
            self._terminal.stdout.write("\n")
        self._typed = ""
        self._shown = False

    def clear(self) -> None:
        """Leave nothing in sight of what was printed, what has scrolled away included.

        A log or a pipe stays as it is.
        """
        if self.rows is None:
            return
        if self._terminal.typing == "keys" or self._terminal.colour:
            # Erase before forgetting what has scrolled away: erasing may scroll the screen there.
            self._terminal.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        else:
            self._terminal.stdout.write("\n" * self.rows)
        self._shown = False
        self._show()
        self._terminal.stdout.flush()

    def ring(self) -> None:
        """Ring the terminal's bell, where there is one."""
        if self._terminal.typing != "piped":
            self._terminal.stdout.write("\a")
            self._terminal.stdout.flush()

    def pause(self) -> None:
        """Leave the terminal to somebody else, the prompt standing."""
        if self._shown:
            self._terminal.stdout.write("\n")
            self._shown = False
        self._terminal.stdout.flush()

    def resume(self) -> None:
        """Show the prompt again."""
        self._show()
        self._terminal.stdout.flush()

    def close(self) -> None:
        """Leave the cursor on a fresh line."""
        self._hide()
        self._prompt = None
        self._terminal.stdout.flush()

    def _hide(self) -> None:
        if not self._shown:
            return
        wiped = "\r\x1b[K" + "\x1b[A\x1b[K" * (self._rows - 1)
        self._terminal.stdout.write(wiped if self._terminal.typing == "keys" else "\n")
        self._shown = False

    def _show(self) -> None:
        if self._prompt is None or self._shown:
            return
        *above, last = self._prompt_rows(self._prompt)
        self._terminal.stdout.write("".join(f"{row}\n" for row in above) + last)
        self._rows = len(above) + 1
        if self._terminal.typing == "keys":
            # One row only, so that it can be wiped: of a long line the end stays in sight.
            room = max(self.width - 1 - cell_len(last), 1)
            typed = "*" * len(self._typed) if self._hidden else self._typed
            typed = showable(harmless(typed), self._terminal.encoding)
            while cell_len(typed) > room:
                typed = typed[1:]
            self._terminal.stdout.write(typed)
        self._shown = True

    def _prompt_rows(self, prompt: str) -> list[str]:
        """The prompt as it stands, none of its rows reaching the edge, where a terminal wraps."""
        shown = showable(harmless(prompt), self._terminal.encoding)
        if cell_len(shown + PROMPT_END) + LEAST_TYPED < self.width:
            return [shown + PROMPT_END]
        rows = Text(shown).wrap(self._console, self.width - 1)
        return [*(row.plain.rstrip() for row in rows), PROMPT_END.lstrip()]


def _safe(text: Text, encoding: str) -> Text:
    """The same text with the same styles; `?` where a character cannot be shown."""
    plain = "".join(
        shown if len(shown := showable(character, encoding)) == 1 else "?"
        for character in harmless(text.plain)
    )
    safe = text.copy()
    safe.plain = plain
    return safe
