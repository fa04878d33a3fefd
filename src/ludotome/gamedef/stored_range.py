"""Stored range: report numbers that a variable or property can never hold.

During play a number is clamped to the range where it is stored, as the language says. In setup, in tests and where a
token is created, a number that is always outside the range is an error: the author wrote a different number from the
one the game would use.

Invariants:
    * reports are certain: a number that may be inside the range, or in unreachable code, is not reported.

This module does not know effects; `check_effects` knows what is stored where.
"""

from __future__ import annotations

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.node import Node
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.types import Type


def check_range(check: Inference, name: str, value: Node, found: Type, declared: Type, scope: Scope, path: str) -> None:
    """Report every number that *value*, of type *found*, stores in *name* outside the range of *declared*.

    The element of a loop over listed numbers or a range takes all of them, unless there is an `if` in between.
    """
    if found.kind != "int" or declared.kind != "int" or scope.is_dead:
        return
    if found.high < declared.low or declared.high < found.low:
        instead = f"write a number from {declared.low} to {declared.high}"
        _report(check, name, ((found.low, found.high),), declared, instead, path)
    elif isinstance(value, ex.Binding) and value.name in scope.loops:
        _check_set(check, name, scope.loops[value.name], declared)


def _check_set(check: Inference, name: str, loop: tuple[Node, str], declared: Type) -> None:
    """Report the numbers in the set of a loop that are outside the range of *declared*."""
    over, path = loop
    low, high = declared.low, declared.high
    match over:
        case ex.ListOf(items=items):
            for index, item in enumerate(items):
                if isinstance(item, ex.IntLiteral) and not low <= item.value <= high:
                    numbers = ((item.value, item.value),)
                    instead = f"write numbers from {low} to {high}"
                    _report(check, name, numbers, declared, instead, f"{path}.items[{index}]")
        case ex.IntsInRange(min=ex.IntLiteral(value=first), max=ex.IntLiteral(value=last)):
            outside = (first, min(last, low - 1)), (max(first, high + 1), last)
            wrong = tuple((least, most) for least, most in outside if least <= most)
            if wrong:
                _report(check, name, wrong, declared, f"write `{max(first, low)}..{min(last, high)}`", path)
        case _:
            pass  # any other set: its numbers are unknown


def _report(
    check: Inference, name: str, wrong: tuple[tuple[int, int], ...], declared: Type, instead: str, path: str
) -> None:
    these = " and ".join(str(first) if first == last else f"{first} to {last}" for first, last in wrong)
    least, most = wrong[0][0], wrong[-1][1]
    bounds = [f"`min: {least}`"] if least < declared.low else []
    bounds += [f"`max: {most}`"] if most > declared.high else []
    check.findings.add(
        "LT440",
        path,
        f"`{name}` cannot be {these}: it is a whole number from {declared.low} to {declared.high}",
        f"{instead}, or {' and '.join(bounds)} where `{name}` is declared",
    )
