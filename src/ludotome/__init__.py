"""Ludotome: a tabletop game as one Markdown document, checked, proven, and played at machine-code speed.

Each public name is defined in one of the packages below and imported from there on first use (PEP 562). So
`import ludotome` is fast, and checking a document does not load the kernels. `ARCHITECTURE.md` describes the packages
and what each may depend on.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

__version__ = "0.2.0"

# Before any module of a package is imported: files that changed later may not be what is loaded (`package_digest`).
IMPORT_BEGAN_NS = time.time_ns()

# public name -> the package that defines it; the only list of the public names
_PACKAGE_OF_NAME: dict[str, str] = {
    "load": "play",
    "load_text": "play",
    "from_game_def": "play",
    "Game": "play",
    "State": "play",
    "Record": "play",
    "SpecError": "gamedef",
    "PlayError": "gamedef",
    "BoardError": "boardstate",
    "ToolError": "toolchain",
}

# packages that can be used as `ludotome.PACKAGE.name` after `import ludotome`
_PACKAGES = frozenset({"agents", "language", "simulate"})

__all__ = ["__version__", *_PACKAGE_OF_NAME]


def __getattr__(name: str) -> Any:
    """Return the public *name*; its package is imported on first use."""
    if name in _PACKAGES:
        return import_module(f"ludotome.{name}")
    package = _PACKAGE_OF_NAME.get(name)
    if package is None:
        raise AttributeError(f"module 'ludotome' has no attribute {name!r}")
    value = getattr(import_module(f"ludotome.{package}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, including those not imported yet."""
    return sorted({*globals(), *__all__})
