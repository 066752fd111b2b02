"""How strong the computers are: matches on duplicate deals, seats rotated, fixed seeds.

    python tests/bench/strength.py results.jsonl [--rows NAME ...] [--report]

Every match is a line of the file, and what is there already is not played again, so it may be
stopped at any time and goes on where it was. The rows take turns, the one that has least of its
matches first. `--report` plays nothing, and prints the table and, as its last line, JSON.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from longana_server.arena.matches import play
from longana_server.arena.plan import Plan
from longana_server.arena.tally import wilson


SEED = 6


@dataclass(frozen=True, slots=True)
class Contest:
    """One player against so many of another; the figure is the share of matches it wins."""

    one: str
    other: str
    seats: int
    preset: str
    matches: int

    @property
    def name(self) -> str:
        return f"{self.one}-{self.seats - 1}x{self.other}-{self.preset}"

    @property
    def plan(self) -> Plan:
        return Plan.begin(
            [self.one, *[self.other] * (self.seats - 1)],
            self.matches,
            preset=self.preset,
            target=100,
            seed=SEED,
            bots={},
        )


CONTESTS = (
    Contest("easy", "random", 4, "cuban", 4000),
    Contest("normal", "heaviest", 4, "cuban", 4000),
    Contest("normal", "easy", 4, "cuban", 4000),
    Contest("hard", "heaviest", 4, "cuban", 1000),
    Contest("hard", "normal", 4, "cuban", 4000),
    Contest("hard", "normal", 2, "cuban", 2000),
    Contest("hard", "normal", 3, "cuban", 1000),
    Contest("hard", "normal", 4, "international", 1000),
    Contest("hard", "normal", 2, "international", 1000),
    Contest("normal", "heaviest", 2, "cuban", 1000),
    Contest("normal", "heaviest", 3, "cuban", 1000),
    Contest("normal", "heaviest", 4, "international", 1000),
)


def played(results: Path) -> dict[str, dict[int, bool]]:
    """By contest and number of the match, whether the one won it."""
    found: dict[str, dict[int, bool]] = {contest.name: {} for contest in CONTESTS}
    if results.exists():
        for line in results.read_text().splitlines():
            name, number, won = json.loads(line)
            found[name][number] = won
    return found


def go_on(results: Path, contests: Sequence[Contest]) -> None:
    """Play what is missing, a series at a time."""
    done = Counter({name: len(matches) for name, matches in played(results).items()})
    missing = [contest for contest in contests if done[contest.name] < contest.plan.matches]
    with results.open("a") as out:
        while missing:
            contest = min(missing, key=lambda each: done[each.name] / each.plan.matches)
            plan = contest.plan
            # A series that was broken off is played again: it is the same.
            for number in plan.numbers(done[contest.name] // plan.rules.seats):
                won = play(plan, number).winner == 0
                out.write(json.dumps([contest.name, number, won]) + "\n")
                out.flush()
            done[contest.name] = number + 1
            if done[contest.name] >= plan.matches:
                missing.remove(contest)


def report(results: Path) -> None:
    table = []
    for name, matches in played(results).items():
        if matches:
            wins = sum(matches.values())
            low, high = wilson(wins, len(matches))
            table.append(
                {
                    "contest": name,
                    "matches": len(matches),
                    "share": round(wins / len(matches), 4),
                    "low": round(low, 4),
                    "high": round(high, 4),
                }
            )
            print(
                f"| {name} | {len(matches)} | {wins / len(matches):.1%} | {low:.1%} to {high:.1%} |"
            )
    print(json.dumps(table))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--rows", nargs="+", choices=[contest.name for contest in CONTESTS])
    parser.add_argument("--report", action="store_true")
    asked = parser.parse_args()
    if not asked.report:
        rows = asked.rows or [contest.name for contest in CONTESTS]
        go_on(asked.results, [contest for contest in CONTESTS if contest.name in rows])
    report(asked.results)


if __name__ == "__main__":
    main()
