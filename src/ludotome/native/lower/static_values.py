"""Static values: expressions that depend on one or two zones, names or players alone, evaluated for all of them.

    $turn in [s, t] or $z.row // 3 == 1        a table by name and zone

The *inputs* of an expression are what it depends on: locals, fields and entries of the state. Values are those of the
C: an expression that is `none` is -1, or the lowest number if it is an int.

This module does not know C.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub

from ludotome.native.codes import INT32_NOTHING
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.tables import step_table

MOST_ENTRIES = 2048
MOST_STEPS = 60_000  # limit of the evaluation: entries times parts of the expression
FEW_PARTS = 4  # shorter expressions are evaluated as fast as a table is read
LONG = 4  # parts that count as a loop
MOST_NUMBERS = 64
_ARITHMETIC = {"+": add, "-": sub, "*": mul, "//": floordiv, "%": mod}
_COMPARE: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_PARTS = (
    ir.Lookup | ir.Arithmetic | ir.Extreme | ir.Magnitude | ir.Either | ir.AllOf | ir.AnyOf | ir.Negation | ir.Compare
    | ir.Missing
)  # fmt: skip
Known = Mapping[Scalar, int]


def tabulated(low: Lowering, node: Scalar) -> tuple[tuple[Scalar, ...], tuple[tuple[int, ...], ...]] | None:
    """Return the inputs of *node*, one or two, and a table of its values; None if that is impossible or gains nothing.

    The table has a row for each value of the first of two inputs, and an entry for each of the other, from `none` on.
    """
    inputs = inputs_of(low, node)
    if inputs is None or not 1 <= len(inputs) <= 2:
        return None
    ranges = [values_of(low, one) for one in inputs]
    parts = _parts(node)
    entries = math.prod(map(len, ranges))
    if parts < FEW_PARTS or not 0 < entries <= MOST_ENTRIES or entries * parts > MOST_STEPS:
        return None
    values = [
        _stored(node, evaluate(low, node, dict(zip(inputs, known, strict=True))))
        for known in itertools.product(*ranges)
    ]
    if min(values) < INT32_NOTHING or max(values) >= -INT32_NOTHING:
        return None
    width = len(ranges[-1])
    return inputs, tuple(tuple(values[at : at + width]) for at in range(0, entries, width))


def _parts(node: ir.Lowered) -> int:
    """Return the number of operations of an expression, without those that its inputs need."""
    if isinstance(node, ir.Const | ir.Local | ir.Load | ir.Field):
        return 0
    own = LONG if isinstance(node, ir.Call | ir.Reduce) else isinstance(node, _PARTS)
    return own + sum(map(_parts, ir.parts(node)))


def inputs_of(low: Lowering, node: Scalar) -> tuple[Scalar, ...] | None:
    """Return what the value of *node* depends on, in order of first use; None if it is not static otherwise."""
    found: dict[Scalar, None] = {}
    if low.rays_meet and any(isinstance(part, ir.Call | ir.Rays) for part in ir.walk(node)):
        return None  # a step may be cyclic
    return tuple(found) if _collect(node, found, ()) else None


def values_of(low: Lowering, node: Scalar) -> range:
    """Return the values that an input can have, with `none`; empty if there are too many."""
    sizes = {"zone": low.layout.zones, "name": len(low.symbols.names), "player": low.players}
    return range(-1, sizes[node.kind]) if node.kind in sizes else range(0)


def _collect(node: Scalar, found: dict[Scalar, None], bound: tuple[Local, ...]) -> bool:
    match node:
        case ir.Const():
            return True
        case ir.Local() if node in bound:
            return True
        case ir.Local() | ir.Load() | ir.Field():
            found[node] = None
            return not bound or not {one.name for one in bound} & {one.name for one in ir.free_locals(node)}
        case ir.Reduce(how="exists", source=source, element=element, body=body):
            inner = (*bound, element)
            if isinstance(source, ir.Filtered):
                inner, body = (*inner, source.element), ir.AllOf((source.where, *([] if body is None else [body])))
                source = source.source
            return _numbers(source) is not None and (body is None or _collect(body, found, inner))
        case ir.Reduce(how="count", body=None, source=ir.Rays(keep=None, then=None, zone=zone, directions=directions)):
            ways = directions.items if isinstance(directions, ir.Listing) else None
            return ways is not None and len(ways) == 1 and all(_collect(one, found, bound) for one in (zone, *ways))
        case ir.Call(function="lt_step", args=args):
            return all(_collect(arg, found, bound) for arg in args)
        case _ if isinstance(node, _PARTS):
            return all(_collect(part, found, bound) for part in ir.parts(node))
        case _:
            return False


def _numbers(source: ir.Source) -> tuple[int, ...] | None:
    """Return the elements of a short static source."""
    match source:
        case ir.Numbers(low=ir.Const(value=low, optional=False), high=ir.Const(value=high, optional=False)):
            return tuple(range(low, high + 1)) if high - low < MOST_NUMBERS else None
        case _:
            return None


def _stored(node: Scalar, value: int) -> int:
    """Return *value* as an entry of a table."""
    return INT32_NOTHING if node.kind == "int" and value == ir.INT_NOTHING else value


def evaluate(low: Lowering, node: Scalar, known: Known) -> int:
    """Return the value of *node*, whose inputs have the values *known*."""
    match node:
        case ir.Const(value=value):
            return value
        case ir.Local() | ir.Load() | ir.Field():
            return known[node]
        case ir.Lookup():
            return _entry(node, [evaluate(low, one, known) for one in node.index])
        case ir.Arithmetic(left=left, right=right, op=op):
            return _of_ints((evaluate(low, left, known), evaluate(low, right, known)), _ARITHMETIC[op])
        case ir.Extreme(left=left, right=right, op=op):
            return _of_ints((evaluate(low, left, known), evaluate(low, right, known)), min if op == "min" else max)
        case ir.Magnitude(arg=arg):
            return _of_ints((evaluate(low, arg, known),), abs)
        case ir.Either():
            return evaluate(low, node.then if _holds(low, node.when, known) else node.otherwise, known)
        case ir.AllOf(args=args):
            return int(all(_holds(low, arg, known) for arg in args))
        case ir.AnyOf(args=args):
            return int(any(_holds(low, arg, known) for arg in args))
        case ir.Negation(arg=arg):
            return int(not _holds(low, arg, known))
        case ir.Compare():
            return int(_compares(node, evaluate(low, node.left, known), evaluate(low, node.right, known)))
        case ir.Missing(arg=arg):
            return int(is_nothing(arg, evaluate(low, arg, known)))
        case ir.Call(args=args):
            return _step(low, *(evaluate(low, arg, known) for arg in args))
        case ir.Reduce(source=ir.Rays(zone=zone, directions=ir.Listing(items=(way,)))):
            return _ahead(low, evaluate(low, zone, known), evaluate(low, way, known))
        case ir.Reduce():
            return int(any(True for _ in _elements(low, node, known)))
        case _:
            raise AssertionError(f"not static: {type(node).__name__}")


def _holds(low: Lowering, node: Scalar, known: Known) -> bool:
    return evaluate(low, node, known) > 0


def is_nothing(node: Scalar, value: int) -> bool:
    """Return whether *value*, of *node*, is `none`."""
    return value == ir.INT_NOTHING if node.kind == "int" else value < 0


def _entry(node: ir.Lookup, index: list[int]) -> int:
    *row, column = (1 + place for place in index)
    line = node.table.rows[row[0] if row else 0] if not row or row[0] < len(node.table.rows) else ()
    # Only names that cannot occur here are beyond the table.
    value = line[column] if column < len(line) else 0
    return ir.INT_NOTHING if node.kind == "int" and node.optional and value == INT32_NOTHING else value


def _of_ints(values: tuple[int, ...], operation: Callable[..., int]) -> int:
    return ir.INT_NOTHING if ir.INT_NOTHING in values else operation(*values)


def _compares(node: ir.Compare, left: int, right: int) -> bool:
    """Return the comparison, which is false if a side is `none`.

    Two equal sides of which one cannot be `none` are not.
    """
    if is_nothing(node.left, left) or is_nothing(node.right, right):
        return False
    return _COMPARE[node.op](left, right)


def _step(low: Lowering, zone: int, way: int, count: int) -> int:
    rows = step_table(low).rows
    if way < 0 or count < 0:
        return ir.NOTHING
    while count > 0 and zone >= 0:
        zone = rows[1 + zone][1 + way] if 1 + way < len(rows[0]) else ir.NOTHING
        count -= 1
    return zone


def _ahead(low: Lowering, zone: int, way: int) -> int:
    """Return the number of zones on a ray."""
    return 0 if way < 0 else next(n for n in itertools.count() if _step(low, zone, way, n + 1) < 0)


def _elements(low: Lowering, node: ir.Reduce, known: Known) -> Iterator[int]:
    """Yield the elements of a static loop for which its conditions hold."""
    source, tests = node.source, [] if node.body is None else [(node.element, node.body)]
    if isinstance(source, ir.Filtered):
        tests.append((source.element, source.where))
        source = source.source
    for value in _numbers(source) or ():
        if all(_holds(low, test, {**known, element: value}) for element, test in tests):
            yield value
