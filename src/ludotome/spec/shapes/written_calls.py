"""written_calls: a call where a mapping is meant → the mapping, with its arguments as fields.

    grid(6, 4, directions=4)     →  grid: { rows: 6, cols: 4, directions: 4 }
    win(actor)                   →  { type: win, player: actor }
    rank(by=["$player.gold"])    →  { type: rank, by: ["$player.gold"] }
    (rectangle 3 5)              →  grid: { rows: 3, cols: 5 }

An argument without a name is the next field of the table.

This module does not know where a text is written.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ludotome.spec.foreign_words import bare, foreign_word
from ludotome.spec.reshape import inline
from ludotome.spec.shapes.field import Shape
from ludotome.spec.shapes.table import BOARD_MACROS

_CALL = re.compile(r"(\w+)\s*\((.*)\)\s*;?", re.DOTALL)
_LISP = re.compile(r"\(\s*(\w+)((?:\s+[\w.-]+)+)\s*\)")  # `(rectangle 3 5)`
_KEYWORD = re.compile(r"(\w+)\s*(?:=|:\s)\s*(?!=)(.+)", re.DOTALL)
# The type of a result -> the field that an argument without a name means.
_OF_RESULT = {"win": ("player",), "rank": ("by",), "score": ("by",), "draw": (), "lossAll": ()}


class Argument(Struct, frozen=True):
    """An argument of a call: its name, empty if it has none, and its value as written."""

    name: str
    value: str


class WrittenCall(Struct, frozen=True):
    """A text that is a call."""

    name: str
    arguments: tuple[Argument, ...]


def written_call(text: str) -> WrittenCall | None:
    """Return the call that *text* is, if it is one."""
    if (lisp := _LISP.fullmatch(text.strip())) is not None:
        return WrittenCall(lisp[1], tuple(Argument("", part) for part in lisp[2].split()))
    found = _CALL.fullmatch(text.strip())
    if found is None:
        return None
    made = []
    for part in cut_arguments(found[2]):
        keyword = _KEYWORD.fullmatch(part)
        made.append(Argument("", part) if keyword is None else Argument(keyword[1], keyword[2].strip()))
    return WrittenCall(found[1], tuple(made))


def cut_arguments(text: str) -> list[str]:
    """Return the arguments of a call: *text* cut at the commas outside of its brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


def board_of_call(text: str) -> str | None:
    """Return the entry of `zones` for a board written as a call."""
    call = written_call(text)
    kind = None if call is None else board_kind(call.name)
    if call is None or kind is None:
        return None
    if kind == "grid" and len(call.arguments) == 1 and not call.arguments[0].name:
        call = WrittenCall(call.name, (*call.arguments, *call.arguments))  # `square(5)`
    fields = _fields(call, BOARD_MACROS[kind], tuple(BOARD_MACROS[kind].fields))
    return None if fields is None else f"{kind}: {{ {fields} }}"


def board_kind(name: str) -> str | None:
    """Return the kind of board called *name*, by our name or a foreign one."""
    return name if name in BOARD_MACROS else foreign_word("a kind of board", name, BOARD_MACROS)


def result_of_call(text: str, shape: Shape) -> str | None:
    """Return the result written as a call, as a mapping of *shape*."""
    call = written_call(text)
    choices = shape.fields["type"].choices
    if call is None:
        return None
    kind = next((one for one in choices if bare(one) == bare(call.name)), foreign_word("word", call.name, choices))
    if kind is None:
        return None
    fields = _fields(call, shape, _OF_RESULT[kind])
    if fields is None:
        return None
    return f"{{ type: {kind}, {fields} }}" if fields else f"{{ type: {kind} }}"


def _fields(call: WrittenCall, shape: Shape, unnamed: tuple[str, ...]) -> str | None:
    """Return the arguments as fields of *shape*; None if one of them is not a field."""
    given: dict[str, str] = {}
    for index, argument in enumerate(call.arguments):
        name: str | None = argument.name or (unnamed[index] if index < len(unnamed) else None)
        if name is not None and name not in shape.fields:
            name = foreign_word(f"field of {shape.name}", name, shape.fields)
        if name is None or name in given:
            return None
        is_quoted = argument.value[0] in "[{\"'"
        given[name] = argument.value if is_quoted else inline(argument.value)
    return ", ".join(f"{name}: {value}" for name, value in given.items())
