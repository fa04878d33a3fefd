"""The command line: the only package that reads arguments and prints.

Invariants:
    * one module per command, listed in the table `application.COMMANDS`; it imports what it needs when it runs;
    * results go to standard output, remarks about the work to standard error;
    * exit status: 0 success (also with warnings), 1 errors in the document, record, game or machine, 2 wrong usage, 130
      an interrupt;
    * an error of the user never shows a traceback unless `--debug` is given.

This package decides nothing about documents, games or boards; it calls the packages below and shows their results.
"""

from ludotome.cli.main import main

__all__ = ["main"]
