"""Arguments: validate arguments of the public API; errors give the name, the value and what to write instead.

Invariant: every error is a `PlayError` with code `bad-argument`, in one form: "n is 'x'; write how many games to play".

This module does not know what the arguments are for.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from operator import index
from typing import Any, TypeVar

from ludotome.chance import check_seed
from ludotome.gamedef.definition import GameDef
from ludotome.gamedef.shown import shown_value
from ludotome.gamedef.state import PlayError

_T = TypeVar("_T")
_C = TypeVar("_C", bound=Callable[..., Any])


def bad_argument(name: str, given: object, instead: str) -> PlayError:
    """Return the error for the argument *name* with the value *given*; it says what to write *instead*."""
    return PlayError("bad-argument", f"{name} is {shown_value(given)}; {instead}")


def whole_number(name: str, given: Any, low: int, high: int | None, instead: str) -> int:
    """Return *given* as a plain integer from *low* to *high* (None: any).

    Any index type (a NumPy integer) is accepted; booleans, floats and strings are not, even if integral.
    """
    try:
        number = low - 1 if isinstance(given, bool) else index(given)
    except TypeError:
        number = low - 1
    if number < low or (high is not None and number > high):
        raise bad_argument(name, given, instead)
    return number


def from_one(name: str, given: Any) -> int | None:
    """Return *given* as a plain integer from 1, or None if it was not given."""
    return None if given is None else whole_number(name, given, 1, None, "write a whole number from 1")


def checked_seed(seed: Any) -> int:
    """Return *seed* as a plain integer of 64 bits."""
    try:
        return check_seed(seed)
    except (TypeError, ValueError) as error:
        raise PlayError("bad-argument", str(error)) from None


def positive(name: str, given: Any, most: float | None, instead: str) -> float:
    """Return *given*, which must be a finite number above 0 and at most *most* (None: any)."""
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if not is_number or not 0 < given < inf or (most is not None and given > most):
        raise bad_argument(name, given, instead)
    return float(given)


def of_kind(name: str, given: Any, kind: type[_T], instead: str) -> _T:
    """Return *given*, which must be a *kind*."""
    if not isinstance(given, kind):
        raise bad_argument(name, given, instead)
    return given


def checked_game_def(game_def: Any) -> GameDef:
    """Return *game_def*, which must be a definition."""
    return of_kind("game_def", game_def, GameDef, "write a definition, of a game `game.game_def`")


def callable_or_none(name: str, given: _C | None, instead: str) -> _C | None:
    """Return *given*, which must be callable, or None if it was not given."""
    if given is not None and not callable(given):
        raise bad_argument(name, given, instead)
    return given
