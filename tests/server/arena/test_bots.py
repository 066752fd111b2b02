"""Bots from elsewhere come in over real sockets; the bot here is that of the protocol's page."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from longana_engine.record_reading import read_record
from longana_engine.record_writing import record_bytes
from longana_engine.replay import replay
from longana_server.arena import bot_matches, bot_table
from longana_server.arena.bot_matches import play_series
from longana_server.arena.bot_process import BotFailed, BotProcess, arguments
from longana_server.arena.guest import Guest, Refusal
from longana_server.arena.matches import play
from longana_server.arena.plan import Plan
from longana_server.arena.played import Played
from longana_server.main import run
from longana_server.thinker import Thinker


README = Path(__file__).parents[3] / "protocol" / "README.md"


@pytest.fixture
def bot(tmp_path: Path) -> str:
    """The command of the page's bot, which takes less time over its moves."""
    return changed(tmp_path, "PACE = 0.05", "PACE = 0.0")


def changed(folder: Path, what: str, to: str) -> str:
    """The command of the page's bot with a change."""
    found = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    code = found[1]
    assert what in code
    file = folder / "my bot.py"
    file.write_text(code.replace(what, to), encoding="utf-8")
    return shlex.join([sys.executable, str(file)])


def plan(players: Sequence[str], bot: str) -> Plan:
    return Plan.begin(players, len(players), preset="cuban", target=20, seed=7, bots={"mine": bot})


async def matches(evening: Plan) -> list[Played]:
    thinker = Thinker()
    try:
        return [
            match
            for series in range(evening.series)
            async for match in play_series(evening, series, thinker)
        ]
    finally:
        thinker.close()


