"""File names: what a caller names a file by.

This module opens nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludotome.gamedef import bad_argument


def file_path(name: str, given: Any, instead: str) -> Path:
    """Return the argument *name* as a path; what is neither a path nor a text is refused, with what to write *instead*."""
    try:
        return Path(given)
    except TypeError:
        raise bad_argument(name, given, instead) from None
