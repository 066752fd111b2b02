"""How commands are carried out for whoever reads what is typed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from longana_protocol.answers import Done


Answer = TypeVar("Answer")


class Send(Protocol):
    """Carries out a command and calls `then` with its answer; the next line waits for it."""

    def __call__(
        self, command: Coroutine[Any, Any, Answer], then: Callable[[Answer], None], /
    ) -> None: ...


Post = Callable[[Coroutine[Any, Any, Done]], None]
"""Carries out a command that nobody waits for, and says nothing of a refusal."""
