"""Why a room does not do as told."""

from __future__ import annotations

from collections.abc import Mapping

from longana_engine import Refusal
from longana_protocol.codes import Code

from .events import Event


class Refused(Exception):
    """A command that is not carried out: one code and the facts its sentence names.

    `event` is set when refusing it has a consequence all the same (a wrong nonce ends the start).
    """

    def __init__(
        self, code: Code, event: Event | None = None, **facts: str | int | tuple[str, ...]
    ) -> None:
        super().__init__(code)
        self.code: Code = code
        self.facts: Mapping[str, str | int | tuple[str, ...]] = facts
        self.event = event

    @classmethod
    def by_rule(cls, refusal: Refusal) -> Refused:
        """What the engine refuses."""
        return cls(refusal.code, None, **refusal.facts)
