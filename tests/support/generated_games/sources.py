"""Sources: who picks when a game is made: a seed, or hypothesis.

This module does not know what is made.
"""

from __future__ import annotations

import random

from hypothesis import assume
from hypothesis import strategies as st

from ludotome.gamedef import GameDef, validate_game_def
from tests.support.generated_games.rules import make_game


def random_game(seed: int) -> GameDef:
    """Return the first definition without errors that *seed* leads to."""
    source = random.Random(seed)
    while True:
        made = make_game(source.choice)
        if is_sound(made):
            return made


def any_game() -> st.SearchStrategy[GameDef]:
    """A definition without errors, made quickly; it does not shrink, but its seed makes it again (`random_game`)."""
    return st.integers(0, 2**40).map(random_game)


@st.composite
def game_defs(draw: st.DrawFn) -> GameDef:
    """A definition without errors, every choice in it hypothesis's own: slower to make, and it shrinks."""
    made = make_game(lambda options: options[draw(st.integers(0, len(options) - 1))])
    assume(is_sound(made))
    return made


def is_sound(game_def: GameDef) -> bool:
    """Whether the checker has nothing against *game_def*."""
    return not any(found.severity == "error" for found in validate_game_def(game_def))
