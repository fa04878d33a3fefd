"""Drawing: a state as text.

Square boards are rows with their labels, hex boards rows shifted by half a cell, other zones are listed with their
tokens. What a type looks like is its `draw`, else its `short`, else its first letter; ground that does something has a
mark of its own, and a legend says which; nobody sees more than they may.

This module does not know rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from ludotome import kernel
from ludotome.gamedef import GameDef, GameState, Stored, Symbols, Token, VarDef
from ludotome.space import ZoneDef

_EMPTY = "."
# (stops feet, stops eyes) -> the mark of such ground; what does neither slows or covers
_GROUND = {(True, True): "#", (True, False): "=", (False, True): "%", (False, False): ":"}


Paint = Callable[[str, int], str]
"""What makes a text look like a seat's."""


def draw_state(game_def: GameDef, state: GameState, player: int | None = None, paint: Paint | None = None) -> str:
    """Return *state* as *player* sees it (None: as somebody who holds no seat does), as lines of text.

    *paint* colours what belongs to a seat; it may add only what a terminal does not show.
    """
    return _Drawing(game_def, state, player, paint).text()


@dataclass(frozen=True, slots=True)
class _Cell:
    """What stands in a cell, and how wide it is on the screen."""

    text: str
    width: int

    def padded(self, width: int) -> str:
        return self.text + " " * (width - self.width)


class _Drawing:
    """One state being drawn for one pair of eyes."""

    def __init__(self, game_def: GameDef, state: GameState, player: int | None, paint: Paint | None) -> None:
        self.paint = paint
        self.game_def = game_def
        self.symbols = Symbols(game_def)
        self.state = kernel.view_state(game_def, state)
        self.player = player
        self.now = state

    def text(self) -> str:
        parts = [self._board(board.id, board.shape) for board in self.game_def.boards]
        lines = [line for part in parts for line in (*part, "")]
        lines.extend(self._other_zones())
        lines.extend(self._variables())
        lines.append(self._turn())
        return "\n".join(line.rstrip() for line in lines)

    # ── boards ──

    def _board(self, board: str, shape: str) -> list[str]:
        zones = [zone for zone in self.game_def.zones if zone.board == board]
        if shape == "square" and all(zone.row is not None and zone.col is not None for zone in zones):
            return self._square(zones) + self._legend(zones)
        if shape == "hex" and all(zone.q is not None and zone.r is not None for zone in zones):
            return self._hex(zones) + self._legend(zones)
        return [f"{zone.name or zone.id}: {self._listed(zone) or _EMPTY}" for zone in zones]

    def _square(self, zones: list[ZoneDef]) -> list[str]:
        at = {(zone.row, zone.col): zone for zone in zones}
        rows, cols = (range(max(values) + 1) for values in zip(*((z.row or 0, z.col or 0) for z in zones), strict=True))
        cells = {place: self._cell(zone) for place, zone in at.items()}
        width = max(cell.width for cell in cells.values())
        row_labels = [_common(at.get((row, col)) for col in cols) or str(row) for row in rows]
        col_labels = [_common((at.get((row, col)) for row in rows), letters=True) or str(col) for col in cols]
        width = max(width, *(len(label) for label in col_labels))
        margin = max(len(label) for label in row_labels)
        lines = [
            f"{label:>{margin}} " + " ".join(cells.get((row, col), _Cell("", 0)).padded(width) for col in cols)
            for row, label in zip(rows, row_labels, strict=True)
        ]
        return [*lines, " " * (margin + 1) + " ".join(f"{label:<{width}}" for label in col_labels)]

    def _hex(self, zones: list[ZoneDef]) -> list[str]:
        cells = {(zone.q or 0, zone.r or 0): self._cell(zone) for zone in zones}
        labels, letters = _hex_labels(zones)
        width = max(*(cell.width for cell in cells.values()), *map(len, letters.values()), 1)
        left = min(2 * q + r for q, r in cells)
        step = (width + 1) / 2  # from one half column to the next
        margin = max(len(label) + 1 for label in labels.values()) if any(labels.values()) else 0

        def line(row: int, cell_of_column: dict[int, _Cell], label: str) -> str:
            line, end = "", 0
            for q in sorted(cell_of_column):
                start = round((2 * q + row - left) * step)
                # the label stands next to the first cell, however far that is shifted
                gap = " " * (start - end) if line else f"{label:>{margin + start - 1}} " if margin else " " * start
                line += gap + cell_of_column[q].padded(width)
                end = start + width
            return line

        rows = sorted(labels)
        head = {q: _Cell(letter, len(letter)) for q, letter in letters.items()}
        above = [line(rows[0], head, "")] if head else []
        return above + [line(row, {q: cells[q, r] for q, r in cells if r == row}, labels[row]) for row in rows]

    @cached_property
    def mark_of_terrain(self) -> dict[str | None, str]:
        """The mark of each terrain that does something, told apart from each other and from the tokens."""
        draws = (kind.draw for kind in self.game_def.token_types)
        taken = {mark for draw in draws if draw is not None for mark in ((draw,) if isinstance(draw, str) else draw)}
        marks: dict[str | None, str] = {}
        for terrain in self.game_def.terrain:
            if terrain.blocks or terrain.cover or terrain.cost:
                usual = _GROUND["move" in terrain.blocks, "sight" in terrain.blocks]
                free = (mark for mark in (usual, *terrain.id) if mark not in taken)
                marks[terrain.id] = next(free, usual)
                taken.add(marks[terrain.id])
        return marks

    def _legend(self, zones: list[ZoneDef]) -> list[str]:
        used = {zone.terrain for zone in zones}
        told = [f"{mark} {terrain}" for terrain, mark in self.mark_of_terrain.items() if terrain in used]
        return [", ".join(told)] if told else []

    def _cell(self, zone: ZoneDef) -> _Cell:
        tokens = self._tokens(zone)
        if tokens is None:
            return _Cell("?", 1)
        if not tokens:
            return _Cell(self.mark_of_terrain.get(zone.terrain, _EMPTY), 1)
        if len(tokens) > 2:
            return _Cell(f"{len(tokens)}", len(str(len(tokens))))
        return _Cell("".join(map(self._painted, tokens)), sum(len(self._token(token)) for token in tokens))

    def _painted(self, token: Token) -> str:
        text = self._token(token)
        return text if self.paint is None or token.owner is None else self.paint(text, token.owner)

    # ── everything else ──

    def _other_zones(self) -> list[str]:
        lines = []
        for index, zone in enumerate(self.game_def.zones):
            owner = self.symbols.owner_of_zone[index]
            if zone.board is None and (owner is None or owner < self.state.players):
                name = zone.id if owner is None else f"{zone.id.rpartition(':')[0]} of {self._seat(owner)}"
                held = f": {listed}" if (listed := self._listed(zone)) else ""
                lines.append(f"{name} ({len(self.state.zones[index])}){held}")
        return lines

    def _listed(self, zone: ZoneDef) -> str:
        tokens = self._tokens(zone)
        return "" if tokens is None else " ".join(self._described(token) for token in tokens)

    def _variables(self) -> list[str]:
        game, state = self.game_def, self.state
        shown = [
            f"{var.name} {self._value(var, value)}"
            for var, value in zip(game.global_vars, state.global_vars, strict=True)
        ]
        for var, row in zip(game.per_player_vars, state.player_vars, strict=True):
            shown.append(f"{var.name} " + "/".join(self._value(var, value) for value in row))
        return [", ".join(shown)] if shown else []

    def _turn(self) -> str:
        state = self.now
        if state.outcome is not None:
            winners = ", ".join(self._seat(seat) for seat in state.outcome.winners)
            return f"over: {state.outcome.type} {winners}"
        who = kernel.current_player(self.game_def, state)
        phases = self.game_def.turn_structure.phases
        phase = f", phase {phases[self.state.phase].id}" if len(phases) > 1 else ""
        return f"{'chance' if who < 0 else self._seat(who)} to decide{phase}"

    # ── things ──

    def _tokens(self, zone: ZoneDef) -> list[Token] | None:
        """Return the tokens of a zone, None when they may not be seen."""
        if not kernel.sees_zone_id(self.game_def, zone.id, self.player):
            return None
        slots = self.state.zones[self.symbols.zone_index[zone.id]]
        return [token for slot in slots if (token := self.state.tokens[slot]) is not None]

    def _token(self, token: Token) -> str:
        kind = self.symbols.token_type[token.type]
        if isinstance(kind.draw, tuple) and token.owner is not None and token.owner < len(kind.draw):
            return kind.draw[token.owner]
        if isinstance(kind.draw, str):
            return kind.draw
        return kind.short or kind.id[:1]

    def _described(self, token: Token) -> str:
        kind = self.symbols.token_type[token.type]
        values = [self._prop(prop.type, value) for prop, value in zip(kind.props, token.props, strict=True)]
        return self._painted(token) + (f"[{' '.join(values)}]" if values else "")

    def _prop(self, kind: object, value: Stored) -> str:
        return self.symbols.names[value] if isinstance(kind, tuple) and value is not None else str(value)

    def _value(self, var: VarDef, value: Stored) -> str:
        if value is None:
            return "none"
        if isinstance(var.type, tuple):
            return self.symbols.names[value]
        match var.type:
            case "zone":
                zone = self.game_def.zones[value]
                return zone.name or str(zone.id)
            case "player":
                return self._seat(value)
            case "bool":
                return "yes" if value else "no"
            case "token":
                token = self.state.tokens[value]
                return "none" if token is None else f"on {self.game_def.zones[token.zone].id}"
            case _:
                return str(value)

    def _seat(self, seat: int) -> str:
        return self.game_def.metadata.seats[seat]


