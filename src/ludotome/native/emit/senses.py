"""C for sight and reach: the core of `space`, with the board and its terrain as tables.

Terrain and token types define what blocks, gives cover and costs; the core defines lines and steps.

This module does not know who looks or moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any

from ludotome.files import package_text
from ludotome.gamedef import TerrainDef, TokenTypeDef
from ludotome.native.emit.emitter import Emitter
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.scalars import adjacency
from ludotome.native.lower.tables import knows_pairs
from ludotome.native.lower.unsupported import UnsupportedError
from ludotome.native.text import c_array
from ludotome.space import Terrain, core_source

SIGHT, REACH = ("lt_line_of_sight", "lt_has_cover"), "lt_reachable"
LARGEST_SHEET = 1 << 16  # cells of a map used for sight, which is on the stack


def senses(emit: Emitter) -> str:
    """Return the C of sight and reach, as far as the game uses them; empty if it uses neither."""
    sees, walks = emit.calls(*SIGHT), emit.calls(REACH)
    if not (sees or walks):
        return ""
    low = emit.low
    lines = [f"#define LT_SIGHT {int(sees)}", f"#define LT_REACH {int(walks)}", core_source()]
    header = package_text("native", "c", "senses.h")
    if sees:
        lines += _sheets(low)
        # Cover needs it; tables are written before the functions that read them.
        if knows_pairs(low):
            low.grid("is_adjacent", lambda: adjacency(low))
        else:
            emit.list_neighbours()
            header = header.replace("is_adjacent[1 + to][1 + zone]", "lt_is_neighbour(s, to, zone)")
    if walks:
        lines += _walks(low)
    return "\n".join([*lines, header])


def _ground(low: Lowering) -> list[TerrainDef]:
    """Return the terrain of each zone; plain ground by default."""
    known = {terrain.id: terrain for terrain in low.game_def.terrain}
    return [known.get(zone.terrain or "", TerrainDef("")) for zone in low.game_def.zones]


def _kinds(low: Lowering, name: str, says: Callable[[TokenTypeDef], bool]) -> list[str]:
    flags = [0] * len(low.symbols.names)
    for number, kind in low.symbols.token_type.items():
        flags[number] = int(says(kind))
    return c_array("int8_t", name, flags)


def _sheets(low: Lowering) -> list[str]:
    of_zone = low.board.sheet_of_zone
    sheets = list({id(sheet): sheet for sheet in of_zone.values()}.values())
    counts = [sheet.lattice.count for sheet in sheets]
    if max(counts, default=0) > LARGEST_SHEET:
        raise UnsupportedError(f"sight over a map of more than {LARGEST_SHEET} cells")
    ground, zones = _ground(low), range(low.layout.zones)
    opaque, held = list[int](), list[int]()
    for sheet in sheets:
        places = [sheet.zone_of_index.get(index, -1) for index in range(sheet.lattice.count)]
        held += places
        opaque += [int(zone < 0 or "sight" in ground[zone].blocks) for zone in places]
    placed = [sheets.index(of_zone[zone]) if zone in of_zone else -1 for zone in zones]
    cells = [of_zone[zone].index_of_zone[zone] if zone in of_zone else 0 for zone in zones]
    blockers = any("sight" in kind.blocks for kind in low.game_def.token_types)
    return [
        f"#define LT_SHEET_CELLS {max(counts, default=1)}",
        f"#define LT_LINE_CELLS {2 * max((s.lattice.rows + s.lattice.cols for s in sheets), default=1)}",
        f"#define LT_SIGHT_BLOCKERS {int(blockers)}",
        *c_array("int16_t", "sheet_of_zone", [-1, *placed]),
        *c_array("int32_t", "cell_of_zone", [0, *cells]),
        *c_array("int32_t", "sheet_start", [0, *accumulate(counts)]),
        *c_array("int16_t", "zone_of_cell", held),
        *c_array("uint8_t", "opaque_ground", opaque),
        *c_array("int8_t", "ground_covers", [0, *(int(terrain.cover) for terrain in ground)]),
        *_kinds(low, "blocks_sight", lambda kind: "sight" in kind.blocks),
        *_kinds(low, "gives_cover", lambda kind: kind.cover),
        f"static const lt_map sheets[] = {{{', '.join(map(_map, sheets)) or '{0, 0, 0, 0, 0}'}}};",
    ]


def _map(sheet: Any) -> str:
    lattice = sheet.lattice
    return f"{{{int(lattice.shape == 'hex')}, {lattice.rows}, {lattice.cols}, {lattice.stride}, 0}}"


def _walks(low: Lowering) -> list[str]:
    board, ids = low.board, low.board.zone_ids
    costs = {ids[zone]: terrain.cost for zone, terrain in enumerate(_ground(low))}
    terrain = Terrain(
        board,
        enter={zone: 1 + cost for zone, cost in costs.items()},
        leave=costs,
        blocked=[ids[zone] for zone, ground in enumerate(_ground(low)) if "move" in ground.blocks],
    )
    links = board.links
    sides = [number for row in links.table_sides for pair in row for number in (pair or (-1, -1))]
    plain, beside = int(terrain.is_plain), "walk_sides" if sides else "0"
    return [
        f"#define LT_RING {_above(terrain.dearest_step)}",
        *c_array("int32_t", "walk_first", [0, *accumulate(len(row) for row in links.table)]),
        *c_array("int32_t", "walk_table", _flat(links.table)),
        *c_array("int32_t", "walk_sides", sides),
        *c_array("int32_t", "walk_enter", list(terrain.enter)),
        *c_array("int32_t", "walk_leave", list(terrain.leave)),
        *c_array("uint8_t", "walk_mask", list(terrain.mask)),
        *_kinds(low, "blocks_move", lambda kind: "move" in kind.blocks),
        "LT_INLINE void lt_walk_tables_used(void) { (void)walk_sides; }",
        f"static const lt_links walks = {{LT_ZONES, 0, 0, 0, 0, walk_first, walk_table, {beside}}};",
        f"static const lt_ground walking = {{walk_enter, walk_leave, walk_mask, {terrain.dearest_step}, {plain}}};",
    ]


def _flat(rows: Iterable[Iterable[int]]) -> list[int]:
    return [number for row in rows for number in row]


def _above(number: int) -> int:
    """Return the smallest power of two above *number*."""
    return 1 << number.bit_length()
