"""Every code a refusal can carry. record-format.md fixes those of play."""

from __future__ import annotations

from typing import Literal


PlayCode = Literal[
    "hand_over",
    "not_your_turn",
    "unknown_tile",
    "unknown_branch",
    "tile_not_held",
    "must_open",
    "already_open",
    "no_match",
    "branch_closed",
    "earlier_open_branch",
    "must_play",
]
TableCode = Literal[
    "bad_message",
    "hello_first",
    "stale",
    "no_room",
    "room_full",
    "room_locked",
    "no_watching",
    "bad_token",
    "bad_name",
    "bad_key",
    "no_new_rooms",
    "too_many_rooms",
    "already_in_room",
    "not_in_room",
    "not_host",
    "not_seated",
    "seat_taken",
    "no_person",
    "no_wish",
    "not_away",
    "seat_away",
    "seats_held",
    "seat_promised",
    "not_their_turn",
    "not_started",
    "already_started",
    "wrong_seal",
    "no_deals",
    "no_more_hands",
    "hand_not_over",
    "match_not_over",
    "match_over",
    "nothing_to_undo",
    "nothing_to_redo",
    "revealed",
    "covered",
    "proposal_open",
    "no_proposal",
    "no_record",
    "too_fast",
    "try_again",
]
Code = Literal[PlayCode, TableCode]
