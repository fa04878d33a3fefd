"""C for everything that never changes in play: the struct of a state, the blank state, and the static tables.

This module does not know expressions.
"""

from __future__ import annotations

from ludotome.gamedef import VarDef
from ludotome.native.codes import OUTCOMES
from ludotome.native.lower.ir import Table
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.stored import initial_stored
from ludotome.native.text import Lines, Written, c_array

NO_LIMIT = 2**31 - 1  # the capacity of a zone without one


def state_struct(layout: Layout, index_fields: list[str]) -> str:
    """Return the struct whose first bytes are the flat array of *layout*, with *index_fields* behind them."""
    out = Lines()
    out.add("struct lt_state_ {")
    for field in layout.fields:
        if field.name == "generator":
            out.add("    lt_generator generator;")
            continue
        ctype = "uint64_t" if field.bits == 64 else f"int{field.bits}_t"
        # Header fields are scalars; everything else is an array, even with one entry.
        alone = field.name == "history_count" or (
            field.section == "header" and field.count == 1 and field.name != "out"
        )
        at = "" if alone else f"[{field.count}]"
        out.add(f"    {ctype} {field.name}{at};")
    if layout.size > layout.fields[-1].end:
        out.add(f"    int8_t padding[{layout.size - layout.fields[-1].end}];")
    out.add("    /* kept beside the flat state, not part of it */", "    uint64_t end_of_flat;")
    out.add(*(f"    {field}" for field in index_fields))
    if layout.keys:
        out.add("    uint64_t history[]; /* LT_KEYS for each recorded position, oldest first */")
    out.add("};", "", f"#define LT_FLAT_BYTES {layout.size}")
    out.add("typedef char lt_state_has_the_layout[offsetof(lt_state, end_of_flat) == LT_FLAT_BYTES ? 1 : -1];")
    return str(out)


def static_tables(low: Lowering) -> str:
    """Return every table used, smallest type that fits, in order of first use."""
    game = low.game_def
    lines: list[str] = []
    zones = game.zones
    lines += c_array("int32_t", "zone_capacity", [0, *(NO_LIMIT if z.capacity is None else z.capacity for z in zones)])
    lines += c_array("int8_t", "zone_is_stack", [0, *(int(zone.ordering == "stack") for zone in zones)])
    lines += c_array("int8_t", "zone_is_ordered", [0, *(int(zone.ordering != "set") for zone in zones)])
    lines += c_array("int8_t", "zone_on_board", [0, *(int(zone.board is not None) for zone in zones)])
    phases = game.turn_structure.phases
    lines += c_array("int8_t", "phase_ends_after_action", [int(phase.ends == "afterAction") for phase in phases])
    belongs = [int(any(phase.id in action.phases for action in game.actions)) for phase in phases]
    lines += c_array("int8_t", "phase_has_actions", belongs)
    outcome = [OUTCOMES.index(condition.result.type) for condition in game.end_conditions]
    lines += c_array("int8_t", "outcome_of_condition", outcome)
    scopes = {"game": 0, "turn": 1, "phase": 2}
    counters = [scopes[game.actions[action].limits[limit].scope] for action, limit in low.symbols.usage_counters]
    lines += c_array("int8_t", "scope_of_counter", counters)
    for table in low.tables.values():
        lines += _table(table)
    names = [line.split("[")[0].split()[-1] for line in lines if line.startswith("static const")]
    # Not every game uses every table, and an unused one would cause a warning.
    lines += ["LT_INLINE void lt_tables_used(void) {", *(f"    (void){name};" for name in names), "}"]
    return "\n".join(lines) + "\n"


def _table(table: Table) -> list[str]:
    if table.flat:
        return c_array(_type([table.rows[0]]), table.name, table.rows[0])
    width = len(table.rows[0])
    if table.shape == "grid":
        head = f"static const {_type(table.rows)} {table.name}[{len(table.rows)}][{max(width, 1)}] = {{"
        return [head, *(f"    {{{', '.join(map(str, row)) or '0'}}}," for row in table.rows), "};"]
    flat = [value for row in table.rows for value in row]
    starts = [0]
    for row in table.rows:
        starts.append(starts[-1] + len(row))
    lines = c_array(_type([flat]), table.name, flat)
    # A single row needs only its length; several rows need their offsets.
    return lines if len(table.rows) == 1 else [*lines, *c_array("int32_t", f"{table.name}_at", starts)]


def _type(rows: object) -> str:
    values = [value for row in rows for value in row] or [0]  # type: ignore[attr-defined]
    low, high = min(values), max(values)
    for bits in (8, 16):
        if -(2 ** (bits - 1)) <= low and high < 2 ** (bits - 1):
            return f"int{bits}_t"
    return "int32_t"


def blank_state(low: Lowering) -> str:
    """Return the function that creates a state before setup: variables at their initial values, no tokens."""
    game, layout = low.game_def, low.layout
    out = Lines()
    with out.block("LT_SELDOM void blank_state(lt_state *s)"):
        out.add("memset(s, 0, sizeof *s);", "s->last_actor = s->next_player = s->condition = -1;")
        for name in (
            "first_token",
            "last_token",
            "token_type",
            "token_owner",
            "token_zone",
            "token_before",
            "token_after",
        ):
            if name in layout.field:
                count = layout.field[name].count
                out.add(f"for (int32_t i = 0; i < {count}; i++) s->{name}[i] = -1;")
        out.add_each((row, _blank_props(layout.tokens + 1)) for row in range(len(layout.props)))
        out.add_each((place, _blank_global(low, var)) for place, var in enumerate(game.global_vars))
        for array, variables, count in (
            ("player_vars", game.per_player_vars, layout.players + 1),
            ("zone_vars", game.per_zone_vars, layout.zones + 1),
        ):
            out.add_each((place, _blank_row(low, var, array, count)) for place, var in enumerate(variables))
        out.add("s->out[0] = -1;")
        for word in range(layout.slot_words):
            bits = min(max(layout.tokens - word * 64, 0), 64)
            out.add(f"s->free_slots[{word}] = UINT64_C({(1 << bits) - 1});")
        out.add("rebuild(s);")
    return str(out)


def _blank_props(count: int) -> Written:
    def lines(row: str) -> list[str]:
        start = _times(row, count)
        return [f"for (int32_t i = 0; i < {count}; i++) s->token_props[{start} + i] = missing_prop[{row}];"]

    return lines


def _blank_global(low: Lowering, var: VarDef) -> Written:
    value = initial_stored(low, var)
    return lambda place: [f"s->global_vars[{place}] = {value};"]


def _blank_row(low: Lowering, var: VarDef, array: str, count: int) -> Written:
    nothing, value = "INT32_MIN" if var.type == "int" else "-1", initial_stored(low, var)
    test = f"zone_on_board[i] ? {value} : {nothing}" if array == "zone_vars" else str(value)

    def lines(place: str) -> list[str]:
        start = _times(place, count)
        return [
            f"s->{array}[{start}] = {nothing};",
            f"for (int32_t i = 1; i < {count}; i++) s->{array}[{start} + i] = {test};",
        ]

    return lines


def _times(number: str, count: int) -> str:
    return str(int(number) * count) if number.isdigit() else f"{number} * {count}"
