"""Renaming: definitions that are equal up to one name, for the tests of `language` and `lsp`."""

from __future__ import annotations

from importlib import resources
from typing import Any

from ludotome.diagnostics import Edit

GAMES = resources.files("ludotome") / "games"


def shipped(name: str) -> str:
    """Return the document of a shipped game."""
    return (GAMES / f"{name}.md").read_text(encoding="utf-8")


def read_shipped(name: str) -> str:
    """Return a mission file of a shipped game."""
    return (GAMES / name).read_text(encoding="utf-8")


def shipped_names() -> list[str]:
    """Return the names of all shipped games."""
    return sorted(file.name.removesuffix(".md") for file in GAMES.iterdir() if file.name.endswith(".md"))


def after_edits(text: str, edits: tuple[Edit, ...]) -> str:
    """Return *text* after *edits*."""
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return text


def difference(before: Any, after: Any, old: str, new: str, path: str = "") -> str | None:
    """Return the path at which two JSON values differ in more than *new* for *old*; None if nowhere."""
    if isinstance(before, dict) and isinstance(after, dict) and len(before) == len(after):
        pairs = zip(before.items(), after.items(), strict=True)
        found = [
            difference(one, other, old, new, f"{path}.{key}") or difference(key, name, old, new, f"{path}.{key}")
            for (key, one), (name, other) in pairs
        ]
        return next((one for one in found if one is not None), None)
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        items = enumerate(zip(before, after, strict=True))
        found = [difference(one, other, old, new, f"{path}[{index}]") for index, (one, other) in items]
        return next((one for one in found if one is not None), None)
    if before == after:
        return None
    is_renamed = isinstance(before, str) and isinstance(after, str) and before.replace(old, new) == after
    return None if is_renamed else f"{path}: {before!r} became {after!r}"
