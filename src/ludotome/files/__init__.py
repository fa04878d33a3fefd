"""Files: read a file that a document names, and write a file whole, safely in a folder that others may write to.

Invariants:
    * a document reads only regular files of bounded size in its own folder or below it;
    * an error never shows the content of the file it refuses;
    * a file is replaced whole or not at all, and no link put in its way is followed.

This room does not know what the files hold. Files that a person names on the command line are read by `cli`.
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
