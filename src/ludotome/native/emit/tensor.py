"""C for observation tensors: the tables for `c/tensor.h`, with the position of each number of a row.

This module does not know where the numbers are in a state (`layout`), nor what they mean (`gamedef.TensorLayout`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludotome.gamedef import NOBODY, BoardPart, PropDef, TensorLayout, VarDef, value_kind
from ludotome.native.lower.layout import Layout
from ludotome.native.text import c_array

SEEN_BY_ALL, SEEN_BY_NOBODY = -1, -2
# How a stored value is written into a row; `c/tensor.h` has the same names.
_KIND = {"int": 0, "bool": 1, "name": 2, "player": 3, "zone": 4, "token": 5}


def tensor_tables(layout: Layout, tensor: TensorLayout) -> str:
    """Return the tables: who sees which zone, offsets of boards, piles, tokens and variables, kinds of values."""
    game, symbols = layout.game_def, layout.symbols
    values = {
        "LT_DECIDES": layout.decides,
        "LT_TENSOR": tensor.size,
        "LT_ALL_SEEN": int(all(zone.visibility == "public" for zone in game.zones)),
        "LT_TOLD_TYPES": max(len(tensor.types), 1),
        "LT_CELLS": sum(len(board.zones) for board in tensor.boards),
        "LT_KINDS": len(tensor.kinds),
        "LT_COUNTS_ZONES": int(tensor.counts_zones),
        "LT_NAMES_TOKENS": int(tensor.names_tokens),
        "LT_PILES": len(tensor.piles),
        "LT_TOKEN_COLUMNS": len(tensor.token_columns),
        "LT_TELLS_ZONE": int(_is_told(tensor, "zone")),
        "LT_TELLS_OWNER": int(_is_told(tensor, "owner")),
        "LT_TOKEN_START": tensor.token_start,
        "LT_VARIABLE_START": tensor.variable_start,
        "LT_TELLS_OUT": int(tensor.tells_out),
        "LT_TURN_START": tensor.turn_start,
        "LT_TOLD_PHASES": len(tensor.phases),
    }
    lines = [f"#define {name} {value}" for name, value in values.items()]
    lines.append(f"typedef int{tensor.bits}_t lt_cell;")
    lines += c_array("int16_t", "told_seer_of_zone", _seers(layout))
    lines += c_array("int32_t", "told_cell_of_zone", _by_zone(tensor, lambda board, place: board.start + place))
    lines += c_array("int32_t", "told_cells_beside", _by_zone(tensor, lambda board, _: len(board.zones)))
    lines += c_array(
        "int32_t", "told_place_on_board", [symbols.place_on_board.get(z, -1) for z in range(len(game.zones))]
    )
    places = {symbols.name_index[name]: place for place, name in enumerate(tensor.types)}
    lines += c_array("int16_t", "told_place_of_type", [places.get(number, 0) for number in range(len(symbols.names))])
    # Owners are counted from the observing seat; unowned comes last.
    planes = {kind: plane for plane, kind in enumerate(tensor.kinds)}
    owners = [*range(layout.players), NOBODY]
    lines += c_array("int16_t", "told_plane_of_kind", [planes.get((o, t), -1) for o in owners for t in _types(tensor)])
    lines += _piles(layout, tensor)
    lines += _kinds("told_kind_of_global", game.global_vars)
    lines += _kinds("told_kind_of_own", game.per_player_vars)
    lines += _kinds("told_kind_of_zone_var", game.per_zone_vars)
    lines += c_array("int8_t", "told_kind_of_prop", [_KIND[tensor.prop_kind(name)] for name in tensor.props])
    seats = range(layout.players) if "zone" in _all_kinds(layout) else ()
    turned = [tensor.rotated_zone(zone, seat) for seat in seats for zone in range(len(game.zones))]
    lines += c_array("int16_t", "told_zone_seen_from", turned)
    return "\n".join([*lines, ""])


def _types(tensor: TensorLayout) -> range:
    return range(max(len(tensor.types), 1))


def _is_told(tensor: TensorLayout, column: str) -> bool:
    return column in tensor.token_columns[: len(tensor.token_columns) - len(tensor.props)]


def _seers(layout: Layout) -> list[int]:
    zones = zip(layout.game_def.zones, layout.symbols.owner_of_zone, strict=True)
    seers = [
        SEEN_BY_ALL if zone.visibility == "public" else owner if zone.visibility == "owner" else SEEN_BY_NOBODY
        for zone, owner in zones
    ]
    return [SEEN_BY_NOBODY if seer is None else seer for seer in seers]


def _by_zone(tensor: TensorLayout, of: Callable[[BoardPart, int], int]) -> list[int]:
    """Return a number for each zone of a board, −1 for the others."""
    found = [-1] * len(tensor.symbols.game_def.zones)
    for board in tensor.boards:
        for place, zone in enumerate(board.zones):
            found[zone] = of(board, place)
    return found


def _piles(layout: Layout, tensor: TensorLayout) -> list[str]:
    zones = [pile.zone_for(seat) for pile in tensor.piles for seat in range(layout.players)]
    return [
        *c_array("int16_t", "told_zone_of_pile", zones),
        *c_array("int32_t", "told_pile_start", [pile.start for pile in tensor.piles]),
        *c_array("int8_t", "told_pile_is_seen", [int(pile.is_seen) for pile in tensor.piles]),
    ]


def _kinds(name: str, variables: Sequence[VarDef]) -> list[str]:
    return c_array("int8_t", name, [_KIND[value_kind(var)] for var in variables])


def _all_kinds(layout: Layout) -> set[str]:
    game = layout.game_def
    props = [prop for kind in game.token_types for prop in kind.props]
    stored: list[VarDef | PropDef] = [*game.global_vars, *game.per_player_vars, *game.per_zone_vars, *props]
    return {value_kind(one) for one in stored}
