"""File names: file arguments, and suggestions for files that do not exist.

This module lists folders and opens nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ludotome.diagnostics import nearest
from ludotome.gamedef import bad_argument


def file_path(name: str, given: Any, instead: str) -> Path:
    """Return the argument *name*, a text or a path, as a path; otherwise the error says what to write *instead*."""
    try:
        return Path(given)
    except TypeError:
        raise bad_argument(name, given, instead) from None


def near_files(name: str, others: Iterable[str] = (), kind: str = ".md") -> tuple[str, ...]:
    """Return the files in the folder of *name* with a near name, and the near ones of the *others*, nearest first.

    Only files with the suffix of *name* are considered, or *kind* if it has none; each is written in the form of
    *name*.
    """
    wanted = Path(name)
    kind = wanted.suffix or kind
    try:
        found = sorted(file.name for file in wanted.parent.iterdir() if file.suffix == kind)
    except (OSError, ValueError):
        found = []
    meant = {other: other for other in others}
    meant |= {file.removesuffix(kind): str(wanted.parent / file) for file in found}
    return tuple(meant[near] for near in nearest(wanted.name.removesuffix(kind), meant))
