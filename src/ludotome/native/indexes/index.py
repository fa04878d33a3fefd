"""Index: what every index provides, so that `kept` can keep them all without knowing any.

An index is kept once it is asked for: by a method of its own that returns the C which reads it (`read`), or by `ask()`
where `emit` writes that C itself. Then it must provide

    fields          its fields in the struct of a state, behind the flat state
    far_fields      those of them that are large and seldom read, which stand last
    functions       the tables and functions that its hooks call
    tables          tables that `token_toggled` alone reads
    zone_changed    the C that brings it up to date when `zone` holds something else, or a token there has another
                    owner, type or property; called last, after all fields have their new values
    token_gained    … when `token` has come into play or has a new owner; not when its type changes
    token_lost      … when `token` is about to leave play or its owner; its fields are still the old ones
    token_toggled   … before and after every change of the zone, owner or type of `token`; when it comes into play
                    only after, when it leaves play only before
    settled         … when the effects of a decision are done, before end conditions are asked; not after setup
    rebuild         the C that computes it from the flat state alone, whatever its fields held before; a hook that it
                    calls runs for all kept indexes

each as lines of C in which `s` is the state. The lines of all indexes stand in one function for each hook: put local
variables in braces, unless an index later in `ORDERS` reads them. An index that is not kept provides none.

Each index has one module with its fields, its C and its hooks. If deciding whether a rule needs the index takes more
than one line, that code is in the module too.

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
        """Return what is done when `token` has come into play or has a new owner."""
        return []

    def token_lost(self, c: Writer) -> list[str]:
        """Return what is done when `token` is about to leave play or its owner."""
        return []

    def token_toggled(self, c: Writer) -> list[str]:
        """Return what is done before and after a change of the zone, owner or type of `token`."""
        return []

    def settled(self, c: Writer) -> list[str]:
        """Return what is done when the effects of a decision are done."""
        return []

    def rebuild(self, c: Writer) -> list[str]:
        """Return what computes the index from the state."""
        return []
