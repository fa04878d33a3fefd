"""choices: the names that could stand at a place, before anybody looks whether they fit.

This module does not know types; `complete` tries what it gets from here.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.gamedef import RELATIVE_DIRECTIONS, NodeInfo
from ludotome.language.meanings import names_of_kinds
from ludotome.language.slots import Slot
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
        "zone": tuple(things.zone_ids),
        "zone id": tuple(things.zone_ids),
        "owned zone": tuple(symbols.owned_zones),
        "variable": variables,
        "variable expression": tuple(symbols.global_var),
        "global variable": tuple(symbols.global_var),
        "player variable": tuple(symbols.player_var),
        "zone variable": tuple(symbols.zone_var),
        "token property": tuple(declared.token_properties),
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
