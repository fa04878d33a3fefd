"""Code size: limits on the C of rules that is compiled, and on its lists on the stack.

Tables are not counted, since they compile much faster. The limit is checked after each part of the rules, so that
rejecting large rules is fast too.

The length of lists by zones or tokens depends on the document. Longer lists are on the heap (`c/rooms.h`).
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.native.lower.unsupported import UnsupportedError

MOST_CODE = 3 << 19  # bytes; gcc takes about 20 s for them, and 3 s for the largest shipped game
LARGEST_ON_STACK = 1024  # bytes of one list; rules can nest dozens of them
FEW_ON_STACK = 4096  # zones or tokens of a list that only triggers and paths can nest
FEW_REMEMBERED = 1024  # zones for which results are cached by group, 8 bytes each


def refuse_long(functions: Iterable[str]) -> None:
    """Reject rules that would take too long to compile."""
    size = sum(map(len, functions))
    if size > MOST_CODE:
        raise UnsupportedError(f"its rules need more than {MOST_CODE} bytes of C")
