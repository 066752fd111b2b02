"""A match with its start, its hands, and what is undone and redone; no persons, no commands."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_engine import (
    CUBAN,
    Illegal,
    Match,
    Move,
    Position,
    Rules,
    Seat,
    Unknown,
    fair,
    parse_move,
)
from longana_server.match_in_play import HandInPlay, MatchInPlay, Starting
from longana_server.match_in_play import test_deal as deal_of
from longana_server.occupants import Occupant
from server.scripted_room import SHORT


S, E, N, W = Seat.S, Seat.E, Seat.N, Seat.W
TWO = replace(CUBAN, seats=2)
SHORT_MOVES = ("S 9-9", "N 0-9>N", "S 1-9>S", "N 0-0>N")
"""What blocks the short deal, as records write it: South has 11 pips left and North 13."""
MAKERS = {"S": 1, "N": 2, "E": 3, "W": 4}
"""The person at each seat."""
TIED = {"S": "9-9 0-3", "N": "1-2"}
"""A hand that its opening blocks, and nobody wins."""


def begun(
    rules: Rules = CUBAN,
    *deals: dict[str, str],
    chain: bytes = bytes(32),
    persons: tuple[Seat, ...] = (),
    seed: int = 0,
) -> MatchInPlay:
    """A match that has just been dealt."""
    rng = Random(seed)
    starting = Starting.begin(chain, rules.table, persons, tuple(map(deal_of, deals)))
    for seat in starting.persons:
        nonce = rng.randbytes(32)
        starting = starting.sealed(seat, fair.seal(seat, nonce)).shown(seat, nonce)
    return MatchInPlay.begin(1, rules, starting, dict.fromkeys(rules.table, Occupant(level="easy")))


def played(hand: HandInPlay, *moves: str) -> HandInPlay:
    for move in moves:
        hand = hand.moved(as_move(move), MAKERS[move[0]])
    return hand


def short(*moves: str) -> HandInPlay:
    """The short hand after these moves."""
    return played(HandInPlay.begin(Match.begin(TWO).deal(deal_of(SHORT))), *moves)


def as_move(text: str) -> Move:
    move = parse_move(text)
    assert not isinstance(move, Unknown)
    return move


def stands(hand: HandInPlay) -> list[str]:
    return [str(move) for move in hand.position.moves]


def finished(match: MatchInPlay, rng: Random) -> MatchInPlay:
    """Played by lot to the end of the hand."""
    while not match.hand_over:
        match = match.with_hand(match.hand.moved(rng.choice(match.hand.position.legal()), None))
    return match


# --- the start (fair-deal.md, 2 and 3)


def test_computers_have_sealed_zeros_from_the_start() -> None:
    starting = Starting.begin(bytes(32), CUBAN.table, (S, N), ())
    assert starting.nonces == {E: bytes(32), W: bytes(32)}
    assert starting.seals[E] == sha256(b"E" + bytes(32)).digest()
    assert starting.seals[W] == sha256(b"W" + bytes(32)).digest()


def test_first_all_seals_then_all_nonces_are_waited_for() -> None:
    starting = Starting.begin(bytes(32), CUBAN.table, (N, S), ())
    assert (starting.waiting, starting.all_sealed) == ((S, N), False)
    starting = starting.sealed(N, b"seal")
    assert (starting.waiting, starting.all_sealed) == ((S,), False)
    starting = starting.sealed(S, b"seal")
    assert (starting.waiting, starting.all_sealed) == ((S, N), True)
    starting = starting.shown(S, b"nonce")
    assert (starting.waiting, starting.complete) == ((N,), False)
    starting = starting.shown(N, b"nonce")
    assert (starting.waiting, starting.complete) == ((), True)


def test_computers_alone_wait_for_nobody() -> None:
    starting = Starting.begin(bytes(32), CUBAN.table, (), ())
    assert (starting.all_sealed, starting.complete) == (True, True)


# --- one hand: a pointer into its moves


def test_undo_goes_to_the_latest_tile_of_the_seats_past_passes() -> None:
    hand = HandInPlay.begin(
        Match.begin(TWO).deal(deal_of({"S": "9-9 0-5 1-5", "N": "3-9 4-9 2-8 6-6"}))
    )
    assert hand.undo_to(1) is None
    hand = played(hand, "S 9-9", "N 3-9>N", "S pass")
    assert hand.undo_to(1) == 0
    assert hand.undo_to(2) == 1
    assert hand.undo_to(3) is None
    undone = hand.undone_to(1)
    assert stands(undone) == ["S 9-9"]
    assert undone.undo_to(2) is None


def test_redo_gives_back_what_the_latest_undo_took() -> None:
    """F12: deeper than one."""
    hand = short(*SHORT_MOVES[:3])
    undone = hand.undone_to(2)
    twice = undone.undone_to(1)
    assert (stands(twice), twice.redo) == (["S 9-9"], (3, 2))
    assert stands(twice.redone()) == ["S 9-9", "N 0-9>N"]
    assert twice.redone() == undone
    assert twice.redone().redone() == hand


def test_a_new_move_clears_redo() -> None:
    """F12: no dead line can be spliced in."""
    hand = played(short(*SHORT_MOVES[:3]).undone_to(1), "N 4-9>N")
    assert (hand.undone, hand.redo) == ((), ())
    assert stands(hand) == ["S 9-9", "N 4-9>N"]
    assert hand.position.hands[N] == deal_of({"N": "0-0 0-9"})[N]


def test_the_end_of_a_hand_that_was_seen_is_remembered() -> None:
    over = short(*SHORT_MOVES)
    assert not over.replayed
    undone = over.undone_to(2)
    assert undone.replayed
    assert undone.redone().replayed
    assert undone.undone_to(1).replayed
    assert played(undone, "S 2-9>S").replayed
    assert undone.restarted().replayed
    assert over.restarted().replayed
    assert not short(*SHORT_MOVES[:2]).undone_to(1).replayed
    assert not short(*SHORT_MOVES[:2]).restarted().replayed


def test_a_restarted_hand_carries_nothing_over() -> None:
    """F15."""
    hand = short(*SHORT_MOVES[:3]).undone_to(2)
    assert hand.restarted() == short()
    assert hand.restarted().position.dealt == deal_of(SHORT)


def test_an_undo_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log full of undos and redos is folded as quickly as one of moves."""
    hand, half = short(*SHORT_MOVES), short(*SHORT_MOVES[:2])
    monkeypatch.delattr(Position, "after")
    assert hand.undone_to(2).position == half.position
    assert hand.undone_to(2).undone_to(0).position == hand.start


