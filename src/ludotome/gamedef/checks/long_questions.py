"""Long questions: conditions over sets nested in conditions over sets, whose cost is the product of all their sizes.

Each outermost expression is counted by itself. `canTake` and `noLegalMoves` count as one step, since the rules that
they evaluate are counted where they are written. A range whose ends are unknown counts as 100 numbers, to avoid false
alarms.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.gamedef.bounds import MOST_STEPS
from ludotome.gamedef.effort import Effort
from ludotome.gamedef.expressions import Query, Value
from ludotome.gamedef.node import Node, children
from ludotome.gamedef.proofs import Proofs

UNKNOWN_RANGE = 100
NANOSECONDS = 5  # per step, in machine code
_UNITS = ((60 * 60 * 24 * 365, "years"), (60 * 60 * 24, "days"), (60 * 60, "hours"), (60, "minutes"), (1, "seconds"))


def check(proofs: Proofs) -> None:
    """Warn about each expression that may take more than `MOST_STEPS` steps."""
    game = proofs.inference.symbols.game_def
    effort = Effort(proofs.inference, follows=False, unknown_range=UNKNOWN_RANGE)
    for path, asked in _questions(game):
        steps = effort.of(asked)
        if steps > MOST_STEPS:
            proofs.warn(
                "LT439",
                path,
                f"this may take {steps:.0e} steps in one position, {_duration(steps)} as machine code",
                "use smaller sets: neighbours or tokens of one type instead of all zones, and filter the outer set "
                "before the inner one",
            )


def _questions(part: object) -> Iterator[tuple[str, Node]]:
    """Yield the outermost expressions of a definition."""
    for path, child in children(part):
        if isinstance(child, Query | Value):
            yield path, child
        else:
            yield from ((f"{path}.{inner}", node) for inner, node in _questions(child))


def _duration(steps: int) -> str:
    seconds = steps * NANOSECONDS * 1e-9
    size, unit = next(((size, unit) for size, unit in _UNITS if seconds >= 2 * size), _UNITS[-1])
    return f"about {seconds / size:,.0f} {unit}" if seconds / size < 10_000 else "longer than a lifetime"
