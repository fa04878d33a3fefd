"""Interrupts: how a long C call notices exceptions raised in its thread.

Python raises an interrupt, or the error of a time limit, only between two of its instructions, not while C runs. A long
call therefore calls `ask` regularly, in its own thread. An exception raised there sets the flag that stops the
call, and is stored for the caller to re-raise.

Starting a thread for each call, as `crew` does, takes about 80 µs, too much for a step of many games.

This module does not know the calls.
"""

from __future__ import annotations

from typing import Any


class Interrupts:
    """The function pointer that C calls regularly (`ask`), and the exception `raised` there."""

    def __init__(self, ffi: Any, flag: Any) -> None:
        """Set *flag*, an `int32_t *`, when an exception is raised."""
        self.raised: BaseException | None = None

        def keep(_kind: object, raised: BaseException, _trace: object) -> None:
            flag[0] = 1
            self.raised = self.raised or raised

        # Python checks for pending exceptions when it enters a function, so the function does nothing.
        self._made = ffi.callback("void(void)", lambda: None, onerror=keep)
        self.ask = ffi.cast("void *", self._made)
