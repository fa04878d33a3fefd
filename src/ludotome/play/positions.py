"""Positions: boards as text, for states and for games that start from a position.

`gamedef` defines the text; this module converts errors in it to a `PlayError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotome.gamedef import Effect, GameState, PlayError, PositionError, of_kind, write_fields, write_position
from ludotome.gamedef import position_effects as effects_of_position

if TYPE_CHECKING:
    from ludotome.play.game import Game

_CODE = "bad-position"
_LONGEST_SHOWN = 60


def written_position(game: Game, state: GameState, *, fields: bool) -> str:
    """Return the board in *state* as text, with *fields* also the turn and further variables.

    Raise `PlayError` if there is no such text.
    """
    try:
        rows = write_position(game.symbols, state)
    except PositionError as error:
        raise PlayError(_CODE, f"this position has no text: {error}") from None
    return f"{rows} {write_fields(game.symbols, state)}" if fields else rows


def position_effects(game: Game, text: str) -> tuple[Effect, ...]:
    """Return the setup effects for the position *text*: tokens, then variables, then the turn."""
    of_kind("text", text, str, "write rows of letters, or a FEN")
    try:
        return effects_of_position(game.game_def, text)
    except PositionError as error:
        found = "" if error.start is None else text[error.start : error.end]
        shown = found if len(found) <= _LONGEST_SHOWN else f"{found[:_LONGEST_SHOWN]}…"
        where = f" at `{shown}`" if shown else ""
        raise PlayError(_CODE, f"the position cannot be read{where}: {error}") from None
