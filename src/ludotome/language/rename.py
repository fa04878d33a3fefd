"""rename: rename the thing at a place everywhere in the document.

Invariants:
    * the edits are made on a copy first: every name of the document must keep its meaning, so a new name that is in
      use, reserved or shadowed is refused and nothing is changed;
    * a name that the document does not declare (a cell of a grid, a word of the language) is refused.
"""

from __future__ import annotations

import re

from ludotome.diagnostics import Edit, Span
from ludotome.language.analysed import Read, symbols_of
from ludotome.language.symbol import Occurrence, Symbol
from ludotome.language.symbols import Symbols

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class RenameError(ValueError):
    """Why something cannot be renamed, in one clause."""


def can_rename(text: str, offset: int, read: Read = None) -> Span | None:
    """Return the span of the name at *offset* if it can be renamed, else None."""
    symbols = symbols_of(text, read)
    found = symbols.at(offset)
    return None if found is None or _refusal(symbols, found.symbol) is not None else found.span


def rename(text: str, offset: int, new: str, read: Read = None) -> tuple[Edit, ...]:
    """Return the edits that rename the thing at *offset* to *new*; raise `RenameError` if that is not possible."""
    symbols = symbols_of(text, read)
    found = symbols.at(offset)
    if found is None:
        raise RenameError("there is no name here; place the cursor on the name of something the document declares")
    symbol = found.symbol
    reason = _refusal(symbols, symbol)
    if reason is not None:
        raise RenameError(reason)
    if symbol.kind == "binding":
        new = f"${new.removeprefix('$')}"
    if _NAME.fullmatch(new.removeprefix("$") if symbol.kind == "binding" else new) is None:
        raise RenameError(f"`{new}` is not a name; write letters, digits and `_`, beginning with a letter")
    if new == symbol.name:
        return ()
    edits = tuple(Edit(span=one.span, replacement=new) for one in symbols.of(symbol))
    _check(symbols, symbol, new, symbols_of(_edited(text, edits), read))
    return edits


def _refusal(symbols: Symbols, symbol: Symbol) -> str | None:
    """Return why *symbol* cannot be renamed; None if it can."""
    made = symbols.analysis.context.doc.boards
    if made is not None and symbol.kind == "terrain" and symbol.name in made.terrains:
        return f"`{symbol.name}` is also named in a mission file; rename it there and here by hand"
    if symbol in symbols.declared and (base := symbols.declared[symbol].span.source):
        return f"`{symbol.name}` is declared in `{base}`, which this document extends; rename it there"
    if symbol not in symbols.declared and symbol.kind != "value":
        return f"`{symbol.name}` has no declaration in this document, so it cannot be renamed"
    return None


def _edited(text: str, edits: tuple[Edit, ...]) -> str:
    parts, at = [], 0
    for edit in edits:
        parts += [text[at : edit.span.start], edit.replacement]
        at = edit.span.end
    return "".join((*parts, text[at:]))


def _check(before: Symbols, symbol: Symbol, new: str, after: Symbols) -> None:
    """Refuse a new name that would change the meaning of a name in the document."""
    grown = len(new) - len(symbol.name)
    moved, expected = 0, []
    for one in before.occurrences:
        is_renamed = one.symbol == symbol
        end = one.span.end + moved + (grown if is_renamed else 0)
        expected.append((one.span.start + moved, end))
        moved += grown if is_renamed else 0
    found = [(one.span.start, one.span.end) for one in after.occurrences]
    if found != expected or not _is_same_table(before.occurrences, after.occurrences, symbol, new):
        raise RenameError(f"`{new}` already means something else in this document; choose another name")
    if _errors(after) > _errors(before):
        raise RenameError(f"`{new}` cannot be the name of a {symbol.kind}; choose another name")


def _is_same_table(before: tuple[Occurrence, ...], after: tuple[Occurrence, ...], symbol: Symbol, new: str) -> bool:
    """Whether the two texts distinguish the same things, and nothing but *symbol* has another name or kind."""
    there: dict[Symbol, Symbol] = {}
    back: dict[Symbol, Symbol] = {}
    for old, now in zip(before, after, strict=True):
        wanted = new if old.symbol == symbol else old.symbol.name
        if (now.symbol.kind, now.symbol.name) != (old.symbol.kind, wanted):
            return False
        if (
            there.setdefault(old.symbol, now.symbol) != now.symbol
            or back.setdefault(now.symbol, old.symbol) != old.symbol
        ):
            return False
    return True


def _errors(symbols: Symbols) -> int:
    found = symbols.analysis.context.report.diagnostics
    return sum(1 for one in found if one.severity == "error")
