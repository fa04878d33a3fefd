"""meanings: find the symbol of a name from the node to which it was compiled.

    score   →  PlayerVar(Actor(), "score")                  →  the variable `score`
    pawn    →  NameLiteral("pawn"), beside `$piece.type`    →  the token type `pawn`

A bare name that stands for itself (`NameLiteral`) may be a token type, a direction, a phase, an action, a terrain or
one of a variable's values. The type that the compiler expects there decides.

This module does not know positions.
"""

from __future__ import annotations

from ludotome.gamedef import (
    CurrentPhase,
    Expr,
    GlobalVar,
    NameLiteral,
    OwnedZone,
    OwnedZones,
    PlayerVar,
    RegionZones,
    SeatLiteral,
    TokenProp,
    ZoneLiteral,
    ZoneProp,
    ZoneVar,
    facts,
)
from ludotome.language.symbol import Symbol
from ludotome.spec import Things, Want

# Properties that every token, zone or player has; nobody declares them.
BUILT_IN = frozenset({"owner", "type", "zone", "row", "col", "q", "r", "terrain"})
# What names are called in the table of nodes and in slots -> the kind of symbol.
KIND_OF_WHAT = {
    "zone id": "zone", "owned zone": "zone", "global variable": "variable", "player variable": "variable",
    "zone variable": "variable",
}  # fmt: skip


def symbol_of_name(things: Things, name: str, node: Expr, want: Want) -> Symbol | None:
    """Return the symbol of the bare word *name*, compiled to *node* where *want* is expected; None if built in."""
    if name in things.settings and name not in want.names and facts.is_literal(node):
        return known_number(things, name)
    match node:
        case NameLiteral():
            return Symbol(_kind_of_name(things, name, want), name)
        case SeatLiteral() if name in things.seats:
            return Symbol("seat", name)
        case _:  # any other expression: the same symbol as after a dot
            return symbol_of_node(things, name, node)


def known_number(things: Things, name: str) -> Symbol:
    """Return the parameter or constant *name*."""
    return Symbol("parameter" if name in things.parameters else "constant", name)


def symbol_of_node(things: Things, name: str, node: Expr) -> Symbol | None:
    """Return the symbol of *name*, alone or after a dot, given its compiled node; None for a built-in word."""
    match node:
        case GlobalVar() | PlayerVar() | ZoneVar():
            return Symbol("variable", name)
        case OwnedZone() | OwnedZones() | ZoneLiteral():
            return Symbol("zone", name)
        case RegionZones():
            is_region = any(region.id == name for region in things.shell.regions)
            return Symbol("region" if is_region else "board", name)
        case TokenProp() if name not in BUILT_IN:
            return Symbol("token property", name)
        case ZoneProp() if name not in BUILT_IN:
            return Symbol("zone property", name)
        case _:  # any other expression: words of the language, and names with a reported error
            return None


def names_of_kinds(things: Things) -> dict[str, frozenset[str]]:
    """Return the names that stand for themselves, by kind; values of variables and properties are together."""
    shell, declared = things.shell, things.inference.declared
    return {
        "token type": frozenset(declared.token_types),
        "direction": frozenset(declared.directions),
        "phase": frozenset(phase.id for phase in shell.turn_structure.phases),
        "action": frozenset(action.id for action in shell.actions),
        "terrain": frozenset(terrain.id for terrain in shell.terrain),
    }


def _kind_of_name(things: Things, name: str, want: Want) -> str:
    match want.beside:
        case TokenProp(prop="type"):
            return "token type"
        case ZoneProp(prop="terrain"):
            return "terrain"
        case CurrentPhase():
            return "phase"
        case TokenProp() | GlobalVar() | PlayerVar() | ZoneVar():
            return "value"
        case _:  # any other expression: the expected names decide
            pass
    kinds = names_of_kinds(things)
    same = next((kind for kind, names in kinds.items() if want.names and names == want.names), None)
    if same is not None:
        return same
    if want.names:
        is_value = want.names in _enumerations(things)
        some = next((kind for kind, names in kinds.items() if want.names <= names), None)
        return "value" if is_value or some is None else some
    return next((kind for kind, names in kinds.items() if name in names), "value")


def _enumerations(things: Things) -> frozenset[frozenset[str]]:
    """Return the sets of names that are the values of variables and properties."""
    shell = things.shell
    variables = (*shell.global_vars, *shell.per_player_vars, *shell.per_zone_vars)
    types = (*(one.type for one in variables), *(prop.type for kind in shell.token_types for prop in kind.props))
    return frozenset(frozenset(one) for one in types if isinstance(one, tuple))
