"""What can go wrong with a connection; `str()` of each is a sentence for the person."""

from __future__ import annotations

from typing import Final

from longana_protocol.words import Facts


WORTH_ANOTHER_TRY: Final = ("try_again", "too_fast")
"""Codes of refusals that have nothing against the command itself."""


class ConnectionProblem(Exception):
    """The server could not be reached, said no, or is gone."""


class Refused(ConnectionProblem):
    """The server refused a command. Nothing changed."""

    def __init__(self, code: str, text: str, facts: Facts) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.facts = facts


class Unreachable(ConnectionProblem):
    """No Longana server answered, or the connection broke before the room was entered."""

    def __init__(self, server: str, text: str) -> None:
        super().__init__(text)
        self.server = server
        self.text = text


class Broken(Unreachable):
    """The connection broke before the answer: we may be in the room, or not."""


class Gone(ConnectionProblem):
    """The end of a client.

    `reason` is what the server's `bye` gave ("replaced", "removed", "closed", "left", …), the code
    with which it refused to take the person back ("no_room", "bad_token", …), "unreachable" when
    it stayed away longer than the client's patience, or "done" when the client was closed here.
    """

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        self.text = text
