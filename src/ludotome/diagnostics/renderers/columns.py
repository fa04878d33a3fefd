"""Columns: how wide a text is on a terminal, in UTF-16 units, and made safe to print.

Invariants:
    * inside Ludotome a column is a code point; the conversions of this module happen only at the edge;
    * the output never contains a character that moves the cursor, colours the screen or changes the reading direction;
      such characters are replaced by a visible stand-in;
    * widths follow Unicode's East Asian Width: wide and fullwidth are 2, combining marks and joiners 0, the rest 1.

Terminals disagree about joined emoji; a text is measured character by character.
"""

from __future__ import annotations

import unicodedata

TAB_STOP = 4
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_FIRST_CONTROL_PICTURE = 0x2400
_DELETE_PICTURE = "\N{SYMBOL FOR DELETE}"
# Format characters that only join or vary their neighbours; every other one could hide or reorder text.
_HARMLESS_FORMAT = {"\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}", "\N{SOFT HYPHEN}"}


def visible(char: str) -> str:
    """Return what to print for *char*, *char* itself unless it could disturb the line; the caller handles tabs."""
    code = ord(char)
    if 0x20 <= code < 0x7F:
        return char
    if code < 0x20:
        return chr(_FIRST_CONTROL_PICTURE + code)
    if code == 0x7F:
        return _DELETE_PICTURE
    category = unicodedata.category(char)
    if category in {"Cc", "Cs", "Zl", "Zp"} or (category == "Cf" and char not in _HARMLESS_FORMAT):
        return REPLACEMENT
    return char


def one_line(text: str) -> str:
    """Return *text* safe to print on one line: each run of line breaks and tabs is one blank."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(visible(char) for char in " ".join(text.replace("\t", " ").splitlines()))


def char_width(char: str) -> int:
    """Return how many terminal columns the printed *char* takes: 0, 1 or 2."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in {"Mn", "Me", "Cf"} or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def text_width(text: str) -> int:
    """Return how many terminal columns the printed *text* takes."""
    return len(text) if text.isascii() else sum(map(char_width, text))


def printed_cells(line: str, tab: str = " ") -> list[str]:
    """Return what is printed for each character of *line*: tabs as *tab* and blanks to a stop, else `visible`."""
    cells: list[str] = []
    at = 0
    for char in line:
        cell = tab.ljust(TAB_STOP - at % TAB_STOP) if char == "\t" else visible(char)
        cells.append(cell)
        at += text_width(cell)
    return cells


def utf16_column(line: str, column: int) -> int:
    """Return the column, from 1, of code point *column* of *line*, counted in UTF-16 units; past the end stays past."""
    before = line[: column - 1]
    beyond = column - 1 - len(before)
    units = len(before) if before.isascii() else len(before.encode("utf-16-le", "surrogatepass")) // 2
    return units + beyond + 1
