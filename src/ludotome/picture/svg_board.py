"""SVG boards: cells, labels and lines, then the tokens on them and the marks for what happened and what may happen.

The last decision is a tint, a token that may be moved a frame, a target a dot or, round a token, a ring.

This module does not know what lies outside boards.
"""

from __future__ import annotations

from collections.abc import Collection
from math import ceil, sqrt

from ludotome.picture.layouts import HEX_HEIGHT
from ludotome.picture.scene import CELL, BoardScene, Scene, ZoneScene
from ludotome.picture.svg_parts import Paints, escaped, fitted, number, text_at
from ludotome.picture.svg_tokens import TokenDrawing
from ludotome.picture.view import TokenView, View, ZoneView
from ludotome.picture.words import value_words

_HALF, _TALL = CELL / 2, HEX_HEIGHT / 2
_HEXAGON = "0,{t} {h},{q} {h},-{q} 0,-{t} -{h},-{q} -{h},{q}"
_CIRCLE = 21.0


class BoardDrawing:
    """One board of a scene; its cells are written once."""

    def __init__(self, scene: Scene, board: BoardScene, paints: Paints, tokens: TokenDrawing) -> None:
        self._board = board
        self._paints = paints
        self._tokens = tokens
        self._zones = {zone.id: zone for zone in scene.zones if zone.board == board.id}
        self._terrain = {terrain.id: place for place, terrain in enumerate(scene.terrain)}
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
        for zone_id in sorted(named, key=list(self._zones).index) if len(named) < 512 else ():
            marks.append(self._mark(self._zones[zone_id], view.zones.get(zone_id), targets))
        return self._ground + "".join((*tints, *things, *marks))

    # ── what never changes ──

    def _cells(self) -> str:
        """Return every cell, those of one colour together."""
        groups: dict[str, list[str]] = {}
        for zone in self._zones.values():
            groups.setdefault(self._color(zone), []).append(self._cell(zone))
        edge = "cellEdge" if self._board.style == "plain" else None
        drawn = "".join(
            f'<g stroke-width="1"{self._paints.paint(color, edge)}>{"".join(cells)}</g>'
            for color, cells in groups.items()
        )
        return drawn + (self._crossing_lines() if self._board.style == "lines" else "")

    def _crossing_lines(self) -> str:
        """Return lines through the middles of the cells, for boards that are played on their crossings."""
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
        corners = (
            (0, _TALL),
            (_HALF, _TALL / 2),
            (_HALF, -_TALL / 2),
            (0, -_TALL),
            (-_HALF, -_TALL / 2),
            (-_HALF, _TALL / 2),
        )
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
        beside = "".join(text_at(label.x, label.y, *fitted(label.text, 20, 12), faint) for label in self._board.labels)
        return beside + self._names()

    def _names(self) -> str:
        """Return the name of each cell that has no row and column to be found by, at its lower rim."""
        on_cell, faint = self._paints.paint(fill="onCell"), self._paints.paint(fill="faint")
        return "".join(
            text_at(
                zone.x,
                zone.y + (28 if zone.shape == "circle" else 19),
                *fitted(zone.label, 40 if zone.shape == "circle" else 26, 9),
                faint if zone.shape == "circle" else on_cell,
            )
            for zone in self._zones.values()
            if zone.label is not None
        )

    # ── what lies there ──

    def _content(self, zone: ZoneScene, seen: ZoneView) -> str:
        drawn = self._hidden(zone, seen.count) if seen.tokens is None else self._held(zone, seen.tokens)
        return drawn + self._variables(zone, seen)

    def _held(self, zone: ZoneScene, tokens: tuple[TokenView, ...]) -> str:
        box = CELL if zone.shape == "square" else 36.0
        if not tokens:
            return ""
        if len(tokens) == 1:
            return self._tokens.draw(tokens[0], zone.x, zone.y, box, zone.name)
        if zone.stack:
            return self._stack(zone, tokens, box)
        across = ceil(sqrt(len(tokens)))
        step = box / across
        first = -box / 2 + step / 2
        return "".join(
            self._tokens.draw(
                token, zone.x + first + place % across * step, zone.y + first + place // across * step, step, zone.name
            )
            for place, token in enumerate(tokens)
        )

    def _stack(self, zone: ZoneScene, tokens: tuple[TokenView, ...], box: float) -> str:
        """Return a stack from the bottom up, each token a little higher, and its height."""
        step = min(4.0, 12.0 / len(tokens))
        low = zone.y + step * (len(tokens) - 1) / 2
        drawn = "".join(
            self._tokens.draw(token, zone.x, low - place * step, box * 0.8, zone.name)
            for place, token in enumerate(tokens)
        )
        return drawn + text_at(
            zone.x + 17, zone.y + 17, f"{len(tokens)}", 11, self._paints.paint(fill="onCell"), bold=True
        )

    def _hidden(self, zone: ZoneScene, count: int) -> str:
        """Return how many tokens lie there unseen."""
        if not count:
            return ""
        paint = self._paints.paint("cardBack", "cardBackLine", "cardBackLine")
        corner = f'x="{number(zone.x - 18)}" y="{number(zone.y - 18)}" width="36" height="36"'
        title = f"<title>{escaped(zone.name)}: {count} hidden</title>"
        text = text_at(zone.x, zone.y, f"{count}", 14, self._paints.paint(fill="cardBackLine"), bold=True)
        return f'<g>{title}<use href="#lt-card" {corner}{paint}/>{text}</g>'

    def _variables(self, zone: ZoneScene, seen: ZoneView) -> str:
        told = [value_words(value) for value in seen.vars.values() if value is not None]
        if not told:
            return ""
        values = " ".join(told)
        title = escaped(f"{zone.name}: " + ", ".join(f"{n} {value_words(v)}" for n, v in seen.vars.items()))
        text, font = fitted(values, 36, 16)
        drawn = text_at(zone.x, zone.y, text, font, self._paints.paint(fill="onCell"), bold=True)
        return f"<g><title>{title}</title>{drawn}</g>"

    def _mark(self, zone: ZoneScene, seen: ZoneView | None, targets: Collection[str]) -> str:
        handles = [token.handle for token in (seen.tokens if seen is not None else None) or ()]
        if zone.id not in targets and not any(handle in targets for handle in handles):
            paint = self._paints.paint(stroke="mark")
            return f'<{self._outline(zone, 2)} fill="none" stroke-width="2" pointer-events="none"{paint}/>'
        shows_number = seen is not None and any(value is not None for value in seen.vars.values())
        if handles or shows_number:  # a dot would cover what stands there
            paint = self._paints.paint(stroke="mark")
            circle = f'circle cx="{number(zone.x)}" cy="{number(zone.y)}" r="21"'
            return f'<{circle} fill="none" stroke-width="2.5" pointer-events="none"{paint}/>'
        place = f'cx="{number(zone.x)}" cy="{number(zone.y)}"'
        return f'<circle {place} r="5" pointer-events="none"{self._paints.paint(fill="mark")}/>'


def _element(zone: ZoneScene) -> str:
    return {"square": "rect", "circle": "circle"}.get(zone.shape, "polygon")
