"""Errors of the command line itself: what a user asked for cannot be done, and why."""

from __future__ import annotations


class CommandError(Exception):
    """A message for the user and the exit status.

    It is 2 where the command line is at fault: it is not understood, or names what is not there or cannot be (a game, a
    file, a seat, an agent, a number of players). It is 1 where that is there and has errors, or the machine fails.
    """

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class DocumentError(CommandError):
    """A document has errors, so that the command cannot do its work; *report* is its diagnostics as JSON."""

    def __init__(self, message: str, report: str) -> None:
        super().__init__(message)
        self.report = report
