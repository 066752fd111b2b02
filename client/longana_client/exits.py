"""The exit codes of `longana join` and `longana play`.

code  name         when
   0  LEFT         the person left (quit, leave), or the input ended
   1  NOT_IN       never in the room: no answer from the server, or it refused
   2  SERVER_GONE  the connection was lost and the server did not come back
   3  SENT_AWAY    the room is over for this person: removed, closed, replaced, ...,
                   or the server talks nonsense
  64  USAGE        the link or another argument cannot be read
 130  INTERRUPTED  Ctrl-C
 143  TERMINATED   the signal TERM
"""

from __future__ import annotations

from enum import IntEnum


PATIENCE = 600
"""Seconds a person at a terminal waits for the server to come back before it is given up."""


class ExitCode(IntEnum):
    """Why the terminal client ended."""

    LEFT = 0
    NOT_IN = 1
    SERVER_GONE = 2
    SENT_AWAY = 3
    USAGE = 64
    INTERRUPTED = 130
    TERMINATED = 143


EXIT_CODES_HELP = (
    "exit codes: 0 left or end of input, 1 not let in or no answer, 2 server gone,"
    " 3 sent away, 64 usage, 130 Ctrl-C, 143 terminated"
)
