"""Context: what an expression or effect can access while it runs, and the compilation of nodes to functions.

Each node class has one *maker*, registered by `evaluates` or `performs`; it gets the node and the tables once and
returns a function of a context. So each node is interpreted once, and running the function does not read the tree
again.

Invariants:
    * a value is an int (also players, zones and names), a bool, None for `none`, a `Handle` for a token, or a
      sequence of these for a set;
    * bindings are never shared between a context and contexts derived from it.

This module does not know particular nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ludotome.gamedef import IT, NODES, Node, Registry
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Handle, Working

if TYPE_CHECKING:
    from ludotome.kernel.legality import Legality
    from ludotome.kernel.run import Run

Value = Any
Evaluator = Callable[["Context"], Value]
Maker = Callable[[Any, Tables], Evaluator]

MAKERS = Registry[Maker]("the reference kernel")
evaluates = MAKERS.enter  # registers a function as the maker of expressions


class Context:
    """A state, the actor, the bindings, and the run it belongs to (None for evaluation alone)."""

    __slots__ = ("actor", "bindings", "legality", "run", "state")

    def __init__(
        self,
        state: Working,
        actor: int | None = None,
        bindings: dict[str, Value] | None = None,
        run: Run | None = None,
        legality: Legality | None = None,
    ) -> None:
        self.state = state
        self.actor = actor
        self.bindings: dict[str, Value] = {} if bindings is None else bindings
        self.run = run
        self.legality = legality

    def inner(self) -> Context:
        """Return a context for the same state with its own bindings."""
        return Context(self.state, self.actor, dict(self.bindings), self.run, self.legality)


def make(node: Node, tables: Tables) -> Evaluator:
    """Return the function that evaluates *node*."""
    return MAKERS.of(node)(node, tables)


def make_set(node: Node, tables: Tables) -> Evaluator:
    """Return the function that evaluates *node* as a set: a single value is a set of one, `none` is empty."""
    evaluate = make(node, tables)
    if NODES[type(node)].family == "query":
        return evaluate
    return lambda context: elements(evaluate(context))


def on_one(arg: Evaluator, ask: Callable[[Any], Value], nothing: Value = None) -> Evaluator:
    """Return an evaluator that applies *ask* to one value; if the value is None, the result is *nothing*."""

    def evaluate(context: Context) -> Value:
        value = arg(context)
        return nothing if value is None else ask(value)

    return evaluate


def on_two(left: Evaluator, right: Evaluator, ask: Callable[[Any, Any], Value], nothing: Value = None) -> Evaluator:
    """Return an evaluator that applies *ask* to two values; if either is None, the result is *nothing*."""

    def evaluate(context: Context) -> Value:
        a, b = left(context), right(context)
        return nothing if a is None or b is None else ask(a, b)

    return evaluate


def asking(context: Context, bind: str, evaluate: Evaluator) -> Callable[[Value], Value]:
    """Return *evaluate* as a function of one element, which is bound to *bind* and to `it`."""
    inner = context.inner()
    bindings = inner.bindings

    def ask(element: Value) -> Value:
        bindings[bind] = bindings[IT] = element
        return evaluate(inner)

    return ask


def elements(value: Value) -> Sequence[Value]:
    """Return a value as a set: a single value is a set of one, `none` is empty."""
    if value is None:
        return ()
    return value if isinstance(value, (tuple, range)) else (value,)


def plain(value: Value) -> Value:
    """Return a value with handles replaced by slots."""
    if isinstance(value, Handle):
        return value.slot
    return tuple(plain(item) for item in value) if isinstance(value, tuple) else value
