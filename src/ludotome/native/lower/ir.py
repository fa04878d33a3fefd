"""The lowered form of a game's expressions: names are numbers, selectors are resolved, what is static is a table.

Invariants:
    * every scalar has a C type by its `kind` (an int is 64 bits, all else 32) and says whether it may be nothing;
    * nothing is -1 for everything but an int, for which it is the least 64-bit number;
    * every local has a name of its own, so that substituting and moving conditions can capture nothing;
    * static tables are indexed from -1, so that a property of nothing is nothing without a test.

This module does not know C, nor the document's spelling of anything.
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

    Row and column `i` stand at `i + 1`; the first are those of nothing. Single lists and axes have none.
    """

    name: str
    rows: tuple[tuple[int, ...], ...]
    shape: Literal["flat", "grid", "lists"] = "flat"

    @property
    def flat(self) -> bool:
        """Whether it has one dimension."""
        return self.shape == "flat"


class Lowered(msgspec.Struct, frozen=True):
    """A scalar, or what yields several."""


# ── scalars ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Const(Lowered, frozen=True):
    """A number known now."""

    value: int
    kind: Kind
    optional: bool = False


class Local(Lowered, frozen=True):
    """A parameter, a binder, or the actor: a variable of the C function."""

    name: str
    kind: Kind
    optional: bool = False


class Field(Lowered, frozen=True):
    """A field of the state that stands once (`active`, `last_actor`, `turn`, a global variable at `index`)."""

    name: str
    kind: Kind
    optional: bool = False
    index: int | None = None


class Load(Lowered, frozen=True):
    """An entry of an array of the state: row `row` of `array`, at `index` (padded, so nothing loads nothing)."""

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
    """The answer of a runtime function to these arguments; the state goes first."""

    function: str
    args: tuple[Scalar, ...]
    kind: Kind
    optional: bool = False


class Arithmetic(Lowered, frozen=True):
    """Two ints joined by `+ - * // %`."""

    op: str
    left: Scalar
    right: Scalar
    optional: bool
    kind: Kind = "int"


class Extreme(Lowered, frozen=True):
    """The smallest (`min`) or greatest (`max`) of two ints."""

    op: Literal["min", "max"]
    left: Scalar
    right: Scalar
    optional: bool
    kind: Kind = "int"


class Magnitude(Lowered, frozen=True):
    """An int without its sign."""

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
    """Two scalars of one kind compared; false when a side is nothing."""

    op: str
    left: Scalar
    right: Scalar
    kind: Kind = "bool"
    optional: bool = False


class Missing(Lowered, frozen=True):
    """The scalar is nothing."""

    arg: Scalar
    kind: Kind = "bool"
    optional: bool = False


class Reduce(Lowered, frozen=True):
    """What a walk over a source gives: `count`, `first`, `exists`, `all`, `sum`, `lowest` or `highest` of `body`."""

    how: Literal["count", "first", "exists", "all", "sum", "lowest", "highest"]
    source: Source
    element: Local
    body: Scalar | None
    kind: Kind
    optional: bool = False


class Run(Lowered, frozen=True):
    """The longest straight run through a zone where the condition holds."""

    zone: Scalar
    element: Local
    where: Scalar
    kind: Kind = "int"
    optional: bool = False


class Joins(Lowered, frozen=True):
    """A path of zones where the condition holds leads from a set of zones to a zone where `goal` holds."""

    start: Source
    goal: Scalar
    element: Local
    where: Scalar
    kind: Kind = "bool"
    optional: bool = False


class CanTake(Lowered, frozen=True):
    """The player has a legal instance of the action now."""

    action: int
    player: Scalar
    kind: Kind = "bool"
    optional: bool = False


class NoLegalMoves(Lowered, frozen=True):
    """The active player has no decision in this phase."""

    kind: Kind = "bool"
    optional: bool = False


Scalar = (
    Const | Local | Field | Load | Lookup | Call | Arithmetic | Extreme | Magnitude | Either | AllOf | AnyOf | Negation
    | Compare | Missing | Reduce | Run | Joins | CanTake | NoLegalMoves
)  # fmt: skip

Walk = Reduce | Run | Joins | CanTake | NoLegalMoves  # what C cannot answer by an expression


# ── sources: ordered sets, walked and never stored ─────────────────────────────────────────────────────────────────


class Numbers(Lowered, frozen=True):
    """The ints from `low` to `high`."""

    low: Scalar
    high: Scalar
    size: int
    kind: Kind = "int"


class Listing(Lowered, frozen=True):
    """Scalars as written, repeats and nothings dropped."""

    items: tuple[Scalar, ...]
    kind: Kind

    @property
    def size(self) -> int:
        """At most every item."""
        return len(self.items)


class Row(Lowered, frozen=True):
    """A row of static lists, chosen by `index` (the only row when None): a region, a seat's region, neighbours."""

    table: Table
    index: Scalar | None
    kind: Kind

    @property
    def size(self) -> int:
        """The longest row."""
        return max((len(row) for row in self.table.rows), default=0)


class AllTokens(Lowered, frozen=True):
    """Every token in play of these types (type numbers; any when None), by slot."""

    types: tuple[int, ...] | None
    size: int
    kind: Kind = "token"


class TokensOf(Lowered, frozen=True):
    """The tokens of a zone in the order a draw takes them."""

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
        """That of its source."""
        return self.source.kind

    @property
    def size(self) -> int:
        """That of its source."""
        return self.source.size


class FlatMap(Lowered, frozen=True):
    """The elements of one source for each element of another; without repeats only where the parts share none."""

    outer: Source
    element: Local
    inner: Source
    size: int

    @property
    def kind(self) -> Kind:
        """That of the inner source."""
        return self.inner.kind


class Rays(Lowered, frozen=True):
    """The zones met from a zone, direction by direction, near to far, cut by `keep` and confirmed by `then`."""

    zone: Scalar
    directions: Source
    element: Local
    keep: Scalar | None
    then: Scalar | None
    size: int
    kind: Kind = "zone"


class Flood(Lowered, frozen=True):
    """The zones joined to a zone over zones where the condition holds, breadth first."""

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
    """Where a token may go by its movement (`group`: one named group of it), or what it attacks."""

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
    """One of two sources, as a condition says."""

    when: Scalar
    then: Source
    otherwise: Source

    @property
    def kind(self) -> Kind:
        """That of its branches."""
        return self.then.kind

    @property
    def size(self) -> int:
        """That of the greater branch."""
        return max(self.then.size, self.otherwise.size)


class Kept(Lowered, frozen=True):
    """A set that is kept up to date beside the state."""

    name: str
    size: int
    kind: Kind


class RayStarts(Lowered, frozen=True):
    """The zones of a kept set from which some ray goes over zones topped by one player's tokens to one of another's."""

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
    """What somebody has chosen, as far as it is still there; the local is a C array that begins with its length."""

    list: Local
    size: int
    kind: Kind


class TokensOfKind(Lowered, frozen=True):
    """The tokens of these types of one player (of anybody, when None) on zones of static sets, in no stated order."""

    player: Scalar | None
    types: tuple[int, ...]
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
    """Yield the lowered nodes directly below *node*, elements of walks included."""
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Lowered))
        elif isinstance(value, Lowered):
            yield value


def walk(node: Any) -> Iterator[Any]:
    """Yield *node* and every lowered node below it, parents first."""
    yield node
    for part in parts(node):
        yield from walk(part)


def free_locals(node: Any) -> tuple[Local, ...]:
    """Return the locals *node* reads and does not bind itself, by name."""
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
