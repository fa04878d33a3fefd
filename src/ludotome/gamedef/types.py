"""Types: the static types of expressions, with ranges of integers and sizes of sets.

Invariants:
    * every type except `unknown` is exact: int, bool, player, zone, token, name, nothing, or a set of one of these;
    * an int has an interval of possible values, a name the possible names, a set a bound on its size;
    * a zone has in `names` its possible groups (a board, the name of an owned zone, a single zone); none means any;
    * `optional` says that the value may be `none`; elements of a set never are;
    * `unknown` is the type of a faulty expression: it fits everywhere, so one cause gives one diagnostic.

This module does not know expressions; `infer` does.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Kind = Literal["int", "bool", "player", "zone", "token", "name", "nothing", "set", "unknown"]
INT64 = (-(2**63), 2**63 - 1)


class Type(Struct, frozen=True):
    """A static type; the module docstring explains its parts."""

    kind: Kind
    low: int = 0
    high: int = 0
    names: frozenset[str] = frozenset()
    element: Type | None = None
    size: int = 0
    optional: bool = False

    def __str__(self) -> str:
        """Return the type as named in diagnostics."""
        if self.kind == "set":
            return f"a set of {_plural(self.element)}"
        return {"int": "a whole number", "bool": "true or false", "nothing": "nothing"}.get(self.kind, f"a {self.kind}")

    @property
    def is_set(self) -> bool:
        """Whether this is a set."""
        return self.kind == "set"

    @property
    def is_unknown(self) -> bool:
        """Whether this is the type of an expression with an error, or a set of such elements."""
        return self.kind == "unknown" or (self.element is not None and self.element.is_unknown)

    def maybe(self, optional: bool = True) -> Type:
        """Return this type, made optional if *optional*."""
        return replace(self, optional=True) if optional and not self.optional else self

    def sure(self) -> Type:
        """Return this type, not optional."""
        return replace(self, optional=False) if self.optional else self


UNKNOWN = Type("unknown")
BOOL = Type("bool")
PLAYER = Type("player")
ZONE = Type("zone")
TOKEN = Type("token")
NOTHING = Type("nothing", optional=True)


def int_type(low: int, high: int) -> Type:
    """Return the type of whole numbers from *low* to *high*."""
    return Type("int", low=low, high=high)


def name_type(names: frozenset[str] | set[str] | tuple[str, ...]) -> Type:
    """Return the type of a value that is one of *names*."""
    return Type("name", names=frozenset(names))


def zone_type(groups: set[str] | frozenset[str]) -> Type:
    """Return the type of a zone that is in one of *groups*; in any if there are none."""
    return Type("zone", names=frozenset(groups))


def set_of(element: Type, size: int) -> Type:
    """Return the type of sets of at most *size* elements."""
    return Type("set", element=element.sure(), size=max(size, 0))


def join(left: Type, right: Type) -> Type | None:
    """Return the smallest type that includes both, or None if there is none."""
    if left.is_unknown or right.is_unknown:
        return UNKNOWN
    if left.kind == "nothing":
        return right.maybe()
    if right.kind == "nothing":
        return left.maybe()
    if left.kind != right.kind:
        return None
    optional = left.optional or right.optional
    if left.kind == "set":
        assert left.element is not None
        assert right.element is not None
        element = join(left.element, right.element)
        return None if element is None else Type("set", element=element, size=max(left.size, right.size))
    low, high = min(left.low, right.low), max(left.high, right.high)
    anywhere = left.kind == "zone" and not (left.names and right.names)
    names = frozenset() if anywhere else left.names | right.names
    return Type(left.kind, low=low, high=high, names=names, optional=optional)


def comparable(left: Type, right: Type) -> bool:
    """Return whether `==` between the two makes sense: the same kind and, for names, a name in common."""
    if left.is_unknown or right.is_unknown or "nothing" in (left.kind, right.kind):
        return True
    if left.kind != right.kind or left.is_set:
        return False
    return left.kind != "name" or bool(left.names & right.names)


def _plural(element: Type | None) -> str:
    if element is None or element.kind == "unknown":
        return "things"
    return {"int": "whole numbers", "bool": "truth values"}.get(element.kind, f"{element.kind}s")
