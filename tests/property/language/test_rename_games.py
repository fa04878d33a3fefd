"""Every symbol of every shipped game is renamed: the definition is equal up to that name, and its tests still pass."""

from __future__ import annotations

import json

import pytest

import ludotome
from ludotome.gamedef import to_json
from ludotome.language import RenameError, rename
from ludotome.language.analysed import symbols_of
from ludotome.language.symbol import Symbol
from ludotome.play import run_test
from ludotome.spec import compile_text
from tests.support.renaming import after_edits, difference, read_shipped, shipped, shipped_names


def renamed(game: str, *, every: int = 1, start: int = 0) -> list[tuple[Symbol, str]]:
    """Rename each *every*-th declared symbol of *game* and return each with the text after it.

    `boarding` reads its terrain from a mission file, which a rename of the document does not touch.
    """
    text = shipped(game)
    symbols = symbols_of(text, read_shipped)
    found = []
    for symbol in list(symbols.declared)[start::every]:
        new = "$zqx" if symbol.kind == "binding" else "zqx"
        offset = symbols.declared[symbol].span.start
        if game == "boarding" and symbol.kind == "terrain":
            with pytest.raises(RenameError, match="also named in a mission file"):
                rename(text, offset, new, read_shipped)
            continue
        edits = rename(text, offset, new, read_shipped)
        assert len(edits) == len(symbols.of(symbol))
        found.append((symbol, after_edits(text, edits)))
    return found


def check(game: str, changed: list[tuple[Symbol, str]]) -> None:
    before = compile_text(shipped(game), read_shipped).game_def
    assert before is not None
    assert changed
    for symbol, text in changed:
        after = compile_text(text, read_shipped).game_def
        assert after is not None, symbol
        new = "$zqx" if symbol.kind == "binding" else "zqx"
        found = difference(json.loads(to_json(before)), json.loads(to_json(after)), symbol.name, new)
        assert found is None, (symbol, found)


@pytest.mark.parametrize("game", ["tic-tac-toe", "pig", "kuhn-poker", "market", "skirmish"])
def test_a_renamed_symbol_leaves_the_game_as_it_was(game: str) -> None:
    check(game, renamed(game, every=6, start=1))


@pytest.mark.long
@pytest.mark.parametrize("game", shipped_names())
def test_every_symbol_of_every_game_can_be_renamed(game: str) -> None:
    changed = renamed(game)
    check(game, changed)
    for symbol, text in changed[::5]:
        loaded = ludotome.load_text(text, read=read_shipped)
        for test in loaded.game_def.tests:
            result = run_test(loaded, test)
            assert result.passed, (symbol, test.name, result.failures)
