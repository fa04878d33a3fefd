"""Files: read files that a document names, and write files atomically, also in folders that others can write to.

Invariants:
    * a document can read only regular files of bounded size in its own folder or below it;
    * an error message never shows the content of the file that was refused;
    * a file is replaced completely or not at all, and no link put in its way is followed.

This package does not know the contents of files. Files named on the command line are read by `cli`.
"""

from ludotome.files.folder import MOST_BYTES, Folder, MissingError, folder_inside
from ludotome.files.package_texts import package_folder, package_text
from ludotome.files.shelf import Shelf, shipped_games, shipped_path
from ludotome.files.whole_files import write_whole

__all__ = [
    "Folder",
    "folder_inside",
    "MissingError",
    "MOST_BYTES",
    "package_folder",
    "package_text",
    "Shelf",
    "shipped_games",
    "shipped_path",
    "write_whole",
]
