"""At once: end a server that uses standard input and output as soon as a signal arrives.

Such a server reads its input in a thread that no exception reaches. When the program ends, Python waits for that
thread, and the thread waits for a client that may never write again. So a signal ends the process itself. Nothing is
lost: files are written atomically, and a running compiler ends with this process.

A handler in Python would run in the main thread, and a signal that arrives just before that thread begins to wait for
input would be noticed only when input comes. So a separate thread waits for signals.

This module does not know which server runs.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress

from ludotome.cli.console import say

_WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}


def end_at_once_on_signals() -> None:
    """Let Ctrl-C and SIGTERM end the process with the exit status that a shell expects."""
    arrived, arriving = os.pipe()
    os.set_blocking(arriving, False)
    signal.set_wakeup_fd(arriving, warn_on_full_buffer=False)
    for number in _WORDS:
        signal.signal(number, lambda *_: None)  # so that its number is written to `arriving`
    threading.Thread(target=_wait, args=(arrived,), name="signals", daemon=True).start()


def _wait(arrived: int) -> None:
    number = 0
    while number not in _WORDS:
        number = os.read(arrived, 1)[0]
    try:
        with suppress(OSError):
            say(f"error: {_WORDS[signal.Signals(number)]}")
    finally:
        os._exit(128 + number)
