"""The table at the end, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from longana_engine.strict_json import Json

from .plan import Plan
from .played import Played
from .tally import Row, forfeits, tally


_HEAD = ("player", "matches", "wins", "share", "95 %", "points a hand", "decisions a second")


def lines(plan: Plan, played: Sequence[Played]) -> list[str]:
    """What was played, and a table with a row for each kind of player."""
    rules = plan.rules
    what = f"{rules.preset}, {rules.seats} seats, to {rules.target}, seed {plan.seed}"
    said = [f"{len(played)} of {plan.matches} matches: {what}", ""]
    rows = [_HEAD, *(_cells(row) for row in tally(plan, played))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *figures in rows:
        numbers = (f"{cell:>{width}}" for cell, width in zip(figures, widths[1:], strict=True))
        said.append("  ".join([f"{name:<{widths[0]}}", *numbers]))
    said += [f"forfeited: {why}" for why in forfeits(plan, played)]
    return said


def document(plan: Plan, played: Sequence[Played]) -> dict[str, Json]:
    """All figures, for programs."""
    return {
        "rules": {**plan.rules.settings()},
        "players": list(plan.players),
        "seed": plan.seed,
        "matches": {"planned": plan.matches, "played": len(played)},
        "hands": sum(each.hands for each in played),
        "table": [{**asdict(row)} for row in tally(plan, played)],
        "forfeits": list(forfeits(plan, played)),
    }


def _cells(row: Row) -> tuple[str, ...]:
    """One of several like it is what the figures are for, all but the wins."""
    return (
        row.kind if row.players == 1 else f"{row.kind} (each of {row.players})",
        str(row.matches),
        str(row.wins),
        f"{100 * row.share:.1f} %",
        f"{100 * row.low:.1f} to {100 * row.high:.1f}",
        f"{row.points:.2f}",
        f"{row.decisions_a_second:,.0f}" if row.decisions_a_second else "-",
    )
