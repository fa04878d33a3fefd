"""Kept lines: for each player, the zones with their token on top, as one word per straight line of the board.

    run($z, top(it).owner == X) >= n

is then computed from the words of the lines through `$z`, by shifts and without a loop. This requires that the two
directions of every axis are inverse to each other, and that no line is longer than a word.

In C a zone's bit is `padding` above its place, so that the places before it are below it in a word shifted by its
place.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.indexes.owner_on import OwnerOn
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.ray_masks import WORD_BITS, is_undone, owner_of_top
from ludotome.native.text import Lines


class BoardLines(Struct, frozen=True):
    """The lines of a board: for each zone and axis, the number of its line and its place on it."""

    count: int
    longest: int
    line_of_zone: tuple[tuple[int, ...], ...]
    place_of_zone: tuple[tuple[int, ...], ...]


class KeptLines(Index):
    """`lines_of`: a word for each player and line, with the lengths of runs in use."""

    def __init__(self, owner_on: OwnerOn) -> None:
        super().__init__()
        self._owner_on = owner_on
        self._runs: set[int] = set()
        self._board: BoardLines | None = None

    def read(self, c: Writer, zone: Scalar, owner: Scalar, n: int) -> str:
        """Return the call that tests whether a run of *n* zones of a player goes through a zone."""
        self._owner_on.ask()
        self.ask(more=n not in self._runs)
        self._board = self._board or board_lines(c.low)
        self._runs.add(n)
        return f"has_run_of_{n}(s, {c.value(zone)}, {c.value(owner)})"

    @property
    def _lines(self) -> BoardLines:
        assert self._board is not None
        return self._board

    @property
    def _padding(self) -> int:
        return max(self._runs) - 1

    @property
    def _word(self) -> str:
        return "uint32_t" if self._lines.longest + self._padding <= 32 else "uint64_t"

    def fields(self, c: Writer) -> list[str]:
        """Return the C field of the words."""
        return [f"{self._word} lines_of[LT_PLAYERS1][{self._lines.count}];"]

    def functions(self, c: Writer) -> list[str]:
        """Return the tables of lines, `toggle_lines`, and the tests."""
        lines, axes, out = self._lines, len(c.low.board.axes), Lines()
        for name, rows in (("line_of_zone", lines.line_of_zone), ("place_of_zone", lines.place_of_zone)):
            out.add(f"static const int16_t {name}[LT_ZONES][{axes}] = {{")
            out.add(*(f"    {{{', '.join(map(str, row))}}}," for row in rows), "};")
        with out.block("LT_INLINE void toggle_lines(lt_state *s, int32_t zone, int32_t owner)"):
            # The row of unowned tokens is toggled too, but never read.
            for axis in range(axes):
                bit = f"({self._word})1 << ({self._padding} + place_of_zone[zone][{axis}])"
                out.add(f"s->lines_of[1 + owner][line_of_zone[zone][{axis}]] ^= {bit};")
        for n in sorted(self._runs):
            self._question(out, n, axes)
        return out.lines

    def _question(self, out: Lines, n: int, axes: int) -> None:
        with out.block(f"LT_INLINE int32_t has_run_of_{n}(const lt_state *s, int32_t zone, int32_t owner)"):
            out.add(
                "if (zone < 0 || owner < 0 || s->owner_on[1 + zone] != owner) return 0;", f"{self._word} run, any = 0;"
            )
            for axis in range(axes):
                # The zone and n - 1 places on either side: a run of n among them goes through the zone.
                shift = f"place_of_zone[zone][{axis}] + {self._padding - (n - 1)}"
                out.add(f"run = s->lines_of[1 + owner][line_of_zone[zone][{axis}]];")
                out.add(f"run = run >> ({shift}) & {_ones(2 * n - 1)};")
                length = 1
                while length < n:
                    further = min(length, n - length)
                    out.add(f"run &= run >> {further};")
                    length += further
                out.add("any |= run;")
            out.add("return any != 0;")

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that moves the zone from its old owner to its new one."""
        return [
            "toggle_lines(s, zone, s->owner_on[1 + zone]);",
            "toggle_lines(s, zone, s->token_owner[1 + lt_top(s, zone)]);",
        ]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that computes the words from the owners on zones."""
        return [
            "memset(s->lines_of, 0, sizeof s->lines_of);",
            "for (int32_t i = 0; i < LT_ZONES; i++) toggle_lines(s, i, s->owner_on[1 + i]);",
        ]


def board_lines(low: Lowering) -> BoardLines | None:
    """Return the lines of the board, axis by axis, each numbered by its first zone; None if a line is cyclic."""
    lines: list[list[tuple[int, int]]] = [[] for _ in range(low.layout.zones)]
    count = longest = 0
    for way, back in low.board.axes:
        if not is_undone(low, way, back):
            return None
        step, before = low.board.neighbor_by_direction, sum(map(len, lines))
        for first in range(low.layout.zones):
            if step[first][back] >= 0:
                continue
            at, place = first, 0
            while at >= 0:
                lines[at].append((count, place))
                at, place = step[at][way], place + 1
            count, longest = count + 1, max(longest, place)
        if sum(map(len, lines)) - before != len(lines):
            return None  # a line without a first zone
    line_of, place_of = (tuple(tuple(pair[part] for pair in row) for row in lines) for part in (0, 1))
    return BoardLines(count, longest, line_of, place_of)


def run_asked(low: Lowering, node: Scalar) -> tuple[Scalar, Scalar, int] | None:
    """Return the zone, X and n, if *node* tests for a run of n zones with tokens of X on top through the zone."""
    match node:
        case ir.Compare(op=">=", left=ir.Run() as run, right=ir.Const(value=n)) if n >= 2:
            owner = owner_of_top(run.where, run.element)
            if owner is None or run.element in ir.free_locals(owner):
                return None
            lines = board_lines(low)
            if lines is None or lines.longest + n - 1 > WORD_BITS:
                return None
            return run.zone, owner, n
    return None


def _ones(count: int) -> str:
    return f"UINT64_C({(1 << min(count, 64)) - 1})"
