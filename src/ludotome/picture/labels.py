"""Labels: the names of rows and columns of a board, derived from the names of its cells.

`e4` has the column `e` and the row `4`; if the cells of a row do not agree, the row has no name.

This module does not know where labels are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludotome.space import ZoneDef


def shared_part(zones: Iterable[ZoneDef | None], *, letters: bool = False) -> str | None:
    """Return the common part of the names in a row (a number) or column (letters), or None."""
    names = [zone.name for zone in zones if zone is not None]
    parts = {None if name is None else name_part(name, letters=letters) for name in names}
    return parts.pop() if len(parts) == 1 else None


def name_part(name: str, *, letters: bool) -> str:
    """Return the letters of a name, or the rest."""
    return "".join(char for char in name if char.isalpha() == letters)


def square_labels(zones: Sequence[ZoneDef]) -> tuple[dict[int, str], dict[int, str]]:
    """Return the label of each row and of each column of a square board; numbers from 0 where cells have no names."""
    by_row: dict[int, list[ZoneDef]] = {}
    by_col: dict[int, list[ZoneDef]] = {}
    for zone in zones:
        by_row.setdefault(zone.row or 0, []).append(zone)
        by_col.setdefault(zone.col or 0, []).append(zone)
    rows = {row: shared_part(found) or str(row) for row, found in sorted(by_row.items())}
    cols = {col: shared_part(found, letters=True) or str(col) for col, found in sorted(by_col.items())}
    return rows, cols


def hex_labels(zones: Sequence[ZoneDef]) -> tuple[dict[int, str], dict[int, str]]:
    """Return the label of each row (by r), and the letters above the columns of the top row (by q).

    The letters are empty unless every column begins in the top row; in that case a row is named after its first cell.
    """
    rows = sorted({zone.r or 0 for zone in zones})
    first = {row: min((z for z in zones if z.r == row), key=lambda z: z.q or 0).name or "" for row in rows}
    letters_of = {zone.id: name_part(zone.name or "", letters=True) for zone in zones}
    top = {zone.q or 0: letters_of[zone.id] for zone in zones if zone.r == rows[0]}
    if not all(first.values()) or set(top.values()) != set(letters_of.values()):
        return first, {}
    return {row: name_part(name, letters=False) for row, name in first.items()}, top
