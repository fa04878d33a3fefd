"""SVG: a scene and a view as one picture.

A picture is a column: whose turn it is, the boards, dice and variables, the zones without an owner, and the seats with
their variables and zones. The SVG is a pure function of scene, view and options. The code is simple on purpose, so that
it can be ported to another language.

Invariants:
    * no scripts, no external links, no fonts; valid XML for all names in a document;
    * every zone in play is one element with `data-zone`; every visible token is named once, by `data-token` or, if
      equal tokens are drawn as one, in `data-tokens`;
    * everything has a title for screen readers, and nothing is shown by colour alone.

This module does not know games or rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotome.picture.scene import Scene
from ludotome.picture.svg_board import BoardDrawing
from ludotome.picture.svg_outside import OutsideDrawing
from ludotome.picture.svg_parts import Paints, Theme, escaped, number, scene_colors, symbol, text_at
from ludotome.picture.svg_tokens import TokenDrawing
from ludotome.picture.view import Choice, View
from ludotome.picture.words import turn_words

PAD = 16.0
HEADER = 34.0
LEAST_WIDTH = 420.0
MOST_PIXELS = 720.0
_FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"


class SvgDrawing:
    """The drawing of one scene in one theme; constant parts are written once."""

    def __init__(self, scene: Scene, theme: Theme = "auto") -> None:
        self.scene = scene
        self._scope = f"lt-{scene.rules_hash[:8]}"
        self._paints = Paints(scene_colors(scene), theme, f".{self._scope}")
        self._tokens = TokenDrawing(scene, self._paints)
        self._boards = [BoardDrawing(scene, board, self._paints, self._tokens) for board in scene.boards]
        self._width = max([LEAST_WIDTH, *(board.width for board in self._boards)]) + 2 * PAD
        # text next to a wide board, which is shown smaller, must be larger
        self._scale = max(1.0, round(self._width / MOST_PIXELS, 1))
        self._outside = OutsideDrawing(scene, self._paints, self._tokens, self._width / self._scale - 2 * PAD)
        symbols = "".join(symbol(name, parts) for name, parts in scene.shapes.items())
        self._head = f"{self._paints.style()}<defs>{symbols}</defs>"

    def strip(self, views: Sequence[View], *, across: int = 3, size: float | None = None) -> str:
        """Return several views in one picture, *across* of them side by side, in reading order."""
        frames = [self._frame(view, last=True) for view in views]
        tall = max(height for _, height in frames)
        cols = min(across, len(frames))
        drawn = "".join(
            f'<g transform="translate({number(place % cols * self._width)} {number(place // cols * tall)})">{body}</g>'
            for place, (body, _) in enumerate(frames)
        )
        width, height = self._width * cols, tall * -(-len(frames) // cols)
        return self._wrapped(views[-1], drawn, width, height, size if size is not None else min(width, 3 * MOST_PIXELS))

    def replay(self, views: Sequence[View], *, seconds: float = 1.0, size: float | None = None) -> str:
        """Return several views as one animated picture that shows each for so many *seconds*, in a loop.

        It is animated by CSS alone. Without CSS, or if the reader prefers reduced motion, only the last view is shown.
        """
        frames = [self._frame(view, last=True) for view in views]
        tall = max(height for _, height in frames)
        count, scope = len(frames), f"{self._scope}-{len(frames)}-{number(seconds * 10)}"
        at_rest = [' visibility="hidden"'] * (count - 1) + [""]
        drawn = "".join(
            f'<g class="{scope} n{place}"{rest}>{body}</g>'
            for place, ((body, _), rest) in enumerate(zip(frames, at_rest, strict=True))
        )
        shown = f"@keyframes {scope}{{0%{{visibility:visible}}{100 / count:.3f}%,100%{{visibility:hidden}}}}"
        moving = f".{scope}{{visibility:hidden;animation:{scope} {seconds * count:g}s step-end infinite}}"
        turns = "".join(f".{scope}.n{place}{{animation-delay:{seconds * place:g}s}}" for place in range(count))
        style = f"<style>{shown}@media (prefers-reduced-motion:no-preference){{{moving}{turns}}}</style>"
        wide = size if size is not None else min(self._width, MOST_PIXELS)
        return self._wrapped(views[-1], style + drawn, self._width, tall, wide)

    def draw(self, view: View, *, last: bool = True, size: float | None = None) -> str:
        """Return the picture of *view*, *size* pixels wide; *last* tints what the last decision changed."""
        body, height = self._frame(view, last=last)
        wide = size if size is not None else min(self._width, MOST_PIXELS)
        return self._wrapped(view, body, self._width, height, wide)

    def thumbnail(self, view: View) -> str:
        """Return a small picture of *view*: only its boards, or the other zones if there are none."""
        tinted = view.last.zones if view.last is not None else ()
        width, y, body = max([0.0, *(board.width for board in self._boards)]), 0.0, []
        for board in self._boards:
            shift = round((width - board.width) / 2, 1)
            drawn = board.draw(view, tinted, set(), set())
            body.append(f'<g transform="translate({number(shift)} {number(y)})">{drawn}</g>')
            y += board.height + PAD / 2
        if not self._boards:
            outside, y = self._outside.draw(view, set())
            width = self._width / self._scale - 2 * PAD
            body.append(outside)
        box = f'viewBox="0 0 {number(width)} {number(y)}" width="{number(width)}" height="{number(y)}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{self._scope}" {box} role="img" '
            f'font-family="{_FONT}"><title>{escaped(self.scene.game)}</title>{self._head}{"".join(body)}</svg>\n'
        )

    def picture(self, view: View, title: str, extent: str) -> str:
        """Return the picture of *view* for a page that has the symbols already, without its frame and background."""
        body, height = self._frame(view, last=False)
        box = f'viewBox="0 0 {number(self._width)} {number(height)}"'
        return f'<svg {extent} {box} role="img" font-family="{_FONT}"><title>{escaped(title)}</title>{body}</svg>'

    def _frame(self, view: View, *, last: bool) -> tuple[str, float]:
        """Return the drawing of *view* and its height."""
        sources, targets = _offered(view.legal)
        tinted = view.last.zones if last and view.last is not None else ()
        scale = self._scale
        body = [self._scaled(0, 0, self._header(view))]
        y = HEADER * scale
        for board in self._boards:
            shift = round((self._width - board.width) / 2, 1)
            body.append(f'<g transform="translate({number(shift)} {number(y)})">')
            body.append(board.draw(view, tinted, sources, targets))
            body.append("</g>")
            y += board.height + PAD / 2
        outside, height = self._outside.draw(view, sources | targets)
        if outside:
            body.append(self._scaled(PAD * scale, y, outside))
        return "".join(body), round(y + (height + PAD / 2) * scale, 1)

    def _scaled(self, x: float, y: float, svg: str) -> str:
        scale = f" scale({number(self._scale)})" if self._scale != 1 else ""
        return f'<g transform="translate({number(x)} {number(y)}){scale}">{svg}</g>'

    def _wrapped(self, view: View, body: str, width: float, height: float, wide: float) -> str:
        title = f"{self.scene.game}: {turn_words(self.scene, view)}"
        told = f"after {view.last.text}" if view.last is not None and view.last.text else f"ply {view.ply}"
        extent = f'width="{number(wide)}" height="{number(wide * height / width)}"'
        box = f'viewBox="0 0 {number(width)} {number(height)}"'
        surface = self._paints.paint(fill="surface")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{self._scope}" {extent} {box} role="img" '
            f'font-family="{_FONT}"><title>{escaped(title)}</title><desc>{escaped(told)}</desc>{self._head}'
            f'<rect width="{number(width)}" height="{number(height)}" rx="8"{surface}/>{body}</svg>\n'
        )

    def _header(self, view: View) -> str:
        ink = self._paints.paint(fill="ink")
        words = turn_words(self.scene, view)
        words = words[:1].upper() + words[1:]
        middle = HEADER / 2
        if view.current < 0:
            return text_at(PAD, middle, words, 14, ink, anchor="start", bold=True)
        badge = self._tokens.badge(view.current, PAD + 8, middle)
        return badge + text_at(PAD + 24, middle, words, 14, ink, anchor="start", bold=True)


def _offered(legal: tuple[Choice, ...]) -> tuple[set[str], set[str]]:
    """Return the zones and tokens that legal decisions start with, and those they end with; a single step is an end."""
    sources: set[str] = set()
    targets: set[str] = set()

    def visit(choice: Choice, depth: int) -> None:
        named = choice.zone or choice.token
        if named is not None:
            (targets if choice.id is not None else sources).add(named)
        for following in choice.choices:
            visit(following, depth + 1)

    for choice in legal:
        visit(choice, 0)
    return sources - targets, targets
