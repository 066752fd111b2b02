"""A process that works for another one, which started it (`workers`): `python -m` this module.

Work comes in as a pickled function with its arguments, one after the other; what comes of it goes
out. It ends with its input, so also when the other process is killed.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO


LENGTH_BYTES = 4
"""Of the length before each answer, big-endian. An empty one says that the process is ready."""

NICENESS = 10
"""Whoever waits for a move on the network comes first."""

Work = tuple[Callable[..., object], tuple[object, ...]]


def main() -> None:
    """Work until there is no more input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process we work for
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    jobs: SimpleQueue[Work] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, jobs), daemon=True).start()
    _write(answers, b"")
    while True:
        function, arguments = jobs.get()
        _write(answers, answer_to(function, arguments))


def answer_to(function: Callable[..., object], arguments: tuple[object, ...]) -> bytes:
    """What comes of it, pickled: True and the result, or False and what was raised, in words."""
    try:
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:
        return pickle.dumps((False, f"{type(error).__name__}: {error}"))


def _read(source: BinaryIO, jobs: SimpleQueue[Work]) -> None:
    """In a thread of its own, so that it ends in the midst of a thought nobody waits for."""
    while True:
        try:
            jobs.put(pickle.load(source))
        except BaseException:  # the end of the input, or half of a job
            os._exit(0)


def _write(answers: BinaryIO, packed: bytes) -> None:
    try:
        answers.write(len(packed).to_bytes(LENGTH_BYTES, "big") + packed)
        answers.flush()
    except OSError:
        os._exit(0)  # nobody reads it


if __name__ == "__main__":
    main()
