"""Package texts: the data files that come with the rooms of this package.

They lie in the package's own folder. `importlib.resources` would find them in an archive too, but a start pays 6 ms for
importing it, and Ludotome is never run from one: its C is compiled from these files.

This module does not know what the texts mean.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def package_text(room: str, *names: str) -> str:
    """Return the text of a data file of *room*, by the *names* of its folders and its own."""
    return _PACKAGE.joinpath(room, *names).read_text(encoding="utf-8")


def package_folder(name: str) -> Path:
    """Return the folder *name* of the package, such as that of the shipped games."""
    return _PACKAGE / name
