"""SVG tokens: how a token is drawn, on a board or off it; and the badges of seats.

This module does not know zones.
"""

from __future__ import annotations

from ludotome.picture.scene import CELL, Look, Scene
from ludotome.picture.svg_parts import Paints, escaped, fitted, number, text_at
from ludotome.picture.view import TokenView
from ludotome.picture.words import token_words

_BADGES = {
    "circle": "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z",
    "square": "M-6.5 -6.5h13v13h-13z",
    "triangle": "M0 -7.5L7.5 6H-7.5z",
    "diamond": "M0 -8L8 0L0 8L-8 0z",
    "hexagon": "M-4 -7h8l4 7l-4 7h-8l-4 -7z",
    "cross": "M-2.5 -7h5v4.5h4.5v5h-4.5v4.5h-5v-4.5h-4.5v-5h4.5z",
}
_FIT = 0.86  # of a cell, for what stands on it


class TokenDrawing:
    """Tokens and badges in the colours of one scene."""

    def __init__(self, scene: Scene, paints: Paints) -> None:
        self._scene = scene
        self._paints = paints
        self._types = {kind.id: kind for kind in scene.types}
        self._made: dict[tuple[str, int | None, str | None], tuple[str, str]] = {}

    def look(self, token: TokenView) -> Look:
        """Return how *token* looks: by its property, else by its owner, else as its type."""
        kind = self._types[token.type]
        if kind.by is not None and (found := kind.values.get(str(token.props.get(kind.by)))) is not None:
            return found
        if token.owner is not None and token.owner < len(kind.seats):
            return kind.seats[token.owner] or kind.look
        return kind.look

    def is_card(self, token: TokenView) -> bool:
        """Whether *token* is drawn as a card outside boards."""
        return self._types[token.type].card

    def suits(self, token: TokenView) -> dict[str, str]:
        """Return the shape for each value of a property of *token* that is a suit."""
        return self._types[token.type].suits

    def badge(self, seat: int, x: float, y: float) -> str:
        """Return the badge of a seat, centred at x, y."""
        path = _BADGES[self._scene.seats[seat].badge]
        paint = self._paints.paint(f"seat{seat}", f"seat{seat}Line")
        return f'<path transform="translate({number(x)} {number(y)})" d="{path}" stroke-width="1.3"{paint}/>'

    def paint_of(self, owner: int | None) -> str:
        """Return the colours of what belongs to *owner*."""
        if owner is None:
            return self._paints.paint("neutral", "neutralLine", "neutralLine")
        return self._paints.paint(f"seat{owner}", f"seat{owner}Line", f"seat{owner}Cut")

    def draw(self, token: TokenView, x: float, y: float, box: float = CELL, place: str = "", names: str = "") -> str:
        """Return *token* centred at x, y in a box so wide; *place* is told in its title, *names* are its handles."""
        look = self.look(token)
        title = escaped(token_words(self._scene, token) + (f", {place}" if place else ""))
        named = names or f'data-token="{escaped(token.handle)}"'
        size = box * _FIT
        corner = f'x="{number(x - size / 2)}" y="{number(y - size / 2)}" width="{number(size)}" height="{number(size)}"'
        paint = self.paint_of(token.owner)
        turned = f' transform="rotate({look.turn} {number(x)} {number(y)})"' if look.turn else ""
        used = f'href="#lt-{look.shape}" {corner}{paint}{turned}'
        sign = self._sign(token, look)
        if look.mark is None and not sign:
            return f"<use {named} {used}><title>{title}</title></use>"
        parts = f"<use {used}/>"
        if sign:
            parts += f'<use href="#lt-{sign}" {corner}{paint}/>'
        if look.mark is not None:
            parts += self._mark(look.mark, token.owner, x, y, size)
        return f"<g {named}><title>{title}</title>{parts}</g>"

    def _sign(self, token: TokenView, look: Look) -> str:
        """Return the sign of the owner on a plain disc, so that colour is not all that tells whose it is."""
        if look.shape != "disc" or look.mark is not None or token.owner is None:
            return ""
        sign = self._scene.seats[token.owner].sign
        return f"sign-{sign}" if sign else ""

    def _mark(self, mark: str, owner: int | None, x: float, y: float, size: float) -> str:
        text, font = fitted(mark, size * 0.6, size * 0.5)
        paint = self._paints.paint(fill="neutralLine" if owner is None else f"seat{owner}Cut")
        return text_at(x, y, text, font, paint, bold=True)
