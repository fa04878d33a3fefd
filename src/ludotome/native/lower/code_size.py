"""Code size: how much C of rules is compiled at most, and how long its lists on the stack may be.

Tables are not counted, since they compile far faster. It is asked after each part of the rules is written, so that
writing rules that are refused takes little time too.

Lists by zones or tokens are as long as a document makes them. Longer ones than these are on the heap (`c/rooms.h`).
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.native.lower.unsupported import UnsupportedError

MOST_CODE = 3 << 19  # bytes; gcc takes some 20 s for them, and 3 s for the largest shipped game
LARGEST_ON_STACK = 1024  # bytes of one list: rules can nest some dozens of them
FEW_ON_STACK = 4096  # zones or tokens of a list that only triggers and paths can nest
FEW_REMEMBERED = 1024  # zones for which answers are remembered by group, 8 bytes each


def refuse_long(functions: Iterable[str]) -> None:
    """Reject rules that would take too long to compile."""
    size = sum(map(len, functions))
    if size > MOST_CODE:
        raise UnsupportedError(f"its rules need more than {MOST_CODE} bytes of C")
