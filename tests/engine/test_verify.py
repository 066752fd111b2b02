"""Verifying deals: what a server writes is accepted, and nothing that was changed afterwards."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.fair_matches import FairMatch, fair_match, played
from longana_engine import INTERNATIONAL, Match, Seat, fair, rules_from
from longana_engine.record import NotARecord
from longana_engine.record_reading import record_from
from longana_engine.record_writing import write_record
from longana_engine.replay import RecordRefused, replay, replay_document
from longana_engine.verify import Unverified, verify


RULES = rules_from({"preset": "international", "seats": 3, "target": 60})
FAIR = fair_match(RULES, Random(1))
HANDS = len(FAIR.match.hands)
DOCUMENT: Any = json.loads(json.dumps(FAIR.record()))
OTHER = "ab" * 32

Change = Callable[[Any], None]


def changed(change: Change) -> Any:
    document = copy.deepcopy(DOCUMENT)
    change(document)
    return document


def error_of(document: Any, **kept: Any) -> tuple[str, int | None] | None:
    """The code a document is refused with, and the hand it names; None if it is verified."""
    try:
        verify(record_from(document), **kept)
    except NotARecord:
        return "not_a_record", None
    except (Unverified, RecordRefused) as refused:
        return refused.code, refused.hand
    return None


def test_the_match_has_hands_enough_to_tell_them_apart() -> None:
    assert HANDS >= 3


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", ["cuban", "international"])
def test_what_was_written_is_verified(preset: str, seats: int) -> None:
    match = fair_match(rules_from({"preset": preset, "seats": seats}), Random(seats))
    record = record_from(match.record())
    hands = len(match.match.hands)
    assert verify(record) == hands
    assert verify(record, commitment=match.chain[0], nonces=match.nonces) == hands
    for seat, nonce in match.nonces.items():
        assert verify(record, nonces={seat: nonce}) == hands


def test_uppercase_hex_is_hex() -> None:
    document = changed(lambda d: d["proof"].update(commitment=d["proof"]["commitment"].upper()))
    assert error_of(document) is None


class TestUnfinished:
    def unfinished(self, moves: int) -> tuple[Match, Any]:
        match = Match(RULES, FAIR.match.hands[:-1])
        position = played(match.deal(FAIR.match.hands[-1].dealt), Random(2), moves)
        assert position.result is None
        return match, position

    def test_a_hand_in_play_needs_no_secret_and_does_not_count(self) -> None:
        match, position = self.unfinished(4)
        document = write_record(
            match, unfinished=position, proof=FAIR.proof, secrets=FAIR.secrets[:-1]
        )
        assert verify(record_from(document)) == HANDS - 1

    def test_so_a_live_rooms_record_is_verified(self) -> None:
        match, position = self.unfinished(4)
        document = write_record(
            match, current=position.moves, proof=FAIR.proof, secrets=FAIR.secrets[:-1]
        )
        assert verify(record_from(document)) == HANDS - 1

    def test_its_moves_are_judged_all_the_same(self) -> None:
        match, position = self.unfinished(4)
        document: Any = write_record(
            match, unfinished=position, proof=FAIR.proof, secrets=FAIR.secrets[:-1]
        )
        document["hands"][-1]["moves"].append("S 6-10")
        code, hand = error_of(document) or ("", None)
        assert code in ("unknown_tile", "not_your_turn")
        assert hand == HANDS - 1

    def test_and_so_is_a_secret_that_is_there(self) -> None:
        """A tile that was swapped must not hide behind the illegal move it makes of the next."""
        match, position = self.unfinished(4)
        document: Any = write_record(
            match, unfinished=position, proof=FAIR.proof, secrets=FAIR.secrets[:-1]
        )
        document["hands"][-1]["secret"] = FAIR.secrets[-1].hex()
        assert error_of(document) is None
        document["hands"][-1]["secret"] = OTHER
        assert error_of(document) == ("wrong_secret", HANDS - 1)

    def test_no_hand_yet(self) -> None:
        document = write_record(Match.begin(RULES), proof=FAIR.proof, secrets=())
        assert verify(record_from(document)) == 0


NO_PROOF: dict[str, Change] = {
    "no proof": lambda d: d.pop("proof"),
    "null proof": lambda d: d.update(proof=None),
    "empty proof": lambda d: d.update(proof={}),
    "no commitment": lambda d: d["proof"].pop("commitment"),
    "null commitment": lambda d: d["proof"].update(commitment=None),
    "no seals": lambda d: d["proof"].pop("seals"),
    "no nonces": lambda d: d["proof"].pop("nonces"),
    "no seal of one": lambda d: d["proof"]["seals"].pop("E"),
    "no nonce of one": lambda d: d["proof"]["nonces"].pop("N"),
    "null nonce of one": lambda d: d["proof"]["nonces"].update(S=None),
}


@pytest.mark.parametrize("change", NO_PROOF.values(), ids=NO_PROOF)
def test_no_proof(change: Change) -> None:
    assert error_of(changed(change)) == ("no_proof", None)


@pytest.mark.parametrize("hand", range(HANDS))
def test_a_finished_hand_without_its_secret(hand: int) -> None:
    assert error_of(changed(lambda d: d["hands"][hand].pop("secret"))) == ("no_proof", hand)
    document = changed(lambda d: d["hands"][hand].update(secret=None))
    assert error_of(document) == ("no_proof", hand)


def test_a_hand_is_finished_by_its_moves_or_because_the_record_says_so() -> None:
    def without_statements(document: Any) -> None:
        last = document["hands"][-1]
        for of, key in ((last, "secret"), (last, "result"), (document, "scores")):
            del of[key]
        document["winner"] = None

    def without_its_end(document: Any) -> None:
        del document["hands"][-1]["secret"], document["hands"][-1]["moves"][-1]

    def one_move_more(document: Any) -> None:
        without_statements(document)
        document["hands"][-1]["moves"].append("S pass")

    for change in (without_statements, without_its_end, one_move_more):
        assert error_of(changed(change)) == ("no_proof", HANDS - 1), change


def test_a_hand_before_another_has_to_be_finished() -> None:
    def cut_short(document: Any) -> None:
        hand = document["hands"][HANDS - 2]
        del hand["secret"], hand["result"], hand["moves"][3:]

    assert error_of(changed(cut_short)) == ("no_proof", HANDS - 2)


def test_a_last_hand_is_not_asked_for_a_secret_when_play_went_wrong_before_it() -> None:
    def went_wrong(document: Any) -> None:
        last = document["hands"][-1]
        del last["secret"], last["result"]
        document["hands"][-2]["result"]["points"] = -1

    assert error_of(changed(went_wrong)) == ("wrong_result", HANDS - 2)
    document = changed(went_wrong)
    document["hands"][-3]["result"]["points"] = -1
    assert error_of(document) == ("wrong_result", HANDS - 3)


def test_what_is_illegal_is_not_finished() -> None:
    def illegal(document: Any) -> None:
        del document["hands"][1:], document["hands"][0]["secret"], document["hands"][0]["result"]
        document["hands"][0]["moves"][3] = "S 6-10"

    code, hand = error_of(changed(illegal)) or ("", None)
    assert code in ("unknown_tile", "not_your_turn")
    assert hand == 0


@pytest.mark.parametrize("mark", [True, 1, "yes", 0, ""])
def test_deals_fixed_for_a_test(mark: object) -> None:
    assert error_of(changed(lambda d: d.update(test_deals=mark))) == ("test_deals", None)


@pytest.mark.parametrize("mark", [False, None])
def test_deals_not_fixed_for_a_test(mark: object) -> None:
    assert error_of(changed(lambda d: d.update(test_deals=mark))) is None


BAD_HEX: tuple[Any, ...] = (
    "", "0", "00", "0" * 63, "0" * 66, "g" * 64, "0x" + "0" * 62, "0" * 64 + "\n", " " + "0" * 63,
    "0" * 62 + " 0", "\u0660" * 64, 0, True, [], {}, [0] * 32,
)  # fmt: skip


@pytest.mark.parametrize("bad", BAD_HEX, ids=repr)
def test_bad_hex_is_no_record(bad: Any) -> None:
    changes: tuple[Change, ...] = (
        lambda d: d["proof"].update(commitment=bad),
        lambda d: d["proof"]["seals"].update(S=bad),
        lambda d: d["proof"]["nonces"].update(N=bad),
        lambda d: d["hands"][0].update(secret=bad),
        lambda d: d["hands"][-1].update(secret=bad),
    )
    for change in changes:
        document = changed(change)
        assert error_of(document) == ("not_a_record", None)
        assert replay_document(replay(record_from(document)))["ok"] is True  # it needs no proof


@pytest.mark.parametrize("bad", [[], "none", 5, True])
def test_a_proof_that_is_none_is_no_record(bad: Any) -> None:
    assert error_of(changed(lambda d: d.update(proof=bad))) == ("not_a_record", None)
    assert error_of(changed(lambda d: d["proof"].update(seals=bad))) == ("not_a_record", None)
    assert error_of(changed(lambda d: d["proof"].update(nonces=bad))) == ("not_a_record", None)


def test_seals_and_nonces_of_others_are_ignored() -> None:
    document = changed(lambda d: d["proof"]["seals"].update(W="?", note=1))
    assert error_of(document) is None


def test_another_commitment_than_the_one_shown() -> None:
    assert error_of(DOCUMENT, commitment=bytes(32)) == ("wrong_commitment", None)


@pytest.mark.parametrize("seat", RULES.table)
def test_another_nonce_than_the_one_kept(seat: Seat) -> None:
    assert error_of(DOCUMENT, nonces={seat: b"\x01" * 32}) == ("wrong_nonce", None)
    kept = {**FAIR.nonces, seat: b"\x01" * 32}
    assert error_of(DOCUMENT, commitment=FAIR.chain[0], nonces=kept) == ("wrong_nonce", None)


def test_a_nonce_kept_for_a_seat_the_match_does_not_have() -> None:
    assert error_of(DOCUMENT, nonces={Seat.W: bytes(32)}) == ("wrong_nonce", None)


@pytest.mark.parametrize("seat", RULES.table)
def test_another_seal_or_nonce(seat: Seat) -> None:
    seal = changed(lambda d: d["proof"]["seals"].update({seat: OTHER}))
    nonce = changed(lambda d: d["proof"]["nonces"].update({seat: OTHER}))
    assert error_of(seal) == error_of(nonce) == ("wrong_seal", None)


@pytest.mark.parametrize("seat", RULES.table)
def test_another_seal_and_nonce_together_deal_other_tiles(seat: Seat) -> None:
    def both(document: Any) -> None:
        document["proof"]["nonces"][seat] = OTHER
        document["proof"]["seals"][seat] = fair.seal(seat, bytes.fromhex(OTHER)).hex()

    assert error_of(changed(both)) == ("wrong_deal", 0)


def test_a_seal_made_for_another_seat() -> None:
    def swap(document: Any) -> None:
        for of in ("seals", "nonces"):
            values = document["proof"][of]
            values["S"], values["E"] = values["E"], values["S"]

    assert error_of(changed(swap)) == ("wrong_seal", None)


def test_another_commitment_in_the_record() -> None:
    document = changed(lambda d: d["proof"].update(commitment=OTHER))
    assert error_of(document) == ("wrong_secret", 0)
    assert error_of(document, commitment=FAIR.chain[0]) == ("wrong_commitment", None)


@pytest.mark.parametrize("hand", range(HANDS))
def test_another_secret(hand: int) -> None:
    document = changed(lambda d: d["hands"][hand].update(secret=OTHER))
    assert error_of(document) == ("wrong_secret", hand)


def test_messages_name_the_hand_in_words() -> None:
    """For people hands count from 1."""
    first = changed(lambda d: d["hands"][0].update(secret=OTHER))
    with pytest.raises(Unverified, match="Hand 1's secret does not hash to the commitment"):
        verify(record_from(first))
    third = changed(lambda d: d["hands"][2].update(secret=OTHER))
    with pytest.raises(Unverified, match="Hand 3's secret does not hash to hand 2's secret"):
        verify(record_from(third))
    tiles = changed(lambda d: d["hands"][2]["deal"].update(_swapped(d["hands"][2]["deal"])))
    with pytest.raises(Unverified, match="Hand 3's tiles are not"):
        verify(record_from(tiles))
    missing = changed(lambda d: d["hands"][2].pop("secret"))
    with pytest.raises(Unverified, match="Hand 3 has no secret"):
        verify(record_from(missing))
    bad = changed(lambda d: d["hands"][2].update(secret="?"))
    with pytest.raises(NotARecord, match="hand 3's secret is not 64 hex digits"):
        verify(record_from(bad))


def test_secrets_in_another_order() -> None:
    def swap(document: Any) -> None:
        one, two = document["hands"][1:3]
        one["secret"], two["secret"] = two["secret"], one["secret"]

    assert error_of(changed(swap)) == ("wrong_secret", 1)


def test_a_hand_left_out() -> None:
    assert error_of(changed(lambda d: d["hands"].pop(0))) == ("wrong_secret", 0)
    assert error_of(changed(lambda d: d["hands"].pop(1))) == ("wrong_secret", 1)


@pytest.mark.parametrize("hand", range(HANDS))
@pytest.mark.parametrize("one", range(3))
def test_one_tile_swapped(hand: int, one: int) -> None:
    """With a tile of another seat, or with one that was not dealt."""
    seat, other = RULES.table[one], RULES.table[one - 1]

    def between_seats(document: Any) -> None:
        dealt = document["hands"][hand]["deal"]
        mine, theirs = dealt[seat].split(), dealt[other].split()
        mine[0], theirs[0] = theirs[0], mine[0]
        dealt[seat], dealt[other] = " ".join(mine), " ".join(theirs)

    def with_the_rest(document: Any) -> None:
        dealt = document["hands"][hand]["deal"]
        held = " ".join(dealt.values()).split()
        rest = [f"{a}-{b}" for a in range(10) for b in range(a, 10) if f"{a}-{b}" not in held]
        dealt[seat] = " ".join([rest[0], *dealt[seat].split()[1:]])

    assert error_of(changed(between_seats)) == ("wrong_deal", hand)
    assert error_of(changed(with_the_rest)) == ("wrong_deal", hand)


def test_tiles_in_another_order_are_the_same_deal() -> None:
    def turn(document: Any) -> None:
        dealt = document["hands"][0]["deal"]
        dealt["S"] = " ".join(reversed(dealt["S"].split()))

    assert error_of(changed(turn)) is None


def test_fair_tiles_do_not_excuse_foul_play() -> None:
    last = HANDS - 1

    def illegal(document: Any) -> None:
        document["hands"][last]["moves"][0] = "S 6-10"

    code, hand = error_of(changed(illegal)) or ("", None)
    assert code in ("unknown_tile", "not_your_turn")
    assert hand == last
    assert error_of(changed(lambda d: d["hands"][1]["result"].update(points=-1))) == (
        "wrong_result",
        1,
    )
    assert error_of(changed(lambda d: d["scores"].update(S=-1))) == ("wrong_scores", last)
    winner = FAIR.match.winner
    assert error_of(changed(lambda d: d.update(winner="S" if winner is not Seat.S else "E"))) == (
        "wrong_winner",
        last,
    )


def test_the_first_that_is_wrong_is_named() -> None:
    """Everything is wrong at first; each step mends what was named."""
    everything: list[tuple[str, Change]] = [
        ("not_a_record", lambda d: d["hands"][1].update(secret="?")),
        ("no_proof", lambda d: d["hands"][HANDS - 1].pop("secret")),
        ("test_deals", lambda d: d.update(test_deals=True)),
        ("wrong_commitment", lambda d: d["proof"].update(commitment=OTHER)),
        ("wrong_seal", lambda d: d["proof"]["seals"].update(S=OTHER)),
        ("wrong_secret", lambda d: d["hands"][0].update(secret=OTHER)),
        ("wrong_deal", lambda d: d["hands"][0]["deal"].update(_swapped(d["hands"][0]["deal"]))),
        ("wrong_result", lambda d: d["hands"][2]["result"].update(points=-1)),
        ("wrong_scores", lambda d: d["scores"].update(S=-1)),
        ("wrong_winner", lambda d: d.update(winner="?")),
    ]
    codes = [code for code, _ in everything]
    for place in range(len(everything)):
        document = copy.deepcopy(DOCUMENT)
        for code, change in everything[place:]:
            if code != "wrong_deal" or place <= codes.index("wrong_deal"):
                change(document)
        refused = error_of(document, commitment=FAIR.chain[0])
        assert refused is not None
        assert refused[0] == codes[place]


def _swapped(dealt: dict[str, str]) -> dict[str, str]:
    mine, theirs = dealt["S"].split(), dealt["E"].split()
    return {"S": " ".join([*mine[1:], theirs[0]]), "E": " ".join([*theirs[1:], mine[0]])}


def test_a_nonce_is_compared_after_the_seals_and_before_the_secrets() -> None:
    kept = {Seat.S: b"\x01" * 32}
    seal = changed(lambda d: d["proof"]["seals"].update(E=OTHER))
    secret = changed(lambda d: d["hands"][0].update(secret=OTHER))
    assert error_of(seal, nonces=kept) == ("wrong_seal", None)
    assert error_of(secret, nonces=kept) == ("wrong_nonce", None)


def test_a_forgery_as_a_whole_is_noticed_by_whoever_kept_something() -> None:
    forged = fair_match(RULES, Random(99)).record()
    assert error_of(forged) is None
    assert error_of(forged, commitment=FAIR.chain[0]) == ("wrong_commitment", None)
    mine = next(seat for seat, nonce in FAIR.nonces.items() if nonce != fair.COMPUTER_NONCE)
    assert error_of(forged, nonces={mine: FAIR.nonces[mine]}) == ("wrong_nonce", None)


def test_a_hand_that_was_dealt_again_for_want_of_doubles() -> None:
    """Misdeals are no hands: the secret stays the same, and the deal is the first with a double."""
    rules = rules_from({"seats": 2})
    nonces = dict.fromkeys(rules.table, fair.COMPUTER_NONCE)
    seals = {seat: fair.seal(seat, nonce) for seat, nonce in nonces.items()}
    chains = (fair.chain(number.to_bytes(32, "big"), 1) for number in range(1000))
    secrets, dealt = next(
        (secrets, dealt)
        for secrets in chains
        if (dealt := fair.deal(fair.seed(secrets[1], nonces), rules.table)).redeals
    )
    match = Match.begin(rules)
    match = match.finish(played(match.deal(dealt.hands), Random(3)))
    redealt = FairMatch(match, secrets, nonces)
    assert redealt.proof.seals == seals
    assert verify(record_from(redealt.record())) == 1


def test_rules_do_not_change_the_deal_but_the_play() -> None:
    document = changed(lambda d: d["rules"].update(preset="cuban"))
    assert RULES.preset == INTERNATIONAL.preset
    refused = error_of(document)
    assert refused is not None
    assert not refused[0].startswith(("wrong_deal", "wrong_secret"))
