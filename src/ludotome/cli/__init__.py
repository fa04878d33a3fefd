"""The command line: the only room that reads arguments and prints.

Invariants:
    * one module per command, listed in one table (`application.COMMANDS`), which imports what it needs when it runs;
    * results go to standard output, everything said about the work goes to standard error;
    * exit status 0 is fine (warnings alone are fine), 1 the document, record, game or machine has errors, 2 is wrong
      usage, 130 is an interrupt;
    * a user's mistake never shows a traceback; `--debug` shows it.

This room decides nothing about documents, games or boards; it asks the rooms below and shows what they say.
"""

from ludotome.cli.main import main

__all__ = ["main"]
