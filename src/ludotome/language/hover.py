"""hover: the meaning of the word at a place, as Markdown: the declaration of a name, or the page of a word.

A name of the document shows its kind, its type or value, and the line that declares it. A word of the language shows
the first lines of its page. Inside an expression, the type of the part is shown too.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ludotome.diagnostics import Span
from ludotome.gamedef import NODE_OF_JSON, ParameterDef, Type, VarDef
from ludotome.language.analysed import Read, symbols_of
from ludotome.language.navigate import declaration
from ludotome.language.notes import note_of
from ludotome.language.symbol import Occurrence, Symbol
from ludotome.language.symbols import Symbols
from ludotome.spec import (
    BOARD_MACROS,
    EFFECT_MACROS,
    SECTION_FIELDS,
    Lowered,
    SourceMap,
    functions,
    signature,
)

_WORD = re.compile(r"\$?[A-Za-z_][A-Za-z0-9_]*")
_LONGEST_LINE = 160


class Hover(Struct, frozen=True):
    """The word that is explained and the explanation, as Markdown."""

    span: Span
    text: str


def hover(text: str, offset: int, read: Read = None) -> Hover | None:
    """Return the hover text at *offset* of *text*, or None."""
    symbols = symbols_of(text, read)
    found = symbols.at(offset)
    if found is not None:
        return Hover(found.span, "\n\n".join(part for part in _about(symbols, found) if part))
    return _about_word(symbols, offset)


def _about(symbols: Symbols, found: Occurrence) -> list[str]:
    symbol = found.symbol
    kind = "name" if symbol.kind == "value" else symbol.kind
    parts = [f"**{kind}** `{symbol.name}`" + _meaning(symbols, symbol)]
    if symbol.kind == "binding" and (typed := _typed(symbols, found.span.start)) is not None:
        parts[0] += f": {typed}"
    where = declaration(symbols, symbol)
    if where is not None:
        line = symbols.analysis.source_map.text_named(where.source).line(where.line).strip()
        parts.append(f"```yaml\n{line[:_LONGEST_LINE]}\n```")
        parts.append(f"declared in line {where.line}" + (f" of `{where.source}`" if where.source else ""))
    return parts


def _meaning(symbols: Symbols, symbol: Symbol) -> str:
    """Return the value or the type of what is declared, to show after its name."""
    things = symbols.analysis.context.things
    shell, name = things.shell, symbol.name
    match symbol.kind:
        case "constant":
            return f" = {things.settings[name]}" if name in things.settings else ""
        case "parameter" if name in things.parameters:
            return f" = {_parameter(things.parameters[name])}"
        case "variable":
            owners = {"one for the game": shell.global_vars, "one for each player": shell.per_player_vars}
            for whose, variables in {**owners, "one for each zone": shell.per_zone_vars}.items():
                if (var := next((one for one in variables if one.name == name), None)) is not None:
                    return f": {_stored(var)}, {whose}"
            return ""
        case "token property":
            kind = things.inference.declared.token_properties.get(name)
            return f": {_said(kind)}" if kind is not None else ""
        case "zone property":
            kind = things.inference.declared.zone_properties.get(name)
            return f": {_said(kind)}" if kind is not None else ""
        case "macro" if name in things.macros:
            return f": `{things.macros[name].signature}`"
        case "zone" if name in things.symbols.owned_zones:
            return ": each player has one"
        case _:
            return ""


def _parameter(parameter: ParameterDef) -> str:
    value = str(parameter.value).lower() if isinstance(parameter.value, bool) else str(parameter.value)
    return f"{value} unless set"


def _stored(var: VarDef) -> str:
    if isinstance(var.type, tuple):
        return "one of " + ", ".join(f"`{one}`" for one in var.type)
    if var.type != "int":
        return str(Type(var.type))
    ends = [f"from {var.min}"] if var.min is not None else []
    return " ".join(["a whole number", *ends, *([f"to {var.max}"] if var.max is not None else [])])


def _said(kind: Type) -> str:
    if kind.kind == "name" and kind.names:
        return "one of " + ", ".join(f"`{one}`" for one in sorted(kind.names))
    return f"{kind}, or nothing" if kind.optional and kind.kind != "nothing" else str(kind)


def _part_at(symbols: Symbols, offset: int) -> Lowered | None:
    """Return the innermost part of an expression at *offset*."""
    around = [(span.end - span.start, index) for index, span in symbols.part_spans if span.start <= offset < span.end]
    return symbols.analysis.context.lowered[min(around)[1]] if around else None


def _typed(symbols: Symbols, offset: int) -> str | None:
    part = _part_at(symbols, offset)
    if part is None:
        return None
    kind = symbols.analysis.context.type_of(part.node, part.env.scope)
    return None if kind.is_unknown else _said(kind)


def _about_word(symbols: Symbols, offset: int) -> Hover | None:
    """Return the text of the language pages on the word at *offset*, which must be in a YAML block."""
    source, source_map = symbols.analysis.source_map.source, symbols.analysis.source_map
    start = offset
    while start > 0 and (source.text[start - 1].isalnum() or source.text[start - 1] in "_$"):
        start -= 1
    word = _WORD.match(source.text, start)
    is_key = _is_key(source_map, start)
    if word is None or not (is_key or source_map.path_at(offset) is not None):
        return None
    info = functions().get(word.group()) if not is_key else None
    note = note_of(word.group()) if not is_key or _is_own_word(word.group()) else None
    typed = _typed(symbols, offset) if not is_key else None
    head = (f"`{signature(info)}`" if info is not None else "") + (f": {typed}" if typed is not None else "")
    said = [head.removeprefix(": "), f"**{note.title}**" if note is not None else "", note.text if note else ""]
    shown = "\n\n".join(one for one in said if one)
    return Hover(source.span(word.start(), word.end()), shown) if shown else None


def _is_key(source_map: SourceMap, start: int) -> bool:
    keys = ((place.block.to_source(place.key[0])) for place in source_map.places.values() if place.key is not None)
    return start in keys


def _is_own_word(key: str) -> bool:
    """Whether the page about *key* is about this key: `min` of a range is also the name of a function."""
    is_effect = ("effect", key) in NODE_OF_JSON or key in EFFECT_MACROS
    return is_effect or key in SECTION_FIELDS or key in BOARD_MACROS or key not in functions()
