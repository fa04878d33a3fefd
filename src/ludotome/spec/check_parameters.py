"""check_parameters: check the declarations of `parameters`, and that tests set only declared parameters.

The shapes of both have already been checked; values of the wrong shape are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ludotome.gamedef import MOST_PARAMETERS, MOST_VALUES, ParameterDef
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.settings import KINDS, is_whole, misfit, parameters_of, range_in_words
from ludotome.spec.shapes.check import ShapeCheck, shown
from ludotome.spec.shapes.field import NAME


def check_parameters(doc: GameSpecDoc, check: ShapeCheck) -> None:
    """Report every parameter of *doc* that cannot be set, and every test that sets an undeclared parameter."""
    written, constants = doc.get("parameters"), doc.get("constants")
    if "parameters" in doc.broken:
        return
    declared = {parameter.name: parameter for parameter in parameters_of(doc)}
    if len(declared) > MOST_PARAMETERS:
        message = f"there are {len(declared)} parameters; at most {MOST_PARAMETERS} are allowed"
        check.say("LT261", "parameters", message, "make the others constants")
    for name, parameter in declared.items():
        path = key_path("parameters", name)
        for key, message, suggestion in _faults(parameter, _fields(written, name)):
            check.say("LT261", f"{path}.{key}", message, suggestion)
        if NAME.fullmatch(name) is None:
            hint = "begin with a letter from a to z or A to Z; after it, write such letters, digits and `_`"
            check.say("LT261", path, f"`{name}` cannot be the name of a parameter", hint, on_key=True)
        if isinstance(constants, dict) and name in constants:
            message = f"`{name}` is both a parameter and a constant"
            check.say("LT261", key_path("constants", name), message, "remove one of them", on_key=True)
    _tests(doc, declared, check)


def _fields(written: YamlValue, name: str) -> dict[str, Any]:
    fields = written.get(name) if isinstance(written, dict) else None
    return fields if isinstance(fields, dict) else {}


def _faults(parameter: ParameterDef, written: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the key, the message and the suggestion for each error of a parameter, at most one per key."""
    kind = KINDS[type(parameter.default)]
    if isinstance(parameter.default, str) and NAME.fullmatch(parameter.default) is None:
        is_number = re.fullmatch(r"-?\d{1,18}", parameter.default) is not None
        usual = "write a whole number, true, false or a name"
        hint = f"write `{parameter.default}` without quotes" if is_number else usual
        yield "default", f"{shown(parameter.default)} is not a name", hint
        return
    if len(parameter.values) > MOST_VALUES:
        message = f"`{parameter.name}` lists {len(parameter.values)} values; at most {MOST_VALUES} are allowed"
        yield "values", message, "write `min` and `max` instead"
        return
    if written.get("values") == []:
        yield "values", f"`{parameter.name}` lists no values", "list every value it may have, or write `min` and `max`"
        return
    for index, value in enumerate(parameter.values):
        if type(value) is not type(parameter.default):
            yield f"values[{index}]", f"{shown(value)} is not {kind}, as the default is", f"write {kind}"
            return
    if isinstance(parameter.default, str) and not parameter.values:
        yield "default", f"the values of `{parameter.name}` are not declared", "add `values:` with every possible name"
    for key in ("min", "max"):
        if key in written and (parameter.values or not is_whole(parameter.default)):
            what = "a parameter with `values`" if parameter.values else f"a parameter that is {kind}"
            yield key, f"{what} has no `{key}`", f"leave `{key}` out"
            return
    if parameter.min is not None and parameter.max is not None and parameter.min > parameter.max:
        yield "max", f"`max` ({parameter.max}) is less than `min` ({parameter.min})", "exchange the two"
    elif (instead := misfit(parameter, parameter.default)) is not None:
        yield "default", f"the default {shown(parameter.default)} is not among the values allowed", f"write {instead}"


def _tests(doc: GameSpecDoc, declared: dict[str, ParameterDef], check: ShapeCheck) -> None:
    tests = doc.get("tests")
    for index, test in enumerate(tests if isinstance(tests, list) and "tests" not in doc.broken else ()):
        given = test.get("set") if isinstance(test, dict) else None
        for name, value in given.items() if isinstance(given, dict) else ():
            path = key_path(f"tests[{index}].set", name)
            if not declared:
                message = f"`{name}` cannot be set: the document has no parameters"
                check.say("LT804", path, message, f"declare `{name}` under `parameters`, or leave `set` out")
            elif name not in declared:
                check.unknown("a parameter", name, tuple(declared), path, "LT804")
            elif misfit(declared[name], value) is not None:
                message = f"`{name}` cannot be {shown(value)}"
                check.say("LT804", path, message, f"write {range_in_words(declared[name])}")
