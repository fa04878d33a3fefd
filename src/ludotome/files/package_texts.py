"""Package texts: the data files that are part of Ludotome.

They are in the folders of its packages. `importlib.resources` would also find them in an archive, but importing it
takes 6 ms at each start, and Ludotome never runs from an archive, because its C is compiled from these files.

This module does not know what the texts mean.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def package_text(package: str, *names: str) -> str:
    """Return the text of a data file of the package *package*; *names* are its folders and its file name."""
    return _PACKAGE.joinpath(package, *names).read_text(encoding="utf-8")


def package_folder(name: str) -> Path:
    """Return the folder *name* of the package, such as that of the shipped games."""
    return _PACKAGE / name
