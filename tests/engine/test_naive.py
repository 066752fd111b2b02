"""The yardstick itself: the naive model against the published cases, and against itself."""

import ast
import json
from pathlib import Path
from random import Random

import pytest

from engine import naive, naive_record, no_records, random_games, random_records
from engine.naive import Match
from engine.naive_record import judge
from engine.random_games import random_deal, random_move, random_settings
from engine.random_records import all_moves


CASES = Path(__file__).parent.parent / "cases" / "replay"


@pytest.mark.parametrize("path", sorted(CASES.glob("*.record.json")), ids=lambda path: path.name)
def test_it_judges_the_published_cases_as_published(path: Path) -> None:
    expected = path.with_name(path.name.replace(".record.", ".expected."))
    assert judge(json.loads(path.read_text())) == json.loads(expected.read_text())


@pytest.mark.parametrize("module", [naive, naive_record, no_records, random_games, random_records])
def test_it_knows_nothing_of_the_engine(module: object) -> None:
    tree = ast.parse(Path(str(vars(module)["__file__"])).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert imports
    assert "longana" not in " ".join(ast.unparse(node) for node in imports)


@pytest.mark.parametrize("seed", range(8))
def test_its_list_of_moves_and_its_refusals_say_the_same(seed: int) -> None:
    rng = Random(seed)
    match = Match(random_settings(rng))
    hand = match.begin(random_deal(rng, match.settings))
    while hand.to_move is not None:
        unrefused = [move for move in all_moves(hand) if hand.refusal(move) is None]
        assert sorted(unrefused, key=str) == sorted(hand.legal(), key=str)
        hand.play(random_move(rng, hand))
    assert {hand.refusal(move) for move in all_moves(hand)} == {"hand_over"}
