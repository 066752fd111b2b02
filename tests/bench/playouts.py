"""Engines of others in random play-outs. Prints lines of JSON. Run it in the venv of README.md.

No other engine knows Longana, so only decisions a second can be compared, and roughly: OpenSpiel's
count leaves out the deal but not its time, PyPI's `dominoes` makes forced passes itself.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable
from pathlib import Path


sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.playing_out import PlayOut, print_playouts


def open_spiel(game_name: str) -> PlayOut:
    """A game of OpenSpiel, driven from Python."""
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games")  # registers those written in Python
    game = pyspiel.load_game(game_name)
    rng = random.Random(1)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def open_spiel_alone(game_name: str) -> PlayOut:
    """The same with the loop in C++ too."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    rng = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        seed = rng.randrange(1 << 30)
        players = range(game.num_players())
        bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in players]
        pyspiel.evaluate_bots(state, bots, seed)
        return sum(1 for step in state.full_history() if step.player >= 0)

    return play


def pypi_dominoes() -> PlayOut:
    dominoes = importlib.import_module("dominoes")
    opening = dominoes.Domino(6, 6)

    def play() -> int:
        game = dominoes.Game.new(starting_domino=opening)
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))
        return len(game.moves)

    return play


def rlcard_uno() -> PlayOut:
    """RLCard has no dominoes; another game of hidden hands."""
    config = {"seed": 1, "game_num_players": 4, "allow_step_back": False, "record_action": False}
    env = importlib.import_module("rlcard").make("uno", config=config)
    rng = random.Random(1)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


ENGINES: dict[str, Callable[[], PlayOut]] = {
    "OpenSpiel, team dominoes in Python (4 seats)": lambda: open_spiel("python_team_dominoes"),
    "OpenSpiel, block dominoes in Python (2 seats)": lambda: open_spiel("python_block_dominoes"),
    "PyPI dominoes (4 seats)": pypi_dominoes,
    "OpenSpiel, hearts in C++, from Python": lambda: open_spiel("hearts"),
    "OpenSpiel, hearts in C++, loop in C++": lambda: open_spiel_alone("hearts"),
    "RLCard, uno (4 seats)": rlcard_uno,
}

if __name__ == "__main__":
    for name, make in ENGINES.items():
        print_playouts(name, make)
