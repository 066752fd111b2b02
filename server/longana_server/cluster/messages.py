"""What is kept in a stream, as it is read or heard."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nats.aio.msg import Msg


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is kept."""

    stream: str
    subject: str


@dataclass(frozen=True, slots=True)
class Stored:
    """A message as it is kept. What was merely told is one too, with sequence 0 and no time."""

    subject: str
    """The one it is kept under, or was told on."""
    sequence: int
    """In its stream, from 1."""
    data: bytes
    headers: Mapping[str, str]
    time: str
    """When it was stored (RFC 3339), by the servers' clocks."""

    @property
    def at(self) -> float:
        """The same in UTC seconds since 1970."""
        whole, _, fraction = self.time.rstrip("Z").partition(".")
        return datetime.fromisoformat(whole + "+00:00").timestamp() + float(f"0.{fraction or 0}")

    @property
    def prior(self) -> int:
        """Of what was heard: the sequence of the message before it on its subject; 0: it is the
        first.
        """
        return int(self.headers.get("Nats-Last-Sequence", 0))


@dataclass(frozen=True, slots=True)
class Tail:
    """The messages of a subject after some sequence, and the sequence of its last one, or 0."""

    stored: list[Stored]
    last: int


@dataclass(frozen=True, slots=True)
class Latest:
    """The last messages of some subjects, as far as they come after some sequence.

    It holds for all that the stream had stored up to the sequence `up_to`.
    """

    stored: list[Stored]
    up_to: int


def from_message(message: Msg) -> Stored:
    """What was heard, or read directly: the servers tell in headers where it is kept."""
    headers = message.headers or {}
    return Stored(
        subject=headers.get("Nats-Subject", message.subject),
        sequence=int(headers.get("Nats-Sequence", 0)),
        data=message.data,
        headers=headers,
        time=headers.get("Nats-Time-Stamp", ""),
    )


def from_json(message: Mapping[str, Any]) -> Stored:
    """What a stream's leader answers when it is asked for a message."""
    lines = base64.b64decode(message.get("hdrs") or "").decode(errors="replace").splitlines()[1:]
    pairs = (line.partition(":") for line in lines if line)
    return Stored(
        subject=message["subject"],
        sequence=int(message["seq"]),
        data=base64.b64decode(message.get("data") or ""),
        headers={name: value.strip() for name, _, value in pairs},
        time=message["time"],
    )
