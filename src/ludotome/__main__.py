"""`python -m ludotome` and the script `ludotome`: the command line as a program.

A signal that arrives while the command line is loading ends the program at once, with the status that a shell expects
and without a traceback; afterwards the command line decides what a signal does.
"""

import signal
import sys


def run() -> int:
    """Load the command line, run it, and return the exit status."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # the program that started this one may have asked it to go on
            signal.signal(number, lambda number, _frame: sys.exit(128 + number))
    from ludotome.cli import main

    for number, handler in before.items():
        signal.signal(number, handler)
    return main()


if __name__ == "__main__":
    sys.exit(run())
