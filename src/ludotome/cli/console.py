"""Console: output of the command line: the stream, the width and the colours.

Invariants:
    * text of a user or document that is repeated in a remark is escaped, so that it cannot control the terminal;
    * results go to standard output, everything else to standard error;
    * colour is used only on a terminal that is not `dumb`, and never when `NO_COLOR` is set; `FORCE_COLOR` turns it on
      anywhere;
    * without a terminal the width is fixed, so that output in a file is the same on every machine.
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
    """Write *text*, a part of the result, unchanged."""
    sys.stdout.write(text)


def say(text: str) -> None:
    """Write the remark *text* to standard error, escaped line by line."""
    # First flush the result so far: on a terminal both streams share one screen.
    with suppress(BrokenPipeError):
        sys.stdout.flush()
    said.append(text)
    print("\n".join(map(one_line, text.splitlines())), file=sys.stderr)


@contextmanager
def keeping_status(status: int) -> Iterator[None]:
    """Write the findings. If the reader closes the pipe meanwhile, the command ends with *status* all the same."""
    try:
        yield
    except BrokenPipeError:
        from click.exceptions import Exit

        raise Exit(status) from None


def counted(number: int, what: str) -> str:
    """Return a *number* of things with their name in the singular or plural: `1 game`, `1,000 games`."""
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
    """Return a line that is typed after *prompt*; raise `EOFError` at the end of the input.

    On a terminal the line can be edited, the arrow keys recall earlier lines, and Tab completes from *completions*.
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
    # the marks tell readline that colour codes have no width
    return input(re.sub(r"(\x1b\[[0-9;]*m)", "\001\\1\002", prompt))
