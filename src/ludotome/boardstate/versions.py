"""Versions: the optional `version:` line of libraries and missions.

Invariant: version 1 is the only one; any other is read as 1, with a warning, since every line is checked anyway.

Saves are stricter (`save`): a save from a newer version is refused.
"""

from __future__ import annotations

from ludotome.boardstate.faults import shown
from ludotome.boardstate.lines import Cursor


def read_version(cursor: Cursor) -> None:
    """Read the value of `version:`; warn about anything but 1."""
    field = cursor.line_value("a version such as `1`")
    if field.value != "1":
        message = f"version {shown(field.value)} is not known and is read as version 1"
        cursor.faults.warning("LT671", "version", message, "write `1`", field.place)
