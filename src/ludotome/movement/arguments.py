"""Arguments: what every constructor of this room checks alike, since types are not checked when a program runs."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any


def name(kind: str, value: object) -> str:
    """Return *value* when it can name a *kind*, else refuse it."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is no name of a {kind}; write a string that is not empty")
    return value


def is_whole(value: object) -> bool:
    """Whether *value* is a whole number (True and False are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def flag(name_of_flag: str, value: object) -> None:
    """Refuse a *value* that is not True or False, such as an `onto` given in the wrong place."""
    if not isinstance(value, bool):
        raise ValueError(f"`{name_of_flag}` is {value!r}; write True or False")


def ordered(kind: str, values: object) -> tuple[Any, ...]:
    """Return *values* as a tuple, refusing what has no order of its own: order decides here, and must not be chance."""
    if isinstance(values, (str, bytes, Set)) or not isinstance(values, Iterable):
        raise ValueError(f"`{kind}` is {values!r}; write a list")
    return tuple(values)


def listed(names: tuple[str, ...]) -> str:
    """Return *names* as an error message lists them."""
    return ", ".join(f"`{each}`" for each in names) or "none"
