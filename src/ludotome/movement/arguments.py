"""Arguments: what every constructor of this room checks alike, since types are not checked when a program runs."""

from __future__ import annotations


def name(kind: str, value: object) -> str:
    """Return *value* when it can name a *kind*, else refuse it."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is no name of a {kind}; write a string that is not empty")
    return value


def is_whole(value: object) -> bool:
    """Whether *value* is a whole number (True and False are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def listed(names: tuple[str, ...]) -> str:
    """Return *names* as an error message lists them."""
    return ", ".join(f"`{each}`" for each in names) or "none"
