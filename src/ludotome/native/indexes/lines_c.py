"""C that keeps a word for each player and straight line, and asks them for runs.

A zone's bit stands `padding` above its place, so that the places before it are below it in a word shifted by its place.

This module does not know when the words may be used (`indexes.lines`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotome.native.indexes.lines import BoardLines, board_lines
from ludotome.native.lower import ir
from ludotome.native.text import Lines

if TYPE_CHECKING:
    from ludotome.native.emit.scalars import Emitter


def call(emit: Emitter, zone: ir.Scalar, owner: ir.Scalar, n: int) -> str:
    """Return the call that says whether a run of *n* zones of a player goes through a zone."""
    emit.kept.owner_on = True
    emit.kept.lines = emit.kept.lines or board_lines(emit.low)
    emit.kept.runs.add(n)
    return f"has_run_of_{n}(s, {emit.value(zone)}, {emit.value(owner)})"


def _lines(emit: Emitter) -> BoardLines:
    assert emit.kept.lines is not None
    return emit.kept.lines


def _padding(emit: Emitter) -> int:
    return max(emit.kept.runs) - 1


def _word(emit: Emitter) -> str:
    return "uint32_t" if _lines(emit).longest + _padding(emit) <= 32 else "uint64_t"


def fields(emit: Emitter) -> list[str]:
    """Return the C field of the words."""
    return [f"{_word(emit)} lines_of[LT_PLAYERS1][{_lines(emit).count}];"] if emit.kept.runs else []


def functions(emit: Emitter) -> str:
    """Return the tables of lines, `toggle_lines`, and the questions."""
    if not emit.kept.runs:
        return ""
    lines, axes, out = _lines(emit), len(emit.low.board.axes), Lines()
    for name, rows in (("line_of_zone", lines.line_of_zone), ("place_of_zone", lines.place_of_zone)):
        out.add(f"static const int16_t {name}[LT_ZONES][{axes}] = {{")
        out.add(*(f"    {{{', '.join(map(str, row))}}}," for row in rows), "};")
    with out.block("LT_INLINE void toggle_lines(lt_state *s, int32_t zone, int32_t owner)"):
        # Nobody's row is toggled too, and never read.
        for axis in range(axes):
            bit = f"({_word(emit)})1 << ({_padding(emit)} + place_of_zone[zone][{axis}])"
            out.add(f"s->lines_of[1 + owner][line_of_zone[zone][{axis}]] ^= {bit};")
    for n in sorted(emit.kept.runs):
        _question(emit, out, n, axes)
    return str(out)


def _question(emit: Emitter, out: Lines, n: int, axes: int) -> None:
    with out.block(f"LT_INLINE int32_t has_run_of_{n}(const lt_state *s, int32_t zone, int32_t owner)"):
        out.add(
            "if (zone < 0 || owner < 0 || s->owner_on[1 + zone] != owner) return 0;", f"{_word(emit)} run, any = 0;"
        )
        for axis in range(axes):
            # The zone and n - 1 places on either side: a run of n among them goes through the zone.
            shift = f"place_of_zone[zone][{axis}] + {_padding(emit) - (n - 1)}"
            out.add(f"run = s->lines_of[1 + owner][line_of_zone[zone][{axis}]];")
            out.add(f"run = run >> ({shift}) & {_ones(2 * n - 1)};")
            length = 1
            while length < n:
                further = min(length, n - length)
                out.add(f"run &= run >> {further};")
                length += further
            out.add("any |= run;")
        out.add("return any != 0;")


def _ones(count: int) -> str:
    return f"UINT64_C({(1 << min(count, 64)) - 1})"


def rebuild(emit: Emitter, out: Lines) -> None:
    """Write the computing of the words from the owners on zones."""
    if emit.kept.runs:
        out.add("memset(s->lines_of, 0, sizeof s->lines_of);")
        out.add("for (int32_t i = 0; i < LT_ZONES; i++) toggle_lines(s, i, s->owner_on[1 + i]);")
