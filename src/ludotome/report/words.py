"""Words: readable numbers for the sentences of a report.

This module does not know what the numbers are of.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from ludotome.simulate import NO_BREAK, counted, percent, share_of

__all__ = [
    "INTERRUPTED",
    "NO_BREAK",
    "about",
    "below",
    "counted",
    "interval",
    "listed",
    "number",
    "percent",
    "share_of",
    "won",
]

INTERRUPTED = "Interrupted: these figures use the games that were finished."


def interval(low: float, high: float, *, is_named: bool = True) -> str:
    """Return a 95 % interval of shares as `95 % interval 27 to 51 %`, with enough digits to distinguish its ends.

    Without its name, next to another interval, it is `27 to 51 %`.
    """
    digits = 0 if high - low >= 0.02 else 1 if high - low >= 0.002 else 2
    name = f"95{NO_BREAK}% interval " if is_named else ""
    return f"{name}{100 * low:.{digits}f} to {100 * high:.{digits}f}{NO_BREAK}%"


def below(share: float) -> str:
    r"""Return an upper bound of *share*, rounded up.

    >>> below(0.000149), below(0.031)
    ('0.02\xa0%', '4\xa0%')
    """
    digits = 0 if share >= 0.01 else 1 if share >= 0.001 else 2
    return f"{ceil(share * 100 * 10**digits) / 10**digits:.{digits}f}{NO_BREAK}%"


def number(value: float) -> str:
    """Return a number with about three significant digits: `65`, `5.2`, `0.31`, `1,240`."""
    size = abs(value)
    digits = 0 if size >= 20 else 1 if size >= 1 else 2
    written = f"{value:,.{digits}f}"
    return written if float(written.replace(",", "")) % 1 else f"{value:,.0f}"


def about(count: int) -> str:
    """Return a count with two significant digits: `9,500`, `26,000`, `140`."""
    step = 10 ** max(len(str(count)) - 2, 0)
    return f"{-(-count // step) * step:,}"


def won(count: int, games: int) -> str:
    """Return how many games were won: `all 40 games`, `6 of 10 games`, `none of 8 games`."""
    if count == games:
        return f"all {counted(games, 'game')}" if games > 1 else "the only game"
    return f"{f'{count:,}' if count else 'none'} of {counted(games, 'game')}"


def listed(names: Sequence[str], most: int = 6) -> str:
    """Return `a, b and c`; for many names the first ones and the number of the others."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))
