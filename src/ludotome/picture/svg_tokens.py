"""SVG tokens: how a token is drawn, on a board or off it; and the badges of seats.

This module does not know zones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ludotome.picture.colors import ink_on
from ludotome.picture.scene import CELL, Look, Scene
from ludotome.picture.svg_parts import Paints, bold_ems, escaped, fitted, number, text_at
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
# shapes with an empty middle -> the part of their box that a text may use
_ROOM_FOR_MARKS = {"disc": 0.6, "wall": 0.85, "shield": 0.6, "cloud": 0.6, "hearts": 0.55}


class TokenDrawing:
    """Tokens and badges in the colours of one scene."""

    def __init__(self, scene: Scene, paints: Paints) -> None:
        self._scene = scene
        self._paints = paints
        self._types = {kind.id: kind for kind in scene.types}
        self._made: dict[tuple[str, int | None], tuple[str, str, Look, str]] = {}
        self._corners: dict[tuple[float, float, float], str] = {}
        self._places: dict[str, str] = {}

    def look(self, token: TokenView) -> Look:
        """Return the look of *token*: by its property, else by its owner, else by its type."""
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
        paint = self._paints.paint(f"seat{seat}", "ink")
        return f'<path transform="translate({number(x)} {number(y)})" d="{path}" stroke-width="1.3"{paint}/>'

    def paint_of(self, owner: int | None, look: Look) -> str:
        """Return the colours of tokens of *owner*, or those of its *look*."""
        if look.color is not None:
            night = self._paints.is_night
            fill = look.color[night]
            line = ink_on(fill) if owner is None else self._scene.seats[owner].fill[night]  # shows the owner
            return f' fill="{fill}" stroke="{line}" color="{ink_on(fill)}"'
        if owner is None:
            return self._paints.paint("neutral", "neutralLine", "neutralLine")
        return self._paints.paint(f"seat{owner}", f"seat{owner}Line", f"seat{owner}Cut")

    def draw(
        self,
        token: TokenView,
        x: float,
        y: float,
        box: float = CELL,
        place: str = "",
        alike: Sequence[TokenView] = (),
        *,
        is_covered: bool = False,
    ) -> str:
        """Return *token* centred at x, y in a box of this width; its title names *place*.

        If it represents several tokens that look *alike*, itself included, it has the handles of all of them.
        A token that *is_covered* by another one of its stack has no mark.
        """
        used, sign, look, words = self._parts(token)
        corner, turn = self._corner(x, y, box), ""
        if len(alike) > 1:
            words = f"{len(alike)} × {words}"
        title = f"<title>{words}, {self._escaped_place(place)}</title>" if place else f"<title>{words}</title>"
        named = handles_of(alike) if alike else f'data-token="{token.handle}"'
        if token.props and look.turn:
            turn = f' transform="rotate({look.turn} {number(x)} {number(y)})"'
        has_mark = look.mark is not None and not is_covered
        sign = "" if is_covered else sign
        if not sign and not has_mark:
            return f"<use {named} {used} {corner}{turn}>{title}</use>"
        parts = f"<use {used} {corner}{turn}/>"
        if sign:
            parts += f"<use {sign} {corner}/>"
        if has_mark:
            parts += self._mark(look, token.owner, x, y, box)
        return f"<g {named}>{title}{parts}</g>"

    def _escaped_place(self, place: str) -> str:
        """Return *place* escaped for a title; cached, because few places occur many times."""
        found = self._places.get(place)
        if found is None:
            found = self._places[place] = escaped(place)
        return found

    def _parts(self, token: TokenView) -> tuple[str, str, Look, str]:
        """Return the shape, sign, look and description of *token*; cached for tokens without properties."""
        key = token.type, token.owner
        if not token.props and key in self._made:
            return self._made[key]
        look = self.look(token)
        paint = self.paint_of(token.owner, look)
        sign = self._sign(token, look)
        parts = (
            f'href="#lt-{look.shape}"{paint}',
            f'href="#lt-{sign}"{paint}' if sign else "",
            look,
            escaped(token_words(self._scene, token)),
        )
        if not token.props:
            self._made[key] = parts
        return parts

    def _corner(self, x: float, y: float, box: float) -> str:
        found = self._corners.get((x, y, box))
        if found is None:
            left, top, side = number(x - box / 2), number(y - box / 2), number(box)
            found = f'x="{left}" y="{top}" width="{side}" height="{side}"'
            self._corners[x, y, box] = found
        return found

    def _sign(self, token: TokenView, look: Look) -> str:
        """Return the sign of the owner on a plain disc, so that colour is not the only indication."""
        if look.shape != "disc" or look.mark is not None or token.owner is None:
            return ""
        sign = self._scene.seats[token.owner].sign
        return f"sign-{sign}" if sign else ""

    def _mark(self, look: Look, owner: int | None, x: float, y: float, box: float) -> str:
        """Return the mark of a token: in the middle of the shape if that is empty, else on a tag at its corner."""
        assert look.mark is not None
        paint = self._ink(owner, look)
        room = _ROOM_FOR_MARKS.get(look.shape or "")
        if room is not None:
            return text_at(x, y, *fitted(look.mark, box * room, box * 0.45, bold=True), paint, bold=True)
        text, font = fitted(look.mark, box * 0.8, box * 0.28, bold=True)
        high = box * 0.34
        wide = max(bold_ems(text) * font + box * 0.1, high)
        middle, level = x + box * 0.48 - wide / 2, y - box * 0.3
        corner = f'x="{number(middle - wide / 2)}" y="{number(level - high / 2)}"'
        extent = f'width="{number(wide)}" height="{number(high)}" rx="{number(high / 2)}"'
        ground = f'<rect {corner} {extent} stroke-width="1"{self.paint_of(owner, look)}/>'
        return ground + text_at(middle, level, text, font, paint, bold=True)

    def _ink(self, owner: int | None, look: Look) -> str:
        """Return the colour of words on a token."""
        if look.color is not None:
            return f' fill="{ink_on(look.color[self._paints.is_night])}"'
        return self._paints.paint(fill="neutralLine" if owner is None else f"seat{owner}Cut")


def handles_of(tokens: Sequence[TokenView]) -> str:
    """Return the attribute that names *tokens*, which are drawn as one."""
    handles = " ".join(escaped(token.handle) for token in tokens)
    return f'data-token="{handles}"' if len(tokens) == 1 else f'data-tokens="{handles}"'


def alike(tokens: Sequence[TokenView], *, in_order: bool) -> list[list[TokenView]]:
    """Return *tokens* grouped by look; if order counts, only adjacent ones are grouped."""
    if in_order:
        return [list(found) for _, found in groupby(tokens, _kind)]
    by_kind: dict[object, list[TokenView]] = {}
    for token in tokens:
        by_kind.setdefault(_kind(token), []).append(token)
    return list(by_kind.values())


def _kind(token: TokenView) -> object:
    """The key by which tokens are drawn as one."""
    return token.type, token.owner, tuple(token.props.items())
