"""Joined: how long the C of a random decision would be as a single function, with everything it calls inlined.

Such a function keeps what it computes in registers, but a compiler takes long for a large one. The length is counted in
characters, functions that are called twice twice. Directives of the preprocessor are not read, so that it is an
estimate: at most a little too high.

This module does not know what the functions do.
"""

from __future__ import annotations

import re

# What a random game does again and again, besides answering questions (`c/entry.h`).
ROOTS = ("lt_draw_decision", "lt_run_decision")
ANSWERS = "lt_draw_answer"
MOST_JOINED = 200_000  # gcc takes up to 0.2 s longer for them

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_FUNCTION = re.compile(
    r"^(?:static|LT_\w+)\b[^\n;=]*?\b(\w+)\([^;{}]*\) \{(?:\n(.*?)^\}|([^\n]*)\}$)", re.MULTILINE | re.DOTALL
)
_CALL = re.compile(r"\b([a-z]\w*)\(")


def is_short_if_joined(source: str) -> bool:
    """Return whether all that a random decision runs can be inlined into one function."""
    bodies = {ANSWERS: ""}
    for name, body, line in _FUNCTION.findall(_COMMENT.sub("", source)):
        bodies.setdefault(name, "")
        if name != ANSWERS:
            bodies[name] = max(bodies[name], re.sub(r"\s*\n\s*", "", body or line), key=len)
    lengths: dict[str, int] = {}

    def length(name: str) -> int:
        if name not in lengths:
            lengths[name] = MOST_JOINED  # until it is known: for functions that call each other in turn
            called = (other for other in _CALL.findall(bodies[name]) if other in bodies and other != name)
            lengths[name] = len(bodies[name]) + sum(map(length, called))
        return lengths[name]

    return sum(map(length, ROOTS)) <= MOST_JOINED
