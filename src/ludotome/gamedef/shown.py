"""Shown: format values and texts given by users for error messages.

A message may be sent to another person, logged or printed in a terminal, so such values are shortened and escaped:
long texts are truncated, and control characters are written as escapes.
"""

from __future__ import annotations

_LONGEST = 80  # characters of a value that are shown
LONGEST_MESSAGE = 1_000  # characters; Ludotome's own messages have a few hundred at most


def shown_value(given: object) -> str:
    """Return a value on one line, truncated if it is long; its kind if it cannot be converted to text."""
    try:
        written = " ".join(repr(given).split()) if not isinstance(given, str) else repr(given[: _LONGEST + 1])
    except ValueError:  # a number of thousands of digits
        kind = type(given).__name__
        return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
    return written if len(written) <= _LONGEST else f"{written[: _LONGEST - 1]}…"


def plain_message(message: str) -> str:
    """Return *message* without control characters, shortened in the middle if it is long."""
    if len(message) > LONGEST_MESSAGE:
        half = LONGEST_MESSAGE // 2
        message = f"{message[:half]} … {message[-half:]}"
    if message.isprintable():
        return message
    return "".join(one if one.isprintable() or one == "\n" else ascii(one)[1:-1] for one in message)
