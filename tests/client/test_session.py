"""Playing by typing: what is asked, shown, sent and told, line by line."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from client.stage import LINK, a_stage
from client.tables import a_room, a_view, an_update
from longana_client import session
from longana_client.connection import Refused, Update
from longana_client.exits import ExitCode
from longana_client.terminal import Typing
from longana_protocol.answers import Done, HandState, Hint, PersonState, Record, Result
from longana_protocol.commands import (
    Command,
    HintCommand,
    Leave,
    Next,
    PassCommand,
    PlayCommand,
    Reading,
    Rematch,
    Restart,
    SeatCommand,
    ToComputer,
    ToShuffle,
    ToSwap,
    Undo,
)


ROOM = a_room()
MOVES = ["S99", "E29E", "N", "W"]
HAND = [(0, 9), (1, 3), (2, 4), (3, 9)]
LEGAL = ["S09S", "S39S", "S39N"]
MY_TURN = an_update(ROOM, a_view(ROOM, MOVES, hand=HAND, legal=LEGAL))
FORCED = an_update(
    ROOM, a_view(ROOM, ["S99", "E29E", "N49N", "W"], hand=[(1, 3)], legal=["S"], fits=[9])
)
OTHERS_TURN = an_update(ROOM, a_view(ROOM, [*MOVES, "S39N"], hand=HAND[:3], to_move="E"))
LOBBY = an_update(a_room(match=0), a_view(ROOM, phase="lobby", hand_number=0, to_move=None))


def over(phase: str = "hand_over", *, match: bool = False) -> Update:
    """The hand is over: East went out."""
    result = Result(kind="out", points=41, pips=(12, 0, 20, 9), winner="E")
    hands = (HandState(result=result),)
    scores = (0, 141 if match else 41, 0, 0)
    room = a_room(hands=hands, scores=scores, winner="E" if match else None)
    reveal = [[(5, 7)], [], [(9, 9), (0, 2)], [(4, 5)]]
    view = a_view(room, MOVES, phase=phase, result=result, reveal=reveal, turn=40)
    return an_update(room, view)


async def test_a_move_is_shown_before_it_is_confirmed_and_only_then_sent() -> None:
    """F06: choosing, looking and changing one's mind tell the others nothing."""
    async with a_stage() as stage:
        text = await stage.news(MY_TURN)
        assert "  1  0-9 > South" in text
        assert text.endswith("Your move 1-3, ? for help >\n")
        text = await stage.type("3")
        assert "3-9 on North's branch, which then ends in 3." in text
        assert text.endswith("Enter plays it, n goes back >\n")
        text = await stage.type("n")
        assert "  1  0-9 > South" in text
        assert text.endswith("Your move 1-3, ? for help >\n")
        assert "0-9 on South's branch, which then ends in 0." in await stage.type("0-9")
        assert stage.sent() == []
        await stage.type("")
        (play,) = stage.client.sent
        assert isinstance(play, PlayCommand)
        assert (play.turn, play.tile, play.branch) == (4, (0, 9), "S")


async def test_another_choice_replaces_the_one_looked_at() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        await stage.type("1", "3-9 > N", "")
        (play,) = stage.client.sent
        assert isinstance(play, PlayCommand)
        assert (play.tile, play.branch) == ((3, 9), "N")


async def test_a_forced_pass_says_why_and_enter_confirms_it() -> None:
    async with a_stage() as stage:
        text = await stage.news(FORCED)
        assert "No 9 or double fits, so you have to pass.\n" in text
        assert "Your pass opens your branch to everybody.\n" in text
        assert text.endswith("Enter passes >\n")
        assert await stage.type("n") == "Enter passes >\n"
        await stage.type("")
        (command,) = stage.client.sent
        assert isinstance(command, PassCommand)
        assert command.turn == 4


async def test_pass_may_be_typed_when_it_is_forced_and_says_why_not_else() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        assert "South may not pass while something fits" in await stage.type("pass")
        assert stage.sent() == []
    async with a_stage() as stage:
        await stage.news(FORCED)
        await stage.type("paso", "")
        assert stage.sent() == ["pass"]


async def test_the_only_move_is_looked_at_at_once() -> None:
    async with a_stage() as stage:
        view = a_view(ROOM, MOVES, hand=HAND, legal=LEGAL[:1])
        text = await stage.news(an_update(ROOM, view))
        assert "0-9 on South's branch, which then ends in 0." in text
        assert "  1  " not in text
        assert text.endswith("Enter plays it >\n")
        await stage.type("")
        assert stage.sent() == ["play"]