async def test_a_bot_plays_with_all_kinds_of_players_in_every_seat(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what is set for servers, right or wrong, makes no difference."""
    monkeypatch.setenv("LONGANA_MAX_ROOMS", "none")
    monkeypatch.setenv("LONGANA_CREATE_KEY", "swordfish")
    evening = plan(["mine", "heaviest", "normal"], bot)
    played = await matches(evening)
    assert [match.number for match in played] == [0, 1, 2]
    dealt = [evening.deals(0).hands(hand) for hand in (1, 2)]
    for match in played:
        assert match.forfeit is None
        record = read_record(record_bytes(match.record))
        replayed = replay(record)
        assert len(replayed.hands) == match.hands
        assert [hand.deal for hand in record.hands[:2]] == dealt[: match.hands]
        seating = evening.seating(match.number)
        assert replayed.winner is not None
        assert seating[replayed.winner] == match.winner
        assert [match.points[seating[seat]] for seat in seating] == [
            replayed.scores[seat] for seat in seating
        ]
        names = [who["name"] for who in record.players.values() if isinstance(who, dict)]
        assert sorted(map(str, names)) == ["heaviest", "mine", "normal"]
        assert match.record["test_deals"] is True
        assert all(count > 0 for count in match.decisions)
        assert all(seconds > 0 for seconds in match.seconds)


@pytest.mark.parametrize(
    ("what", "to", "why"),
    [
        ("if legal:", "if legal: 1 / 0", "ended with 1: ZeroDivisionError: division by zero"),
        (
            "random.choice(legal)",
            '"S00" + seat',
            "made an illegal move: play was refused as",
        ),
        ('"type": "play", "turn"', '"type": "plays", "turn"', "message was refused as bad_message"),
        ("if legal:", 'if legal: return {"type": "hint", "turn": turn}', "sent hint, which is no"),
        ("if legal:", 'if legal: return {"type": "leave"}', "sent leave, which is no move"),
        ("if legal:", "if legal: return", "did not move for 1 seconds"),
    ],
)
async def test_who_breaks_the_rules_or_breaks_down_forfeits(
    what: str, to: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "seconds" in why:
        monkeypatch.setattr(bot_matches, "PATIENCE", 1.0)
    if what == "if legal:":
        to = f"{to}\n    if legal:"
    evening = plan(["random", "mine"], changed(tmp_path, what, to))
    thinker = Thinker()
    async with aclosing(play_series(evening, 0, thinker)) as played:
        match = await anext(played)
    assert match.forfeit is not None
    assert match.forfeit.player == 1
    assert why in match.forfeit.why
    assert (match.number, match.winner, match.record) == (0, None, {})
    thinker.close()


async def test_who_leaves_between_matches_forfeits_the_next_one(tmp_path: Path) -> None:
    leaves = 'if table["phase"] == "match_over": return {"type": "leave"}\n    if legal:'
    evening = plan(["random", "mine"], changed(tmp_path, "if legal:", leaves))
    first, second = await matches(evening)
    assert first.forfeit is None
    assert second.forfeit is not None
    assert second.forfeit.player == 1
    assert "sent leave" in second.forfeit.why


async def test_a_bot_that_cannot_be_seated_forfeits(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the umpire has seen."""
    ask = Guest.ask

    async def refusing(guest: Guest, type: str, **fields: Any) -> dict[str, Any]:
        if type == "seat" and fields["to"]["kind"] == "person":
            raise Refusal("nobody of that number is here")
        return await ask(guest, type, **fields)

    monkeypatch.setattr(Guest, "ask", refusing)
    first, _ = await matches(plan(["mine", "easy"], bot))
    assert first.forfeit is not None
    assert first.forfeit.player == 0
    assert "its seat: nobody of that number" in first.forfeit.why


def test_seconds_are_for_choices_alone_as_decisions_are() -> None:
    evening = Plan.begin(["random", "easy"], 2, preset="cuban", target=40, seed=7, bots={})
    alone = play(evening, 0)
    moves = ((hand, move) for hand in range(1, alone.hands + 1) for move in range(60))
    found = bot_matches.played(evening, 0, alone.record, dict.fromkeys(moves, 1.0))
    assert found.decisions == alone.decisions
    assert found.seconds == alone.decisions
    hands = read_record(record_bytes(alone.record)).hands
    assert sum(found.decisions) < sum(len(hand.moves) for hand in hands), "some were forced"


def test_no_match_is_dealt_a_hand_twice() -> None:
    longest = Plan.begin(
        ["random", "random"], 2, preset="international", target=1000, seed=0, bots={}
    )
    hands = play(longest, 0).hands
    assert hands > 100
    assert 2 * hands < bot_table.most_hands(longest.rules)


async def test_after_a_forfeit_the_series_goes_on_at_another_table(tmp_path: Path) -> None:
    evening = plan(
        ["random", "mine"], changed(tmp_path, "if legal:", "assert not legal\n    if 0:")
    )
    played = await matches(evening)
    assert [(match.number, match.forfeit is None) for match in played] == [(0, False), (1, False)]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("/nowhere/bot", "mine cannot be started: .*No such file"),
        ("'unfinished", "mine cannot be started: No closing quotation"),
        (
            shlex.join([sys.executable, "-c", "import sys; sys.exit('I am not ready')"]),
            "mine never joined the room: it ended with 1: I am not ready",
        ),
        (
            shlex.join([sys.executable, "-c", "import time; time.sleep(60)"]),
            "mine never joined the room: it did not in 0.3 seconds",
        ),
    ],
)
async def test_a_bot_that_does_not_come_in_ends_the_evening(
    command: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "seconds" in why:
        monkeypatch.setattr(bot_table, "COME_IN", 0.3)
    with pytest.raises(BotFailed, match=why):
        await matches(plan(["mine", "random"], command))


def test_the_link_is_the_last_argument_or_where_the_command_wants_it() -> None:
    assert arguments("python 'my bot.py'", "L") == ["python", "my bot.py", "L"]
    assert arguments("bot --room={link} -v", "L") == ["bot", "--room=L", "-v"]
    with pytest.raises(ValueError, match="empty"):
        arguments(" ", "L")


async def test_the_link_is_in_the_environment_too() -> None:
    code = "import os, sys; sys.exit(os.environ['LONGANA_LINK'] + '!')"
    bot = await BotProcess.start("mine", shlex.join([sys.executable, "-c", code]), "the-link")
    assert await bot.ended() == "ended with 1: the-link!"
    await bot.close()


def test_a_bot_is_entered_on_the_command_line(bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "mine", "random", "-n", "2", "--target", "1", "--jobs", "1"]
    assert run([*arguments, "--bot", f"mine={bot}"]) == 0
    assert capsys.readouterr().out.startswith("2 of 2 matches")
    assert run([*arguments, "--bot", "mine=/nowhere/bot"]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("0 of 2 matches")
    assert "mine cannot be started" in told.err
    for wrong in ("mine", "=x", "mine="):
        with pytest.raises(SystemExit):
            run([*arguments, "--bot", wrong])
