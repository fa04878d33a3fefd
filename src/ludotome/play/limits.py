"""Limits: the arguments for the time of a call and for the number of decisions in a position.

This module does not know how a call is stopped (`toolchain.time_limit`).
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from ludotome.gamedef import MOST_DECISIONS, PlayError, whole_number
from ludotome.toolchain import checked_limit, time_limit

TOO_MANY = "too-many-decisions"


_UNLIMITED: AbstractContextManager[None] = nullcontext()  # shared: it has no state


def limited(seconds: float | None, what: str) -> AbstractContextManager[None]:
    """Return a context manager that raises `ToolError("time-limit")` if *what* takes more than this many seconds."""
    if seconds is None:
        return _UNLIMITED
    try:
        return time_limit(checked_limit(seconds), what)
    except ValueError as error:
        raise PlayError("bad-argument", str(error)) from None


def checked_many(given: int | None) -> int:
    """Return the maximum number of legal decisions in a position."""
    instead = f"write how many decisions a position may have, from 1 to {MOST_DECISIONS}"
    return MOST_DECISIONS if given is None else whole_number("max_decisions", given, 1, MOST_DECISIONS, instead)


def check_count(count: int, most: int) -> None:
    """Refuse a position that has more than *most* legal decisions."""
    if count > most:
        raise PlayError(TOO_MANY, f"the position has more than {most} legal decisions, which is the limit")
