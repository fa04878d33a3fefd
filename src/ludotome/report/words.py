"""Words: numbers as people read them.

This module does not know what the numbers are of.
"""

from __future__ import annotations

from collections.abc import Sequence

NO_BREAK = "\N{NO-BREAK SPACE}"


def percent(share: float, digits: int = 0) -> str:
    r"""Return a share as `52 %`; one that is not 0 or 1 is never shown as `0 %` or `100 %`.

    >>> percent(0.52), percent(0.004), percent(0.9999)
    ('52\xa0%', '0.4\xa0%', '99.99\xa0%')
    """
    while (
        digits < 4 and share not in (0, 1) and f"{100 * share:.{digits}f}" in {f"{end:.{digits}f}" for end in (0, 100)}
    ):
        digits += 1
    return f"{100 * share:.{digits}f}{NO_BREAK}%"


def between(low: float, high: float) -> str:
    """Return the ends of an interval of shares as `27 and 51 %`, finely enough to tell them apart."""
    digits = 0 if high - low >= 0.02 else 1 if high - low >= 0.002 else 2
    return f"{100 * low:.{digits}f} and {100 * high:.{digits}f}{NO_BREAK}%"


def number(value: float) -> str:
    """Return a number with about three figures: `65`, `5.2`, `0.31`, `1,240`."""
    size = abs(value)
    digits = 0 if size >= 20 else 1 if size >= 1 else 2
    written = f"{value:,.{digits}f}"
    return written if float(written.replace(",", "")) % 1 else f"{value:,.0f}"


def about(count: int) -> str:
    """Return a count with two figures: `9,500`, `26,000`, `140`."""
    step = 10 ** max(len(str(count)) - 2, 0)
    return f"{-(-count // step) * step:,}"


def counted(count: int, noun: str) -> str:
    """Return `1 game`, `20,000 games`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def sentence_count(count: int, noun: str) -> str:
    """Return the same at the start of a sentence that says how few there are: `No game`, `1 game`, `3 games`."""
    return f"No {noun}" if count == 0 else counted(count, noun)


def listed(names: Sequence[str], most: int = 6) -> str:
    """Return `a, b and c`; of many names the first ones and how many more there are."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))
