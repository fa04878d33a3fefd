"""ToolError and ToolWarning: the machine cannot do the work, or only more slowly.

| code             | what happened                                                              |
|------------------|----------------------------------------------------------------------------|
| `no-compiler`    | none was found, or `LUDOTOME_CC` names something that cannot be started    |
| `compile-failed` | no file was produced; the text has the compiler's message and the source   |
| `load-failed`    | the library was built but the system does not load it                      |
| `no-room`        | not even a temporary folder can be written                                 |
| `time-limit`     | the work took longer than its time limit                                   |
| `sandbox-trap`   | a WebAssembly module trapped                                               |
| `sandbox-import` | a WebAssembly module imports a function of its host                       |

The packages that play games have more codes; `docs/toolchain.md` lists all of them.

This module does not know what is being built.
"""

from __future__ import annotations

import sys
import warnings

_OURS = __name__.partition(".")[0]


class ToolError(Exception):
    """A failure of the machine, not an error in a document. `code` is stable; the message says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ToolWarning(UserWarning):
    """The work continues in a degraded way; issued through `warnings`, once per process."""


def warn_caller(message: str) -> None:
    """Issue a `ToolWarning` for the line outside Ludotome that led here, however deep the call stack is."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == _OURS:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, ToolWarning, stacklevel=level)
