"""Registry: functions by node class, for passes that have one function for each node.

    MAKERS = Registry[Maker]("the reference kernel")

    @MAKERS.enter(ex.Top)
    def top(node, tables): …

    MAKERS.of(node)(node, tables)

A test compares the keys of each registry with the table of nodes, so a node without a function is reported by name.
Until it has one, looking it up raises `PlayError` with the code `not-implemented`.

This module does not know particular nodes, nor what the functions do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, Never, TypeVar

from ludotome.gamedef.node import NODES, Node
from ludotome.gamedef.state import PlayError

F = TypeVar("F", bound=Callable[..., Any])
Entered = TypeVar("Entered", bound=Callable[..., Any])


def not_implemented(node: Never, whose: str) -> PlayError:
    """Return the error that ends a match over all nodes of a kind, like `assert_never`.

    The type checker reports a node that the match leaves out; at run time it raises a readable error, since a node may
    be defined before every pass handles it.
    """
    return _refusal(node, whose)


def _refusal(node: Node, whose: str) -> PlayError:
    name = NODES[type(node)].name
    return PlayError("not-implemented", f"`{name}` is not implemented by {whose} yet", node=name)


class Registry(Generic[F]):
    """One function for each of some node classes; `whose` names their owner."""

    def __init__(self, whose: str) -> None:
        self.whose = whose
        self._functions: dict[type[Node], F] = {}

    def enter(self, *classes: type[Node]) -> Callable[[Entered], Entered]:
        """Register the decorated function for these classes; a second function for a class is an error."""

        def entered(function: Entered) -> Entered:
            for cls in classes:
                assert cls not in self._functions, f"{self.whose} has two functions for {cls.__name__}"
                self._functions[cls] = function  # type: ignore[assignment]
            return function

        return entered

    def find(self, node: Node) -> F | None:
        """Return the function for *node*, or None."""
        return self._functions.get(type(node))

    def of(self, node: Node) -> F:
        """Return the function for *node*; raise `PlayError` if it has none yet."""
        found = self.find(node)
        if found is None:
            raise _refusal(node, self.whose)
        return found

    def __iter__(self) -> Iterator[type[Node]]:
        return iter(self._functions)

    def __contains__(self, cls: object) -> bool:
        return cls in self._functions
