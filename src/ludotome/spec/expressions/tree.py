"""Tree: the nodes a text expression parses to.

Invariants:
    * `start` and `end` are offsets into the text; comparisons of trees ignore them;
    * nodes are structs, because eighteen data classes would take a tenth of the program's startup time;
    * `and` and `or` have all their operands in one node, so a long chain is wide, not deep.

This module does not know what a name means.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

import msgspec

BinaryOp: TypeAlias = Literal["+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "in", "not in"]

# The suffixes of field names that are positions.
_PLACES = ("start", "end")


class _Placed(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    start: int
    end: int

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._meaning() == other._meaning()

    def __hash__(self) -> int:
        return hash((type(self), self._meaning()))

    def _meaning(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__struct_fields__ if not name.endswith(_PLACES))


class Integer(_Placed, frozen=True, eq=False):
    """A number as written: never negative, the sign is a `Unary`."""

    value: int


class Boolean(_Placed, frozen=True, eq=False):
    """`true` or `false`."""

    value: bool


class Nothing(_Placed, frozen=True, eq=False):
    """The literal `none`."""


class It(_Placed, frozen=True, eq=False):
    """The element of the innermost `where`, `while`, `then` or per-element argument."""


class Binding(_Placed, frozen=True, eq=False):
    """`$name`; the name is kept with its dollar."""

    name: str


class Name(_Placed, frozen=True, eq=False):
    """A bare word, resolved later by the type that is expected of it."""

    name: str


class Selector(_Placed, frozen=True, eq=False):
    """`zone:which`, the address of an owned zone; *which* is a seat, a word, a number or a `$binding`."""

    zone: str
    which: str


class Access(_Placed, frozen=True, eq=False):
    """`of.name`; `name_start` is where the name begins."""

    of: Expression
    name: str
    name_start: int


class Call(_Placed, frozen=True, eq=False):
    """`name(args)`; *binder* is the `$x` of `$x in`, with its position."""

    name: str
    args: tuple[Expression, ...]
    binder: Binding | None = None


class ListLiteral(_Placed, frozen=True, eq=False):
    """`[a, b]`."""

    items: tuple[Expression, ...]


class Unary(_Placed, frozen=True, eq=False):
    """`-arg`."""

    arg: Expression


class Binary(_Placed, frozen=True, eq=False):
    """Arithmetic, a comparison or membership; `op_start` and `op_end` delimit the operator."""

    op: BinaryOp
    left: Expression
    right: Expression
    op_start: int
    op_end: int


class Range(_Placed, frozen=True, eq=False):
    """`low..high`, both ends included."""

    low: Expression
    high: Expression


class Not(_Placed, frozen=True, eq=False):
    """`not arg`."""

    arg: Expression


class Logic(_Placed, frozen=True, eq=False):
    """`a and b and …` or `a or b or …`, with at least two operands."""

    op: Literal["and", "or"]
    args: tuple[Expression, ...]


class If(_Placed, frozen=True, eq=False):
    """`if when then then else otherwise`."""

    when: Expression
    then: Expression
    otherwise: Expression


class Query(_Placed, frozen=True, eq=False):
    """`source while … then … where …`, with at least one of the three."""

    source: Expression
    while_: Expression | None = None
    then: Expression | None = None
    where: Expression | None = None


Expression: TypeAlias = (
    Integer
    | Boolean
    | Nothing
    | It
    | Binding
    | Name
    | Selector
    | Access
    | Call
    | ListLiteral
    | Unary
    | Binary
    | Range
    | Not
    | Logic
    | If
    | Query
)


def children(node: Expression) -> tuple[Expression, ...]:
    """Return the parts of *node* in reading order; a leaf has none, and a call's binder is not a part."""
    match node:
        case Integer() | Boolean() | Nothing() | It() | Binding() | Name() | Selector():
            return ()
        case Access(of=inner) | Unary(arg=inner) | Not(arg=inner):
            return (inner,)
        case Call(args=parts) | ListLiteral(items=parts) | Logic(args=parts):
            return parts
        case Binary(left=first, right=second) | Range(low=first, high=second):
            return (first, second)
        case If(when=when, then=then, otherwise=otherwise):
            return (when, then, otherwise)
        case Query(source=source, while_=while_, then=then_there, where=where):
            return tuple(part for part in (source, while_, then_there, where) if part is not None)
        case _:
            assert_never(node)
