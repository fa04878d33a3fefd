"""print_expression: a tree → its text, with no more parentheses than needed.

The inverse of `parse_expression`: parsing the result gives an equal tree. The author's spaces are not kept.
"""

from __future__ import annotations

from typing import assert_never

from ludotome.spec.expressions.tree import (
    Access,
    Binary,
    Binding,
    Boolean,
    Call,
    Expression,
    If,
    Integer,
    It,
    ListLiteral,
    Logic,
    Name,
    Not,
    Nothing,
    Query,
    Range,
    Selector,
    Unary,
)

# The precedence of a node; a part with a lower precedence than its place requires needs parentheses.
_QUERY, _IF, _OR, _AND, _NOT, _COMPARE, _RANGE, _SUM, _PRODUCT, _UNARY, _POSTFIX = range(11)
_STRENGTH = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "//": _PRODUCT, "%": _PRODUCT}


def print_expression(node: Expression) -> str:
    """Return the text of *node*, with one space around operators and after commas."""
    return _print(node, _QUERY)


def _print(node: Expression, place: int) -> str:
    strength, text = _bare(node)
    return f"({text})" if strength < place else text


def _bare(node: Expression) -> tuple[int, str]:
    match node:
        case Integer(value=value):
            return _POSTFIX, str(value)
        case Boolean(value=value):
            return _POSTFIX, "true" if value else "false"
        case Nothing():
            return _POSTFIX, "none"
        case It():
            return _POSTFIX, "it"
        case Binding(name=name) | Name(name=name):
            return _POSTFIX, name
        case Selector(zone=zone, which=which):
            return _POSTFIX, f"{zone}:{which}"
        case Access(of=of, name=name):
            return _POSTFIX, f"{_print(of, _POSTFIX)}.{name}"
        case Call():
            return _POSTFIX, _call(node)
        case ListLiteral(items=items):
            return _POSTFIX, f"[{', '.join(_print(item, _IF) for item in items)}]"
        case Unary(arg=arg):
            return _UNARY, f"-{_print(arg, _UNARY)}"
        case Binary(op=op, left=left, right=right):
            strength = _STRENGTH.get(op, _COMPARE)
            left_place = _RANGE if strength == _COMPARE else strength
            return strength, f"{_print(left, left_place)} {op} {_print(right, max(strength + 1, left_place))}"
        case Range(low=low, high=high):
            return _RANGE, f"{_print(low, _SUM)}..{_print(high, _SUM)}"
        case Not(arg=arg):
            return _NOT, f"not {_print(arg, _NOT)}"
        case Logic(op=op, args=args):
            strength = _OR if op == "or" else _AND
            return strength, f" {op} ".join(_print(arg, strength + 1) for arg in args)
        case If(when=when, then=then, otherwise=otherwise):
            return _IF, f"if {_print(when, _IF)} then {_print(then, _IF)} else {_print(otherwise, _IF)}"
        case Query():
            return _QUERY, _query(node)
        case _:
            assert_never(node)


def _call(node: Call) -> str:
    binder = f"{node.binder.name} in " if node.binder else ""
    args = ", ".join(_print(arg, _QUERY) for arg in node.args)
    return f"{node.name}({binder}{args})"


def _query(node: Query) -> str:
    text = _print(node.source, _IF)
    if node.while_ is not None:
        text += f" while {_print(node.while_, _OR)}"
    if node.then is not None:
        text += f" then {_print(node.then, _OR)}"
    if node.where is not None:
        text += f" where {_print(node.where, _IF)}"
    return text
