"""Features that the language lacks are distinguished from those that it has."""

from __future__ import annotations

from ludotome.gamedef import NODE_OF_JSON, NODES
from ludotome.spec.lowering.signatures import functions
from ludotome.spec.missing_capabilities import missing_words
from ludotome.spec.shapes import BOARD_MACROS, EFFECT_MACROS


def test_no_word_of_the_language_is_said_to_be_missing() -> None:
    """LT701 is for words without a node; a word that gets a node must leave that list."""
    effects = {name for family, name in NODE_OF_JSON if family == "effect"} | set(EFFECT_MACROS)
    words = {info.text for info in NODES.values()} | set(functions())
    assert missing_words("effect") & effects == set()
    assert missing_words("function") & words == set()
    assert missing_words("board") & set(BOARD_MACROS) == set()
    assert "repeat" in missing_words("effect")
