"""Whole files: a text on disk as a whole, or the file as it was before."""

from __future__ import annotations

from pathlib import Path

from ludotome.play.file_names import file_path


def write_whole(path: str | Path, text: str) -> None:
    """Write *text* to a file by way of another beside it, so that nobody ever reads half of it."""
    target = file_path("path", path, "write the path of the file")
    beside = target.with_name(target.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
