"""Every shipped document passes the tests it carries, and the compiler has nothing to say against it."""

from __future__ import annotations

from importlib.resources import files

import pytest

from ludotome.play import shipped_games
from ludotome.spec import compile_text
from tests.support.beside import shipped

GAMES = files("ludotome").joinpath("games")


@pytest.mark.parametrize("name", shipped_games())
def test_the_document_s_own_tests_pass(name: str) -> None:
    results = shipped(name).run_tests()
    assert results
    assert [(result.name, result.failures) for result in results if not result.passed] == []


@pytest.mark.parametrize("name", shipped_games())
def test_the_document_is_clean(name: str) -> None:
    """No error, and no warning either: the compiler proves that no play meets a document fault."""
    text = GAMES.joinpath(f"{name}.md").read_text(encoding="utf-8")
    found = compile_text(text, lambda file: GAMES.joinpath(file).read_text(encoding="utf-8")).diagnostics
    assert [(each.code, each.message) for each in found] == []
