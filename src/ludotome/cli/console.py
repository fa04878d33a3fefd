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
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from ludotome.diagnostics import one_line

FIXED_WIDTH = 100
said: list[str] = []  # the remarks of this command, for `--json`


def write(text: str) -> None:
    """Write *text*, a part of the result, as it is."""
    sys.stdout.write(text)


def say(text: str) -> None:
    """Write *text*, a remark about the work and not part of its result, made safe to print line by line."""
    # The result so far first: on a terminal both streams are one screen.
    with suppress(BrokenPipeError):
        sys.stdout.flush()
    said.append(text)
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


def is_terminal() -> bool:
    """Whether a person reads and types on a terminal that can be cleared."""
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") not in (None, "dumb")


def read_line(prompt: str, completions: Callable[[], list[str]] | None = None) -> str:
    """Return a line that is typed after *prompt*; an `EOFError` at the end of the input.

    On a terminal the line can be edited, earlier ones come back by the arrow keys, and Tab completes what is in
    *completions*.
    """
    if not is_terminal():
        write(prompt)
        return input()
    with suppress(ImportError):
        import readline

        found: list[str] = []

        def complete(_: str, place: int) -> str | None:
            if place == 0 and completions is not None:
                typed = readline.get_line_buffer()
                found[:] = [word for word in completions() if word.startswith(typed)]
            return found[place] if place < len(found) else None

        readline.set_completer_delims("")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")
        readline.parse_and_bind("set enable-bracketed-paste off")
    # the marks tell the editor that a colour takes no room
    return input(re.sub(r"(\x1b\[[0-9;]*m)", "\001\\1\002", prompt))
