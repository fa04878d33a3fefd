"""Console: how the command line writes: what goes where, how wide, and whether in colour.

Invariants:
    * what a user or a document wrote cannot disturb the terminal by being repeated in a remark;
    * results go to standard output, everything else to standard error;
    * colour is used only on a terminal that is not `dumb`, and never when `NO_COLOR` is set; `FORCE_COLOR` turns it on
      anywhere;
    * without a terminal the width is fixed, so that what is written to a file is the same on every machine.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ludotome.diagnostics import one_line

FIXED_WIDTH = 100


def write(text: str) -> None:
    """Write *text*, a part of the result, as it is."""
    sys.stdout.write(text)


def say(text: str) -> None:
    """Write *text*, a remark about the work and not part of its result, made safe to print line by line."""
    # The result so far first: on a terminal both streams are one screen.
    with suppress(BrokenPipeError):
        sys.stdout.flush()
    print("\n".join(map(one_line, text.splitlines())), file=sys.stderr)


@contextmanager
def keeping_status(status: int) -> Iterator[None]:
    """Write what was found; a reader that goes away meanwhile ends the command, but not with another *status*."""
    try:
        yield
    except BrokenPipeError:
        from click.exceptions import Exit

        raise Exit(status) from None


def counted(number: int, what: str) -> str:
    """Return a *number* of things with their name, which takes an s unless there is one: `1 game`, `1,000 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def wants_color() -> bool:
    """Whether standard output shows colours."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def width() -> int:
    """Return how many columns standard output has."""
    return shutil.get_terminal_size((FIXED_WIDTH, 24)).columns if sys.stdout.isatty() else FIXED_WIDTH
