"""SVG boards: cells, labels and lines, then tokens and the marks for the last and the legal decisions.

The last decision is shown as a tint, a token that can move by a frame, a target by a dot or, around a token, a ring.

This module does not know zones outside boards.
"""

from __future__ import annotations

from collections.abc import Collection
from math import ceil, sqrt

from ludotome.diagnostics import text_width
from ludotome.picture.layouts import hex_corners
from ludotome.picture.scene import CELL, BoardScene, Scene, ZoneScene
from ludotome.picture.svg_parts import Paints, escaped, fitted, number, text_at
from ludotome.picture.svg_tokens import TokenDrawing, alike
from ludotome.picture.view import TokenView, View, ZoneView
from ludotome.picture.words import told_values, value_words

_HALF = CELL / 2
_CIRCLE = 21.0
_DOT, _SMALL_DOT = 6.0, 3.5  # the small one if there are many targets, so that the board stays clear
_MANY, _MOST_MARKS = 40, 512
_HOLE = 19.0
_LABEL = 12.0  # font size of labels on a board of the usual size
_BOX_OF_STYLE = {"lines": CELL * 1.28, "holes": CELL * 1.12}  # stones of Go almost touch


class BoardDrawing:
    """One board of a scene; its cells are drawn once."""

    def __init__(self, scene: Scene, board: BoardScene, paints: Paints, tokens: TokenDrawing) -> None:
        self._board = board
        self._paints = paints
        self._tokens = tokens
        self._zones = {zone.id: zone for zone in scene.zones if zone.board == board.id}
        self._terrain = {terrain.id: place for place, terrain in enumerate(scene.terrain) if terrain.color is not None}
        self._says = {terrain.id: terrain.says for terrain in scene.terrain}
        self.width, self.height = board.width, board.height
        self._ground = self._lines() + self._cells() + self._labels()

    def draw(self, view: View, tinted: Collection[str], sources: Collection[str], targets: Collection[str]) -> str:
        """Return the board as *view* sees it; zones and tokens in *sources* and *targets* are marked."""
        tints, things, marks = [], [], []
        last = self._paints.paint(fill="last")
        for zone_id in tinted:
            if (zone := self._zones.get(zone_id)) is not None:
                tints.append(f"<{self._outline(zone, 0)}{last}/>")
        named = {zone_id for zone_id in (*sources, *targets) if zone_id in self._zones}
        for zone_id, seen in view.zones.items():
            zone = self._zones.get(zone_id)
            if zone is None:
                continue
            things.append(self._content(zone, seen))
            for token in seen.tokens or ():
                if token.handle in sources or token.handle in targets:
                    named.add(zone_id)
        if len(named) <= _MOST_MARKS:
            dot = _DOT if len(named) <= _MANY else _SMALL_DOT
            for zone_id in (one for one in self._zones if one in named):
                marks.append(self._mark(self._zones[zone_id], view.zones.get(zone_id), targets, dot))
        return self._ground + "".join((*tints, *things, *marks))

    # ── constant parts ──

    def _cells(self) -> str:
        """Return every cell, those of one colour together."""
        groups: dict[str, list[str]] = {}
        for zone in self._zones.values():
            groups.setdefault(self._color(zone), []).append(self._cell(zone))
        drawn = "".join(
            f'<g stroke-width="1"{self._paints.paint(color, self._edge(color))}>{"".join(cells)}</g>'
            for color, cells in groups.items()
        )
        match self._board.style:
            case "lines":
                return drawn + self._crossing_lines()
            case "holes":
                return drawn + self._holes()
            case _:
                return drawn + self._rims()

    def _edge(self, color: str) -> str | None:
        """Return the colour of the outline of cells; it hides seams between cells of one colour."""
        return {"plain": "cellEdge", "checkered": None}.get(self._board.style, color)

    def _holes(self) -> str:
        """Return the holes of an upright frame into which discs are dropped."""
        holes = "".join(
            f'<circle cx="{number(zone.x)}" cy="{number(zone.y)}" r="{number(_HOLE)}"/>'
            for zone in self._zones.values()
        )
        return f'<g pointer-events="none"{self._paints.paint(fill="surface")}>{holes}</g>'

    def _rims(self) -> str:
        """Return the sides of the board that belong to seats, each in the colour of its seat."""
        drawn = []
        for rim in self._board.rims:
            for thick, color in (("7", f"seat{rim.seat}Line"), ("4.5", f"seat{rim.seat}")):
                paint = self._paints.paint(stroke=color)
                drawn.append(f'<path d="{rim.d}" fill="none" stroke-width="{thick}" stroke-linecap="round"{paint}/>')
        return "".join(drawn)

    def _crossing_lines(self) -> str:
        """Return lines through the centres of the cells, for boards that are played on their crossings."""
        places = {(zone.x, zone.y) for zone in self._zones.values()}
        across = "".join(f"M{number(x)} {number(y)}h{CELL}" for x, y in sorted(places) if (x + CELL, y) in places)
        down = "".join(f"M{number(x)} {number(y)}v{CELL}" for x, y in sorted(places) if (x, y + CELL) in places)
        paint = self._paints.paint(stroke="onCell")
        return f'<path d="{across}{down}" stroke-width="1" pointer-events="none"{paint}/>'

    def _color(self, zone: ZoneScene) -> str:
        if zone.terrain is not None and zone.terrain in self._terrain:
            return f"terrain{self._terrain[zone.terrain]}"
        return "cellB" if zone.tone else "cellA"

    def _cell(self, zone: ZoneScene) -> str:
        said = self._says.get(zone.terrain or "")
        ground = "" if not zone.terrain else f", {zone.terrain}" + (f" ({said})" if said else "")
        title = escaped(zone.name + ground)
        return f'<{self._outline(zone, 0)} data-zone="{escaped(zone.id)}"><title>{title}</title></{_element(zone)}>'

    def _outline(self, zone: ZoneScene, inset: float) -> str:
        """Return the element of a cell's outline, smaller by *inset* on every side, without its end."""
        if zone.shape == "square":
            side, corner = CELL - 2 * inset, _HALF - inset
            place = f'x="{number(zone.x - corner)}" y="{number(zone.y - corner)}"'
            return f'rect {place} width="{number(side)}" height="{number(side)}"'
        if zone.shape == "circle":
            return f'circle cx="{number(zone.x)}" cy="{number(zone.y)}" r="{number(_CIRCLE - inset)}"'
        scale = 1 - inset / _HALF
        corners = hex_corners(flat=zone.shape == "flatHexagon")
        points = " ".join(f"{number(zone.x + x * scale)},{number(zone.y + y * scale)}" for x, y in corners)
        return f'polygon points="{points}"'

    def _lines(self) -> str:
        """Return the lines between the zones of a graph."""
        if not self._board.lines:
            return ""
        drawn = []
        for one, other in self._board.lines:
            a, b = self._zones[one], self._zones[other]
            drawn.append(f"M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}")
        return f'<path d="{"".join(drawn)}" stroke-width="2" fill="none"{self._paints.paint(stroke="edge")}/>'

    def _labels(self) -> str:
        faint = self._paints.paint(fill="faint")
        scale = self._board.label_scale
        beside = "".join(
            text_at(label.x, label.y, *fitted(label.text, 20 * scale, _LABEL * scale), faint)
            for label in self._board.labels
        )
        return beside + "".join(self._name(zone) for zone in self._zones.values() if zone.label is not None)

    def _name(self, zone: ZoneScene) -> str:
        """Return the name of a cell without row and column labels, at its lower edge."""
        assert zone.label is not None
        if zone.shape != "circle":
            y = zone.y + (19 if zone.shape == "hexagon" else 17)
            return text_at(zone.x, y, *fitted(zone.label, 26, 9), self._ink_on(zone))
        text, size = fitted(zone.label, 58, 10 * self._board.label_scale)
        wide, y = text_width(text) * size * 0.62 + 2, zone.y + _CIRCLE + size * 0.65
        # on a background of its own, because lines to other zones would cross it
        place = f'x="{number(zone.x - wide / 2)}" y="{number(y - size * 0.6)}"'
        extent = f'width="{number(wide)}" height="{number(size * 1.2)}"'
        ground = f'<rect {place} {extent} rx="2" fill-opacity=".85"{self._paints.paint(fill="surface")}/>'
        return ground + text_at(zone.x, y, text, size, self._paints.paint(fill="faint"))

    def _ink_on(self, zone: ZoneScene) -> str:
        """Return a colour for text that is legible on the colour of *zone*."""
        return self._paints.paint(fill=self._paints.ink_on(self._color(zone)))

    # ── tokens and variables ──

    def _content(self, zone: ZoneScene, seen: ZoneView) -> str:
        drawn = self._hidden(zone, seen.count) if seen.tokens is None else self._held(zone, seen.tokens)
        return drawn + self._variables(zone, seen) if seen.vars else drawn

    def _held(self, zone: ZoneScene, tokens: tuple[TokenView, ...]) -> str:
        if not tokens:
            return ""
        x, y, box = self._room(zone)
        if len(tokens) == 1:
            return self._tokens.draw(tokens[0], x, y, box, zone.name)
        if zone.stack:
            return self._stack(zone, tokens, box)
        groups = [[token] for token in tokens] if len(tokens) == 2 else alike(tokens, in_order=False)
        across = ceil(sqrt(len(groups)))
        down = ceil(len(groups) / across)
        step = box / across
        left, top = x - step * (across - 1) / 2, y - step * (down - 1) / 2
        drawn = []
        for place, group in enumerate(groups):
            at_x, at_y = left + place % across * step, top + place // across * step
            drawn.append(self._tokens.draw(group[0], at_x, at_y, step, zone.name, group))
            if len(group) > 1:
                drawn.append(self._tag(at_x + step * 0.28, at_y + step * 0.28, f"{len(group)}"))
        return "".join(drawn)

    def _room(self, zone: ZoneScene) -> tuple[float, float, float]:
        """Return the centre and the width of the box of a token; above the name of a cell that has one."""
        match zone.shape:
            case "square":
                return zone.x, zone.y, _BOX_OF_STYLE.get(self._board.style, CELL)
            case "circle":
                return zone.x, zone.y, CELL
            case _:
                return zone.x, zone.y - (5 if zone.label is not None else 0), 42.0 if zone.label is not None else CELL

    def _stack(self, zone: ZoneScene, tokens: tuple[TokenView, ...], box: float) -> str:
        """Return a stack from the bottom up, each token a little higher, and its height."""
        step = min(4.0, 12.0 / len(tokens))
        low = zone.y + step * (len(tokens) - 1) / 2
        drawn = "".join(
            self._tokens.draw(
                token, zone.x, low - place * step, box * 0.8, zone.name, is_covered=place < len(tokens) - 1
            )
            for place, token in enumerate(tokens)
        )
        return drawn + self._tag(zone.x + 16, zone.y + 15, f"{len(tokens)}")

    def _tag(self, x: float, y: float, words: str) -> str:
        """Return a text about tokens, such as how many are drawn as one, on a small background."""
        scale = min(self._board.label_scale, 1.6)
        text, size = fitted(words, 18 * scale, 11 * scale)
        high = 13 * scale
        wide = max((text_width(text) * 7 + 5) * scale, high)
        place = f'x="{number(x - wide / 2)}" y="{number(y - high / 2)}"'
        extent = f'width="{number(wide)}" height="{number(high)}" rx="{number(high / 2)}"'
        ground = f'<rect {place} {extent} stroke-width="1"{self._paints.paint("surface", "edge")}/>'
        return ground + text_at(x, y, text, size, self._paints.paint(fill="ink"), bold=True)

    def _hidden(self, zone: ZoneScene, count: int) -> str:
        """Return the number of hidden tokens there."""
        if not count:
            return ""
        paint = self._paints.paint("cardBack", "cardBackEdge", "cardBackLine")
        corner = f'x="{number(zone.x - 24)}" y="{number(zone.y - 24)}" width="48" height="48"'
        title = f"<title>{escaped(zone.name)}: {count} hidden</title>"
        text = text_at(zone.x, zone.y, f"{count}", 14, self._paints.paint(fill="cardBackLine"), bold=True)
        return f'<g>{title}<use href="#lt-card" {corner}{paint}/>{text}</g>'

    def _variables(self, zone: ZoneScene, seen: ZoneView) -> str:
        """Return the variables of a zone: in its middle, or in a corner where a token is in the middle."""
        told = told_values(zone, seen)
        if not told:
            return ""
        title = escaped(f"{zone.name}: " + ", ".join(f"{n} {value_words(v)}" for n, v in seen.vars.items()))
        values = " ".join(map(value_words, told))
        if seen.count:
            left = -14 if zone.stack and seen.count > 1 else 14  # the height of a stack is on the right
            drawn = self._tag(zone.x + left, zone.y + 16, values)
        else:
            text, font = fitted(values, 36, 16)
            drawn = text_at(zone.x, zone.y, text, font, self._ink_on(zone), bold=True)
        return f"<g><title>{title}</title>{drawn}</g>"

    def _mark(self, zone: ZoneScene, seen: ZoneView | None, targets: Collection[str], dot: float) -> str:
        handles = [token.handle for token in (seen.tokens if seen is not None else None) or ()]
        is_target = zone.id in targets or any(handle in targets for handle in handles)
        holds = bool(handles) or (seen is not None and bool(told_values(zone, seen)))  # a dot would cover the token
        paint = self._paints.paint(stroke="mark")
        if holds and not is_target:
            return f'<{self._outline(zone, 2)} fill="none" stroke-width="2.5" pointer-events="none"{paint}/>'
        place = f'cx="{number(zone.x)}" cy="{number(zone.y)}"'
        if holds:
            return f'<circle {place} r="21.5" fill="none" stroke-width="2.5" pointer-events="none"{paint}/>'
        return f'<circle {place} r="{number(dot)}" pointer-events="none"{self._paints.paint(fill="mark")}/>'


def _element(zone: ZoneScene) -> str:
    return {"square": "rect", "circle": "circle"}.get(zone.shape, "polygon")