@given(st.integers(0, 2**32), st.lists(st.sampled_from("mmmmurs"), max_size=60))
def test_undo_and_redo_walk_through_what_was_played(seed: int, steps: list[str]) -> None:
    """F12: compared with lists of moves, whatever is done in whatever order."""
    rng = Random(seed)
    hand = begun(persons=(S,), seed=seed).hand
    stand: tuple[Move, ...] = ()
    taken: list[tuple[Move, ...]] = []
    for step in steps:
        if step == "m" and hand.position.to_move is not None:
            move = rng.choice(hand.position.legal())
            hand = hand.moved(move, MAKERS[str(move)[0]])
            stand, taken = (*stand, move), []
        elif step == "u" and (at := hand.undo_to(rng.choice([1, 3, 4]))) is not None:
            taken.append(stand)
            hand, stand = hand.undone_to(at), stand[:at]
        elif step == "r" and hand.redo:
            hand, stand = hand.redone(), taken.pop()
        elif step == "s" and rng.random() < 0.2:
            hand, stand, taken = hand.restarted(), (), []
        assert hand.position.moves == stand
        assert len(hand.redo) == len(taken)
        undone = tuple(move for move, _ in hand.undone)
        assert hand.position.moves + undone == (taken[0] if taken else stand)


# --- the match


