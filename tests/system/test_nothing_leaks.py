"""F01, F03, F04: random matches over real sockets, every byte to every reader kept, and in it no
tile that its reader could not know yet.

The oracle is not the server's: a reader may know the tiles it was dealt, those that were ever
played in the hand while anybody watched, and all of a hand once its end was shown.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgpack
import pytest

from longana_engine import fair
from system.table import Message, Raw, live_room, served
from tiles_in import tiles_in


Pair = tuple[int, int]


class Watchman:
    """Looks over the shoulder of one reader."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self.checked = 0
        self._played: set[Pair] = set()
        self._hand: tuple[int, int] = (0, 0)

    def check(self, dealt: dict[tuple[int, int], dict[str, set[Pair]]]) -> None:
        """All frames since the last look, against what was dealt by (match, hand)."""
        for message in self.raw.messages[self.checked :]:
            self.checked += 1
            if message["type"] == "record":
                self._check_record(message, dealt)
                continue
            if message["type"] == "review":
                self._check_review(message, dealt)
                continue
            if message["type"] == "room":
                self._match = message.get("match", 0)
            elif message["type"] == "view":
                self._turn_to(message["table"])
            self._check_live(message, dealt)

    def _turn_to(self, table: Message) -> None:
        hand = (self._match, table.get("hand", 0))
        if hand != self._hand:
            self._hand, self._played, self._over = hand, set(), False
        self._played |= tiles_in(table.get("moves", []))
        self._over = self._over or "reveal" in table

    _match = 0
    _over = False

    def _check_live(
        self, message: Message, dealt: dict[tuple[int, int], dict[str, set[Pair]]]
    ) -> None:
        found = tiles_in(message)
        if not found:
            return
        hands = dealt[self._hand]
        own = hands.get(str(self.raw.you.get("seat")), set()) if self.raw.person else set()
        everything = set().union(*hands.values())
        known = own | self._played | (everything if self._over else set())
        assert found <= known, f"{self.raw.person} was shown {found - known} in {message}"

    def _check_record(
        self, message: Message, dealt: dict[tuple[int, int], dict[str, set[Pair]]]
    ) -> None:
        """Finished hands whole; of the current one nothing but what was played."""
        document = message["record"]
        current = document.get("current", {})
        assert set(current) <= {"moves"}
        assert tiles_in(current) <= self._played
        finished = len(document["hands"])
        allowed: set[Pair] = set()
        for (match, hand), hands in dealt.items():
            if match == message["match"] and hand <= finished:
                allowed |= set().union(*hands.values())
        assert tiles_in(document["hands"]) <= allowed
        assert all("result" in hand and "secret" in hand for hand in document["hands"])

    def _check_review(
        self, message: Message, dealt: dict[tuple[int, int], dict[str, set[Pair]]]
    ) -> None:
        """Of a finished hand, and of no tiles in it but one's own."""
        hand = (message["match"], message["hand"])
        assert hand != self._hand or self._over
        assert message["seat"] == self.raw.you.get("seat")
        assert tiles_in(message) <= dealt[hand][message["seat"]]


async def play_and_watch(seed: int, seats: int, persons: int, preset: str) -> int:
    """One match with mischief; gives the number of frames checked."""
    rng = random.Random(seed)
    async with served() as app:
        readers = [Raw(app, rng) for _ in range(persons)]
        watcher = Raw(app, rng)
        host = readers[0]
        await host.connect()
        rules = {"preset": preset, "seats": seats, "target": rng.choice([20, 60])}
        await host.enter("create", name="Ana", rules=rules)
        for number, guest in enumerate(readers[1:]):
            await guest.connect()
            await guest.enter("join", code=host.code, name=f"Guest {number}")
        if persons > 1:  # with a watcher a reveal is final; alone we want to undo into it
            await watcher.connect()
            await watcher.enter("watch", code=host.code)
        everybody = [*readers, *([watcher] if persons > 1 else [])]
        watchmen = [Watchman(raw) for raw in everybody]
        dealt: dict[tuple[int, int], dict[str, set[Pair]]] = {(0, 0): {}}
        secrets: dict[tuple[int, int], bytes] = {}
        await host.ask("start")
        await host.until(lambda: host.table["phase"] == "playing")
        for _ in range(600):
            note_deal(app, host.code, dealt, secrets)
            await mischief(rng, readers, watcher, persons)
            note_deal(app, host.code, dealt, secrets)
            await asyncio.sleep(0)
            for watchman in watchmen:
                watchman.check(dealt)
            if host.table["phase"] == "match_over" and rng.random() < 0.7:
                break
        keep_no_secrets(app, host.code, everybody, secrets)
        for raw in everybody:
            await raw.close()
        return sum(watchman.checked for watchman in watchmen)


