"""IR: the lowered form of expressions: names are numbers, selectors are resolved, static data is in tables.

Invariants:
    * every scalar has a C type by its `kind` (an int is 64 bits, all else 32) and says whether it may be `none`;
    * `none` is -1, but for an int it is the lowest 64-bit number;
    * every local has a unique name, so that substituting and moving conditions never captures a variable;
    * static tables are indexed from -1, so that a property of `none` is `none` without a test.

This module does not know C, nor the names in the document.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from ludotome.native.lower.kinds import Kind as Kind

NOTHING = -1
INT_NOTHING = -(2**63)


class Table(msgspec.Struct, frozen=True):
    """Static numbers: one row (`flat`), rows of one length (`grid`) or lists of any length (`lists`).

    Row and column `i` are at index `i + 1`; the first are for `none`. Single lists and axes have no such entries.
    """

    name: str
    rows: tuple[tuple[int, ...], ...]
    shape: Literal["flat", "grid", "lists"] = "flat"

    @property
    def flat(self) -> bool:
        """Whether it has one dimension."""
        return self.shape == "flat"


class Lowered(msgspec.Struct, frozen=True):
    """A scalar or a source."""


# ── scalars ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Const(Lowered, frozen=True):
    """A constant."""

    value: int
    kind: Kind
    optional: bool = False


class Local(Lowered, frozen=True):
    """A parameter, a binder, or the actor: a variable of the C function."""

    name: str
    kind: Kind
    optional: bool = False


class Field(Lowered, frozen=True):
    """A scalar field of the state (`active`, `last_actor`, `turn`, a global variable at `index`)."""

    name: str
    kind: Kind
    optional: bool = False
    index: int | None = None


class Load(Lowered, frozen=True):
    """An entry of an array of the state: row `row` of `array`, at `index` (padded, so `none` loads `none`)."""

    array: str
    index: Scalar
    kind: Kind
    optional: bool = False
    row: int | None = None


class Lookup(Lowered, frozen=True):
    """An entry of a static table."""

    table: Table
    index: tuple[Scalar, ...]
    kind: Kind
    optional: bool = False


class Call(Lowered, frozen=True):
    """The result of a runtime function for these arguments; the state is passed first."""

    function: str
    args: tuple[Scalar, ...]
    kind: Kind
    optional: bool = False


class Arithmetic(Lowered, frozen=True):
    """Two ints combined by `+ - * // %`."""

    op: str
    left: Scalar
    right: Scalar
    optional: bool
    kind: Kind = "int"


class Extreme(Lowered, frozen=True):
    """The minimum (`min`) or maximum (`max`) of two ints."""

    op: Literal["min", "max"]
    left: Scalar
    right: Scalar
    optional: bool
    kind: Kind = "int"


class Magnitude(Lowered, frozen=True):
    """The absolute value of an int."""

    arg: Scalar
    optional: bool
    kind: Kind = "int"


class Either(Lowered, frozen=True):
    """One of two scalars of one kind."""

    when: Scalar
    then: Scalar
    otherwise: Scalar
    kind: Kind
    optional: bool


class AllOf(Lowered, frozen=True):
    """Every condition holds."""

    args: tuple[Scalar, ...]
    kind: Kind = "bool"
    optional: bool = False


class AnyOf(Lowered, frozen=True):
    """Some condition holds."""

    args: tuple[Scalar, ...]
    kind: Kind = "bool"
    optional: bool = False


class Negation(Lowered, frozen=True):
    """The condition does not hold."""

    arg: Scalar
    kind: Kind = "bool"
    optional: bool = False


class Compare(Lowered, frozen=True):
    """Two scalars of one kind compared; false if either is `none`."""

    op: str
    left: Scalar
    right: Scalar
    kind: Kind = "bool"
    optional: bool = False


class Missing(Lowered, frozen=True):
    """The scalar is `none`."""

    arg: Scalar
    kind: Kind = "bool"
    optional: bool = False


class Reduce(Lowered, frozen=True):
    """The result of a loop over a source: `count`, `first`, `exists`, `all`, `sum`, `lowest` or `highest` of `body`."""

    how: Literal["count", "first", "exists", "all", "sum", "lowest", "highest"]
    source: Source
    element: Local
    body: Scalar | None
    kind: Kind
    optional: bool = False


class Run(Lowered, frozen=True):
    """The length of the longest straight line through a zone on which the condition holds."""

    zone: Scalar
    element: Local
    where: Scalar
    size: int
    kind: Kind = "int"
    optional: bool = False


class Joins(Lowered, frozen=True):
    """A path of zones that satisfy the condition leads from a set of zones to a zone that satisfies `goal`."""

    start: Source
    goal: Scalar
    element: Local
    where: Scalar
    size: int
    kind: Kind = "bool"
    optional: bool = False


class CanTake(Lowered, frozen=True):
    """The player has a legal instance of the action now."""

    action: int
    player: Scalar
    kind: Kind = "bool"
    optional: bool = False


class NoLegalMoves(Lowered, frozen=True):
    """The active player has no legal decision in this phase."""

    kind: Kind = "bool"
    optional: bool = False


Scalar = (
    Const | Local | Field | Load | Lookup | Call | Arithmetic | Extreme | Magnitude | Either | AllOf | AnyOf | Negation
    | Compare | Missing | Reduce | Run | Joins | CanTake | NoLegalMoves
)  # fmt: skip

Walk = Reduce | Run | Joins | CanTake | NoLegalMoves  # what needs a C function instead of an expression


# ── sources: ordered sets, iterated and never stored ─────────────────────────────────────────────────────────────────


class Numbers(Lowered, frozen=True):
    """The ints from `low` to `high`."""

    low: Scalar
    high: Scalar
    size: int
    kind: Kind = "int"


class Listing(Lowered, frozen=True):
    """Scalars as written, without repeats and `none`."""

    items: tuple[Scalar, ...]
    kind: Kind

    @property
    def size(self) -> int:
        """The number of items."""
        return len(self.items)


class Row(Lowered, frozen=True):
    """A row of static lists, chosen by `index` (the only row when None): a region, a seat's region, neighbours."""

    table: Table
    index: Scalar | None
    kind: Kind

    @property
    def size(self) -> int:
        """The length of the longest row."""
        return max((len(row) for row in self.table.rows), default=0)


