"""At once: end a server that uses standard input and output as soon as a signal arrives.

Such a server reads its input in a thread that no exception reaches. When the program ends, Python waits for that
thread, and the thread waits for a client that may never write again. So a signal ends the process itself. Nothing is
lost: files are written atomically, and a running compiler ends with this process.

This module does not know which server runs.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress

from ludotome.cli.console import say

_WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}


def end_at_once_on_signals() -> None:
    """Let Ctrl-C and SIGTERM end the process with the exit status that a shell expects."""
    for number in _WORDS:
        signal.signal(number, _end)


def _end(number: int, _frame: object) -> None:
    try:
        with suppress(OSError):
            say(f"error: {_WORDS[signal.Signals(number)]}")
    finally:
        os._exit(128 + number)
