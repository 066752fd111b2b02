"""The page knows what each preset means as the engine does."""

from __future__ import annotations

import json
from dataclasses import asdict

from longana_engine.rules import PRESETS
from web.node import run_node


def test_the_presets_are_the_engine_s() -> None:
    told = run_node(
        "--experimental-strip-types",
        "--no-warnings",
        "--input-type=module",
        "--eval",
        "import { DEFAULTS } from './src/game/presets.ts'; console.log(JSON.stringify(DEFAULTS));",
    )
    of_a_table = {"preset", "seats", "target"}
    settings = {
        preset: {name: value for name, value in asdict(rules).items() if name not in of_a_table}
        for preset, rules in PRESETS.items()
    }
    assert json.loads(told) == settings
