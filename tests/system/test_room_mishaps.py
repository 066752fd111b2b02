"""Mishaps that game nights at random (`test_room_model.py`) have come upon, each told plainly.

After every step all that must ever hold is checked too (`room_model/party.py`).

(Rows of faults.md: F31, F36.)
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from system.room_model.evening import Evening
from system.room_model.seats import share_all


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


# --- commands that are sent again


def test_a_line_sent_again_after_a_drop_is_said_once(evening: Evening) -> None:
    ana = evening.host()
    beto = evening.guest()
    evening.do(beto, "say", text="hola")
    evening.drop(beto)
    evening.back(beto)
    assert evening.send_again(beto, "say")["type"] == "done"
    assert [line["text"] for line in ana.said] == ["hola"]


def test_a_proposal_that_was_declined_is_not_made_anew_by_a_resend(evening: Evening) -> None:
    ana = evening.host()
    beto = evening.guest()
    evening.start(ana)
    evening.play_until("E")
    evening.play()
    evening.do(beto, "undo", turn=beto.turn)
    evening.do(ana, "answer", proposal=ana.table["proposal"]["number"], yes=False)
    assert evening.send_again(beto, "undo")["type"] == "done"
    assert "proposal" not in ana.table


def test_a_seat_taken_in_the_lobby_does_not_become_a_wish_when_sent_again(
    evening: Evening,
) -> None:
    ana = evening.host()
    beto = evening.guest()
    evening.seat(beto, "N", kind="person", person=beto.person)
    evening.seat(ana, "N", kind="computer", level="easy")
    evening.start(ana)
    assert evening.send_again(beto, "seat")["type"] == "done"
    assert "asking" not in ana.table


# --- newcomers


def test_a_newcomer_who_wants_a_seat_that_there_is_not_stays_outside(evening: Evening) -> None:
    ana = evening.host(seats=2)
    evening.start(ana)
    stranger = evening.party.new_guest()
    evening.run(stranger.connect())
    answer = evening.run(stranger.ask("join", code=ana.code, name="Beto", seat="W"))
    assert answer["code"] == "unknown_branch"
    assert list(evening.party.room.people) == [ana.person]


# --- away


def test_after_a_restart_everybody_has_the_time_of_grace_to_come_back(evening: Evening) -> None:
    ana = evening.host()
    beto = evening.guest()
    evening.start(ana)
    evening.run(evening.party.restart())
    evening.back(ana)
    assert [away["seconds"] for away in ana.table["away"]] == [0]
    assert evening.refused(ana, "mind", seat="E") == "not_away"
    evening.wait(16)
    evening.do(ana, "mind", seat="E")
    evening.back(beto)
    assert "minded" not in ana.table


def test_a_computer_minds_a_person_and_not_whoever_has_the_seat_after_them(
    evening: Evening,
) -> None:
    ana = evening.host()
    beto = evening.guest()
    evening.drop(beto)
    evening.wait(16)
    evening.do(ana, "mind", seat="E")
    evening.seat(ana, "S", kind="swap", other="E")
    assert "minded" not in ana.table
    evening.back(beto)
    evening.start(ana)
    evening.play_until("E")
    assert ana.my_turn


def test_a_seat_that_the_rules_take_away_is_minded_no_more(evening: Evening) -> None:
    ana = evening.host()
    beto = evening.guest("W")
    evening.drop(beto)
    evening.wait(16)
    evening.do(ana, "mind", seat="W")
    evening.do(ana, "rules", rules={"preset": "cuban", "seats": 3})
    assert "minded" not in ana.table


def test_who_comes_back_while_the_log_takes_nothing_tries_again(evening: Evening) -> None:
    """Else they would be here, and the computer would go on with their seat."""
    ana = evening.host()
    beto = evening.guest()
    evening.start(ana)
    evening.drop(beto)
    evening.wait(16)
    evening.do(ana, "mind", seat="E")
    evening.server.log.is_broken = True
    assert not evening.run(evening.party.enter(beto, "resume", token=beto.token))
    assert beto.sent[-1].answer["code"] == "try_again"
    evening.server.log.is_broken = False
    evening.back(beto)
    assert "minded" not in ana.table


def test_a_rematch_does_not_wait_for_somebody_whose_seat_is_minded(evening: Evening) -> None:
    ana = evening.host(target=1)
    beto = evening.guest()
    evening.start(ana)
    evening.drop(beto)
    evening.wait(16)
    evening.do(ana, "mind", seat="E")
    evening.play_hand()
    evening.do(ana, "rematch", turn=ana.turn)
    evening.run(share_all(evening.party))
    assert ana.phase == "playing"
    evening.back(beto)
    assert beto.you["seat"] == "E"
    evening.play_hand()


# --- a hand shown to one person is never shown to another


def test_who_has_seen_all_hands_keeps_newcomers_waiting_for_the_next_deal(
    evening: Evening,
) -> None:
    ana = evening.host()
    evening.start(ana)
    evening.play_hand()
    evening.do(ana, "undo", turn=ana.turn)
    beto = evening.guest("E")
    evening.seat(ana, "E", kind="person", person=beto.person)
    assert ana.table["promised"] == [{"person": beto.person, "seat": "E"}]
    evening.play_hand()
    evening.do(ana, "next", turn=ana.turn)
    assert beto.you["seat"] == "E"


def test_nobody_goes_round_the_table_and_looks_at_the_computers_hands(evening: Evening) -> None:
    ana = evening.host()
    evening.start(ana)
    evening.seat(ana, "S", kind="computer", level="easy")
    evening.seat(ana, "N", kind="person", person=ana.person)
    assert ana.table["promised"] == [{"person": ana.person, "seat": "N"}]
    evening.seat(ana, "S", kind="person", person=ana.person)
    assert ana.you["seat"] == "S"
    assert "promised" not in ana.table


def test_who_plays_on_a_shared_device_is_not_moved_to_another_hand(evening: Evening) -> None:
    ana = evening.host()
    evening.seat(ana, "E", kind="here", name="Tata")
    tata = evening.party.room.next_person - 1
    evening.start(ana)
    answer = evening.ask(ana, "seat", seat="N", to={"kind": "person", "person": tata})
    assert answer["code"] == "already_started"


# --- reading


def test_a_device_that_shuffles_by_itself_does_not_close_the_rules(evening: Evening) -> None:
    ana = evening.host()
    beto = evening.guest()
    evening.do(beto, "reading", what="rules")
    evening.start(ana)
    assert [reader["person"] for reader in ana.table["reading"]] == [beto.person]


def test_computers_wait_for_a_reader_whose_device_only_others_play_on(evening: Evening) -> None:
    ana = evening.host()
    evening.seat(ana, "E", kind="here", name="Tata")
    evening.seat(ana, "S", kind="computer", level="easy")
    evening.start(ana)
    evening.play_until("S")
    evening.do(ana, "reading", what="rules")
    before = evening.party.room.turn
    evening.wait(60)
    assert evening.party.room.turn == before


# --- seats that are promised


def test_who_is_promised_another_seat_gets_that_one_alone(evening: Evening) -> None:
    ana = evening.host()
    evening.guest("E"), evening.guest("N")
    evening.start(ana)
    dora = evening.guest()
    for guest in evening.party.guests[1:3]:
        evening.drop(guest)
    evening.wait(16)
    for seat in ("E", "N"):
        evening.seat(ana, seat, kind="person", person=dora.person)
    assert ana.table["promised"] == [{"person": dora.person, "seat": "N"}]


def test_a_promise_is_kept_when_the_match_is_over_and_not_later(evening: Evening) -> None:
    """Else the next start would put somebody out of the seat they were given meanwhile."""
    ana = evening.host(target=1)
    beto = evening.guest()
    evening.start(ana)
    dora = evening.guest()
    evening.drop(beto)
    evening.wait(16)
    evening.seat(ana, "E", kind="person", person=dora.person)
    evening.play_hand()
    evening.do(ana, "rules", rules={"preset": "cuban"})
    assert dora.seats == ["E"]
    assert "promised" not in ana.table


def test_who_is_back_before_the_next_deal_keeps_the_seat_that_was_promised(
    evening: Evening,
) -> None:
    ana = evening.host()
    beto = evening.guest()
    evening.start(ana)
    dora = evening.guest("E")
    evening.drop(beto)
    evening.wait(16)
    evening.seat(ana, "E", kind="person", person=dora.person)
    assert ana.table["promised"] == [{"person": dora.person, "seat": "E"}]
    assert "asking" not in ana.table
    evening.back(beto)
    assert "promised" not in ana.table
    assert ana.table["asking"] == [{"person": dora.person, "seat": "N"}]
    evening.play_hand()
    evening.do(ana, "next", turn=ana.turn)
    assert beto.you["seat"] == "E"


# --- a new code


def test_who_is_away_when_the_code_changes_comes_back_by_the_old_one(evening: Evening) -> None:
    ana = evening.host()
    beto = evening.guest()
    old = beto.code
    evening.drop(beto)
    evening.do(ana, "lock", locked=True, new_code=True)
    assert evening.party.room.code != old
    evening.back(beto)
    assert beto.code == ana.code != old


def test_the_old_code_opens_to_nobody_else(evening: Evening) -> None:
    ana = evening.host()
    old = ana.code
    evening.do(ana, "lock", locked=False, new_code=True)
    for type, fields in (
        ("join", {"name": "Beto"}),
        ("watch", {}),
        ("resume", {"token": "x" * 32}),
    ):
        stranger = evening.party.new_guest()
        evening.run(stranger.connect())
        answer = evening.run(stranger.ask(type, code=old, **fields))
        assert answer["code"] == "no_room"


# --- the table never stands still


def test_a_match_is_not_begun_in_vain_without_who_is_away(evening: Evening) -> None:
    ana = evening.host()
    beto = evening.guest()
    evening.drop(beto)
    turn = ana.turn
    assert evening.refused(ana, "start") == "seat_away"
    assert (ana.phase, ana.turn) == ("lobby", turn)
    evening.wait(16)
    evening.do(ana, "mind", seat="E")
    evening.start(ana)
    evening.back(beto)
    assert beto.you["seat"] == "E"


def test_who_looks_on_with_a_name_goes_on_where_all_at_the_table_are_gone(
    evening: Evening,
) -> None:
    """After a match they let computers mind the seats."""
    ana = evening.host(target=1)
    evening.start(ana)
    dora = evening.guest("E")
    evening.play_hand()
    evening.drop(ana)
    assert evening.refused(dora, "rematch", turn=dora.turn) == "not_seated"
    evening.wait(16)
    assert evening.refused(dora, "rematch", turn=dora.turn) == "seat_away"
    evening.do(dora, "mind", seat="S")
    evening.do(dora, "rematch", turn=dora.turn)
    assert dora.phase == "playing"


def test_computers_deal_on_when_the_last_player_goes_at_the_end_of_a_hand(
    evening: Evening,
) -> None:
    ana = evening.host()
    evening.watcher()
    evening.start(ana)
    evening.play_hand()
    evening.do(ana, "seat", seat="S", to={"kind": "computer"})
    evening.wait(1)
    assert evening.party.history.now.deal == (1, 2)


# --- forgotten


def test_with_somebody_who_asks_for_it_all_on_their_device_are_forgotten(
    evening: Evening,
) -> None:
    evening.host()
    beto = evening.guest()
    evening.seat(beto, "N", kind="here", name="Tata")
    evening.ask(beto, "leave", forget=True)
    names = evening.run(evening.server.names.names(evening.party.id))
    assert list(names.values()) == ["Ana"]
