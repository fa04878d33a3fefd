"""Sight: what an expression or effect may use at its place, and how deep it may still go.

This module does not know which expressions there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

Pick = Callable[[Sequence[Any]], Any]
"""Returns one of several things; the first is the simplest, for whoever shrinks."""


@dataclass(frozen=True)
class Sight:
    """The names in sight by kind, who may be named, and what may be asked or done here."""

    depth: int
    place: str = "action"
    actor: bool = True
    bound: tuple[tuple[str, str], ...] = ()  # kind, name
    takes: tuple[str, ...] = ()  # the actions `canTake` may ask about without going round in circles
    asks: bool = True  # whether dice, shuffles and choices are allowed

    def deeper(self) -> Sight:
        """The same, one level further down."""
        return replace(self, depth=self.depth - 1)

    def bind(self, kind: str, name: str) -> Sight:
        """The same with *name* bound, hiding what it meant before."""
        others = tuple(pair for pair in self.bound if pair[1] != name)
        return replace(self, bound=(*others, (kind, name)))

    def names(self, kind: str) -> list[str]:
        """The names bound to things of *kind*, the innermost first."""
        return [name for found, name in reversed(self.bound) if found == kind]