async def test_what_cannot_be_played_says_why_and_sends_nothing() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        text = await stage.type("1-3 > E")
        assert text == (
            "1-3 does not fit East's branch, which ends in 2.\nYour move 1-3, ? for help >\n"
        )
        assert "That was not understood." in await stage.type("eh?")
        assert await stage.type("") == "Your move 1-3, ? for help >\n"
        assert stage.sent() == []


async def test_a_refusal_says_why_and_the_question_comes_back() -> None:
    async with a_stage() as stage:
        stage.client.answers["play"] = Refused("try_again", "Please\x1b[2J try again.", {})
        await stage.news(MY_TURN)
        text = await stage.type("1", "")
        assert text.endswith("Please?[2J try again.\nEnter plays it, n goes back >\n")
        del stage.client.answers["play"]
        await stage.type("")
        assert stage.sent() == ["play", "play"]


async def test_a_preview_is_dropped_with_a_sentence_when_the_table_moves_on() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        await stage.type("1")
        undone = an_update(ROOM, a_view(ROOM, MOVES[:-1], hand=HAND, to_move="W", turn=9))
        text = await stage.news(undone)
        assert "The table has moved on, so what you were looking at is put back.\n" in text


async def test_ones_own_move_is_told_and_drops_nothing() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        await stage.type("3", "")
        assert await stage.news(OTHERS_TURN) == "South plays 3-9 on North's branch.\n"


async def test_an_unchanged_turn_keeps_what_is_looked_at() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        await stage.type("1")
        again = an_update(ROOM, a_view(ROOM, MOVES, hand=HAND, legal=LEGAL, watchers=1))
        assert await stage.news(again) == "1 person watching.\n"
        await stage.type("")
        assert stage.sent() == ["play"]


async def test_a_hint_is_a_preview_with_its_reason() -> None:
    async with a_stage() as stage:
        hint = Hint(about="x", turn=4, move="S39N", reason="heaviest", text="It is heavy.")
        stage.client.answers["hint"] = hint
        await stage.news(MY_TURN)
        text = await stage.type("hint")
        assert "Hint: 3-9 on North's branch. It is heavy.\n" in text
        assert text.endswith("Enter plays it, n goes back >\n")
        await stage.type("")
        asked, play = stage.client.sent
        assert isinstance(asked, HintCommand)
        assert isinstance(play, PlayCommand)
        assert (asked.turn, play.tile, play.branch) == (4, (3, 9), "N")


async def test_a_hint_for_another_turn_is_of_no_use() -> None:
    async with a_stage() as stage:
        hint = Hint(about="x", turn=3, move="S39N", reason="heaviest", text="It is heavy.")
        stage.client.answers["hint"] = hint
        await stage.news(MY_TURN)
        assert "Hint" not in await stage.type("hint")


@pytest.mark.parametrize(
    ("line", "kind"),
    [("undo", Undo), ("reiniciar", Restart), ("next", Next), ("rematch", Rematch)],
)
async def test_commands_are_sent_for_the_turn_looked_at(line: str, kind: type[Command]) -> None:
    async with a_stage("keys") as stage:
        await stage.news(OTHERS_TURN)
        await stage.type(line)
        (command,) = stage.client.sent
        assert isinstance(command, kind)
        assert command.model_dump()["turn"] == 5


async def test_a_hand_ends_with_all_tiles_points_and_scores_and_enter_deals_on() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        text = await stage.news(over())
        for line in (
            "  South  5-7  12 pips\n",
            "  East   no tiles  0 pips\n",
            "Chano (East) plays their last tile and wins the hand with 41 points.\n",
            "South 12 + North 20 + West 9 = 41\n",
            "  Total      0    41      0     0\n",
        ):
            assert line in text
        assert text.endswith("Enter deals the next hand, review looks back >\n")
        await stage.type("")
        (command,) = stage.client.sent
        assert isinstance(command, Next)
        assert command.turn == 40
        dealt = an_update(over().room, a_view(ROOM, hand=HAND, hand_number=2, turn=41, to_move="E"))
        text = await stage.news(dealt)
        assert text.startswith("Hand 2 is dealt.\n")
        assert "|0|9|" in text


