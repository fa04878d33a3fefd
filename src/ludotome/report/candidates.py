"""Candidates: the settings of a game's parameters that `tune` tries.

All of them if they are few enough; otherwise the requested number, spread evenly over all values by Halton's sequence,
starting with the document's defaults. The same arguments give the same settings.

This module does not compile or play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice, product
from math import prod

from ludotome.gamedef import ParameterDef, PlayError, Setting

Settings = dict[str, Setting]
_TRIES = 20  # points of the sequence per requested setting: some round to the same setting


def candidates(
    parameters: Sequence[ParameterDef], most: int, over: Mapping[str, Sequence[Setting]], fixed: Mapping[str, Setting]
) -> tuple[Settings, ...]:
    """Return at most *most* settings; the values of a parameter come from *over*, or else are all allowed values.

    The parameters of *fixed* keep the value they are set to.
    """
    if not parameters:
        raise PlayError("bad-argument", "the game has no parameters to tune; declare some (`parameters`)")
    known = [one.name for one in parameters]
    for name in over:
        if name not in known:
            raise PlayError("bad-argument", f"the game has no parameter `{name}`; it has {', '.join(known)}")
        if name in fixed:
            raise PlayError("bad-argument", f"`{name}` is both set and tuned; choose one")
    domains = {one.name: _domain(one, over) for one in parameters if one.name not in fixed}
    if not domains:
        raise PlayError("bad-argument", "every parameter is set, so there is nothing to tune; leave one free")
    own: Settings = {one.name: one.value for one in parameters if one.name in domains}
    if prod(map(len, domains.values())) <= most:
        found = [dict(zip(domains, values, strict=True)) for values in product(*domains.values())]
    else:
        found = _spread(domains, most, own)
    return tuple({**fixed, **one} for one in found)


def _domain(parameter: ParameterDef, over: Mapping[str, Sequence[Setting]]) -> tuple[Setting, ...]:
    name = parameter.name
    if name in over:
        for value in over[name]:
            if not _allowed(parameter, value):
                raise PlayError("bad-argument", f"`{name}` cannot be {value!r}; {_allowed_words(parameter)}")
        return tuple(dict.fromkeys(over[name]))
    if parameter.values:
        return parameter.values
    if isinstance(parameter.default, bool):
        return (False, True)
    if parameter.min is None or parameter.max is None:
        raise PlayError(
            "bad-argument", f"parameter `{name}` has no minimum and maximum; write the values to try, as {name}=1..9"
        )
    return tuple(range(parameter.min, parameter.max + 1))


def _allowed(parameter: ParameterDef, value: Setting) -> bool:
    if type(value) is not type(parameter.default) or (parameter.values and value not in parameter.values):
        return False
    if not isinstance(value, int) or isinstance(value, bool):
        return True
    return (parameter.min is None or value >= parameter.min) and (parameter.max is None or value <= parameter.max)


def _allowed_words(parameter: ParameterDef) -> str:
    if parameter.values:
        return f"it is one of {', '.join(map(str, parameter.values))}"
    if isinstance(parameter.default, bool):
        return "it is true or false"
    low = "any" if parameter.min is None else str(parameter.min)
    high = "any" if parameter.max is None else str(parameter.max)
    return f"it is a whole number from {low} to {high}"


def _spread(domains: Mapping[str, Sequence[Setting]], most: int, own: Settings) -> list[Settings]:
    """Return *most* different settings, evenly spread; the document's own comes first if it is allowed."""
    found = [own] if all(own[name] in values for name, values in domains.items()) else []
    bases = list(islice(_primes(), len(domains)))
    for place in range(1, most * _TRIES):
        if len(found) == most:
            break
        one = {
            name: values[int(_mirrored(place, base) * len(values))]
            for (name, values), base in zip(domains.items(), bases, strict=True)
        }
        if one not in found:
            found.append(one)
    return found


def _mirrored(place: int, base: int) -> float:
    """Return the digits of *place* mirrored at the decimal point: 1, 2, 3 in base 2 become 0.1, 0.01, 0.11."""
    share, unit = 0.0, 1.0
    while place:
        unit /= base
        place, digit = divmod(place, base)
        share += digit * unit
    return share


def _primes() -> Iterator[int]:
    return (number for number in count(2) if all(number % divisor for divisor in range(2, number)))
