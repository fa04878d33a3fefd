"""Drawing: a state as text.

Square boards are rows with their labels, hex boards rows shifted by half a cell, other zones are listed with their
tokens, variables by whose they are. What a type looks like is its `draw`, else its `short`, else its first letter;
ground that does something has a mark of its own, and a legend says which; nobody sees more than they may. Names
and marks are any text a document likes: what a terminal would obey is drawn, not sent.

This module does not know rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import groupby

from ludotome import kernel
from ludotome.diagnostics import one_line
from ludotome.gamedef import GameDef, GameState, PropDef, Stored, Symbols, Token, VarDef
from ludotome.play.board_text import Cell, Row, fitted, wrapped
from ludotome.space import ZoneDef, ZoneId

_EMPTY = "."
# (stops feet, stops eyes) -> the mark of such ground; what does neither slows or covers
_GROUND = {(True, True): "#", (True, False): "=", (False, True): "%", (False, False): ":"}
_NOBODY_WON = {"draw": "a draw", "stall": "a draw by stall", "truncated": "a draw, cut off", "lossAll": "all lose"}


Paint = Callable[[str, int], str]
"""What makes a text look like a seat's."""


def draw_state(
    game_def: GameDef,
    state: GameState,
    player: int | None = None,
    paint: Paint | None = None,
    *,
    width: int | None = None,
    around: Iterable[ZoneId] = (),
) -> str:
    """Return *state* as *player* sees it (None: as somebody who holds no seat does), as lines of text.

    *paint* colours what belongs to a seat; it may add only what a terminal does not show. Lines are at most *width*
    columns wide: lists are wrapped, boards drawn without gaps, and then only the part *around* the zones named.
    """
    return _Drawing(game_def, state, player, paint, width, frozenset(around)).text()


