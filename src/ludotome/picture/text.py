"""Text: a scene and a view as lines of text, for terminals and for `str(state)`.

Square boards are rows with labels. On hex boards every cell shows its name, unless rows and columns have labels. The
zones of a graph are placed as in the scene, or one per line if that does not fit. Then follow other zones with their
tokens, variables by scope, and the seat to move.

Invariants:
    * tokens of different types or owners have different marks; terrain with an effect has a mark too, explained by a
      legend;
    * lines are at most as wide as requested: lists are wrapped; boards are drawn without gaps, then only in part;
    * names can be any text; scene and view contain them safe to print.

This module does not know rules or colours: *paint* adds colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise

from ludotome.diagnostics import text_width
from ludotome.picture.board_text import Cell, Row, fitted, wrapped
from ludotome.picture.layouts import HEX_HEIGHT
from ludotome.picture.scene import CELL, BoardScene, Scene, ZoneScene
from ludotome.picture.text_marks import TextMarks
from ludotome.picture.view import TokenView, Value, View, ZoneView
from ludotome.picture.words import game_values, seat_values, told_values, turn_words, value_words, zone_words

_EMPTY = "."
_NOTHING = ZoneView(0, ())
_MOST_LINES = 12  # the most zones of a graph that are listed one per line
_MAP_WIDTH = 100  # columns for the map of a graph without a given width

Paint = Callable[[str, int], str]
"""A function that colours a text for a seat."""


def draw_text(
    scene: Scene,
    view: View,
    *,
    paint: Paint | None = None,
    width: int | None = None,
    around: Iterable[str] = (),
    compact: bool = False,
) -> str:
    """Return *view* as lines of text.

    *paint* colours text for a seat; it may add only escape codes. Lines are at most *width* columns wide; of a wider
    board, only the part *around* the named zones is drawn. A *compact* drawing has few lines: cards side by side, and
    empty zones together.
    """
    return _Text(scene, view, paint, width, frozenset(around), compact=compact).text()


class _Text:
    """One view being drawn."""

    def __init__(
        self,
        scene: Scene,
        view: View,
        paint: Paint | None,
        width: int | None,
        around: frozenset[str],
        *,
        compact: bool,
    ) -> None:
        self.scene = scene
        self.view = view
        self.paint = paint
        self.width = width
        self.around = around
        self.compact = compact
        self.types = {kind.id: kind for kind in scene.types}
        self.marks = TextMarks(scene, view)
        self.ground = {terrain.id: terrain.mark for terrain in scene.terrain}

    def text(self) -> str:
        lines: list[str] = []
        for board in self.scene.boards:
            lines += [*self._board(board), ""]
        lines += self._outside()
        lines += self._dice()
        lines += self._variables()
        lines.append(turn_words(self.scene, self.view))
        return "\n".join(line.rstrip() for line in lines)

    def seen(self, zone: ZoneScene) -> ZoneView:
        """Return the view of *zone*."""
        return self.view.zones.get(zone.id, _NOTHING)

    # ── boards ──

    def _board(self, board: BoardScene) -> list[str]:
        zones = [zone for zone in self.scene.zones if zone.board == board.id]
        match zones[0].shape:
            case "square":
                return self._square(board, zones) + self._below(zones)
            case "circle":
                return self._graph(zones) + self._legend(zones)
            case _:
                return self._hex(board, zones) + self._below(zones)

    def _square(self, board: BoardScene, zones: list[ZoneScene]) -> list[str]:
        left = min(zone.x for zone in zones)
        top = min(zone.y for zone in zones)
        at = {(round((zone.y - top) / CELL), round((zone.x - left) / CELL)): zone for zone in zones}
        rows, cols = (range(max(values) + 1) for values in zip(*at, strict=True))
        cells = {place: self._cell(zone) for place, zone in at.items()}
        beside = {round((label.y - top) / CELL): label.text for label in board.labels if label.x < left - CELL / 2}
        below = {round((label.x - left) / CELL): label.text for label in board.labels if label.x > left - CELL / 2}
        foot = [_plain(below.get(col, str(col))) for col in cols]
        # the width of each column is that of its widest cell: a cell with two tokens does not widen the whole board
        wide = [max([foot[col].width, *(cells[row, col].width for row in rows if (row, col) in cells)]) for col in cols]

        def placed(gap: int) -> tuple[list[int], list[Row]]:
            starts = [sum(wide[:col]) + gap * col for col in cols]
            found = [
                Row(beside.get(row, ""), tuple((starts[col], cells[row, col]) for col in cols if (row, col) in cells))
                for row in rows
            ]
            return starts, [*found, Row("", tuple(zip(starts, foot, strict=True)))]

        fits = self.width is None or fitted(placed(1)[1], self.width)[1] is None
        starts, made = placed(1 if fits else 0)
        near = (starts[col] for (_, col), zone in at.items() if zone.id in self.around)
        return self._fitted(made, near)

    def _hex(self, board: BoardScene, zones: list[ZoneScene]) -> list[str]:
        """Return rows shifted by half a cell: with labels if there are any, else with each cell's name in it."""
        named = zones[0].label is not None
        if named:
            lines, needed = self._hex_rows(board, zones, named=True)
            if needed is None:
                return lines
        lines, needed = self._hex_rows(board, zones, named=False)
        return lines if needed is None else [*lines, _part(needed)]

    def _hex_rows(self, board: BoardScene, zones: list[ZoneScene], *, named: bool) -> tuple[list[str], int | None]:
        cells = {zone.id: self._named_cell(zone) if named else self._cell(zone) for zone in zones}
        left = min(zone.x for zone in zones)
        width = max(cell.width for cell in cells.values())
        head = [label for label in board.labels if all(label.y < zone.y - CELL / 4 for zone in zones)]
        width = max([width, *(text_width(label.text) for label in head)])
        apart = CELL if zones[0].shape == "hexagon" else HEX_HEIGHT * 3 / 2  # between cells of one line
        step = (width + 1) / apart  # columns for a unit of the scene
        made = []
        if head:
            made.append(
                Row(
                    "",
                    tuple((round((label.x + CELL / 4 - left) * step), _plain(label.text)) for label in head),
                    leans=True,
                )
            )
        for _, row in groupby(sorted(zones, key=lambda zone: (zone.y, zone.x)), key=lambda zone: zone.y):
            found = list(row)
            beside = next((lb.text for lb in board.labels if lb not in head and abs(lb.y - found[0].y) < 1), "")
            label = beside or ("" if named else found[0].label or "")
            made.append(Row(label, tuple((round((z.x - left) * step), cells[z.id]) for z in found), leans=True))
        near = (round((zone.x - left) * step) for zone in zones if zone.id in self.around)
        return fitted(made, self.width, near)

    def _graph(self, zones: list[ZoneScene]) -> list[str]:
        """Return the zones about as placed in the scene, if that fits; else one per line, or many in columns."""
        cells = {zone.id: self._node(zone) for zone in zones}
        rows = _rows(zones)
        gaps = [b.x - a.x for row in rows for a, b in pairwise(row)]
        if gaps and len(rows) <= len(zones) / 2:
            step = (max(cell.width for cell in cells.values()) + 2) / max(min(gaps), 1)
            left = min(zone.x for zone in zones)
            made = [Row("", tuple((round((z.x - left) * step), cells[z.id]) for z in row)) for row in rows]
            lines, needed = fitted(made, _MAP_WIDTH if self.width is None else self.width)
            if needed is None:
                return lines
        if len(zones) > _MOST_LINES:
            return self._columns(list(cells.values()))
        return [line for zone in zones for line in self._held(f"{zone.name}:", zone, _EMPTY)]

    def _columns(self, cells: Sequence[Cell]) -> list[str]:
        """Return *cells* in columns, read from left to right."""
        wide = max(cell.width for cell in cells) + 2
        across = max(1, ((_MAP_WIDTH if self.width is None else self.width) + 2) // wide)
        rows = (cells[start : start + across] for start in range(0, len(cells), across))
        return ["".join(cell.padded(wide) for cell in row).rstrip() for row in rows]

    def _node(self, zone: ZoneScene) -> Cell:
        return _joined(_plain(f"{zone.name}:"), self._cell(zone))

    def _fitted(self, rows: list[Row], focus: Iterable[int]) -> list[str]:
        lines, needed = fitted(rows, self.width, focus)
        return lines if needed is None else [*lines, _part(needed)]

    def _below(self, zones: list[ZoneScene]) -> list[str]:
        return self._covered(zones) + self._legend(zones)

    def _covered(self, zones: list[ZoneScene]) -> list[str]:
        """Return a line for each zone variable with its values on cells that show a token instead."""
        told: dict[str, list[str]] = {}
        for zone in zones:
            seen = self.seen(zone)
            for name, value in seen.vars.items() if seen.tokens else ():
                if value is not None and value is not False and value != 0:
                    told.setdefault(name, []).append(f"{zone.name} {value_words(value)}")
        return [line for name, values in told.items() for line in self._listing(f"{name}:", values)]

    def _legend(self, zones: list[ZoneScene]) -> list[str]:
        used = {zone.terrain for zone in zones}
        told = [f"{look.mark} {look.id}" for look in self.scene.terrain if look.id in used and look.mark != _EMPTY]
        told += self.marks.key()
        return self._listing("", told) if told else []

    def _cell(self, zone: ZoneScene) -> Cell:
        seen = self.seen(zone)
        if seen.tokens is None:
            return Cell("?", 1)
        if not seen.tokens:
            values = " ".join(map(value_words, told_values(zone, seen)))
            return _plain(values or self.ground.get(zone.terrain or "", _EMPTY))
        if zone.stack and len(seen.tokens) > 1:
            return _joined(self._mark(seen.tokens[-1]), _plain(str(len(seen.tokens))))
        if len(seen.tokens) > 2:
            return self._many(seen.tokens)
        return _joined(*map(self._mark, seen.tokens))

    def _many(self, tokens: Sequence[TokenView]) -> Cell:
        """Return the number of tokens, with their mark if they are all equal."""
        marks = {self._mark(token) for token in tokens}
        return _joined(*(marks if len(marks) == 1 else ()), _plain(str(len(tokens))))

    def _named_cell(self, zone: ZoneScene) -> Cell:
        return _joined(self._cell(zone), _plain(zone.name))

    def _mark(self, token: TokenView) -> Cell:
        text = self.marks.mark(token)
        painted = text if self.paint is None or token.owner is None else self.paint(text, token.owner)
        return Cell(painted, text_width(text))

    # ── everything else ──

    def _outside(self) -> list[str]:
        lines: list[str] = []
        closed: list[str] = []  # empty zones, collected for one line
        for zone in self.scene.zones:
            if zone.board is not None or (zone.owner is not None and zone.owner >= self.view.players):
                continue
            name = f"{zone_words(self.scene, zone)} ({self.seen(zone).count})"
            if self.compact and not self.seen(zone).tokens:
                closed.append(name)
            else:
                lines += self._held(name, zone)
        return lines + (self._listing("", closed) if closed else [])

    def _held(self, name: str, zone: ZoneScene, nothing: str = "") -> list[str]:
        """Return *name* and the tokens of a zone: marks in a line, tokens with properties one per line."""
        seen = self.seen(zone)
        values = [_plain(value_words(value)) for value in seen.vars.values() if value is not None]
        if not seen.tokens:
            return [_joined(_plain(f"{name} "), *(values or [_plain(nothing)])).text]
        told = [*values, *(self._described(token) for token in seen.tokens)]
        name = name if name.endswith(":") else f"{name}:"
        if not any(token.props for token in seen.tokens):
            return wrapped(name, told, self.width)
        entries = [_times(*entry) for entry in _counted(told, in_order=zone.ordered)]
        if len(entries) == 1 or self.compact:
            return wrapped(name, entries, self.width, "; ")
        return [name, *(f"  {entry.text}" for entry in entries)]

    def _described(self, token: TokenView) -> Cell:
        """Return the text of a token outside a board: its mark or, if it has properties, its description."""
        if not token.props:
            return self._mark(token)
        kind = self.types[token.type]
        values = [_prop(name, value) for name, value in token.props.items()]
        # if all tokens have the same type, its name is redundant
        name = [kind.id] if not kind.drawn and len(self.scene.types) > 1 else []
        if self.compact and kind.suits:
            values = [value_words(value) for value in token.props.values()]
        told = _plain((" " if self.compact else ", ").join((*name, *values)))
        return _joined(self._mark(token), _plain(" "), told) if kind.drawn else told

    def _dice(self) -> list[str]:
        if not self.view.dice:
            return []
        told = [f"{die.value}" if die.sides == 6 else f"{die.value} of {die.sides}" for die in self.view.dice]
        return self._listing("dice:", told)

    def _variables(self) -> list[str]:
        """Return the variables of the game in a line, and a line for each seat that has its own.

        A compact drawing is for players: it has only those that pictures show.
        """
        view = self.view
        if self.compact:
            told = [("", game_values(self.scene, view))]
            told += [(f"{self.scene.seats[n].name}:", seat_values(self.scene, view, n)) for n in range(view.players)]
            return [line for head, values in told if values for line in self._listing(head, values)]
        common = [f"{name} {value_words(value)}" for name, value in view.game_vars.items()]
        lines = self._listing("", common) if common else []
        if not view.player_vars:
            return lines
        for seat in range(view.players):
            own = [f"{name} {value_words(values[seat])}" for name, values in view.player_vars.items()]
            lines += self._listing(f"{self.scene.seats[seat].name}:", own)
        return lines

    def _listing(self, head: str, texts: list[str]) -> list[str]:
        return wrapped(head, [_plain(text) for text in texts], self.width, ", ")


def _rows(zones: Sequence[ZoneScene]) -> list[list[ZoneScene]]:
    """Return *zones* in rows from top to bottom, each from left to right; rows are half a cell apart or more."""
    rows: list[list[ZoneScene]] = []
    for zone in sorted(zones, key=lambda one: one.y):
        if not rows or zone.y - rows[-1][0].y > CELL / 2:
            rows.append([])
        rows[-1].append(zone)
    return [sorted(row, key=lambda one: one.x) for row in rows]


def _plain(text: str) -> Cell:
    return Cell(text, text_width(text))


def _joined(*cells: Cell) -> Cell:
    return Cell("".join(cell.text for cell in cells), sum(cell.width for cell in cells))


def _part(needed: int) -> str:
    return f"(a part: all of it needs {needed} columns)"


def _prop(name: str, value: Value) -> str:
    """Return the value of a property: a name by itself, other values after the name of the property."""
    return value if isinstance(value, str) else f"{name} {value_words(value)}"


def _times(one: Cell, times: int) -> Cell:
    often = f"{times} × " if times > 1 else ""
    return Cell(often + one.text, text_width(often) + one.width)


def _counted(told: list[Cell], *, in_order: bool) -> list[tuple[Cell, int]]:
    """Return each description with its count; if order counts, only adjacent ones are merged."""
    if not in_order:
        return [(one, told.count(one)) for one in dict.fromkeys(told)]
    return [(one, len(list(same))) for one, same in groupby(told)]