async def test_who_missed_the_end_of_a_hand_is_told() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        dealt = an_update(over().room, a_view(ROOM, hand=HAND, hand_number=2, turn=41, to_move="E"))
        text = await stage.news(dealt)
        line = "Chano (East) plays their last tile and wins the hand with 41 points.\n"
        assert text.startswith(line)
        assert text.count("wins the hand") == 1


async def test_a_match_ends_with_its_winner_and_a_rematch_is_one_word() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        text = await stage.news(over("match_over", match=True))
        assert "Chano (East) wins the match with 141 points.\n" in text
        assert text.endswith("rematch, review, or quit >\n")
        assert await stage.type("") == "rematch, review, or quit >\n"
        assert "the match is over" in await stage.type("1")
        await stage.type("rematch")
        assert stage.sent() == ["rematch"]


async def test_the_rules_are_read_page_by_page_while_the_table_waits_to_be_told() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        text = await stage.type("rules")
        assert "  1  The game\n" in text
        assert text.endswith("Enter turns the page, q ends >\n")
        assert "The game\n" in await stage.type("")
        assert await stage.news(OTHERS_TURN) == "Enter turns the page, q ends >\n"
        assert "2/" in await stage.type("")
        assert "8/" in await stage.type("8")
        text = await stage.type("q")
        assert "South plays 3-9 on North's branch.\n" in text
        assert "end 3" in text
        assert [command.what for command in stage.client.sent if isinstance(command, Reading)] == [
            "rules",
            None,
        ]
        assert "Equal-end priority\n" in await stage.type("rules 8")


async def test_records_are_listed_saved_and_checked(tmp_path: Path) -> None:
    async with a_stage() as stage:
        commitment, own = b"\x01" * 32, stage.client.nonces.make(b"\x01" * 32, "S")
        update = over()
        promised = {"commitment": commitment, "seals": {"S": own.seal}}
        room = update.room.model_copy(update=promised)
        record = {"format": "longana/1", "hands": []}
        stage.client.answers["record"] = Record(about="x", match=1, record=record)
        await stage.news(an_update(room, update.view))
        later = room.model_copy(update={"commitment": b"\x02" * 32})
        await stage.news(an_update(later, update.view))
        assert "  1  Chano (East) plays their last tile" in await stage.type("records")
        path = tmp_path / "a match.json"
        text = await stage.type(f"save {path}")
        assert json.loads(path.read_text()) == record
        assert f"longana verify '{path}' --commitment {commitment.hex()}" in text
        assert f" --nonce S={own.nonce.hex()}\n" in text
        assert "already. Choose another name." in await stage.type(f"save {path}")
        assert "No such file" in await stage.type(f"save {tmp_path}/none/x")
        assert "save FILE writes" in await stage.type("save")


async def test_the_table_can_be_looked_at_again_and_in_another_way() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        assert "E 2" in await stage.type("table")
        assert "Centre 9-9" in await stage.type("list")
        assert "Centre 9-9" in await stage.type("table")
        assert "Centre 9-9" not in await stage.type("picture")
        assert "South opens with 9-9.\nEast plays 2-9" in await stage.type("plays")
        assert "  Total      0     0      0     0\n" in await stage.type("score")
        assert "hint, hint all      a good move, and why; the others too\n" in await stage.type("?")
        assert f"  {LINK}\n" in await stage.type("link")
        await stage.type("1")
        assert "which then ends in 0." in await stage.type("table")


async def test_the_host_seats_people_and_computers_and_starts() -> None:
    async with a_stage() as stage:
        text = await stage.news(LOBBY)
        assert f"  {LINK}\n" in text
        assert text.endswith("start, or help >\n")
        await stage.type("seat E hard", "swap S N", "shuffle", "start")
        assert [
            command.to for command in stage.client.sent if isinstance(command, SeatCommand)
        ] == [
            ToComputer(level="hard"),
            ToSwap(other="N"),
            ToShuffle(),
        ]
        assert stage.sent()[-1] == "start"
        assert "Say for instance: seat E hard" in await stage.type("seat nonsense")
        starting = an_update(LOBBY.room, a_view(ROOM, phase="starting", hand_number=0))
        assert "The tiles are being shuffled." in await stage.news(starting)
        broken = an_update(a_room(match=0, aborted="N"), LOBBY.view)
        assert "because North did not send their part" in await stage.news(broken)


