"""bindings: find where each `$name` in a text expression was bound.

    count($c in tokensInZone($p.hand) where $c.cost > 2)     `$c` twice here, `$p` outside

A binder of a call is in sight in its `where` and in its further arguments, not in the set itself.

This module does not know documents: what is in sight around the expression is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from ludotome.spec import expressions as text


class BindingUse(Struct, frozen=True):
    """`$name` from *start* up to *end* of a text; *home* says where it was bound, *declares* that it is bound here."""

    name: str
    start: int
    end: int
    home: str
    declares: bool = False


def binding_uses(tree: text.Expression, scope: Mapping[str, str], path: str) -> Iterator[BindingUse]:
    """Yield the bindings in *tree*, the expression at *path*, that *scope* or a call in it binds, in any order."""
    match tree:
        case text.Binding(name=name):
            if name in scope:
                yield BindingUse(name, tree.start, tree.end, scope[name])
        case text.Selector(which=which) if which in scope:
            yield BindingUse(which, tree.end - len(which), tree.end, scope[which])
        case text.Call(binder=text.Binding() as binder):
            home = f"{path}@{binder.start}"
            yield BindingUse(binder.name, binder.start, binder.end, home, declares=True)
            inner = {**scope, binder.name: home}
            first, *others = tree.args
            if isinstance(first, text.Query) and first.where is not None:
                yield from binding_uses(first.where, inner, path)
                for part in (first.source, first.while_, first.then):
                    if part is not None:
                        yield from binding_uses(part, scope, path)
            else:
                yield from binding_uses(first, scope, path)
            for other in others:
                yield from binding_uses(other, inner, path)
        case _:
            for below in text.children(tree):
                yield from binding_uses(below, scope, path)
