"""Short forms of the errors of a call."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludotome.boardstate import BoardError


def refused(call: Callable[[], object]) -> BoardError:
    """Return the `BoardError` that *call* must raise."""
    with pytest.raises(BoardError) as caught:
        call()
    assert all(fault.suggestion and fault.path for fault in caught.value.diagnostics)
    return caught.value


def codes(error: BoardError) -> list[str]:
    """Return the codes of its faults, in order."""
    return [fault.code for fault in error.diagnostics]


def places(error: BoardError) -> list[tuple[str, int, int]]:
    """Return the code, line and column of each of its faults, in order."""
    found = []
    for fault in error.diagnostics:
        assert fault.span is not None
        found.append((fault.code, fault.span.line, fault.span.column))
    return found