async def test_who_comes_to_the_lobby_is_told_of_once_without_the_link() -> None:
    async with a_stage() as stage:
        await stage.news(LOBBY)
        bea = PersonState(person=2, name="Bea", device=2)
        came = an_update(a_room(match=0, people=(*ROOM.people, bea)), LOBBY.view)
        text = await stage.news(came)
        assert text.startswith("Bea is here.\n")
        assert LINK not in text
        assert await stage.news(an_update(came.room, LOBBY.view)) == ""


async def test_a_guest_waits_for_the_host() -> None:
    async with a_stage() as stage:
        guest = an_update(a_room(match=0, host=2), LOBBY.view)
        text = await stage.news(guest)
        assert text.endswith("The host starts the match.\n")
        await stage.type("start")  # from a pipe it waits to be asked
        assert stage.sent() == []


async def test_alone_the_match_starts_at_once_without_a_lobby() -> None:
    async with a_stage(alone=True) as stage:
        assert await stage.news(LOBBY) == ""
        assert stage.sent() == ["start"]


async def test_who_comes_in_the_middle_sees_where_things_stand() -> None:
    async with a_stage() as stage:
        text = await stage.news(MY_TURN)
        assert text.startswith("Hand 1 is under way.\n")
        assert "East plays" not in text


async def test_an_onlooker_is_shown_everything_and_asked_nothing() -> None:
    async with a_stage() as stage:
        view = a_view(ROOM, MOVES).model_copy(update={"you": None})
        watching = Update(room=ROOM, view=view, person=None, online=True)
        assert "end 2" in await stage.news(watching)
        after = over()
        view = after.view.model_copy(update={"you": None})
        text = await stage.news(Update(room=after.room, view=view, person=None, online=True))
        assert text.endswith("  The match goes to 100.\n")


async def test_an_onlooker_is_told_how_to_sit_down_and_talk() -> None:
    async with a_stage() as stage:
        view = a_view(ROOM, MOVES).model_copy(update={"you": None})
        await stage.news(Update(room=ROOM, view=view, person=None, online=True))
        for line in ("seat W me", "seat", "say hello"):
            text = await stage.type(line)
            assert "You look on, without a seat or a voice here." in text
            assert "for instance: seat W Ana." in text.replace("\n", " ")
        assert stage.sent() == []


async def test_undo_closes_what_is_looked_at_first() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        text = await stage.type("1", "undo")
        assert stage.sent() == []
        assert text.endswith("Your move 1-3, ? for help >\n")
        await stage.type("undo")
        assert stage.sent() == ["undo"]


async def test_what_is_not_understood_is_answered_as_the_moment_wants_it() -> None:
    async with a_stage("lines") as stage:
        await stage.news(MY_TURN)
        assert "Type a number of the list" in await stage.type("xyzzy")
        await stage.news(OTHERS_TURN)
        assert "help shows what can be typed now." in await stage.type("xyzzy")


# --- lines from a pipe, and the end of things


async def test_piped_answers_wait_for_their_questions() -> None:
    async with a_stage() as stage:
        await stage.type("3", "", "")
        await stage.end_input()
        await stage.news(an_update(ROOM, a_view(ROOM, MOVES[:-1], hand=HAND, to_move="W")))
        assert stage.sent() == []
        stage.client.answers["play"] = Done(about="x", turn=5)
        await stage.news(MY_TURN)
        assert stage.sent() == ["play"]
        await stage.news(OTHERS_TURN)
        assert not stage.running.done()  # a computer is to move, so the last line has its time
        await stage.news(over())
        assert stage.sent() == ["play", "next"]
        assert await stage.code() is ExitCode.LEFT


async def test_after_a_move_piped_lines_wait_for_the_view_that_shows_it() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        stage.client.answers["play"] = Done(about="x", turn=5)
        await stage.type("1", "", "1", "")
        assert stage.sent() == ["play"]
        later = a_view(ROOM, [*MOVES, "S09S", "E", "N", "W"], hand=[(3, 9)], legal=["S39N"])
        await stage.news(an_update(ROOM, later))
        assert stage.sent() == ["play", "play"]


async def test_a_piped_command_that_is_no_answer_is_done_at_once() -> None:
    async with a_stage() as stage:
        await stage.news(OTHERS_TURN)
        assert "South opens with 9-9." in await stage.type("plays")


async def test_the_end_of_input_ends_it() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        await stage.end_input()
        assert await stage.code() is ExitCode.LEFT


