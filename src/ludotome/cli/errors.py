"""Errors of the command line itself: why it cannot do what the user requested."""

from __future__ import annotations


class CommandError(Exception):
    """A message for the user and the exit status.

    The status is 2 if the command line is wrong: its syntax, or a game, file, seat, agent or number of players that
    does not exist. It is 1 if what it names exists and has errors, or if the machine fails.
    """

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class DocumentError(CommandError):
    """The command cannot continue because a document has errors; *report* is its diagnostics as JSON."""

    def __init__(self, message: str, report: str) -> None:
        super().__init__(message)
        self.report = report
