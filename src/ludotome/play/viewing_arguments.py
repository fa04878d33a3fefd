"""Viewing arguments: check the arguments of views and pictures.

This module does not import drawing code.
"""

from __future__ import annotations

from ludotome.gamedef import PlayError, bad_argument

_LARGEST = 100_000


def checked_seat(seat: object, players: int) -> int | None:
    """Return *seat* if it exists, or None for a spectator; raise `PlayError` otherwise."""
    if seat is None:
        return None
    if type(seat) is int and 0 <= seat < players:
        return seat
    raise PlayError("bad-argument", f"there is no seat {seat!r}; seats are 0 to {players - 1}, None is a spectator")


def checked_size(size: object) -> float | None:
    """Return *size*, a width in pixels, or None for the default; raise `PlayError` if it is not a width."""
    if size is None:
        return None
    if type(size) in (int, float) and 0 < size <= _LARGEST:  # type: ignore[operator]
        return float(size)  # type: ignore[arg-type]
    raise bad_argument("size", size, f"write a width in pixels, up to {_LARGEST}")
