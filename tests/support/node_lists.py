"""Hand lists of nodes: places that name node classes so that a new node could be missed silently.

Which effects move tokens, or which expressions read variables, is declared on the nodes and available from `facts`. A
pass over nodes handles all of them, or says why any other node is safe. `hand_lists` finds code that does neither:

* a tuple, list, set or dictionary of node classes;
* `isinstance` with an effect class, or with several expression classes;
* a `match` over nodes that does not end in `case _:`, or ends in one that neither is `assert_never(…)`,
  `raise unhandled(…)` or `raise not_implemented(…)` nor has a comment that begins with `any other` and says why.

The groups declared with the nodes (`Effect`, `PlainEffect`, `ControlEffect`, …) may be named anywhere.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from ludotome.gamedef import NODES
from tests.support.house import Module

DEFINITIONS = ("ludotome.gamedef.effects", "ludotome.gamedef.expressions")
_EFFECTS = frozenset(cls.__name__ for cls, info in NODES.items() if info.family == "effect")
_NODES = frozenset(cls.__name__ for cls in NODES)
_ENDS = ("assert_never(", "raise unhandled(", "raise not_implemented(")


@dataclass(frozen=True)
class HandList:
    """One place: the module's path, the line, and the code there."""

    path: str
    line: int
    what: str


def hand_lists(module: Module) -> Iterator[HandList]:
    """Yield every hand list of node classes in *module*."""
    names = _Names(module)
    for node in ast.walk(module.tree):
        what = None
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            what = _several(names, node.elts, "a list of node classes")
        elif isinstance(node, ast.Dict):
            what = _several(names, [key for key in node.keys if key is not None], "a table of node classes")
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            what = _asked_class(names, node.args[1])
        elif isinstance(node, ast.Match):
            what = _open_match(names, node, module.text.splitlines())
        if what is not None:
            yield HandList(module.path, node.lineno, what)


class _Names:
    """Which names of a module mean node classes."""

    def __init__(self, module: Module) -> None:
        self.rooms: set[str] = set()
        self.classes: dict[str, str] = {}
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ludotome.gamedef"):
                for alias in node.names:
                    called = alias.asname or alias.name
                    if alias.name in ("effects", "expressions"):
                        self.rooms.add(called)
                    elif alias.name in _NODES:
                        self.classes[called] = alias.name

    def of(self, node: ast.expr) -> str | None:
        """Return the node class that an expression names, if it does."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self.rooms:
            return node.attr if node.attr in _NODES else None
        return self.classes.get(node.id) if isinstance(node, ast.Name) else None


def _several(names: _Names, parts: list[ast.expr], what: str) -> str | None:
    return what if sum(names.of(part) is not None for part in parts) > 1 else None


def _asked_class(names: _Names, kind: ast.expr) -> str | None:
    found = [name for part in ast.walk(kind) if isinstance(part, ast.expr) and (name := names.of(part)) is not None]
    if any(name in _EFFECTS for name in found):
        return f"isinstance of the effect {found[0]}"
    return "isinstance of several expressions" if len(found) > 1 else None


def _open_match(names: _Names, node: ast.Match, lines: list[str]) -> str | None:
    if not any(names.of(pattern.cls) for case in node.cases for pattern in _class_patterns(case.pattern)):
        return None
    last = node.cases[-1]
    if not (isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None):
        return "a match over nodes without `case _:`"
    written = lines[last.pattern.lineno - 1 : last.body[-1].end_lineno]
    if any(ast.unparse(part).startswith(_ENDS) for part in last.body) or any("# any other" in line for line in written):
        return None
    return "a match over nodes whose `case _:` neither refuses nor says why any other node is right"


def _class_patterns(pattern: ast.pattern) -> Iterator[ast.MatchClass]:
    """Yield the classes that the subject itself, or an item of it, is compared with."""
    if isinstance(pattern, ast.MatchClass):
        yield pattern
    elif isinstance(pattern, ast.MatchOr | ast.MatchSequence):
        for part in pattern.patterns:
            yield from _class_patterns(part)
    elif isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        yield from _class_patterns(pattern.pattern)
