"""SVG parts: fitted texts, colour attributes and elements, all escaped.

Invariants:
    * every text from a document is escaped when it is written, here and nowhere else;
    * colours are plain attributes, so that every renderer shows them; a style sheet only changes them for the dark
      theme.

This module does not know games.
"""

from __future__ import annotations

from typing import Literal

from ludotome.diagnostics import text_width
from ludotome.picture.colors import contrast, ink_on
from ludotome.picture.scene import CELL, ColorPair, Scene, ShapePart

Theme = Literal["auto", "light", "dark"]
_WIDE = 0.62  # of the font size, the width of an average character
_BOLD, _BOLD_NARROW, _BOLD_WIDE = 0.86, 0.72, 1.12
_NARROW_LETTERS, _WIDE_LETTERS = "0123456789abcdefghijklnopqrstuvxyz", "MWmw@%…—"
_LEAST_FONT = 6.0
_READABLE = 4.5  # the minimum contrast of text
OWN_SHAPE = "own-"  # the prefix of the names of shapes from documents
_KINDS = (("fill", "f"), ("stroke", "s"), ("color", "c"))


def number(value: float) -> str:
    """Return *value* with at most one decimal."""
    return f"{round(value, 1):g}" if value % 1 else str(int(value))


def escaped(text: str) -> str:
    """Return *text* escaped for elements and attributes."""
    if text.isalnum():
        return text
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> tuple[str, float]:
    """Return *text* and the font size, at most *size*, at which it fits into *width*; shortened if none does."""
    ems = bold_ems if bold else _ems
    fits = width / max(ems(text), _WIDE)
    if fits >= size:
        return text, size
    if fits >= _LEAST_FONT:
        return text, round(fits - 0.05, 1)
    kept = ""
    for char in text:
        if kept and ems(f"{kept}{char}…") * _LEAST_FONT > width:
            break
        kept += char
    return kept + "…", _LEAST_FONT


def _ems(text: str) -> float:
    """Return the approximate width of *text*, in font sizes."""
    return text_width(text) * _WIDE


def bold_ems(text: str) -> float:
    """Return the maximum width of bold *text*, in font sizes; for marks, which have little room."""
    return sum(map(_bold_em, text))


def _bold_em(char: str) -> float:
    if char in _NARROW_LETTERS:
        return _BOLD_NARROW
    return _BOLD_WIDE if char in _WIDE_LETTERS else text_width(char) * _BOLD


def scene_colors(scene: Scene) -> dict[str, ColorPair]:
    """Return every colour of *scene* by name: the palette, then seats and terrain by index."""
    colors = dict(scene.colors)
    for seat, look in enumerate(scene.seats):
        colors |= {f"seat{seat}": look.fill, f"seat{seat}Line": look.line, f"seat{seat}Cut": look.cut}
    for place, terrain in enumerate(scene.terrain):
        if terrain.color is not None:
            colors[f"terrain{place}"] = terrain.color
    return colors


class Paints:
    """The colours of a scene as attributes, in one of the themes.

    In the theme `auto` an element has the light colours as attributes, and classes to which `style` gives the dark
    colours if the reader prefers a dark scheme.
    """

    def __init__(self, colors: dict[str, ColorPair], theme: Theme, scope: str) -> None:
        self._colors = colors
        self._theme = theme
        self._scope = scope
        self._made: dict[tuple[str | None, str | None, str | None], str] = {}

    @property
    def is_night(self) -> bool:
        """Whether the theme is dark."""
        return self._theme == "dark"

    def ink_on(self, ground: str) -> str:
        """Return the name of the text colour on *ground*: that for cells, or one that is legible there."""
        day = self._colors[ground][0]
        if contrast(day, self._colors["onCell"][0]) >= _READABLE:
            return "onCell"
        return "onDark" if ink_on(day) == "#FFFFFF" else "onLight"

    def paint(self, fill: str | None = None, stroke: str | None = None, color: str | None = None) -> str:
        """Return the attributes of these colours, each named as in the scene, with a leading space."""
        wanted = fill, stroke, color
        if wanted not in self._made:
            self._made[wanted] = self._attributes(wanted)
        return self._made[wanted]

    def _attributes(self, wanted: tuple[str | None, str | None, str | None]) -> str:
        night = self._theme == "dark"
        pairs = [(key, short, name) for (key, short), name in zip(_KINDS, wanted, strict=True) if name is not None]
        plain = "".join(f' {key}="{self._colors[name][night]}"' for key, _, name in pairs)
        changes = [f"{short}-{name}" for _, short, name in pairs if self._changes(name)]
        return f' class="{" ".join(changes)}"{plain}' if changes else plain

    def _changes(self, name: str) -> bool:
        day, night = self._colors[name]
        return self._theme == "auto" and day != night

    def style(self) -> str:
        """Return the style sheet for the dark theme; empty if the theme is fixed."""
        rules = [
            f"{self._scope} .{short}-{name}{{{key}:{self._colors[name][1]}}}"
            for name in self._colors
            if self._changes(name)
            for key, short in _KINDS
        ]
        return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>" if rules else ""


_PARTS = {
    "body": '<path d="{d}"/>',
    "cut": '<path d="{d}" fill="none" stroke="currentColor" stroke-width="2"/>',
    "dot": '<path d="{d}" fill="currentColor" stroke="none"/>',
    "shade": '<path d="{d}" fill="currentColor" stroke="none" opacity=".22"/>',
}


def symbol(name: str, parts: tuple[ShapePart, ...]) -> str:
    """Return a shape as a symbol for use in any colours; path data from a document is clipped to its box."""
    drawn = "".join(_PARTS[part.paint].format(d=escaped(part.d)) for part in parts)
    overflow = "hidden" if name.startswith(OWN_SHAPE) else "visible"
    box = f'viewBox="0 0 {CELL} {CELL}" overflow="{overflow}"'
    lines = 'stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"'
    return f'<symbol id="lt-{name}" {box}><g {lines}>{drawn}</g></symbol>'


def text_at(
    x: float, y: float, text: str, size: float, paint: str, *, anchor: str = "middle", bold: bool = False
) -> str:
    """Return a line of text whose middle is at height *y*."""
    weight = ' font-weight="600"' if bold else ""
    place = f'x="{number(x)}" y="{number(y)}" dy=".35em"'
    return f'<text {place} font-size="{number(size)}" text-anchor="{anchor}"{weight}{paint}>{escaped(text)}</text>'
