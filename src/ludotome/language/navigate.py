"""navigate: find the declaration and the uses of the name at a place in a text."""

from __future__ import annotations

from ludotome.diagnostics import Span
from ludotome.language.analysed import Read, symbols_of
from ludotome.language.symbol import Symbol
from ludotome.language.symbols import Symbols


def definition(text: str, offset: int, read: Read = None) -> Span | None:
    """Return the declaration of the name at *offset* of *text*; None if there is no name.

    A declaration in a base document has a span of that text, which `span.source` names.
    A cell that a board makes is declared by its board. Of a name that is declared several times (a property of two
    token types) the first declaration counts.
    """
    symbols = symbols_of(text, read)
    found = symbols.at(offset)
    return None if found is None else declaration(symbols, found.symbol)


def declaration(symbols: Symbols, symbol: Symbol) -> Span | None:
    """Return the declaration of *symbol*, or what generates it; None if no line of the document declares it."""
    if symbol in symbols.declared:
        return symbols.declared[symbol].span
    if symbol.kind in ("zone", "board", "direction"):
        return _board_of(symbols, symbol)
    return None


def _board_of(symbols: Symbols, symbol: Symbol) -> Span | None:
    context = symbols.analysis.context
    things, made = context.things, context.doc.boards
    if made is None:
        return None
    zone = things.zone_ids.get(symbol.name) if symbol.kind == "zone" else None
    board = next((one.board for one in things.shell.zones if zone is not None and one.id == zone), None)
    for one, path in zip(made.boards, made.board_paths, strict=False):
        is_meant = symbol.name in one.directions if symbol.kind == "direction" else one.id in (board, symbol.name)
        if is_meant:
            return symbols.analysis.source_map.span(path)
    return None


def references(text: str, offset: int, read: Read = None) -> tuple[Span, ...]:
    """Return every declaration and use of the name at *offset*, in reading order; empty if there is no name."""
    symbols = symbols_of(text, read)
    found = symbols.at(offset)
    return () if found is None else tuple(one.span for one in symbols.of(found.symbol))
