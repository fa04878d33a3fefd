"""settings: the parameters a document declares, the values they are set to, and expressions made of them alone.

    parameters: { size: { default: 11, min: 3, max: 19 } }

A parameter is used like a constant. Its value is set by the caller who loads the game; otherwise it is the default.

Invariants:
    * the default determines the type of a parameter: a whole number, true or false, or a name;
    * an expression of parameters, constants and literals is computed when the document is compiled, so a definition
      is the same as if the result had been written. Expressions without a parameter are left as they are.

This module ignores errors in the shape of declarations; `check_parameters` reports them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias, TypeGuard

from ludotome.diagnostics import nearest
from ludotome.gamedef import MOST_SETTINGS, ParameterDef, PlayError, Setting, bad_argument
from ludotome.spec.blocks import YamlValue
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.expressions import parse_expression
from ludotome.spec.expressions import tree as text

Values: TypeAlias = Mapping[str, Setting]
KINDS = {bool: "true or false", int: "a whole number", str: "a name"}
_LARGEST = 2**63 - 1


def parameters_of(doc: GameSpecDoc) -> tuple[ParameterDef, ...]:
    """Return the parameters of *doc* in written order, each with the value it is set to."""
    written = doc.get("parameters")
    found = []
    for name, declared in written.items() if isinstance(written, dict) else ():
        fields = declared if isinstance(declared, dict) else {"default": declared}
        if isinstance(default := fields.get("default", fields.get("min")), int | bool | str):
            values = fields.get("values")
            listed = tuple(one for one in values if isinstance(one, int | str)) if isinstance(values, list) else ()
            least, most = (bound if type(bound) is int else None for bound in (fields.get("min"), fields.get("max")))
            found.append(ParameterDef(name, doc.settings.get(name, default), default, least, most, listed))
    return tuple(found)


def values_of(doc: GameSpecDoc) -> dict[str, Setting]:
    """Return the value of every parameter and every constant of *doc*, parameters first."""
    constants = doc.get("constants")
    found: dict[str, Setting] = {parameter.name: parameter.value for parameter in parameters_of(doc)}
    for name, value in constants.items() if isinstance(constants, dict) else ():
        number = value if isinstance(value, int) else whole_value(value, found)
        if number is not None:
            found[name] = number
    return found


def constants_of(doc: GameSpecDoc) -> dict[str, int]:
    """Return the values of the parameters and constants of *doc* that are whole numbers."""
    return {name: value for name, value in values_of(doc).items() if is_whole(value)}


def kept_constants(doc: GameSpecDoc) -> dict[str, int]:
    """Return the constants that the definition of *doc* has.

    A parameter that a zone mentions is a size. It is not a constant of the definition, whose rules are the same as if
    the size were written in the document. Any other parameter is a constant, as it would be if it were declared as one.
    """
    zones = doc.written("zones")
    sizes = {parameter.name for parameter in parameters_of(doc) if _is_mentioned(zones, parameter.name)}
    return {name: value for name, value in constants_of(doc).items() if name not in sizes}


def _is_mentioned(value: YamlValue, name: str) -> bool:
    """Whether *name* occurs as a word in any text in *value*."""
    if isinstance(value, str):
        return re.search(rf"\b{re.escape(name)}\b", value) is not None
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(_is_mentioned(one, name) for one in below)


def values_in_words(doc: GameSpecDoc, written: str) -> str:
    """Return the values of the parameters that the expression *written* depends on: `` `top` is 12 ``.

    A constant that depends on a parameter is named, too. The text is empty if the expression depends on none.
    """
    parameters = {parameter.name for parameter in parameters_of(doc)}
    constants, values = doc.get("constants"), values_of(doc)
    texts = constants if isinstance(constants, dict) else {}
    found: dict[str, None] = {}
    waiting = [name for name in values if _is_mentioned(written, name)]
    while waiting:
        name = waiting.pop(0)
        below = [one for one in values if one != name and _is_mentioned(texts.get(name), one)]
        if name not in found and (name in parameters or below):
            found[name] = None
            waiting += below
    if parameters.isdisjoint(found):
        return ""
    return ", ".join(f"`{name}` is {str(values[name]).lower()}" for name in found)


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether *value* is a whole number, which true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def checked_settings(declared: Iterable[ParameterDef], given: Mapping[str, Any] | None) -> dict[str, Setting]:
    """Return *given*, settings of a caller, which must match what is *declared*; a `PlayError` says what to write."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise bad_argument("parameters", given, "write a mapping from the names of parameters to their values")
    by_name = {parameter.name: parameter for parameter in declared}
    for name, value in given.items():
        if name not in by_name:
            near = nearest(str(name), by_name)
            known = ", ".join(f"`{one}`" for one in by_name)
            usual = f"write one of {known}" if known else "the game has no parameters"
            hint = f"did you mean `{near[0]}`?" if near else usual
            raise PlayError("bad-argument", f"there is no parameter `{name}`; {hint}", alternatives=tuple(near))
        if (instead := misfit(by_name[name], value)) is not None:
            given_as = str(value).lower() if isinstance(value, bool) else repr(value)
            raise PlayError("bad-argument", f"`{name}` cannot be {given_as[:60]}: write {instead}")
    return dict(given)