class AllTokens(Lowered, frozen=True):
    """Every token in play of these types (type numbers; any when None), by slot."""

    types: tuple[int, ...] | None
    size: int
    kind: Kind = "token"


class TokensOf(Lowered, frozen=True):
    """The tokens of a zone in the order in which a draw takes them."""

    zone: Scalar
    size: int
    kind: Kind = "token"


class Filtered(Lowered, frozen=True):
    """The elements of a source for which a condition holds."""

    source: Source
    element: Local
    where: Scalar

    @property
    def kind(self) -> Kind:
        """The kind of its source."""
        return self.source.kind

    @property
    def size(self) -> int:
        """The size of its source."""
        return self.source.size


class FlatMap(Lowered, frozen=True):
    """The elements of one source for each element of another; without repeats only if the parts are disjoint."""

    outer: Source
    element: Local
    inner: Source
    size: int

    @property
    def kind(self) -> Kind:
        """The kind of the inner source."""
        return self.inner.kind


class Rays(Lowered, frozen=True):
    """The zones on rays from a zone, direction by direction, near to far, ended by `keep` and confirmed by `then`."""

    zone: Scalar
    directions: Source
    element: Local
    keep: Scalar | None
    then: Scalar | None
    size: int
    kind: Kind = "zone"


class Flood(Lowered, frozen=True):
    """The zones connected to a zone over zones that satisfy the condition, breadth first."""

    zone: Scalar
    element: Local
    where: Scalar | None
    test_start: bool
    include_start: bool
    max_depth: Scalar | None
    size: int
    kind: Kind = "zone"


class Between(Lowered, frozen=True):
    """The zones strictly between two zones on a straight line."""

    start: Scalar
    goal: Scalar
    size: int
    kind: Kind = "zone"


class Targets(Lowered, frozen=True):
    """The destinations of a token by its movement (`group`: one named group of it), or what it attacks."""

    token: Scalar
    group: str | None
    attacks: bool
    size: int
    kind: Kind = "zone"


