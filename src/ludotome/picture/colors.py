"""Colours: the palette of pictures, and the colours of seats.

Invariants:
    * each pair is a colour for the light and the dark theme; text has a contrast of at least 4.5 to 1, marks 3 to 1;
    * the six seat colours differ for every kind of colour vision, and every seat also has a badge and a sign;
    * a seat named like a colour gets that colour.

This module does not know games.
"""

from __future__ import annotations

import msgspec

from ludotome.picture.scene import Badge, ColorPair, SeatLook

PALETTE: dict[str, ColorPair] = {
    "surface": ("#FFFFFF", "#181F1C"),
    "sunken": ("#E9EEEB", "#212A26"),
    "line": ("#D3DBD7", "#313C37"),
    "edge": ("#7F8B85", "#6F7E77"),
    "ink": ("#18211D", "#E9EFEC"),
    "faint": ("#5E6A64", "#94A19B"),
    "accent": ("#17694C", "#6BD0A7"),
    "cellA": ("#F1EDE4", "#898375"),
    "cellB": ("#D6CDBC", "#6A655A"),
    "cellEdge": ("#B3A893", "#4B473F"),
    "onCell": ("#544D40", "#12100C"),
    "onDark": ("#FFFFFF", "#FFFFFF"),
    "onLight": ("#111111", "#FFFFFF"),
    "mark": ("#17694C", "#D6FFEE"),
    "last": ("#60962880", "#9EE27480"),
    "neutral": ("#A9B0AC", "#A9B0AC"),
    "neutralLine": ("#3A413D", "#131715"),
    "card": ("#FFFEFB", "#2A332F"),
    "cardBack": ("#17694C", "#1F5B45"),
    "cardBackEdge": ("#0B3B2A", "#0B2419"),
    "cardBackLine": ("#BFE0D1", "#8CCBB0"),
    "red": ("#B4261B", "#FF9D92"),
}

TERRAIN: dict[str, ColorPair] = {
    "wall": ("#6A675F", "#4A463F"),
    "fence": ("#9A7B4F", "#6E5836"),
    "veil": ("#A9BFA0", "#55654E"),
    "cover": ("#B9C9CF", "#56666D"),
    "rough": ("#DCC48C", "#857443"),
}

_BADGES: tuple[Badge, ...] = ("circle", "square", "triangle", "diamond", "hexagon", "cross")
_LINE: ColorPair = ("#18211D", "#0B0F0D")
_SEATS: tuple[tuple[str, str], ...] = (  # fill, and colour of text on it
    ("#1F55CB", "#FFFFFF"),
    ("#D4700A", "#1C0F00"),
    ("#E8C92D", "#1F1A00"),
    ("#86495F", "#FFFFFF"),
    ("#69C2D8", "#04222A"),
    ("#2F2719", "#FFFFFF"),
)
_NAMED: dict[str, tuple[str, str]] = {
    "red": ("#C4372B", "#FFFFFF"),
    "blue": ("#1F55CB", "#FFFFFF"),
    "green": ("#2C7F4F", "#FFFFFF"),
    "yellow": ("#E8C92D", "#1F1A00"),
    "orange": ("#D4700A", "#1C0F00"),
    "purple": ("#7A4B9E", "#FFFFFF"),
    "pink": ("#DE7FA8", "#2A0716"),
    "brown": ("#7A4F2B", "#FFFFFF"),
    "grey": ("#8A918D", "#0E1210"),
    "gray": ("#8A918D", "#0E1210"),
    "gold": ("#D9A91C", "#1F1500"),
    "silver": ("#C2C9C5", "#12170F"),
}
_LIGHT = (("#FFFDF8", "#FBF8F0"), ("#37322A", "#131210"), ("#37322A", "#131210"))
_DARK = (("#2C2B29", "#131210"), ("#12110F", "#050505"), ("#D9D4C8", "#CFC9BB"))
_CLASSIC = {"white": _LIGHT, "black": _DARK}


def seat_looks(names: tuple[str, ...]) -> tuple[SeatLook, ...]:
    """Return the colours, badge and sign of each seat; seats not named like a colour get unused colours."""
    words = [name.strip().lower() for name in names]
    taken = {_NAMED[word][0] for word in words if word in _NAMED}
    free = [pair for pair in _SEATS if pair[0] not in taken] or list(_SEATS)
    looks, used = [], 0
    for seat, (name, word) in enumerate(zip(names, words, strict=True)):
        badge = _BADGES[seat % len(_BADGES)]
        if word in _CLASSIC:
            looks.append(SeatLook(name, *_CLASSIC[word], badge))
            continue
        if word in _NAMED:
            fill, ink = _NAMED[word]
        else:
            fill, ink = free[used % len(free)]
            used += 1
        looks.append(SeatLook(name, (fill, fill), _LINE, (ink, ink), badge, seat % len(_BADGES)))
    return tuple(looks)


def recolored(seat: SeatLook, color: ColorPair) -> SeatLook:
    """Return *seat* with another fill, and a cut that is legible on it."""
    cut = (ink_on(color[0]), ink_on(color[1]))
    return msgspec.structs.replace(seat, fill=color, line=_LINE, cut=cut)


def darkened(color: str) -> str:
    """Return *color*, written #RRGGBB, for the dark theme: about half as light."""
    parts = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{part * 56 // 100:02X}" for part in parts)


def ink_on(color: str) -> str:
    """Return black or white, whichever has more contrast with *color*, which is written #RRGGBB."""
    return "#FFFFFF" if contrast(color, "#FFFFFF") > contrast(color, "#000000") else "#111111"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it: from 1 for equal ones to 21 for black and white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
