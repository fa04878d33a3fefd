"""Looks: how a document wants its game drawn; not part of the rules.

Shapes are names, colours are `#RRGGBB`, path data matches a grammar: pictures contain them as they are. The front end
checks documents; `faults_of` checks every definition, also one that was read from JSON. `SHAPES` and
`COLORS` are the names a document may write.

This module does not know how anything is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from ludotome.gamedef.path_data import LONGEST_PATH, draws_in_its_box, is_path_data

SHAPES = (
    "pawn", "knight", "bishop", "rook", "queen", "king", "disc", "cube", "figure", "ship", "card", "block", "wall",
    "cross", "ring", "arrow", "star", "cloud", "door", "opening", "flag", "tower", "coin", "sword", "shield", "house",
    "tree", "spades", "hearts", "diamonds", "clubs",
)  # fmt: skip
COLORS = {
    "white": "#FFFDF8", "black": "#2C2B29", "red": "#C4372B", "blue": "#1F55CB", "green": "#2C7F4F",
    "yellow": "#E8C92D", "orange": "#D4700A", "purple": "#7A4B9E", "pink": "#DE7FA8", "brown": "#7A4F2B",
    "grey": "#8A918D", "gray": "#8A918D", "gold": "#D9A91C", "silver": "#C2C9C5", "sky": "#69C2D8", "plum": "#86495F",
}  # fmt: skip
BOARD_STYLES = ("checkered", "plain", "lines", "holes")
LAYOUTS = ("ring", "rows", "auto")
LONGEST_MARK = 4
_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")

BoardStyle = Literal["checkered", "plain", "lines", "holes"]


class TypeLookDef(msgspec.Struct, frozen=True):
    """How tokens of a type look: a shape or path data, a mark on it, a colour; per value of the property `by`."""

    shape: str | None = None
    mark: str | None = None
    path: str | None = None
    color: str | None = None
    by: str | None = None
    values: dict[str, str] = {}


class FenField(msgspec.Struct, frozen=True):
    """A field after the rows and the turn of a position's text: a variable, letters for several, or a fixed word."""

    var: str = ""
    letters: dict[str, str] = {}
    word: str = "-"


class LookDef(msgspec.Struct, frozen=True):
    """How a game looks: colours of seats, of light and dark cells and of terrain, the board's style, and token types.

    `fen` says which variables follow the rows where a position is written as text.
    """

    seats: dict[str, str] = {}
    board: BoardStyle | None = None
    light: str | None = None
    dark: str | None = None
    terrain: dict[str, str] = {}
    types: dict[str, TypeLookDef] = {}
    fen: tuple[FenField, ...] = ()


def find_color(text: str) -> str | None:
    """Return the colour named by *text* as #RRGGBB, or None."""
    named = COLORS.get(text.lower())
    if named is not None:
        return named
    if not _HEX.fullmatch(text):
        return None
    digits = text[1:] if len(text) == 7 else "".join(char * 2 for char in text[1:])
    return f"#{digits.upper()}"


def faults_of(look: LookDef) -> Iterator[tuple[str, str]]:
    """Yield the path of every invalid value in *look*, and what to write instead."""
    colors = {"light": look.light, "dark": look.dark}
    colors |= {f"seats.{name}": color for name, color in look.seats.items()}
    colors |= {f"terrain.{name}": color for name, color in look.terrain.items()}
    for name, kind in look.types.items():
        here = f"types.{name}"
        colors[f"{here}.color"] = kind.color
        if kind.shape is not None and kind.shape not in SHAPES:
            yield f"{here}.shape", f"write one of {', '.join(SHAPES[:8])}, …"
        if kind.path is not None and not (is_path_data(kind.path) and draws_in_its_box(kind.path)):
            yield f"{here}.path", f"write commands and numbers of path data, at most {LONGEST_PATH} characters"
        marks = {f"{here}.mark": kind.mark, **{f"{here}.values.{key}": mark for key, mark in kind.values.items()}}
        for path, mark in marks.items():
            if mark is not None and mark not in SHAPES and not (len(mark) <= LONGEST_MARK and mark.isprintable()):
                yield path, f"write at most {LONGEST_MARK} characters that can be shown"
    for path, color in colors.items():
        if color is not None and find_color(color) != color:
            yield path, "write a colour as #1F55CB"