class Reach(Lowered, frozen=True):
    """The zones a token reaches within a budget of movement cost, in definition order."""

    token: Scalar
    budget: Scalar
    size: int
    kind: Kind = "zone"


class Branch(Lowered, frozen=True):
    """One of two sources, selected by a condition."""

    when: Scalar
    then: Source
    otherwise: Source

    @property
    def kind(self) -> Kind:
        """The kind of its branches."""
        return self.then.kind

    @property
    def size(self) -> int:
        """The size of the larger branch."""
        return max(self.then.size, self.otherwise.size)


class Kept(Lowered, frozen=True):
    """A set that is updated incrementally with the state."""

    name: str
    size: int
    kind: Kind


class RayStarts(Lowered, frozen=True):
    """The zones of a kept set from which a ray passes over zones topped by one player's tokens to one of another's."""

    among: str
    ways: tuple[int, ...]
    over: Scalar
    onto: Scalar
    size: int
    kind: Kind = "zone"


class TokensOwned(Lowered, frozen=True):
    """The tokens in play of one player, of these types (any when None), by slot."""

    player: Scalar
    types: tuple[int, ...] | None
    size: int
    kind: Kind = "token"


class Chosen(Lowered, frozen=True):
    """A chosen set, without tokens destroyed since; the local is a C array that begins with its length."""

    list: Local
    size: int
    kind: Kind


class TokensOfKind(Lowered, frozen=True):
    """The tokens of these types (of all if None) of one player (of any owner if None) on zones of static sets.

    Their order is unspecified.
    """

    player: Scalar | None
    types: tuple[int, ...] | None
    places: tuple[Lookup, ...]  # each a row of flags, whose last index is the token's zone
    size: int
    kind: Kind = "token"


Source = (
    Branch
    | Chosen
    | Kept
    | RayStarts
    | TokensOwned
    | TokensOfKind
    | Numbers
    | Listing
    | Row
    | AllTokens
    | TokensOf
    | Filtered
    | FlatMap
    | Rays
    | Flood
    | Between
    | Targets
    | Reach
)


def parts(node: Any) -> Iterator[Any]:
    """Yield the lowered nodes directly below *node*, including the elements of loops."""
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Lowered))
        elif isinstance(value, Lowered):
            yield value


def is_natural(node: Any) -> bool:
    """Return whether *node* is surely a number of at least 0: a constant, or a property that no zone has negative."""
    match node:
        case Const(value=value, optional=False):
            return value >= 0
        case Lookup(table=table, kind="int", optional=False):
            known = table.rows if table.flat else table.rows[1:]
            return all(min(row[1:], default=0) >= 0 for row in known)
        case _:
            return False


def walk(node: Any) -> Iterator[Any]:
    """Yield *node* and every lowered node below it, parents first."""
    yield node
    for part in parts(node):
        yield from walk(part)


def free_locals(node: Any) -> tuple[Local, ...]:
    """Return the free locals of *node*, sorted by name."""
    bound = {found.element.name for found in walk(node) if hasattr(found, "element")}
    used = {found.name: found for found in walk(node) if isinstance(found, Local) and found.name not in bound}
    return tuple(used[name] for name in sorted(used))


def substitute(node: Any, name: str, value: Scalar) -> Any:
    """Return *node* with every use of the local *name* replaced by *value*."""
    if isinstance(node, Local):
        return value if node.name == name else node
    changes = {}
    for field in node.__struct_fields__:
        old = getattr(node, field)
        if isinstance(old, tuple):
            new: Any = tuple(substitute(item, name, value) if isinstance(item, Lowered) else item for item in old)
        else:
            new = substitute(old, name, value) if isinstance(old, Lowered) else old
        if new is not old and new != old:
            changes[field] = new
    return msgspec.structs.replace(node, **changes) if changes else node


def conjuncts(node: Scalar | None) -> tuple[Scalar, ...]:
    """Return the conditions that must all hold for *node* to hold.

    >>> conjuncts(AllOf((AllOf(()), NoLegalMoves())))
    (NoLegalMoves(kind='bool', optional=False),)
    """
    if node is None:
        return ()
    if isinstance(node, AllOf):
        return tuple(part for arg in node.args for part in conjuncts(arg))
    return (node,)