def _common(zones: Iterable[ZoneDef | None], *, letters: bool = False) -> str | None:
    """Return what the display names of a row (its number) or column (its letters) have in common, None if nothing."""
    names = [zone.name for zone in zones if zone is not None]
    parts = {None if name is None else _part(name, letters=letters) for name in names}
    return parts.pop() if len(parts) == 1 else None


def _hex_labels(zones: list[ZoneDef]) -> tuple[dict[int, str], dict[int, str]]:
    """Return a label for each row and letters for the columns of the top row, which are empty where that is not enough.

    Where every column begins in the top row, columns are named above it and rows by their numbers; on other shapes a
    row is called after its first cell, from which one counts on.
    """
    rows = sorted({zone.r or 0 for zone in zones})
    first = {row: min((z for z in zones if z.r == row), key=lambda z: z.q or 0).name or "" for row in rows}
    letters_of = {zone.id: _part(zone.name or "", letters=True) for zone in zones}
    top = {zone.q or 0: letters_of[zone.id] for zone in zones if zone.r == rows[0]}
    if not all(first.values()) or set(top.values()) != set(letters_of.values()):
        return first, {}
    return {row: _part(name, letters=False) for row, name in first.items()}, top


def _part(name: str, *, letters: bool) -> str:
    """Return the letters of a name, or all but them."""
    return "".join(char for char in name if char.isalpha() == letters)
