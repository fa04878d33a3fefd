"""C for straight lines on boards where they are cyclic or meet: rings, tori, and lines that cross twice.

There a line cannot be followed step by step until it ends. So every ray is in a table, as computed by `space`:
near to far, no zone twice.

This module does not know boards whose lines end at the edge (`emit.sources`).
"""

from __future__ import annotations

from collections.abc import Callable

from ludotome.native.emit.emitter import Emitter
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.sources import all_directions
from ludotome.native.lower.unsupported import UnsupportedError
from ludotome.native.text import Lines
from ludotome.space import ray

LARGEST_TABLE = 1 << 20  # total number of zones on all rays

HEADER = """\
/* Where the ray from a zone in a direction starts in `rays`; nothing has no ray. */
LT_INLINE int32_t lt_ray(int32_t zone, int32_t way) {
    return zone < 0 || way < 0 || way >= LT_RAY_WAYS ? 0 : 1 + zone * LT_RAY_WAYS + way;
}

/* The zones strictly between two zones, in the first direction whose ray from one reaches the other. */
LT_INLINE int32_t lt_between_on_rays(int32_t start, int32_t goal, int32_t *out) {
    for (uint32_t i = 0; i < sizeof set_directions / sizeof *set_directions; i++) {
        int32_t row = lt_ray(start, set_directions[i]);
        for (int32_t at = rays_at[row]; at < rays_at[row + 1]; at++) {
            if (rays[at] == goal) return at - rays_at[row];
            out[at - rays_at[row]] = rays[at];
        }
    }
    return 0;
}
"""


def ray_table(low: Lowering) -> None:
    """Register the table of all rays, by zone and by the number of the direction's name."""
    board = low.board
    ways = max(low.direction_of_way, default=-1) + 1
    rows: list[list[int]] = [[]]
    for zone in board.zone_ids:
        of_name = dict(zip(low.direction_of_way, board.direction_names, strict=True))
        for number in range(ways):
            met = ray(board, zone, of_name[number]) if number in of_name else ()
            rows.append([board.index(one) for one in met])
    if sum(map(len, rows)) > LARGEST_TABLE or len(rows) > LARGEST_TABLE:
        raise UnsupportedError(f"straight lines of more than {LARGEST_TABLE} zones that meet again")
    low.rows("rays", rows)
    all_directions(low)


def ring_header(low: Lowering) -> str:
    """Return the header for loops over rays; empty if there are none."""
    if "rays" not in low.tables:
        return ""
    return f"#define LT_RAY_WAYS {max(low.direction_of_way, default=-1) + 1}\n{HEADER}"


def one_ray(emit: Emitter, out: Lines, source: ir.Rays, it: str, way: str, body: Callable[[], None]) -> None:
    """Write the loop along one ray, without zones of earlier rays."""
    found, row = source.element.name, f"{it}_row"
    out.add(f"int32_t {row} = lt_ray({it}_from, {way}), {it}_end = rays_at[{row} + 1];")
    if source.keep is not None:
        out.add(f"int32_t {it}_stop = rays_at[{row}];")
        with out.block(f"for (; {it}_stop < {it}_end; {it}_stop++)"):
            out.add(_named(found, it), f"if (!{emit.condition(source.keep)}) break;")
    else:
        # Without `keep` the line goes to its end, and there is no next zone for `then`.
        out.add(f"int32_t {it}_stop = {it}_end;")
    if source.then is not None:
        out.add(f"if ({it}_stop == {it}_end) continue;", _named(found, it))
        out.add(f"if (!{emit.condition(source.then)}) continue;")
    with out.block(f"for (int32_t {it}_i = rays_at[{row}]; {it}_i < {it}_stop; {it}_i++)"):
        out.add(f"int32_t {it} = rays[{it}_i];", f"if ({it}_met[{it} / 64] >> {it} % 64 & 1) continue;")
        out.add(f"{it}_met[{it} / 64] |= UINT64_C(1) << {it} % 64;")
        body()


def _named(found: str, it: str) -> str:
    """Return the C that declares the zone where a ray stops; conditions may ignore it."""
    return f"int32_t {found} = rays[{it}_stop]; (void){found};"


def ring_run(out: Lines, it: str, where: str) -> None:
    """Write the number `n` of zones through `zone` along one axis for which the condition holds; each counts once."""
    out.add("uint64_t met[LT_ZONES / 64 + 1] = {0};")
    with out.block("for (int32_t side = 0; side < 2; side++)"):
        out.add("int32_t row = lt_ray(zone, axes[axis][side]);")
        with out.block("for (int32_t at = rays_at[row]; at < rays_at[row + 1]; at++)"):
            out.add(f"{it} = rays[at];", f"if (!{where}) break;", f"uint64_t bit = UINT64_C(1) << {it} % 64;")
            out.add(f"n += !(met[{it} / 64] & bit);", f"met[{it} / 64] |= bit;")
