"""Tree: the nodes a text expression parses to.

Invariants:
    * `start` and `end` are offsets into the text; they do not count when trees are compared;
    * `and` and `or` hold all their sides in one node, so a long chain is wide, not deep.

This module does not know what a name means.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

BinaryOp: TypeAlias = Literal["+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "in", "not in"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    start: int = field(compare=False)
    end: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Integer(_Placed):
    """A number as written: never negative, the sign is a `Unary`."""

    value: int


@dataclass(frozen=True, slots=True)
class Boolean(_Placed):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(_Placed):
    """The literal `none`."""


@dataclass(frozen=True, slots=True)
class It(_Placed):
    """The element of the innermost `where`, `while`, `then` or per-element argument."""


@dataclass(frozen=True, slots=True)
class Binding(_Placed):
    """`$name`; the name is kept with its dollar."""

    name: str


@dataclass(frozen=True, slots=True)
class Name(_Placed):
    """A bare word, resolved later by the type that is expected of it."""

    name: str


@dataclass(frozen=True, slots=True)
class Selector(_Placed):
    """`zone:which`, the address of an owned zone; *which* is a seat, a word, a number or a `$binding`."""

    zone: str
    which: str


@dataclass(frozen=True, slots=True)
class Access(_Placed):
    """`of.name`; `name_start` is where the name begins."""

    of: Expression
    name: str
    name_start: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call(_Placed):
    """`name(args)`; *binder* is the `$x` of `$x in`, with where it stands."""

    name: str
    args: tuple[Expression, ...]
    binder: Binding | None = None


@dataclass(frozen=True, slots=True)
class ListLiteral(_Placed):
    """`[a, b]`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unary(_Placed):
    """`-arg`."""

    arg: Expression


@dataclass(frozen=True, slots=True)
class Binary(_Placed):
    """Arithmetic, a comparison or membership; `op_start` and `op_end` are where the operator stands."""

    op: BinaryOp
    left: Expression
    right: Expression
    op_start: int = field(compare=False)
    op_end: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Range(_Placed):
    """`low..high`, both ends included."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Not(_Placed):
    """`not arg`."""

    arg: Expression


@dataclass(frozen=True, slots=True)
class Logic(_Placed):
    """`a and b and …` or `a or b or …`, at least two sides."""

    op: Literal["and", "or"]
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class If(_Placed):
    """`if when then then else otherwise`."""

    when: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Query(_Placed):
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
