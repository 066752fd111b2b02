"""How a message lies on the wire: one binary frame without a mask (RFC 6455, 5.2).

The library's own way (a frame object, checks, extensions, a queue of writes) takes four times as
long, and the server sends five messages a move. It still does all the rest: it reads, pings and
closes, and whole frames may be written between its own.
"""

from __future__ import annotations


def framed(message: bytes) -> bytes:
    """The frame of a whole binary message."""
    size = len(message)
    if size < 126:
        return bytes((0x82, size)) + message
    if size < 2**16:
        return b"\x82\x7e" + size.to_bytes(2, "big") + message
    return b"\x82\x7f" + size.to_bytes(8, "big") + message
