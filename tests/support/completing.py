"""Completing: the names in a document that a completion may stand for, and what is wrong once one is put in."""

from __future__ import annotations

from ludotome.language import Occurrence
from ludotome.language.analysed import symbols_of
from ludotome.language.symbols import Symbols
from ludotome.spec import compile_text
from tests.support.renaming import read_shipped

# What is declared is new, and calls are offered as far as their parenthesis.
CALLS = ("function", "macro")
# Of a cell that stands for all cells of its board, a rule may name one only.
_OFFERED = ("seat", "constant", "parameter", "variable", "zone", "board", "token property", "value", "binding", "phase")


def uses_of(text: str) -> list[Occurrence]:
    """Return where *text* uses a name that a completion can offer there."""
    symbols = symbols_of(text, read_shipped)
    return [
        one
        for one in symbols.occurrences
        if not one.declares and one.symbol.kind in _OFFERED and not _is_open(symbols, one)
    ]


def errors_of(text: str) -> list[str]:
    """Return the errors of *text*, its tests apart: another notation may contradict what they write."""
    found = compile_text(text, read_shipped).diagnostics
    return [one.message for one in found if one.severity == "error" and not one.path.startswith("tests")]


def _is_open(symbols: Symbols, one: Occurrence) -> bool:
    """Completion does not look at what callers do with the result of a macro; names in a list of names are new."""
    path = symbols.analysis.source_map.path_at(one.span.start) or ""
    is_result = path.startswith("macros") and path.endswith(".expr")
    is_new = one.symbol.kind == "value" and path.endswith(".options")
    return is_result or is_new or ".deals" in path or ".draws" in path
