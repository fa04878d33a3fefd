"""Symbol: something a document gives a name to, and where that name is written.

This module does not know how symbols are found.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.diagnostics import Span


class Symbol(Struct, frozen=True):
    """A thing of some kind (`zone`, `macro`, …) and its name; of a binding, `home` is the path that declares it."""

    kind: str
    name: str
    home: str = ""


class Occurrence(Struct, frozen=True):
    """A symbol at one place of the text; `declares` says that it is declared there."""

    symbol: Symbol
    span: Span
    declares: bool = False


class OutlineEntry(Struct, frozen=True):
    """A section or a declared thing: its name, what it is, where it is as a whole, where its name stands."""

    name: str
    kind: str
    span: Span
    name_span: Span
    children: tuple[OutlineEntry, ...] = ()
