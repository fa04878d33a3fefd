"""Words: format numbers for people: `20,000 games`, `12.8 %`.

This module does not know what the numbers mean.
"""

from __future__ import annotations

NO_BREAK = "\N{NO-BREAK SPACE}"


def percent(share: float, digits: int = 0) -> str:
    r"""Return a share as `52 %`; one that is not 0 or 1 is never shown as `0 %` or `100 %`.

    >>> percent(0.52), percent(0.004), percent(0.9999), percent(0.128, 1), percent(1, 1)
    ('52\xa0%', '0.4\xa0%', '99.99\xa0%', '12.8\xa0%', '100\xa0%')
    """
    if share in (0, 1):
        return f"{100 * share:.0f}{NO_BREAK}%"
    while digits < 4 and f"{100 * share:.{digits}f}" in {f"{end:.{digits}f}" for end in (0, 100)}:
        digits += 1
    return f"{100 * share:.{digits}f}{NO_BREAK}%"


def counted(count: int, noun: str) -> str:
    """Return `1 game`, `20,000 games`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def share_of(part: int, whole: int, noun: str) -> str:
    r"""Return a part of a whole, with its percentage.

    >>> share_of(2567, 20_000, "game")
    '2,567 of 20,000 games (12.8\xa0%)'
    """
    return f"{part:,} of {counted(whole, noun)} ({percent(part / max(whole, 1), 1)})"
