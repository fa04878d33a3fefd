"""Arguments: checks shared by the constructors of this package, since Python does not check types at run time."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any


def name(kind: str, value: object) -> str:
    """Return *value* if it is a valid name of a *kind*; otherwise raise `ValueError`."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is not a name of a {kind}; write a string that is not empty")
    return value


def is_whole(value: object) -> bool:
    """Return whether *value* is an integer (True and False are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def flag(name_of_flag: str, value: object) -> None:
    """Raise `ValueError` unless *value* is True or False; it may be an `onto` in the wrong position."""
    if not isinstance(value, bool):
        raise ValueError(f"`{name_of_flag}` is {value!r}; write True or False")


def ordered(kind: str, values: object) -> tuple[Any, ...]:
    """Return *values* as a tuple, raising `ValueError` for unordered collections, because the order is significant."""
    if isinstance(values, (str, bytes, Set)) or not isinstance(values, Iterable):
        raise ValueError(f"`{kind}` is {values!r}; write a list")
    return tuple(values)


def listed(names: tuple[str, ...]) -> str:
    """Return *names* formatted for an error message."""
    return ", ".join(f"`{each}`" for each in names) or "none"
