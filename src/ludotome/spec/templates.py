"""Templates: a notation as written in a document → its pieces, with the expressions in it and their offsets.

    "{$piece.type|upper}{if occupied($to): x}{$to}"  →  a value in a style, a text under a condition, a value

Invariants:
    * a hole is the text between an opening brace and its closing brace; a brace without a partner is an error
      (`lonely_braces`) and read as text; there is no way to write a brace itself;
    * a condition ends at the first colon before a space, which no expression contains (`hand:actor` has no space); one
      without such a colon is an error (`lacks_colon`);
    * what is inside a condition is a template again, and its pieces carry all conditions around them, outermost first.

This module does not know what an expression means, nor which styles there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

_CONDITION = re.compile(r"\s*(if|after)\b(.*?):(?:\s|$)", re.DOTALL)
_WITHOUT_COLON = re.compile(r"\s*(if|after)\s(?!.*\bthen\b)", re.DOTALL)
_PIPE = re.compile(r"(?<!\|)\|(?!\|)")  # `||` is an `or` of other languages, which the parser of expressions explains


class Stretch(Struct, frozen=True):
    """A part of a template's text, and its offset."""

    text: str
    start: int


class Piece(Struct, frozen=True):
    """A text or an expression, with its style and its conditions."""

    what: Stretch
    is_expression: bool
    styles: tuple[Stretch, ...] = ()
    conditions: tuple[tuple[Literal["if", "after"], Stretch], ...] = ()


def pieces_of(template: str, start: int = 0) -> Iterator[Piece]:
    """Yield the pieces of *template*, in written order; empty texts are left out."""
    at = text_from = 0
    while (opened := template.find("{", at)) >= 0:
        closed = _partner(template, opened)
        if closed is None:
            at = opened + 1
            continue
        if opened > text_from:
            yield Piece(Stretch(template[text_from:opened], start + text_from), False)
        yield from _hole(template[opened + 1 : closed], start + opened + 1)
        at = text_from = closed + 1
    if text_from < len(template):
        yield Piece(Stretch(template[text_from:], start + text_from), False)


def expressions_of(template: str) -> Iterator[Stretch]:
    """Yield every expression in *template* once, conditions included, in written order."""
    found = {
        stretch
        for piece in pieces_of(template)
        for stretch in (*(asked for _, asked in piece.conditions), *((piece.what,) if piece.is_expression else ()))
    }
    yield from sorted(found, key=lambda stretch: stretch.start)


def lacks_colon(expression: str) -> str | None:
    """Return the word that begins *expression* of a template as if it were a condition, `if` or `after`; else None.

    `{if C then A else B}` is a value.
    """
    found = _WITHOUT_COLON.match(expression)
    return found[1] if found is not None else None


def lonely_braces(template: str) -> Iterator[Stretch]:
    """Yield every brace of *template* without its partner, in written order."""
    lonely: list[int] = []
    for brace in re.finditer(r"[{}]", template):
        if brace[0] == "}" and lonely and template[lonely[-1]] == "{":
            lonely.pop()
        else:
            lonely.append(brace.start())
    yield from (Stretch(template[at], at) for at in lonely)


def _hole(inside: str, start: int) -> Iterator[Piece]:
    condition = _CONDITION.match(inside)
    if condition is None:
        value, *styles = _parts(inside, start)
        yield Piece(value, True, tuple(styles))
        return
    word: Literal["if", "after"] = "if" if condition[1] == "if" else "after"
    asked = (word, Stretch(condition[2], start + condition.start(2)))
    for piece in pieces_of(inside[condition.end() :], start + condition.end()):
        yield replace(piece, conditions=(asked, *piece.conditions))


def _parts(inside: str, start: int) -> Iterator[Stretch]:
    """Yield the expression and then the styles, which follow bars."""
    begin = 0
    for bar in (*_PIPE.finditer(inside), None):
        end = len(inside) if bar is None else bar.start()
        text = inside[begin:end]
        # an expression keeps its spaces, since its own offsets count from here; a style is its word
        blanks = len(text) - len(text.lstrip()) if begin else 0
        yield Stretch(text.strip() if begin else text, start + begin + blanks)
        begin = end + 1


def _partner(template: str, opened: int) -> int | None:
    """Return the offset of the brace that closes the one at *opened*, None if there is none."""
    depth = 0
    for at in range(opened, len(template)):
        depth += {"{": 1, "}": -1}.get(template[at], 0)
        if depth == 0:
            return at
    return None