def test_hands_are_dealt_by_the_secrets_and_nonces() -> None:
    """fair-deal.md, 4: hand k by secret k, whatever was undone or restarted before."""
    rng = Random(5)
    chain = rng.randbytes(32)
    match = begun(replace(CUBAN, target=1000), chain=chain, persons=(S, W))
    secrets = fair.chain(chain)
    assert match.commitment == secrets[0]
    for number in (1, 2, 3):
        dealt = fair.deal(fair.seed(secrets[number], match.nonces), CUBAN.table)
        assert match.hand.position.dealt == dealt.hands
        match = match.with_hand(match.hand.restarted())
        assert match.hand.position.dealt == dealt.hands
        assert match.secret(number) == secrets[number]
        match = finished(match, rng).next_hand()


def test_a_deal_without_doubles_is_dealt_again_and_said() -> None:
    rules = replace(CUBAN, seats=2)
    redealt = next(
        match for number in count() if (match := begun(rules, chain=number.to_bytes(32))).redeals
    )
    dealt = fair.deal(fair.seed(redealt.secret(1), redealt.nonces), rules.table)
    assert (redealt.redeals, redealt.hand.position.dealt) == (dealt.redeals, dealt.hands)
    assert finished(redealt, Random(1)).next_hand().redeals == 0


def test_test_deals_are_used_in_order_over_and_over() -> None:
    match = begun(TWO, SHORT, TIED)
    for deal in (SHORT, TIED, SHORT, TIED):
        assert match.hand.position.dealt == deal_of(deal)
        match = finished(match, Random(1)).next_hand()


def test_points_stand_as_long_as_the_hand_is_over() -> None:
    match = begun(TWO, SHORT)
    over = match.with_hand(played(match.hand, *SHORT_MOVES))
    assert over.hand_over
    assert over.standing.scores == {S: 24, N: 0}
    assert over.earlier.scores == {S: 0, N: 0}
    undone = over.with_hand(over.hand.undone_to(3))
    assert (undone.hand_over, undone.standing) == (False, match.earlier)
    redone = undone.with_hand(undone.hand.redone())
    assert redone.standing == over.standing
    again = over.with_hand(over.hand.restarted())
    assert (again.standing, again.hand.position) == (match.earlier, match.hand.position)


def test_which_hands_were_replayed_is_kept_by_hand() -> None:
    match = begun(TWO, SHORT)
    over = match.with_hand(played(match.hand, *SHORT_MOVES))
    replayed = over.with_hand(played(over.hand.restarted(), *SHORT_MOVES))
    second = replayed.next_hand()
    assert (second.replayed, second.hand.replayed) == ((True,), False)
    third = finished(second, Random(1)).next_hand()
    assert third.replayed == (True, False)


def test_the_match_ends_at_its_target() -> None:
    match = begun(replace(TWO, target=25), SHORT)
    match = match.with_hand(played(match.hand, *SHORT_MOVES))
    assert not match.over
    match = match.next_hand()
    match = match.with_hand(played(match.hand, *SHORT_MOVES))
    assert (match.over, match.standing.winner) == (True, S)
    with pytest.raises(Illegal):
        match.next_hand()


def test_the_chain_deals_1024_hands_and_no_more() -> None:
    match = begun(TWO, TIED)
    over = match.with_hand(played(match.hand, "S 9-9"))
    before = Match(TWO, (over.hand.position,) * (fair.CHAIN_LENGTH - 2))
    late = replace(match, earlier=before, deals=()).with_hand(over.hand)
    assert late.can_deal
    last = late.next_hand()
    assert last.secret(fair.CHAIN_LENGTH) == last.chain
    last = last.with_hand(over.hand)
    assert (last.over, last.can_deal) == (True, False)
    with pytest.raises(ValueError, match="has none for hand 1025"):
        last.next_hand()


def test_a_deal_is_read_as_records_write_it() -> None:
    hands = deal_of({"N": "7-3 0-0", "S": "9-9"})
    assert {seat: [str(tile) for tile in tiles] for seat, tiles in hands.items()} == {
        N: ["0-0", "3-7"],
        S: ["9-9"],
    }
    with pytest.raises(ValueError, match="X"):
        deal_of({"X": "0-0"})
    with pytest.raises(ValueError, match="no tile"):
        deal_of({"S": "6-10"})
