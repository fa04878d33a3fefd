"""Interrupts: how a long call of C notices what is raised in the thread that made it.

Python raises an interrupt or the error of a time limit between two of its own instructions, so not while C runs. A long
call therefore calls `ask` now and then, in the thread that made it. What is raised there sets the flag that stops the
call, and is kept for the caller to raise.

Starting a thread for each call, as `crew` does, takes some 80 microseconds: too much for a step of many games.

This module does not know what is called.
"""

from __future__ import annotations

from typing import Any


class Interrupts:
    """What C calls now and then (`ask`, a function pointer), and what was `raised` there."""

    def __init__(self, ffi: Any, flag: Any) -> None:
        """Set *flag*, an `int32_t *`, once anything is raised."""
        self.raised: BaseException | None = None

        def keep(_kind: object, raised: BaseException, _trace: object) -> None:
            flag[0] = 1
            self.raised = self.raised or raised

        # Python looks for what is to be raised whenever it enters a function, so there is nothing to do in it.
        self._made = ffi.callback("void(void)", lambda: None, onerror=keep)
        self.ask = ffi.cast("void *", self._made)
