"""declared_at: labels that show where the subject of a finding was declared.

An error in a declaration appears only where the declared thing is used; the label leads from there to the line to
change.

This module finds no errors.
"""

from __future__ import annotations

import re

from ludotome.diagnostics import Label
from ludotome.gamedef import Binding, Node, Type, walk
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.macros import MacroDef
from ludotome.spec.lowering.origins import Origin

_RULE = re.compile(r"turnStructure\.phases\[\d+\]|[^.\[]+(\[\d+\])?")
_AMONG_EFFECTS = re.compile(r"^setup\[|\.(onEnter|onExit|effects)\[")
# Where the properties of a kind of value are declared: the section, and how to write one.
_HOME_OF_PROPERTY = {
    "token": ("tokenTypes", "declare `{name}` in `props` of a token type"),
    "zone": ("zones", "declare `{name}` in `props` of the zones or in `perZoneVars`"),
    "player": ("perPlayerVars", "declare `{name}` in `perPlayerVars`, or as a zone with `owner: player`"),
}


def label(ctx: Context, path: str, text: str) -> tuple[Label, ...]:
    """Return a label with *text* at *path* or its parent, if either was written."""
    span = ctx.span(Origin(path))
    return (Label(span=span, text=text),) if span is not None else ()


def bind_at(ctx: Context, name: str, path: str) -> None:
    """Record that the values of the binding *name* come from *path*."""
    ctx.bound[_rule(path), name] = Origin(path)


def binding_labels(ctx: Context, node: Node | None, origin: Origin) -> tuple[Label, ...]:
    """Return for each binding in *node*, written at *origin*, a label at the source of its values."""
    rule = _rule((origin.calls[0] if origin.calls else origin).path)
    names = dict.fromkeys(one.name for one in walk(node) if isinstance(one, Binding)) if node is not None else ()
    found = [(name, ctx.bound[rule, name]) for name in names if (rule, name) in ctx.bound]
    return tuple(one for name, where in found for one in label(ctx, where.path, f"`{name}` comes from here"))


def binding_home(ctx: Context, name: str, origin: Origin, macro: str | None) -> tuple[str, tuple[Label, ...]]:
    """Return how to bind *name* at *origin* (in the body of *macro*, if given), and a label for the place."""
    if macro is not None and macro in ctx.things.macros:
        return f"add `{name}` to `params` of the macro `{macro}`", macro_labels(ctx, ctx.things.macros[macro])
    rule = _rule(origin.path)
    if rule.startswith("actions["):
        here = label(ctx, f"{rule}.id", "of this action")
        return f"add `{{ name: {name}, domain: … }}` to `params` of the action", here
    how, labels = _home_in_action(ctx, name)
    return how or _without_home(name, origin.path), labels


def _without_home(name: str, path: str) -> str:
    """Return what to write at *path*, which has no parameters, instead of *name*."""
    meant = "write the zone, token or value that is meant"
    if _AMONG_EFFECTS.search(path) is not None:
        return f"{meant}, or bind it before: `let: {{ bind: {name}, value: … }}`"
    return f"{meant}: nothing here binds `{name}`"


def _home_in_action(ctx: Context, name: str) -> tuple[str | None, tuple[Label, ...]]:
    """Return how to access, outside an action, what the action binds as *name*, and a label at the binding.

    Or nothing.
    """
    for index, action in enumerate(ctx.things.shell.actions):
        bound = ctx.bound.get((f"actions[{index}]", name))
        if bound is not None:
            how = f"`{name}` belongs to the action `{action.id}`: keep it in a variable there, and read that here"
            return how, label(ctx, bound.path, f"`{name}` comes from here")
    return None, ()


def macro_labels(ctx: Context, macro: MacroDef) -> tuple[Label, ...]:
    """Return a label at the declaration of *macro*."""
    number = len(macro.params)
    params = f"with {number} parameter{'' if number == 1 else 's'}" if number else "without `params`"
    return label(ctx, f"{macro.path}.name", f"declared here {params}")


def property_home(ctx: Context, kind: Type, name: str) -> tuple[str | None, tuple[Label, ...]]:
    """Return how to declare a property *name* of *kind*, and a label for the place."""
    if kind.kind == "player" and name in ctx.things.symbols.zone_index:
        here = label(ctx, f"zones[{ctx.things.symbols.zone_index[name]}].id", "this zone has no owner")
        return f"add `owner: player` to the zone `{name}`, so that each player has one", here
    if kind.kind not in _HOME_OF_PROPERTY:
        return None, ()
    section, how = _HOME_OF_PROPERTY[kind.kind]
    at = section if ctx.doc.get(section) is not None else "metadata"
    return how.format(name=name), label(ctx, at, "declared here") if at == section else ()


def unnamed_cells(ctx: Context, name: str) -> tuple[str, tuple[Label, ...]] | None:
    """Return what to do if *name* looks like a cell (`b6`) of a board without such names, and a label for it."""
    if re.fullmatch(r"[a-zA-Z]\d{1,2}", name) is None:
        return None
    shell = ctx.things.shell
    for index, zone in enumerate(shell.zones):
        if zone.board is not None and zone.name is None and (zone.row is not None or zone.q is not None):
            return "add `names: algebraic` to the board", label(ctx, f"zones[{index}]", "its cells have no such names")
    return None


def _rule(path: str) -> str:
    found = _RULE.match(path)
    return found.group() if found is not None else path