def note_deal(
    app: Any,
    code: str,
    dealt: dict[tuple[int, int], dict[str, set[Pair]]],
    secrets: dict[tuple[int, int], bytes],
) -> None:
    match = live_room(app, code).room.match
    if match is not None:
        key = (match.number, len(match.earlier.hands) + 1)
        if key not in dealt:
            hands = match.hand.start.dealt
            dealt[key] = {seat.value: {(t.low, t.high) for t in hands[seat]} for seat in hands}
            secrets[key] = fair.secret_at(match.chain, key[1])


async def mischief(rng: random.Random, readers: list[Raw], watcher: Raw, persons: int) -> None:
    """One thing a person could do: mostly play, at times something else."""
    raw = rng.choice(readers)
    phase, turn = raw.table["phase"], raw.table["turn"]
    dice = rng.random()
    if dice < 0.03:
        await raw.drop()
        await raw.connect()
        await raw.enter("resume", code=raw.code, token=raw.token)
    elif dice < 0.06:
        asked = rng.choice(["record", "review"])
        await rng.choice([raw, watcher] if persons > 1 else [raw]).ask(asked)
    elif dice < 0.10:
        await raw.ask("hint", turn=turn, alternatives=rng.random() < 0.5)
    elif dice < 0.16:
        await raw.ask(rng.choice(["undo", "redo", "restart"]), turn=turn)
    elif dice < 0.18 and persons > 1:
        await watcher.ask("hint", turn=turn)
    elif raw.my_turn:
        done = await raw.move(rng.choice(raw.you["legal"]))
        if done["type"] == "done":
            await raw.after(done["turn"])
    elif phase == "hand_over":
        await raw.ask("next", turn=turn)
    elif raw.person in raw.table.get("proposal", {}).get("waiting", ()):
        await raw.ask("answer", proposal=raw.table["proposal"]["number"], yes=rng.random() < 0.8)
    elif phase == "match_over" and rng.random() < 0.3:
        await raw.ask("rematch", turn=turn)
    else:
        await asyncio.sleep(0.001)


def keep_no_secrets(
    app: Any, code: str, everybody: list[Raw], secrets: dict[tuple[int, int], bytes]
) -> None:
    """The raw bytes hold no chain, no secret of an unfinished hand, nobody else's token."""
    room = live_room(app, code).room
    assert room.match is not None
    open_hand = (room.match.number, len(room.match.standing.hands) + 1)
    hidden = [room.chain, room.match.chain, *(match.chain for match in room.past)]
    hidden += [secret for key, secret in secrets.items() if key >= open_hand]
    for raw in everybody:
        sent = b"".join(raw.frames)
        assert not [secret for secret in hidden if secret in sent or secret.hex().encode() in sent]
        for other in everybody:
            if other is not raw and other.token is not None:
                assert other.token.encode() not in sent
        for person in room.people.values():
            assert person.token is None or person.token not in sent


@pytest.mark.parametrize(
    ("seats", "persons", "preset"),
    [
        (4, 1, "cuban"),
        (4, 2, "cuban"),
        (4, 4, "international"),
        (3, 1, "international"),
        (3, 2, "cuban"),
        (2, 1, "cuban"),
        (2, 2, "international"),
    ],
)
async def test_no_reader_is_sent_a_tile_it_could_not_know(
    seats: int, persons: int, preset: str, long_form: bool
) -> None:
    frames = 0
    for seed in range(60 if long_form else 2):
        frames += await play_and_watch(seed, seats, persons, preset)
    assert frames > 50


def test_the_watchman_sees_tiles_in_every_dress() -> None:
    """A leak test that cannot find a leak would pass for ever."""
    hidden: list[Any] = [
        {"x": [[3, 7]]},
        {"x": (3, 7)},
        {"x": ["E37W"]},
        {"x": "S37"},
        {"x": "E 3-7>W"},
        {"x": "you could play 7-3 here"},
        {"x": {"y": [{"z": "3-7"}]}},
    ]
    for message in hidden:
        assert tiles_in(msgpack.unpackb(msgpack.packb(message))) == {(3, 7)}, message
    assert not tiles_in({"ends": [3, 7], "left": [8, 8], "name": "Ana"})