async def test_lines_left_over_wait_for_no_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longana_client.session.LAST_PATIENCE", 0.01)
    async with a_stage() as stage:
        await stage.news(an_update(a_room(match=0, host=2), LOBBY.view))
        await stage.type("1", "")
        await stage.end_input()
        assert await stage.code() is ExitCode.LEFT
        assert stage.sent() == []


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("left", ExitCode.LEFT),
        ("unreachable", ExitCode.SERVER_GONE),
        ("removed", ExitCode.SENT_AWAY),
        ("replaced", ExitCode.SENT_AWAY),
        ("no_room", ExitCode.SENT_AWAY),
    ],
)
async def test_the_end_of_the_room_says_why(reason: str, code: ExitCode) -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        text = await stage.end_room(reason, "Because\x1b[2J.")
        assert await stage.code() is code
        if code is ExitCode.SENT_AWAY:
            assert text == "*** Because?[2J. ***\n"
        elif code is ExitCode.SERVER_GONE:
            assert text == "*** The server is gone. ***\n"


async def test_the_connection_is_loud_and_an_answer_meanwhile_is_kept() -> None:
    async with a_stage("keys") as stage:
        await stage.news(MY_TURN)
        stage.client.held = asyncio.Event()
        await stage.type("1", "")
        assert stage.sent() == ["play"]
        await stage.type("2", "")  # not taken while the first is under way
        assert stage.sent() == ["play"]
        stage.client.connected = False
        lost = Update(room=ROOM, view=MY_TURN.view, person=1, online=False)
        text = await stage.news(lost)
        assert "*** The connection is gone. This tries to come back for 10 minutes" in text
        stage.client.connected = True
        assert "*** You are back at the table. ***" in await stage.news(MY_TURN)
        stage.client.held.set()
        await stage.news(OTHERS_TURN)
        assert stage.sent() == ["play"]


async def test_without_a_connection_what_is_typed_is_answered_and_not_sent() -> None:
    lost = Update(room=ROOM, view=MY_TURN.view, person=1, online=False)
    async with a_stage("lines") as stage:
        await stage.news(MY_TURN)
        assert "No connection: help works, Ctrl+C leaves > " in await stage.news(lost)
        assert "There is no connection at the moment, so" in await stage.type("undo")
        assert "help all" in await stage.type("help")
        text = await stage.type("1", "")
        assert "0-9 on South's branch" in text
        assert "There is no connection at the moment, so" in text
        assert stage.sent() == []
        await stage.news(MY_TURN)
        await stage.type("")  # the move still looked at
        assert stage.sent() == ["play"]


async def test_what_a_script_says_without_a_connection_waits_for_it() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN, Update(room=ROOM, view=MY_TURN.view, person=1, online=False))
        assert "no connection" not in await stage.type("1", "")
        assert stage.sent() == ["play"]


async def test_quitting_is_possible_at_any_time() -> None:
    async with a_stage("keys") as stage:
        await stage.news(MY_TURN)
        stage.client.held = asyncio.Event()
        await stage.type("1", "", "quit")
        assert await stage.code() is ExitCode.LEFT


async def test_piped_quitting_waits_for_what_was_said_before() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        stage.client.held = asyncio.Event()
        await stage.type("undo", "quit")
        assert not stage.running.done()
        stage.client.held.set()
        assert await stage.code() is ExitCode.LEFT


async def test_the_first_reason_to_end_counts() -> None:
    async with a_stage() as stage:
        stage.session.end(ExitCode.LEFT)
        stage.session.end(ExitCode.SERVER_GONE)
        await stage.news(MY_TURN)
        assert await stage.code() is ExitCode.LEFT


async def test_leaving_for_good_is_asked_twice() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        assert await stage.type("leave") == "Give up your seat for good? y or n >\n"
        await stage.type("n")
        assert stage.sent() == []
        text = await stage.type("leave", "y")
        assert text.endswith("Erase your name and lines, too? y or n >\n")
        await stage.type("y")
        (command,) = stage.client.sent
        assert isinstance(command, Leave)
        assert command.forget
        assert await stage.code() is ExitCode.LEFT


async def test_who_leaves_need_not_be_forgotten() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        await stage.type("leave", "y", "n")
        (command,) = stage.client.sent
        assert isinstance(command, Leave)
        assert not command.forget


async def test_everything_fits_40_columns() -> None:
    """F53."""
    async with a_stage(width=40) as stage:
        text = await stage.news(LOBBY) + await stage.news(MY_TURN)
        text += await stage.type("1", "help", "rules", "3", "q", "plays", "score", "records")
        text += await stage.news(over("match_over", match=True))
        too_long = [line for line in text.splitlines() if len(line) > 40]
        assert too_long == []
        assert text.isascii()


