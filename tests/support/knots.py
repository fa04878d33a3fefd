"""Knots: modules with cyclic imports.

Every import counts, also one inside a function; imports for the type checker only (`if TYPE_CHECKING:`) count
on request. A package does not count as imported by its own modules.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from tests.support.house import Module


def knots(modules: Mapping[str, Module], *, typing: bool) -> list[frozenset[str]]:
    """Return the strongly connected components of the import graph, smallest first."""
    graph = {
        name: {other for other in _imports(modules, module, typing) if other != name}
        for name, module in modules.items()
    }
    found = {
        frozenset(other for other in reached if name in _reached(graph, other))
        for name in graph
        if name in (reached := _reached(graph, name))
    }
    return sorted(found, key=lambda knot: (len(knot), sorted(knot)))


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """Return every module reachable by imports from *start*; *start* itself only through a cycle."""
    met: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        name = waiting.pop()
        if name not in met:
            met.add(name)
            waiting += graph[name]
    return met


def _imports(modules: Mapping[str, Module], module: Module, typing: bool) -> Iterator[str]:
    for name in _imported_names(module.tree, typing):
        head = name.rpartition(".")[0]
        if name in modules:
            yield name
        elif head in modules:
            yield head


def _imported_names(tree: ast.AST, typing: bool) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif typing or not (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")):
            yield from _imported_names(node, typing)
