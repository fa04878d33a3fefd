"""Completion offers only what compiles: each offer at sampled names of shipped games is put in and compiled."""

from __future__ import annotations

import random

import pytest

from ludotome.diagnostics import has_errors
from ludotome.language import Occurrence, complete
from ludotome.language.analysed import symbols_of
from ludotome.language.symbols import Symbols
from ludotome.spec import compile_text
from tests.support.renaming import read_shipped, shipped, shipped_names

# What is declared is new, and calls are offered as far as their parenthesis.
_CALLS = ("function", "macro")
# Of a cell that stands for all cells of its board, a rule may name one only.
_OFFERED = ("seat", "constant", "parameter", "variable", "zone", "board", "token property", "value", "binding", "phase")


def _is_open(symbols: Symbols, one: Occurrence) -> bool:
    """Completion does not look at what callers do with the result of a macro; names in a list of names are new."""
    path = symbols.analysis.source_map.path_at(one.span.start) or ""
    is_result = path.startswith("macros") and path.endswith(".expr")
    is_new = one.symbol.kind == "value" and path.endswith(".options")
    return is_result or is_new or ".deals" in path or ".draws" in path


def check(game: str, places: int, offers: int) -> int:
    """Compile *offers* offers at each of *places* names of *game* and return how many were compiled."""
    text, chosen = shipped(game), random.Random(7)
    symbols = symbols_of(text, read_shipped)
    uses = [
        one
        for one in symbols.occurrences
        if not one.declares and one.symbol.kind in _OFFERED and not _is_open(symbols, one)
    ]
    compiled = 0
    for use in chosen.sample(uses, min(places, len(uses))):
        found = [one for one in complete(text, use.span.start, read_shipped) if one.kind not in _CALLS]
        line = text[text.rindex("\n", 0, use.span.start) + 1 : text.index("\n", use.span.start)]
        if "moves" not in line and "legal" not in line:
            assert use.symbol.name in [one.label for one in found], (use, line)
        for one in chosen.sample(found, min(offers, len(found))):
            changed = text[: one.span.start] + one.insert + text[one.span.end :]
            result = compile_text(changed, read_shipped)
            # another notation may contradict what the document's tests write
            wrong = [one for one in result.diagnostics if one.severity == "error" and not one.path.startswith("tests")]
            assert not has_errors(wrong), (use.symbol, one.insert, line, [str(d.message) for d in wrong])
            compiled += 1
    return compiled


@pytest.mark.parametrize("game", ["pig", "kuhn-poker", "tic-tac-toe"])
def test_what_is_offered_compiles(game: str) -> None:
    assert check(game, places=6, offers=3) > 5


@pytest.mark.long
@pytest.mark.parametrize("game", shipped_names())
def test_what_is_offered_compiles_in_every_game(game: str) -> None:
    assert check(game, places=60, offers=6) > 20
