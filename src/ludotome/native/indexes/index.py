"""Index: what every index provides, so that `kept` can keep them all without knowing any.

An index is asked for by the methods of its own that return the C which reads it; asking for that C is what makes the
index kept. Then it must provide

    fields          its fields in the struct of a state, behind the flat state
    far_fields      those of them that are large and seldom read, which stand last
    functions       the tables and functions that its hooks call
    tables          tables that `token_toggled` alone reads
    zone_changed    the C that brings it up to date when `zone` holds something else
    token_gained    … when `token` has come to its owner, or into play
    token_lost      … when `token` leaves its owner, or play
    token_toggled   … when `token` comes to a zone or leaves it; called once for each
    settled         … when a decision is over
    rebuild         the C that computes it from the flat state alone

each as lines of C in which `s` is the state. An index that is not kept provides none.

Each index has one module, with everything: when it is worth keeping, its fields, its C and its hooks.

This module does not know which indexes there are (`kept`), nor how expressions are written (`emit.scalars`).
"""

from __future__ import annotations

from typing import Protocol

from ludotome.native.lower.ir import Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.options import Options


class Writer(Protocol):
    """What an index needs of the emitter: the game, the options, and the C of an expression."""

    @property
    def low(self) -> Lowering:
        """The lowered game."""

    @property
    def options(self) -> Options:
        """Which optimisations are on."""

    def value(self, node: Scalar) -> str:
        """Return the C expression of *node*."""

    def condition(self, node: Scalar) -> str:
        """Return C that is true exactly when the condition holds."""


class NotOfferedError(Exception):
    """An index was asked for after it was settled which indexes are kept."""


class Index:
    """The part all indexes have in common: nothing is provided by one that nobody asked for."""

    def __init__(self) -> None:
        self.is_kept = False
        self.is_settled = False

    def ask(self, *, more: bool = False) -> None:
        """Note that C reads this index, so that it is kept; *more* where it reads something of it for the first time.

        `NotOfferedError` when it is settled already what is kept.
        """
        if self.is_settled and (more or not self.is_kept):
            raise NotOfferedError(type(self).__name__)
        self.is_kept = True

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields."""
        return []

    def far_fields(self, c: Writer) -> list[str]:
        """Return the C fields of which little is looked at."""
        return []

    def functions(self, c: Writer) -> list[str]:
        """Return what the hooks call."""
        return []

    def tables(self, c: Writer) -> list[str]:
        """Return the tables that `token_toggled` reads."""
        return []

    def zone_changed(self, c: Writer) -> list[str]:
        """Return what is done when `zone` holds something else."""
        return []

    def token_gained(self, c: Writer) -> list[str]:
        """Return what is done when `token` has come to its owner."""
        return []

    def token_lost(self, c: Writer) -> list[str]:
        """Return what is done when `token` leaves its owner."""
        return []

    def token_toggled(self, c: Writer) -> list[str]:
        """Return what is done when `token` comes to a zone or leaves it."""
        return []

    def settled(self, c: Writer) -> list[str]:
        """Return what is done when a decision is over."""
        return []

    def rebuild(self, c: Writer) -> list[str]:
        """Return what computes the index from the state."""
        return []
