"""C for stored values: initial values of properties, and clamping a value to a property of a token's type.

    prop_form      the form of a property for tokens of a type, from 1; 0 if they lack it
    initial_prop   its initial value
    kept_prop      a value as stored: in range, with the first name for `none`
    forget_token   sets everything that stores a token to `none`

Types of tokens may give a property of one name different ranges or names: those of one form keep each other's values.

This module does not know which effects write.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotome.gamedef import PropDef
from ludotome.native.codes import INT32_NOTHING
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.scalars import prop_kind
from ludotome.native.lower.stored import initial_stored
from ludotome.native.text import Lines, c_array, c_int

MOST_SWITCHED = 64  # up to this many properties of types use a switch, more use a table
Declared = list[tuple[int, PropDef]]  # by the number of the token's type


def token_hooks(low: Lowering) -> str:
    """Return what `tokens.h` needs of the game: properties of types, and variables that hold tokens."""
    out = Lines()
    if low.layout.props:
        _properties(low, out)
    _forget_token(low, out)
    return str(out)


def _properties(low: Lowering, out: Lines) -> None:
    rows = [_declared(low, name) for name in low.layout.props]
    missing = [_missing_stored(low, name) for name in low.layout.props]
    out.add(f"static const int32_t missing_prop[{len(rows)}] = {{{', '.join(map(str, missing))}}};")
    forms, initial = [], []
    for row, declared in enumerate(rows):
        types = list(dict.fromkeys(prop.type for _, prop in declared))
        forms += [(kind, row, 1 + types.index(prop.type)) for kind, prop in declared]
        initial += [(kind, row, initial_stored(low, prop)) for kind, prop in declared]
    _by_type(out, "prop_form", sorted(forms), "0", [0] * len(rows))
    _by_type(out, "initial_prop", sorted(initial), "missing_prop[row]", missing)
    with out.blocks(["LT_INLINE int64_t kept_prop(int32_t type, int32_t row, int64_t value)", "switch (row)"]):
        for row, declared in enumerate(rows):
            out.add(f"case {row}: return {_kept(low, declared)};")
        out.add("default: return (void)type, value;")


def _by_type(out: Lines, name: str, values: Sequence[tuple[int, int, int]], default: str, missing: list[int]) -> None:
    """Add a function of type and property: a switch, or a table if there are many."""
    head, first, last = f"LT_INLINE int32_t {name}(int32_t type, int32_t row)", values[0][0], values[-1][0]
    cells = (last - first + 1) * len(missing)
    if len(values) <= MOST_SWITCHED or cells > 16 * len(values):
        with out.blocks([head, "switch (type * LT_PROPS + row)"]):
            out.add(*(f"case {kind} * LT_PROPS + {row}: return {value};" for kind, row, value in values))
            out.add(f"default: return {default};")
        return
    table = missing * (last - first + 1)
    for kind, row, value in values:
        table[(kind - first) * len(missing) + row] = value
    out.add(*c_array("int32_t", f"{name}_of_type", table))
    with out.block(head):
        out.add(f"if (type < {first} || type > {last}) return {default};")
        out.add(f"return {name}_of_type[(type - {first}) * LT_PROPS + row];")


def _declared(low: Lowering, name: str) -> Declared:
    names = low.symbols.name_index
    return [(names[kind.id], prop) for kind in low.game_def.token_types for prop in kind.props if prop.name == name]


def _kept(low: Lowering, declared: Declared) -> str:
    """Return the C of a value as stored by each type; by type only if they differ."""
    by_type = [(kind, _fitted(low, prop)) for kind, prop in declared]
    *others, (_, last) = by_type
    if all(text == last for _, text in others):
        return last
    return "".join(f"type == {kind} ? {text} : " for kind, text in others) + last


def _fitted(low: Lowering, prop: PropDef) -> str:
    if isinstance(prop.type, tuple):
        return f"lt_or((int32_t)value, {low.symbols.name_index[prop.type[0]]})"
    if prop.type == "int":
        return f"lt_clamp(value, {c_int(prop.min or 0)}, {c_int(prop.max or 0)})"
    return "value"


def _forget_token(low: Lowering, out: Lines) -> None:
    game, layout = low.game_def, low.layout
    with out.block("LT_INLINE void forget_token(lt_state *s, int32_t token)"):
        out.add("(void)s; (void)token;")
        for array, variables, count in (
            ("global_vars", game.global_vars, "1"),
            ("player_vars", game.per_player_vars, "LT_PLAYERS1"),
            ("zone_vars", game.per_zone_vars, "LT_ZONES1"),
        ):
            for place, var in enumerate(variables):
                if var.type == "token":
                    out.add(f"lt_forget_in(s->{array} + {place} * {count}, {count}, token);")
        for row, name in enumerate(layout.props):
            if prop_kind(low, name) == "token":
                out.add(f"lt_forget_in(s->token_props + {row} * LT_TOKENS1, LT_TOKENS1, token);")


def _missing_stored(low: Lowering, name: str) -> int:
    """Return the value stored for a property that the token's type lacks."""
    return INT32_NOTHING if prop_kind(low, name) == "int" else -1
