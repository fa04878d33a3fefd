"""Ludotome: a tabletop game as one Markdown document, checked, proven, and played at machine-code speed.

This is the door. Every public name lives in a room of its own and is fetched from it on first use (PEP 562), so that
`import ludotome` costs nothing and the front end never loads the kernels. The rooms and what each may know of the
others are drawn in `ARCHITECTURE.md`.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

__version__ = "0.2.0"

# Before any module of a room is imported: files that changed later may not be what is loaded (`package_digest`).
IMPORT_BEGAN_NS = time.time_ns()

# public name -> the room it is fetched from; the only list of the door's names
_ROOM_OF_NAME: dict[str, str] = {
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

# rooms that are used as `ludotome.ROOM.name` without an import of their own
_ROOMS = frozenset({"agents", "language", "simulate"})

__all__ = ["__version__", *_ROOM_OF_NAME]


def __getattr__(name: str) -> Any:
    """Return the public *name* from its room, imported now if it was not before."""
    if name in _ROOMS:
        return import_module(f"ludotome.{name}")
    room = _ROOM_OF_NAME.get(name)
    if room is None:
        raise AttributeError(f"module 'ludotome' has no attribute {name!r}")
    value = getattr(import_module(f"ludotome.{room}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, also those not fetched yet."""
    return sorted({*globals(), *__all__})