def misfit(parameter: ParameterDef, value: Any) -> str | None:
    """Return what to write instead of *value*, which *parameter* cannot have; None if it can."""
    if type(value) is not type(parameter.default) or (isinstance(value, int) and abs(value) > _LARGEST):
        return range_in_words(parameter)
    is_listed = not parameter.values or value in parameter.values
    is_inside = not isinstance(value, int) or (
        (parameter.min is None or value >= parameter.min) and (parameter.max is None or value <= parameter.max)
    )
    return None if is_listed and is_inside else range_in_words(parameter)


def range_in_words(parameter: ParameterDef) -> str:
    """Return the allowed values of *parameter* in words: `a whole number from 3 to 19`, `one of 0, 3 and 7`."""
    if parameter.values:
        *others, last = (str(value).lower() if isinstance(value, bool) else str(value) for value in parameter.values)
        return f"one of {', '.join(others)} and {last}" if others else last
    kind = KINDS[type(parameter.default)]
    if parameter.min is not None and parameter.max is not None:
        return f"{kind} from {parameter.min} to {parameter.max}"
    if parameter.min is not None:
        return f"{kind} from {parameter.min}"
    return f"{kind} up to {parameter.max}" if parameter.max is not None else kind


def settings_to_check(doc: GameSpecDoc) -> tuple[dict[str, Setting], ...]:
    """Return the settings under which a document should be checked besides its defaults, without repetition.

    Each parameter in turn has its minimum, its maximum and each of its listed values, the others their default; then
    come the settings of tests. There are at most `MOST_SETTINGS`.
    """
    found: list[dict[str, Setting]] = []
    declared = parameters_of(doc)
    for parameter in declared:
        ends = tuple(end for end in (parameter.min, parameter.max) if end is not None)
        both = (False, True) if isinstance(parameter.default, bool) else ()
        for value in (*ends, *parameter.values, *both):
            if value != parameter.default and misfit(parameter, value) is None:
                found.append({parameter.name: value})
    found.extend(settings_of_tests(doc))
    different: dict[tuple[tuple[str, Setting], ...], dict[str, Setting]] = {}
    for one in found:
        different.setdefault(tuple(sorted(one.items())), one)
    return tuple(different.values())[:MOST_SETTINGS]


