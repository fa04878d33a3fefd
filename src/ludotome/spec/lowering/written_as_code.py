"""written_as_code: an effect written as a call or an assignment → the equivalent YAML.

    moveToken($p, $to)        →  moveToken: { token: $p, to: $to }
    score += 1                →  addVar: { var: score, delta: 1 }
    actor.money = 0           →  setVar: { var: money, player: actor, value: 0 }
    $near.water += 1          →  addVar: { var: water, zone: $near, delta: 1 }
    discard.append($card)     →  moveToken: { token: $card, to: discard }
    $piece.moveTo($to)        →  moveToken: { token: $piece, to: $to }
    $die = randint(1, 6)      →  roll: { bind: $die, sides: 6 }
    $best = first($hand)      →  let: { bind: $best, value: first($hand) }
    const d = roll(6);        →  roll: { bind: $d, sides: 6 }
    roll(6)                   →  roll: 6, whose name `unbound_name` finds
    events.endTurn            →  endTurn

This module does not know where an effect is.
"""

from __future__ import annotations

import re
from collections.abc import Container

from ludotome.gamedef import NODE_OF_JSON, fields_of
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.reshape import inline
from ludotome.spec.shapes import EFFECT_MACROS
from ludotome.spec.shapes.repairs import as_effect
from ludotome.spec.shapes.written_calls import cut_arguments

_CALL = re.compile(r"(\w+)\s*\((.*)\)\s*;?", re.DOTALL)
_METHOD = re.compile(r"([$A-Za-z][\w.$:]*)\.([A-Za-z]\w*)\s*\((.*)\)\s*;?", re.DOTALL)
_PUT = re.compile(r"([$A-Za-z][\w.:]*)\.(?:append|push|insert)\s*\(\s*(\$[A-Za-z]\w*)\s*\)\s*;?")
_TAKEN = re.compile(r"[$A-Za-z][\w.:]*\.(?:remove|discard|delete|pop)\s*\(\s*(\$[A-Za-z]\w*)\s*\)\s*;?")
_MEMBER = re.compile(r"[A-Za-z]\w*(?:\.\w+)*\.([A-Za-z]\w*)(?:\s*\(\s*\))?\s*;?")
_KEYWORD = re.compile(r"(\w+)\s*(?:=|:\s)\s*(?!=)(.+)", re.DOTALL)  # `hand:each` is a zone
_ASSIGNMENT = re.compile(r"(?:([$\w]+)\.)?([A-Za-z]\w*)\s*(\+=|-=|\*=|//=|%=|=)\s*(?!=)(.+?)\s*;?")
_BOUND = re.compile(
    r"(?:(?:let|const|var|val|local|int|auto)\s+(?:mut\s+)?\$?|\$)([A-Za-z]\w*)\s*:?=\s*(?!=)(.+?)\s*;?", re.DOTALL
)
_DIE = re.compile(
    r"(?:\w+\.)?(?:randint|rand|random|randrange|randomInt|roll|rollDie|rollDice|dice|die)\s*\(\s*(?:1\s*,\s*)?d?(\d+)\s*\)"
    r"|(?:roll\s+)?1?d(\d+)",
    re.IGNORECASE,
)
_TARGET = re.compile(r"[$\w]+\.([A-Za-z]\w*)")
_PLACE = "zone"  # the zone of a token, which only a move changes
_BETWEEN = re.compile(r"\s+(?:(?:to|into|from|onto|with)\s+)?")
_WORD = re.compile(r"[$A-Za-z][\w.:$]*|\d+")
_STEP = re.compile(r"(?:([$\w]+)\.)?([A-Za-z]\w*)(\+\+|--)\s*;?")


