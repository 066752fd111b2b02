"""Being in a room: one `Client` is one person, over as many sockets as that takes.

It speaks the protocol and knows no rules: what may be played is what the server's view says.
"""

from .client import Client
from .errors import WORTH_ANOTHER_TRY, ConnectionProblem, Gone, Refused, Unreachable
from .links import BadLink, Link, parse_link
from .nonces import NonceBook, Sealed, Shuffle
from .updates import Update


__all__ = [
    "WORTH_ANOTHER_TRY",
    "BadLink",
    "Client",
    "ConnectionProblem",
    "Gone",
    "Link",
    "NonceBook",
    "Refused",
    "Sealed",
    "Shuffle",
    "Unreachable",
    "Update",
    "parse_link",
]