def settings_of_tests(doc: GameSpecDoc) -> tuple[dict[str, Setting], ...]:
    """Return the settings of tests other than the defaults, in written order and without repetition."""
    known = {parameter.name: parameter for parameter in parameters_of(doc)}
    found: list[dict[str, Setting]] = []
    tests = doc.get("tests")
    for test in tests if isinstance(tests, list) else ():
        given = test.get("set") if isinstance(test, dict) else None
        fitting = given.items() if isinstance(given, dict) else ()
        changed: dict[str, Any] = {name: value for name, value in fitting if _changes(known.get(name), value)}
        if changed and changed not in found:
            found.append(changed)
    return tuple(found)


def _changes(parameter: ParameterDef | None, value: Any) -> bool:
    return parameter is not None and misfit(parameter, value) is None and value != parameter.default


# ── expressions made of parameters ─────────────────────────────────────────────────────────────────────────────────


def whole_value(written: Any, values: Values) -> int | None:
    """Return the whole number that *written*, a number or a text such as `size - 1`, means; None if it is not one."""
    if is_whole(written):
        return written
    if not isinstance(written, str) or not any(name in written for name in values):
        return None
    tree = parse_expression(written).tree
    if tree is None or not mentions(tree, values):  # a number in quotes is a text
        return None
    found = static_value(tree, values)
    return found if is_whole(found) else None


def mentions(tree: text.Expression, names: Iterable[str]) -> bool:
    """Return whether *tree* has one of *names* as a bare word."""
    wanted = frozenset(names)
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, text.Name) and node.name in wanted:
            return True
        waiting.extend(text.children(node))
    return False


def static_value(tree: text.Expression, values: Values) -> Setting | None:
    """Return the value of *tree*, given the *values* of names; None if it depends on anything else."""
    match tree:
        case text.Integer(value=number):
            return number
        case text.Boolean(value=truth):
            return truth
        case text.Name(name=name):
            return values.get(name)
        case text.Unary(arg=arg):
            found = _number(arg, values)
            return None if found is None else -found
        case text.Not(arg=arg):
            truth_of = static_value(arg, values)
            return not truth_of if isinstance(truth_of, bool) else None
        case text.Logic(op=op, args=args):
            truths = [static_value(arg, values) for arg in args]
            if not all(isinstance(truth, bool) for truth in truths):
                return None
            return all(truths) if op == "and" else any(truths)
        case text.If(when=when, then=then, otherwise=otherwise):
            which = static_value(when, values)
            return static_value(then if which else otherwise, values) if isinstance(which, bool) else None
        case text.Binary(op="==" | "!=") as compared:
            same = _is_same(compared.left, compared.right, values)
            return same if same is None or compared.op == "==" else not same
        case text.Binary(op=operator, left=left, right=right):
            first, second = _number(left, values), _number(right, values)
            return None if first is None or second is None else _worked_out(operator, first, second)
        case _:
            return None


def _number(tree: text.Expression, values: Values) -> int | None:
    found = static_value(tree, values)
    return found if is_whole(found) else None


def _is_same(left: text.Expression, right: text.Expression, values: Values) -> bool | None:
    """Whether two values are equal; a word compared with a parameter of a name type is one of its names."""
    first, second = static_value(left, values), static_value(right, values)
    if isinstance(first, str) and second is None and isinstance(right, text.Name):
        second = right.name
    if isinstance(second, str) and first is None and isinstance(left, text.Name):
        first = left.name
    if first is None or second is None or type(first) is not type(second):
        return None
    return first == second


def _worked_out(operator: str, first: int, second: int) -> Setting | None:
    """Return the result of *operator* on two numbers; None if it is not a number of 64 bits."""
    if operator in ("//", "%") and second == 0:
        return None
    match operator:
        case "+":
            found: int = first + second
        case "-":
            found = first - second
        case "*":
            found = first * second
        case "//":
            found = first // second
        case "%":
            found = first % second
        case "<":
            found = first < second
        case "<=":
            found = first <= second
        case ">":
            found = first > second
        case ">=":
            found = first >= second
        case _:
            return None
    return found if abs(found) <= _LARGEST else None
