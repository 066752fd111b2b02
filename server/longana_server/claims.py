"""The claim `longana host` opens its page with: whoever brings it is whoever runs the server."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field

from longana_protocol.commands import Join

from .live_room import LiveRoom
from .tokens import new_token


@dataclass(slots=True)
class Claim:
    """Good once: others may see what a browser is started with."""

    seat: str | None
    """The token of the seat that the operator had before."""
    keep: Callable[[str], None]
    """Is told the token of the seat that they have now, for the next time."""
    secret: str = field(default_factory=new_token, repr=False)
    brought: tuple[str | None, str] | None = field(default=None, repr=False)
    """The token drawn by whoever brought it, and the one they came in with."""

    def is_brought_by(self, command: Join) -> bool:
        """Also once more by the same command, whose `welcome` was lost."""
        if command.claim is None or not hmac.compare_digest(command.claim, self.secret):
            return False
        return self.brought is None or (
            command.token is not None and command.token == self.brought[0]
        )

    def token_for(self, command: Join, live: LiveRoom) -> str:
        """What whoever brings it comes in with: the seat from before, while nobody is there."""
        if self.brought is not None:
            return self.brought[1]
        owner = None if self.seat is None else live.owner_of(self.seat)
        if self.seat is not None and owner is not None and not live.is_here(owner):
            return self.seat
        return command.token or new_token()
