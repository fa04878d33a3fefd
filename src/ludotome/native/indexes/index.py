"""Index: the interface of all indexes, so that `kept` can handle them uniformly.

An index is kept once it is used: by its own method that returns the C which reads it (`read`), or by `ask()`
if `emit` writes that C itself. Then it must provide

    fields          its fields in the struct of a state, after the flat state
    far_fields      those of them that are large and rarely read, which come last
    functions       the tables and functions that its hooks call
    tables          tables that only `token_toggled` reads
    zone_changed    the C that updates it when the content of `zone` changed, or a token there has a new
                    owner, type or property; called last, after all fields have their new values
    token_gained    … when `token` has come into play or has a new owner; not when its type changes
    token_lost      … when `token` is about to leave play or its owner; its fields are still the old ones
    token_toggled   … before and after every change of the zone, owner or type of `token`; when it comes into play,
                    only after; when it leaves play, only before
    settled         … when the effects of a decision are done, before end conditions are tested; not after setup
    rebuild         the C that computes it from the flat state alone, whatever its fields contained before; a hook
                    called there runs for all kept indexes

each as lines of C in which `s` is the state. The lines of all indexes are in one function per hook: put local
variables in braces, unless an index later in `ORDERS` reads them. An index that is not kept provides none.

Each index has one module with its fields, its C and its hooks. If deciding whether a rule needs the index takes more
than one line, that code is in the module too.

This module does not know the individual indexes (`kept` lists them), nor how expressions are written (`emit.scalars`).
"""

from __future__ import annotations

from typing import Protocol

from ludotome.native.lower.ir import Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.zone_sets import ZoneSet
from ludotome.native.options import Options


class Writer(Protocol):
    """What an index needs of the emitter: the game, the options, and the C of an expression."""

    @property
    def low(self) -> Lowering:
        """The lowered game."""

    @property
    def options(self) -> Options:
        """The enabled optimisations."""

    def value(self, node: Scalar) -> str:
        """Return the C expression of *node*."""

    def condition(self, node: Scalar) -> str:
        """Return C that is true exactly if the condition holds."""

    def zone_word(self, zones: ZoneSet) -> str:
        """Return the C of a set of zones, on a board of one word."""


class NotOfferedError(Exception):
    """An index was requested after the set of kept indexes was fixed."""


class Index:
    """Base class of all indexes; an index that is not used provides nothing."""

    def __init__(self) -> None:
        self.is_kept = False
        self.is_settled = False

    def ask(self, *, more: bool = False) -> None:
        """Record that C reads this index, so that it is kept; *more* if it reads a new part of it.

        Raises `NotOfferedError` if the set of kept indexes is already fixed.
        """
        if self.is_settled and (more or not self.is_kept):
            raise NotOfferedError(type(self).__name__)
        self.is_kept = True

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields."""
        return []

    def far_fields(self, c: Writer) -> list[str]:
        """Return the C fields that are rarely read."""
        return []

    def functions(self, c: Writer) -> list[str]:
        """Return the functions that the hooks call."""
        return []

    def tables(self, c: Writer) -> list[str]:
        """Return the tables that `token_toggled` reads."""
        return []

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that runs when the content of `zone` changed."""
        return []

    def token_gained(self, c: Writer) -> list[str]:
        """Return the C that runs when `token` has come into play or has a new owner."""
        return []

    def token_lost(self, c: Writer) -> list[str]:
        """Return the C that runs when `token` is about to leave play or its owner."""
        return []

    def token_toggled(self, c: Writer) -> list[str]:
        """Return the C that runs before and after a change of the zone, owner or type of `token`."""
        return []

    def settled(self, c: Writer) -> list[str]:
        """Return the C that runs when the effects of a decision are done."""
        return []

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that computes the index from the state."""
        return []
