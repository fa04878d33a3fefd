"""Sight: what an expression or effect can use at its place, and how deep it can nest.

This module does not know the expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

Pick = Callable[[Sequence[Any]], Any]
"""Returns one of several options; the first is the simplest, for shrinking."""


@dataclass(frozen=True)
class Sight:
    """The visible names by kind, and what can be used or done here."""

    depth: int
    place: str = "action"
    actor: bool = True
    bound: tuple[tuple[str, str], ...] = ()  # kind, name
    takes: tuple[str, ...] = ()  # the actions that `canTake` can use without a cycle
    asks: bool = True  # whether dice, shuffles and choices are allowed

    def deeper(self) -> Sight:
        """Return the same sight one level deeper."""
        return replace(self, depth=self.depth - 1)

    def bind(self, kind: str, name: str) -> Sight:
        """Return the same sight with *name* bound, hiding its earlier meaning."""
        others = tuple(pair for pair in self.bound if pair[1] != name)
        return replace(self, bound=(*others, (kind, name)))

    def names(self, kind: str) -> list[str]:
        """Return the names bound to values of *kind*, innermost first."""
        return [name for found, name in reversed(self.bound) if found == kind]
