"""At once: end a server of standard input and output as soon as it is asked to.

Such a server reads its input in a thread that no exception reaches: Python waits for the thread when the program ends,
and the thread waits for a client that has nothing to say. So a signal ends the process itself. Nothing is lost: files
are written whole, and a compiler that is running ends with this process.

This module does not know what is served.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress

from ludotome.cli.console import say

_WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}


def end_at_once_on_signals() -> None:
    """Let Ctrl-C and a request to terminate end the process with the status that a shell expects."""
    for number in _WORDS:
        signal.signal(number, _end)


def _end(number: int, _frame: object) -> None:
    try:
        with suppress(OSError):
            say(f"error: {_WORDS[signal.Signals(number)]}")
    finally:
        os._exit(128 + number)
