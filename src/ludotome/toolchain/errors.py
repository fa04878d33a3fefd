"""ToolError and ToolWarning: the machine cannot do what was asked, or can do it only the slow way.

| code             | what happened                                                              |
|------------------|----------------------------------------------------------------------------|
| `no-compiler`    | none was found, or `LUDOTOME_CC` names something that cannot be started    |
| `compile-failed` | the compiler made nothing; its message and the kept source are in the text  |
| `load-failed`    | the library was built but the system will not load it                      |
| `no-room`        | not even a temporary folder can be written                                 |
| `time-limit`     | what was asked for took longer than its time limit                         |
| `sandbox-trap`   | a WebAssembly module did what it may not                                   |
| `sandbox-import` | a WebAssembly module asks for a function of its host                       |

The rooms that play have more; `docs/toolchain.md` lists all.

This module does not know what was being built.
"""

from __future__ import annotations

import sys
import warnings

_OURS = __name__.partition(".")[0]


class ToolError(Exception):
    """The machine's fault, not the document's; `code` is stable and the message says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ToolWarning(UserWarning):
    """The work goes on, but not as it should: given through `warnings`, once in a process."""


def warn_caller(message: str) -> None:
    """Give a `ToolWarning` about the line outside of Ludotome that led here, however many calls of ours lie between."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == _OURS:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, ToolWarning, stacklevel=level)
