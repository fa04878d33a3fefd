"""Sources: how options are picked when a game is generated: by a seed, or by hypothesis.

This module does not know what is generated.
"""

from __future__ import annotations

import random

from hypothesis import assume
from hypothesis import strategies as st

from ludotome.gamedef import GameDef, validate_game_def
from tests.support.generated_games.rules import make_game


def random_game(seed: int) -> GameDef:
    """Return the first valid definition generated from *seed*."""
    source = random.Random(seed)
    while True:
        made = make_game(source.choice)
        if is_sound(made):
            return made


def any_game() -> st.SearchStrategy[GameDef]:
    """Return a strategy for valid definitions, which is fast; they do not shrink, but have a seed (`random_game`)."""
    return st.integers(0, 2**40).map(random_game)


@st.composite
def game_defs(draw: st.DrawFn) -> GameDef:
    """Draw a valid definition, with every choice made by hypothesis: slower, but it shrinks."""
    made = make_game(lambda options: options[draw(st.integers(0, len(options) - 1))])
    assume(is_sound(made))
    return made


def is_sound(game_def: GameDef) -> bool:
    """Return whether *game_def* has no errors."""
    return not any(found.severity == "error" for found in validate_game_def(game_def))