def written_as_code(text: str, of_zones: Container[str] = (), variables: Container[str] | None = None) -> str | None:
    """Return the YAML for the effect *text*, or None where it is neither a call nor an assignment.

    *of_zones* are the variables of zones; any other owned variable belongs to a player. If *variables* are known, an
    assignment to any other name binds it.
    """
    text = text.strip()
    if (sides := die_of(text.removesuffix(";"))) is not None:
        return f"roll: {sides}"
    if (found := _CALL.fullmatch(text)) is not None and (effect := as_effect(found[1])) is not None:
        return _call(effect, cut_arguments(found[2]))
    if (found := _MEMBER.fullmatch(text)) is not None and (effect := as_effect(found[1])) and not _fields(effect):
        return effect
    if (found := _PUT.fullmatch(text)) is not None:
        return f"moveToken: {{ token: {found[2]}, to: {found[1]} }}"
    if (found := _METHOD.fullmatch(text)) is not None and (effect := as_effect(found[2])) is not None:
        return _call(effect, [found[1], *cut_arguments(found[3])])
    if (found := _BOUND.fullmatch(text)) is not None:
        return _binding(f"${found[1]}", found[2])
    home = "zone" if (named := _TARGET.match(text)) is not None and named[1] in of_zones else "player"
    if (found := _STEP.fullmatch(text)) is not None:
        return _variable(found[1], home, found[2], "+=" if found[3] == "++" else "-=", "1")
    if (found := _ASSIGNMENT.fullmatch(text)) is not None:
        if variables is not None and found[1] is None and found[3] == "=" and found[2] not in variables:
            return _binding(f"${found[2]}", found[4])
        is_place = found[2] == _PLACE or foreign_word("property", found[2], (_PLACE,)) is not None
        if is_place and found[1] is not None and found[3] == "=" and found[2] not in (variables or ()):
            return f"moveToken: {{ token: {found[1]}, to: {inline(found[4])} }}"
        return _variable(found[1], home, found[2], found[3], found[4])
    return None


def is_first_half(text: str, following: str) -> bool:
    """Whether *text* takes a token out of a zone, and *following* puts it into another: together they are a move."""
    taken, put = _TAKEN.fullmatch(text.strip()), _PUT.fullmatch(following.strip())
    return taken is not None and put is not None and taken[1] == put[2]


def in_words(effect: str, text: str) -> str | None:
    """Return the YAML for `moveToken $card to deck`, whose values are all that *effect* needs, in order."""
    values = _BETWEEN.split(text.strip())
    needed = sum(_fields(effect).values()) if as_effect(effect) == effect else 0
    if needed < 2 or len(values) != needed or not all(_WORD.fullmatch(one) for one in values):
        return None
    return _call(effect, values)


def bound_by(text: str) -> str | None:
    """Return the name bound by *text*, an assignment to a name with `$`."""
    found = _BOUND.fullmatch(text.strip())
    return None if found is None else f"${found[1]}"


def _binding(name: str, value: str) -> str:
    if (sides := die_of(value)) is not None:
        return f"roll: {{ bind: {name}, sides: {sides} }}"
    return f"let: {{ bind: {name}, value: {inline(value)} }}"


def _variable(owner: str | None, home: str, name: str, operator: str, value: str) -> str:
    whose = f", {home}: {owner}" if owner is not None else ""
    if operator in ("*=", "//=", "%="):
        variable = name if owner is None else f"{owner}.{name}"
        right = value if re.fullmatch(r"[$.\w]+", value) else f"({value})"
        value = f"{variable} {operator[:-1]} {right}"
        operator = "="
    if operator == "=":
        return f"setVar: {{ var: {name}{whose}, value: {inline(value)} }}"
    if operator == "-=":
        value = f"-{value}" if re.fullmatch(r"\w+", value) else f"-({value})"
    return f"addVar: {{ var: {name}{whose}, delta: {inline(value)} }}"


def _call(effect: str, arguments: list[str]) -> str | None:
    fields = _fields(effect)
    names, required = list(fields), sum(fields.values())
    given: dict[str, str] = {}
    for index, argument in enumerate(arguments):
        keyword = _KEYWORD.fullmatch(argument)
        name = keyword[1] if keyword is not None else names[index] if index < len(names) else None
        if name is not None and name not in names:  # an unknown one is kept, and reported separately
            name = foreign_word(f"field of {effect}", name, names) or name
        if name is None or name in given:
            return None
        given[name] = inline((keyword[2] if keyword is not None else argument).strip())
    if not given:
        return effect if required == 0 else None
    if list(given) == names[:1] and required == 1:
        return f"{effect}: {given[names[0]]}"
    return f"{effect}: {{ {', '.join(f'{name}: {value}' for name, value in given.items())} }}"


def _fields(effect: str) -> dict[str, bool]:
    """Return the fields of *effect*, required ones first, and whether each is required."""
    info = NODE_OF_JSON.get(("effect", effect))
    if info is None:
        return {name: field.required for name, field in EFFECT_MACROS[effect].fields.items()}
    return {field.json_name: field.required for field in sorted(fields_of(info.cls), key=lambda one: not one.required)}


def die_of(text: str) -> str | None:
    """Return the number of sides of the die rolled by the call *text*."""
    found = _DIE.fullmatch(text.strip())
    return None if found is None else found[1] or found[2]
