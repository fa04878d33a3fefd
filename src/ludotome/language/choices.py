"""choices: the candidate names at a place, before their types are checked.

This module does not know types; `complete` checks the candidates.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ludotome.gamedef import RELATIVE_DIRECTIONS, NodeInfo
from ludotome.language.meanings import BUILT_IN, names_of_kinds
from ludotome.language.slots import Slot
from ludotome.language.unfinished import PLACEHOLDER
from ludotome.spec import Env, Things, Want, functions, signature

_WORDS = ("true", "false", "none")
_DIRECTION_SETS = ("directions", "orthogonal", "diagonal")
# What one value may be made of; a place that wants another type takes any function.
_NAMES = frozenset({"name", "token type name", "direction", "directions"})
_TYPED = frozenset({"int", "bool", "zone", "token", "player"})


def names_for_slot(things: Things, slot: Slot) -> tuple[str, ...]:
    """Return the names that a slot of plain names takes, in declaration order."""
    symbols, declared, shell = things.symbols, things.inference.declared, things.shell
    variables = (*symbols.global_var, *symbols.player_var, *symbols.zone_var)
    known: dict[str, tuple[str, ...]] = {
        "seat": tuple(things.seats),
        # an event names the zones of all players at once
        "zone": (*things.zone_ids, *(symbols.owned_zones if slot.path.endswith(".event.zone") else ())),
        "zone id": tuple(things.zone_ids),
        "owned zone": tuple(symbols.owned_zones),
        "variable": variables,
        "variable expression": _in_variable_expression(things, str(slot.value)),
        "global variable": tuple(symbols.global_var),
        "player variable": tuple(symbols.player_var),
        "zone variable": tuple(symbols.zone_var),
        # a new token gets the properties of its type alone
        "token property": tuple(name for name in declared.token_properties if not slot.on_key or name not in BUILT_IN),
        "zone property": tuple(declared.zone_properties),
        "movement group": declared.movement_groups,
        "region": tuple(symbols.regions),
        "parameter": tuple(things.parameters),
        "direction": (*declared.directions, *RELATIVE_DIRECTIONS, *_DIRECTION_SETS),
        "token type": declared.token_types,
        "phase": tuple(symbols.phase_index),
        "action": tuple(symbols.action_index),
        "terrain": tuple(one.id for one in shell.terrain),
        "binding": tuple(slot.scope),
    }
    return known.get(slot.what, ())


def _in_variable_expression(things: Things, written: str) -> tuple[str, ...]:
    """Return what may stand for the placeholder in `variable` or `seat.variable`."""
    seat, dot, _ = written.partition(".")
    if not dot:
        return tuple(things.symbols.global_var)
    return tuple(things.seats) if PLACEHOLDER in seat else tuple(things.symbols.player_var)


def stored_kind(things: Things, what: str, name: str) -> Hashable:
    """Return what decides, besides its name, whether a variable or a property can hold a value."""
    if what == "token property":
        return things.inference.declared.token_properties.get(name)
    shell = things.shell
    sections = (shell.global_vars, shell.per_player_vars, shell.per_zone_vars)
    return tuple((index, var.type) for index, section in enumerate(sections) for var in section if var.name == name)


def can_hold(things: Things, what: str, name: str, value: object) -> bool:
    """Return whether a variable or a property may be of the type of *value*, a literal of YAML."""
    if what == "token property":
        return True  # the compiler looks at these
    wanted = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else None
    kind = stored_kind(things, what, name)
    return wanted is None or (isinstance(kind, tuple) and bool(kind) and all(type_ == wanted for _, type_ in kind))


def value_candidates(things: Things, want: Want, env: Env, properties: tuple[str, ...]) -> dict[str, str]:
    """Return the names that may stand for a value, each with its kind; *properties* are those of `it`."""
    found = dict.fromkeys(sorted(want.names), "name")
    found |= dict.fromkeys((name for name in env.visible if " " not in name), "binding")
    found |= {"it": "word"} if env.it is not None else {}
    found |= dict.fromkeys(properties, "property")
    cells = {name for name in things.zone_ids if things.zone_ids[name] not in things.symbols.owned_zones}
    found |= {name: "zone" if name in cells else "name" for name in things.all_names if ":" not in name}
    found |= dict.fromkeys(_WORDS, "word")
    for kind, names in names_of_kinds(things).items():
        found |= {name: kind for name in sorted(names) if name not in found}
    return found


def call_candidates(things: Things, want: Want) -> Iterator[tuple[str, str, str]]:
    """Yield the functions and macros whose result may fit *want*: name, kind and how a call looks."""
    if want.what in _NAMES:
        return  # no function gives a name
    for macro in things.macros.values():
        if macro.expr is not None:
            yield macro.name, "macro", macro.signature
    for name, info in functions().items():
        if _may_give(info, want.what):
            yield name, "function", signature(info)


def _may_give(info: NodeInfo, what: str) -> bool:
    if info.result is None or what not in (*_TYPED, "set", "set of zone"):
        return True
    return info.result == what if what in _TYPED or what == "set of zone" else info.result.startswith("set")
