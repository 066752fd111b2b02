"""The streams of a house: which there are, and making them where they are not there yet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from ..log import LogError


SAME_ID_WINDOW: Final = 120
"""Seconds within which what is published twice with one id is stored once."""

TALK_LINES: Final = 50
TALK_KEPT: Final = 3600
"""How much of a room's talk is kept, and for how many seconds."""

NOW_KEPT: Final = 86_400
"""Seconds that a room's presence is kept without a change. Nodes that serve it have it by heart."""

OTHER_CONFIGURATION, NO_STREAM = 10058, 10059

SHARDS: Final = "longana-shards"
"""The stream's own note of how many shards the rooms are laid out in."""

Config = dict[str, Any]
Api = Callable[[str, Mapping[str, Any], frozenset[int]], Awaitable[dict[str, Any]]]
"""Asks the servers for an operation; errors with one of these codes are answers, not raised."""


class WrongLayout(LogError):
    """The rooms were laid out otherwise; the message says what to do."""


async def make_streams(api: Api, *, prefix: str, replicas: int, shards: int) -> None:
    """Make the streams that are not there, and set those that are as they have to be.

    Any number of nodes may do so at once. What an operator has set besides is left alone, and there
    are never fewer replicas afterwards.

    Raises:
        WrongLayout: there are rooms, in another number of shards.
        LogError: it could not be done.

    """
    for config in definitions(prefix, replicas, shards):
        await _make(api, config)


def definitions(prefix: str, replicas: int, shards: int) -> list[Config]:
    """All streams, the first shard of the log first, as the servers' interface writes them."""
    logs = [
        _stream(
            f"{prefix}-log-{shard}",
            [f"{prefix}.log.{shard}.*", f"{prefix}.probe.{shard}"],
            said_again=(f"{prefix}.log.{shard}.*", f"{prefix}.seen.{{{{wildcard(1)}}}}.log"),
            metadata={SHARDS: str(shards)},
            allow_rollup_hdrs=True,  # of the probe, which leaves one message
        )
        for shard in range(shards)
    ]
    names = _stream(
        f"{prefix}-names",
        [f"{prefix}.name.*.*"],
        said_again=(
            f"{prefix}.name.*.*",
            f"{prefix}.seen.{{{{wildcard(1)}}}}.name.{{{{wildcard(2)}}}}",
        ),
        max_msgs_per_subject=1,
    )
    visits = _stream(f"{prefix}-visits", [f"{prefix}.visit.*"], max_msgs_per_subject=1)
    now = _stream(
        f"{prefix}-now",
        [f"{prefix}.now.*"],
        said_again=(f"{prefix}.now.*", f"{prefix}.seen.{{{{wildcard(1)}}}}.now"),
        max_msgs_per_subject=1,
        max_age=_nanoseconds(NOW_KEPT),
    )
    said = _stream(
        f"{prefix}-said",
        [f"{prefix}.said.*"],
        said_again=(f"{prefix}.said.*", f"{prefix}.seen.{{{{wildcard(1)}}}}.said"),
        max_msgs_per_subject=TALK_LINES,
        max_age=_nanoseconds(TALK_KEPT),
    )
    return [config | {"num_replicas": replicas} for config in (*logs, names, visits, now, said)]


def _stream(
    name: str,
    subjects: list[str],
    *,
    said_again: tuple[str, str] | None = None,
    **others: object,
) -> Config:
    config: Config = {
        "name": name,
        "subjects": subjects,
        "storage": "file",
        "retention": "limits",
        "discard": "old",
        "allow_direct": True,
        "duplicate_window": _nanoseconds(SAME_ID_WINDOW),
    }
    if said_again is not None:
        source, destination = said_again
        config["republish"] = {"src": source, "dest": destination}
    return config | others


def _nanoseconds(seconds: int) -> int:
    return seconds * 1_000_000_000


async def _make(api: Api, config: Config) -> None:
    name = config["name"]
    made = await api(f"STREAM.CREATE.{name}", config, frozenset({OTHER_CONFIGURATION}))
    if "error" not in made:
        return
    present: Config = (await api(f"STREAM.INFO.{name}", {}, frozenset()))["config"]
    laid_out, wanted = _shards(present), _shards(config)
    if laid_out != wanted:
        raise WrongLayout(
            f"the rooms there are spread over {laid_out} streams, not over {wanted}; say "
            f"LONGANA_LOG_SHARDS={laid_out}"
        )
    changed = {
        **present,
        **config,
        # Notes of the servers' own, and of the operator's, stay.
        "metadata": {**(present.get("metadata") or {}), **(config.get("metadata") or {})},
        # A node that was told less than the others must not take copies away.
        "num_replicas": max(present["num_replicas"], config["num_replicas"]),
    }
    if changed != present:
        await api(f"STREAM.UPDATE.{name}", changed, frozenset())


async def shards_of(api: Api, prefix: str) -> int:
    """In how many shards the rooms there are laid out; raises WrongLayout when there are none."""
    info = await api(f"STREAM.INFO.{prefix}-log-0", {}, frozenset({NO_STREAM}))
    shards = None if "error" in info else _shards(info["config"])
    if shards is None:
        raise WrongLayout("there are no rooms there")
    return int(shards)


def _shards(config: Config) -> str | None:
    shards: str | None = (config.get("metadata") or {}).get(SHARDS)
    return shards