class _Drawing:
    """One state being drawn for one pair of eyes."""

    def __init__(
        self,
        game_def: GameDef,
        state: GameState,
        player: int | None,
        paint: Paint | None,
        width: int | None,
        around: frozenset[ZoneId],
    ) -> None:
        self.paint = paint
        self.game_def = game_def
        self.symbols = Symbols(game_def)
        self.state = kernel.view_state(game_def, state)
        self.player = player
        self.now = state
        self.width = width
        self.around = around

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
        return [line for zone in zones for line in self._held(f"{_called(zone)}:", zone, _EMPTY)]

    def _square(self, zones: list[ZoneDef]) -> list[str]:
        at = {(zone.row or 0, zone.col or 0): zone for zone in zones}
        rows, cols = (range(max(values) + 1) for values in zip(*at, strict=True))
        cells = {place: self._cell(zone) for place, zone in at.items()}
        row_labels = [one_line(_common(at.get((row, col)) for col in cols) or str(row)) for row in rows]
        col_labels = [_common((at.get((row, col)) for row in rows), letters=True) or str(col) for col in cols]
        foot = [Cell(label, len(label)) for label in col_labels]
        # as wide as what stands in any of its cells: one that holds two tokens does not widen the whole board
        wide = [max(foot[col].width, *(cells[row, col].width for row in rows if (row, col) in cells)) for col in cols]

        def placed(gap: int) -> tuple[list[int], list[Row]]:
            starts = [sum(wide[:col]) + gap * col for col in cols]
            found = [
                Row(label, tuple((starts[col], cells[row, col]) for col in cols if (row, col) in cells))
                for row, label in zip(rows, row_labels, strict=True)
            ]
            return starts, [*found, Row("", tuple(zip(starts, foot, strict=True)))]

        fits = self.width is None or fitted(placed(1)[1], self.width)[1] is None
        starts, made = placed(1 if fits else 0)
        return self._fitted(made, (starts[zone.col or 0] for zone in zones if zone.id in self.around))

    def _hex(self, zones: list[ZoneDef]) -> list[str]:
        cells = {(zone.q or 0, zone.r or 0): self._cell(zone) for zone in zones}
        labels, letters = _hex_labels(zones)
        width = max(*(cell.width for cell in cells.values()), *map(len, letters.values()), 1)
        left = min(2 * q + r for q, r in cells)
        step = (width + 1) / 2  # from one half column to the next

        def row(r: int, cell_of_column: dict[int, Cell], label: str) -> Row:
            placed = ((round((2 * q + r - left) * step), cell_of_column[q]) for q in sorted(cell_of_column))
            return Row(label, tuple(placed), leans=True)

        rows = sorted(labels)
        head = {q: Cell(letter, len(letter)) for q, letter in letters.items()}
        above = [row(rows[0], head, "")] if head else []
        made = [row(r, {q: cells[q, other] for q, other in cells if other == r}, labels[r]) for r in rows]
        focus = (round((2 * (zone.q or 0) + (zone.r or 0) - left) * step) for zone in zones if zone.id in self.around)
        return self._fitted(above + made, focus)

    def _fitted(self, rows: list[Row], focus: Iterable[int]) -> list[str]:
        lines, needed = fitted(rows, self.width, focus)
        return lines if needed is None else [*lines, f"(a part: all of it needs {needed} columns)"]

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
        return self._listing("", told) if told else []

    def _cell(self, zone: ZoneDef) -> Cell:
        tokens = self._tokens(zone)
        if tokens is None:
            return Cell("?", 1)
        if not tokens:
            return Cell(self.mark_of_terrain.get(zone.terrain, _EMPTY), 1)
        if len(tokens) > 2:
            return Cell(f"{len(tokens)}", len(str(len(tokens))))
        return Cell("".join(map(self._painted, tokens)), sum(len(self._token(token)) for token in tokens))

    def _painted(self, token: Token) -> str:
        text = self._token(token)
        return text if self.paint is None or token.owner is None else self.paint(text, token.owner)

    # ── everything else ──

    def _other_zones(self) -> list[str]:
        lines = []
        for index, zone in enumerate(self.game_def.zones):
            owner = self.symbols.owner_of_zone[index]
            if zone.board is None and (owner is None or owner < self.state.players):
                name = zone_name(self.symbols, index)
                lines.extend(self._held(f"{name} ({len(self.state.zones[index])})", zone))
        return lines

    def _held(self, name: str, zone: ZoneDef, nothing: str = "") -> list[str]:
        """Return *name* and the tokens of a zone: marks in a line, tokens with properties one below the other."""
        tokens = self._tokens(zone)
        if not tokens:
            return [f"{name} {nothing}"]
        told = [self._described(token) for token in tokens]
        name = name if name.endswith(":") else f"{name}:"
        if not any(self.symbols.token_type[token.type].props for token in tokens):
            return wrapped(name, told, self.width)
        entries = [_times(*entry) for entry in _counted(told, in_order=zone.ordering != "set")]
        if len(entries) == 1:
            return wrapped(name, entries, self.width)
        return [name, *(f"  {entry.text}" for entry in entries)]

    def _variables(self) -> list[str]:
        """Return the variables of the game in a line, and a line for each seat that has its own."""
        game, state = self.game_def, self.state
        common = [
            f"{var.name} {self._value(var, value)}"
            for var, value in zip(game.global_vars, state.global_vars, strict=True)
        ]
        lines = self._listing("", common) if common else []
        if not game.per_player_vars:
            return lines
        for seat in range(state.players):
            own = [
                f"{var.name} {self._value(var, row[seat])}"
                for var, row in zip(game.per_player_vars, state.player_vars, strict=True)
            ]
            lines += self._listing(f"{self._seat(seat)}:", own)
        return lines

    def _listing(self, head: str, texts: list[str]) -> list[str]:
        return wrapped(head, [Cell(text, len(text)) for text in texts], self.width, ", ")

    def _turn(self) -> str:
        state = self.now
        if state.outcome is not None:
            winners = " and ".join(self._seat(seat) for seat in state.outcome.winners)
            return f"over: {_ended(state.outcome.type, winners, several=len(state.outcome.winners) > 1)}"
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
            return one_line(kind.draw[token.owner])
        return one_line(kind.draw if isinstance(kind.draw, str) else kind.short or kind.id[:1])

    def _described(self, token: Token) -> Cell:
        """Return a token as it is told outside a board: its mark or, if it has properties, what it is."""
        kind = self.symbols.token_type[token.type]
        if not kind.props:
            return Cell(self._painted(token), len(self._token(token)))
        values = [self._prop(prop, value) for prop, value in zip(kind.props, token.props, strict=True)]
        # where all tokens are of one kind, its name says nothing
        name = [kind.id] if kind.draw is None and len(self.game_def.token_types) > 1 else []
        mark = "" if kind.draw is None else self._token(token) + " "
        text = mark + ", ".join((*name, *values))
        return Cell(text if not mark else self._painted(token) + text[len(mark) - 1 :], len(text))

    def _prop(self, prop: PropDef, value: Stored) -> str:
        """Return the value of a property: a word by itself, anything else after the name of what it is."""
        if isinstance(prop.type, tuple) and value is not None:
            return self.symbols.names[value]
        return f"{prop.name} {'none' if value is None else value}"

    def _value(self, var: VarDef, value: Stored) -> str:
        if value is None:
            return "none"
        if isinstance(var.type, tuple):
            return self.symbols.names[value]
        match var.type:
            case "zone":
                zone = self.game_def.zones[value]
                return _called(zone)
            case "player":
                return self._seat(value)
            case "bool":
                return "yes" if value else "no"
            case "token":
                token = self.state.tokens[value]
                place = None if token is None else self.game_def.zones[token.zone]
                return "none" if place is None else f"on {_called(place)}"
            case _:
                return str(value)

    def _seat(self, seat: int) -> str:
        return self.game_def.metadata.seats[seat]