# --- what would be a mistake


async def test_a_move_that_cannot_be_puts_back_the_one_looked_at_before() -> None:
    """Enter would play something else than what was asked for last."""
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        await stage.type("1")
        text = await stage.type("1-3 > W")
        assert "What you were looking at before is put back.\n" in text
        assert text.endswith("Your move 1-3, ? for help >\n")
        await stage.type("")
        assert stage.sent() == []
        await stage.type("1")
        assert "is put back" in await stage.type("pass")
        await stage.type("1")
        assert "is put back" in await stage.type("whatever")


async def test_the_only_move_stays_and_is_shown_once_more() -> None:
    async with a_stage() as stage:
        await stage.news(an_update(ROOM, a_view(ROOM, MOVES, hand=HAND, legal=LEGAL[:1])))
        text = await stage.type("1-3 > W")
        assert "0-9 on South's branch" in text
        assert text.endswith("Enter plays it >\n")
        await stage.type("")
        assert stage.sent() == ["play"]


async def test_a_play_that_was_refused_is_put_back() -> None:
    async with a_stage() as stage:
        stage.client.answers["play"] = Refused("proposal_open", "Not now.", {})
        await stage.news(MY_TURN)
        text = await stage.type("1", "")
        assert text.endswith(
            "Not now.\nWhat you were looking at before is put back.\nYour move 1-3, ? for help >\n"
        )


async def test_yes_plays_nothing() -> None:
    """It may be meant for a question that has just been withdrawn."""
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        text = await stage.type("1", "y")
        assert "Nobody is asking you anything." in text
        assert stage.sent() == []
        await stage.type("")
        assert stage.sent() == ["play"]


@pytest.mark.parametrize("mind", ["y", "q"])
async def test_alone_quitting_is_asked_about_as_the_match_ends_with_it(mind: str) -> None:
    async with a_stage("lines", alone=True) as stage:
        await stage.news(MY_TURN)
        assert "This ends the match. Quit? y or n > " in await stage.type("q")
        assert "Then nothing changes." in await stage.type("n")
        await stage.type("q", mind)
        assert await stage.code() == ExitCode.LEFT


async def test_a_script_alone_and_a_match_that_is_over_end_without_a_question() -> None:
    cases: list[tuple[Typing, Update]] = [
        ("piped", MY_TURN),
        ("lines", over("match_over", match=True)),
    ]
    for typing, news in cases:
        async with a_stage(typing, alone=True) as stage:
            await stage.news(news)
            await stage.type("q")
            assert await stage.code() == ExitCode.LEFT


async def test_a_match_that_nobody_wins_says_so() -> None:
    async with a_stage() as stage:
        text = await stage.news(over("match_over"))
        assert "so it ends here, and nobody wins\nit." in text
        assert "wins the match" not in text


async def test_back_at_the_table_one_sees_again_what_enter_plays() -> None:
    update = MY_TURN
    async with a_stage("lines") as stage:
        await stage.news(update)
        await stage.type("1")
        await stage.news(Update(update.room, update.view, 1, False))
        text = await stage.news(update)
        assert "You are back at the table." in text
        assert "Your hand" in text
        assert text.endswith("Enter plays it, n goes back > ")


async def test_where_enter_does_nothing_nobody_is_sent_there() -> None:
    room = a_room()
    async with a_stage("lines") as stage:
        await stage.news(an_update(room, a_view(room, ["S99"], to_move="E"), person=None))
        assert "Nobody is asking you anything.\n" in await stage.type("s")


@pytest.mark.parametrize(("typing", "told"), [("lines", True), ("piped", False)])
async def test_a_person_is_told_that_a_command_is_still_under_way(
    typing: Typing, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "SLOW", 0.01)
    async with a_stage(typing) as stage:
        await stage.news(FORCED)
        stage.client.held = asyncio.Event()
        text = await stage.type("")
        await asyncio.sleep(0.03)
        assert ("That is on its way" in text + await stage.printed()) == told
        assert stage.sent() == ["pass"]


async def test_a_command_that_is_answered_is_not_on_its_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session, "SLOW", 0.01)
    async with a_stage("lines") as stage:
        await stage.news(FORCED)
        text = await stage.type("")
        await asyncio.sleep(0.03)
        assert "on its way" not in text + await stage.printed()
