"""Describe: lowered expressions as one line of text, for plans and golden tests.

This module does not know C.
"""

from __future__ import annotations

from typing import Any

from ludotome.native.lower import ir


def describe(node: Any) -> str:
    """Return *node* as text."""
    match node:
        case ir.Const():
            return "none" if node.optional else str(node.value)
        case ir.Local():
            return node.name
        case ir.Field():
            return node.name if node.index is None else f"{node.name}[{node.index}]"
        case ir.Load():
            row = "" if node.row is None else f"{node.row}, "
            return f"{node.array}[{row}{describe(node.index)}]"
        case ir.Lookup():
            return f"{node.table.name}[{', '.join(map(describe, node.index))}]"
        case ir.Call():
            return f"{node.function.removeprefix('lt_')}({', '.join(map(describe, node.args))})"
        case ir.Arithmetic() | ir.Compare():
            return f"({describe(node.left)} {node.op} {describe(node.right)})"
        case ir.AllOf() | ir.AnyOf():
            word = " and " if isinstance(node, ir.AllOf) else " or "
            return f"({word.join(map(describe, node.args))})"
        case ir.Negation():
            return f"not {describe(node.arg)}"
        case ir.Row():
            return node.table.name if node.index is None else f"{node.table.name}[{describe(node.index)}]"
        case ir.Filtered():
            return f"({node.element.name} in {describe(node.source)} where {describe(node.where)})"
        case ir.Reduce():
            body = "" if node.body is None else f": {describe(node.body)}"
            return f"{node.how}({node.element.name} in {describe(node.source)}{body})"
        case _:
            return _by_fields(node)


def _by_fields(node: Any) -> str:
    shown = []
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name in ("kind", "optional", "size") or value is None:
            continue
        shown.append(describe(value) if isinstance(value, ir.Lowered) else str(value))
    return f"{type(node).__name__.lower()}({', '.join(shown)})"