def zone_name(symbols: Symbols, place: int) -> str:
    """Return what people call the zone at *place*, if it has no display name: `hand of First` where a seat owns it."""
    zone, owner = symbols.game_def.zones[place], symbols.owner_of_zone[place]
    return zone.id if owner is None else f"{zone.id.rpartition(':')[0]} of {symbols.game_def.metadata.seats[owner]}"


def _ended(type_: str, winners: str, *, several: bool) -> str:
    """Return how a game ended: who won and by what, or the type of an end that nobody won."""
    if not winners:
        return _NOBODY_WON.get(type_, "nobody wins")
    wins = f"{winners} {'win' if several else 'wins'}"
    return f"{wins} by {type_}" if type_ in ("score", "rank") else wins


def _called(zone: ZoneDef) -> str:
    return one_line(zone.name or zone.id)


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
    first = {row: one_line(min((z for z in zones if z.r == row), key=lambda z: z.q or 0).name or "") for row in rows}
    letters_of = {zone.id: _part(zone.name or "", letters=True) for zone in zones}
    top = {zone.q or 0: letters_of[zone.id] for zone in zones if zone.r == rows[0]}
    if not all(first.values()) or set(top.values()) != set(letters_of.values()):
        return first, {}
    return {row: _part(name, letters=False) for row, name in first.items()}, top


def _part(name: str, *, letters: bool) -> str:
    """Return the letters of a name, or all but them."""
    return "".join(char for char in name if char.isalpha() == letters)


def _times(one: Cell, times: int) -> Cell:
    often = f"{times} × " if times > 1 else ""
    return Cell(often + one.text, len(often) + one.width)


def _counted(told: list[Cell], *, in_order: bool) -> list[tuple[Cell, int]]:
    """Return each description with how often it is there; where order counts, only neighbours are taken together."""
    if not in_order:
        return [(one, told.count(one)) for one in dict.fromkeys(told)]
    return [(one, len(list(same))) for one, same in groupby(told)]
