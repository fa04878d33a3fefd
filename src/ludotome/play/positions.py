"""Positions: boards as text, for states and for whoever begins a game somewhere else than at its start.

What the letters mean is `gamedef`'s; this module turns faults of a text into a `PlayError` and reads who has the turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotome.gamedef import (
    CreateToken,
    Effect,
    GameState,
    IntLiteral,
    NameLiteral,
    PlayError,
    PositionError,
    SeatLiteral,
    SetActivePlayer,
    ZoneLiteral,
    of_kind,
    read_position,
    write_position,
)

if TYPE_CHECKING:
    from ludotome.play.game import Game

_CODE = "bad-position"


def written_position(game: Game, state: GameState) -> str:
    """Return what stands on the board in *state* as text; a `PlayError` gives the reason where there is none."""
    try:
        return write_position(game.symbols, state)
    except PositionError as error:
        raise PlayError(_CODE, f"this position has no text: {error}") from None


def position_effects(game: Game, text: str) -> tuple[Effect, ...]:
    """Return effects of a setup that put on the board what *text* draws, and give the turn to the seat after it."""
    of_kind("text", text, str, "write rows of letters, or the first field of FEN")
    rows, seat = _parts(game, text)
    try:
        placed = read_position(game.game_def, rows)
    except PositionError as error:
        where = "" if error.start is None else f" at `{rows[error.start : error.end]}`"
        raise PlayError(_CODE, f"the position cannot be read{where}: {error}") from None
    made: list[Effect] = []
    for one in placed:
        owner = None if one.seat is None else SeatLiteral(one.seat)
        made.append(CreateToken(NameLiteral(one.type), ZoneLiteral(one.zone), owner, IntLiteral(1)))
    return (*made, *(() if seat is None else (SetActivePlayer(SeatLiteral(seat)),)))


def _parts(game: Game, text: str) -> tuple[str, int | None]:
    """Return the rows and the seat after them; rows on one line have no blank in them if a seat follows."""
    stripped = text.strip()
    words = stripped.split()
    if len(words) < 2 or "\n" in stripped or "/" not in words[0]:
        return stripped, None
    seats = game.game_def.metadata.seats
    found = [seat for seat, name in enumerate(seats) if words[1] in (name, name[0].lower(), name[0].upper())]
    if len(words) > 2 or len(found) != 1:
        known = ", ".join(seats)
        more = f"`{' '.join(words[1:])}` is more than the seat that has the turn"
        hint = f"write the rows, and after them one of {known}; set other things in a test or with `state_from_json`"
        raise PlayError(_CODE, f"the position cannot be read: {more}; {hint}")
    return words[0], found[0]
