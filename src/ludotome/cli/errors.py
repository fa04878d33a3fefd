"""Errors of the command line itself: what a user asked for cannot be done, and why."""

from __future__ import annotations


class CommandError(Exception):
    """A message for the user and the exit status: 1 unless the command was used wrongly, which is 2."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status
