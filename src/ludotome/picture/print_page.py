"""Print page: a game to print, cut out and play: rules, boards to scale, cards and counters, as one HTML page.

Invariants:
    * everything is in the file: no scripts, no requests, no fonts;
    * lengths are millimetres on paper; nothing is cut off on A4 or Letter;
    * each token is printed as often as requested, and nothing twice.

This module does not know how many tokens a game needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from ludotome.picture.scene import CELL, BoardScene, Scene
from ludotome.picture.svg import SvgDrawing
from ludotome.picture.svg_board import BoardDrawing
from ludotome.picture.svg_outside import CARD_HEIGHT, CARD_WIDTH, OutsideDrawing
from ludotome.picture.svg_parts import Paints, escaped, number, scene_colors, symbol
from ludotome.picture.svg_tokens import TokenDrawing
from ludotome.picture.view import TokenView, View
from ludotome.picture.words import terrain_words

Paper = Literal["a4", "letter"]
_SIZES: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGIN = 7.0
_CARD = (63.0, 88.0)
_CELL_MM = 22.0
_COUNTER_SHARE = 0.84  # part of a cell, so that a counter does not cover its edge
_MARK = 3.0
_FONT = "'Iowan Old Style', Palatino, 'Noto Serif', Georgia, serif"


class PrintedToken(Struct, frozen=True):
    """A token to print, with its number of copies."""

    token: TokenView
    count: int


def print_page(
    scene: Scene,
    title: str,
    rules: str,
    tokens: Sequence[PrintedToken],
    needs: Sequence[str],
    paper: Paper = "a4",
    start: View | None = None,
) -> str:
    """Return the page: *rules* as HTML, what else players *need*, the *start*, the boards, and *tokens* to cut out."""
    return _Page(scene, paper).text(title, rules, tokens, needs, start)


class _Page:
    def __init__(self, scene: Scene, paper: Paper) -> None:
        self.scene = scene
        self.paper = paper
        self.paints = Paints(scene_colors(scene), "light", "")
        self.tokens = TokenDrawing(scene, self.paints)
        wide, high = _SIZES[paper]
        self.width, self.height = wide - 2 * _MARGIN, high - 2 * _MARGIN - 1

    def text(
        self, title: str, rules: str, tokens: Sequence[PrintedToken], needs: Sequence[str], start: View | None
    ) -> str:
        cards = [one for one in tokens if self.tokens.is_card(one.token)]
        pieces = [one for one in tokens if not self.tokens.is_card(one.token)]
        cell = min((self._cell_mm(board) for board in self.scene.boards), default=_CELL_MM)
        side = round(cell * _COUNTER_SHARE, 1)
        sheets = [self._board(board) for board in self.scene.boards]
        sheets += self._sheets(cards, *_CARD, self._card)
        sheets += self._sheets(pieces, side, side, lambda token: self._piece(token, side))
        head = f"<p>You also need: {escaped(', '.join(needs))}.</p>" if needs else ""
        begun = self._ground() if start is None else self._start(start)  # the picture of the start shows the terrain
        defs = "".join(symbol(name, parts) for name, parts in self.scene.shapes.items())
        size = "A4" if self.paper == "a4" else "letter"
        policy = "default-src 'none'; style-src 'unsafe-inline'"
        return (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escaped(title)}</title>\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<style>{_css(size)}</style></head>\n"
            f'<body><svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{defs}</defs></svg>\n'
            f'<main class="rules">{rules}{head}{begun}</main>\n' + "\n".join(sheets) + "\n</body></html>\n"
        )

    # ── boards ──

    def _start(self, start: View) -> str:
        """Return the picture of the initial position."""
        drawn = SvgDrawing(self.scene, "light").picture(start, "the start", 'class="start"')
        return f"<section><h2>The start</h2>{drawn}</section>"

    def _ground(self) -> str:
        """Return the legend of terrain colours; empty without terrain."""
        box = (
            '<svg width="5mm" height="5mm" viewBox="0 0 16 16" role="presentation"><rect x="1" y="1" rx="2" width="14"'
        )
        told = "".join(
            f'<li>{box} height="14"{self.paints.paint(color, "cellEdge")}/></svg> {escaped(text)}</li>'
            for color, text in terrain_words(self.scene)
        )
        return f'<section><h2>The board</h2><ul class="ground">{told}</ul></section>' if told else ""

    def _cell_mm(self, board: BoardScene) -> float:
        """Return the width of a cell on paper: the usual width, or less if the board would not fit on a page."""
        room = max(
            min(self.width / board.width, self.height / board.height),
            min(self.height / board.width, self.width / board.height),
        )
        return round(min(_CELL_MM, CELL * room), 2)

    def _board(self, board: BoardScene) -> str:
        drawing = BoardDrawing(self.scene, board, self.paints, self.tokens)
        scale = self._cell_mm(board) / CELL
        wide, high = board.width * scale, board.height * scale
        lies = wide > self.width  # then it is rotated by 90 degrees
        empty = View(self.scene.game, self.scene.rules_hash, None, 0, 0, 0, -1)
        drawn = drawing.draw(empty, (), (), ())
        turn = f' transform="translate({number(board.height)} 0) rotate(90)"' if lies else ""
        box = (board.height, board.width) if lies else (board.width, board.height)
        extent = (high, wide) if lies else (wide, high)
        return self._sheet(extent, box, f"<g{turn}>{drawn}</g>", f"board {board.id}")

    # ── things to cut out ──

    def _sheets(
        self, tokens: Sequence[PrintedToken], wide: float, high: float, draw: Callable[[TokenView], str]
    ) -> list[str]:
        """Return pages with the copies of each token, edge to edge, with cut marks."""
        every = [one.token for one in tokens for _ in range(one.count)]
        if self._fit(high, wide) > self._fit(wide, high):  # more of them fit if each is rotated by 90 degrees
            upright, edge = draw, high
            wide, high, draw = high, wide, lambda token: _turned(upright(token), edge)
        room_x, room_y = self.width - 2 * _MARK, self.height - 2 * _MARK
        across, down = max(int(room_x / wide), 1), max(int(room_y / high), 1)
        pages = []
        for start in range(0, len(every), across * down):
            part = every[start : start + across * down]
            rows = -(-len(part) // across)
            drawn = "".join(
                _moved(_MARK + place % across * wide, _MARK + place // across * high, draw(token))
                for place, token in enumerate(part)
            )
            marks = _cut_marks(across, rows, wide, high)
            extent = across * wide + 2 * _MARK, rows * high + 2 * _MARK
            pages.append(self._sheet(extent, extent, marks + drawn, "parts to cut out"))
        return pages

    def _fit(self, wide: float, high: float) -> int:
        """Return how many parts of this size fit on a page."""
        return int((self.width - 2 * _MARK) / wide) * int((self.height - 2 * _MARK) / high)

    def _card(self, token: TokenView) -> str:
        outside = OutsideDrawing(self.scene, self.paints, self.tokens, CARD_WIDTH)
        scale = min((_CARD[0] - 2) / CARD_WIDTH, (_CARD[1] - 2) / CARD_HEIGHT)
        left, top = (_CARD[0] - CARD_WIDTH * scale) / 2, (_CARD[1] - CARD_HEIGHT * scale) / 2
        return f'<g transform="translate({number(left)} {number(top)}) scale({scale:.3f})">{outside.card(token)}</g>'

    def _piece(self, token: TokenView, side: float) -> str:
        scale = side / CELL
        return f'<g transform="scale({scale:.3f})">{self.tokens.draw(token, CELL / 2, CELL / 2, CELL)}</g>'

    def _sheet(self, extent: tuple[float, float], box: tuple[float, float], drawn: str, title: str) -> str:
        view_box = f"0 0 {number(box[0])} {number(box[1])}"
        size = f'width="{number(extent[0])}mm" height="{number(extent[1])}mm" viewBox="{view_box}"'
        return f'<section class="sheet"><svg {size} role="img"><title>{escaped(title)}</title>{drawn}</svg></section>'


def _moved(x: float, y: float, svg: str) -> str:
    return f'<g transform="translate({number(x)} {number(y)})">{svg}</g>'


def _turned(svg: str, width: float) -> str:
    """Return a drawing, whose origin is its upper left corner, rotated clockwise; *width* is its width afterwards."""
    return f'<g transform="translate({number(width)} 0) rotate(90)">{svg}</g>'


def _cut_marks(across: int, rows: int, wide: float, high: float) -> str:
    """Return short lines outside the parts, in line with every edge, and faint lines between the parts."""
    right, bottom = _MARK + across * wide, _MARK + rows * high
    marks, faint = [], []
    for col in range(across + 1):
        x = number(_MARK + col * wide)
        marks.append(f"M{x} 0V{number(_MARK - 1)}M{x} {number(bottom + 1)}V{number(bottom + _MARK)}")
        faint.append(f"M{x} {number(_MARK)}V{number(bottom)}")
    for row in range(rows + 1):
        y = number(_MARK + row * high)
        marks.append(f"M0 {y}H{number(_MARK - 1)}M{number(right + 1)} {y}H{number(right + _MARK)}")
        faint.append(f"M{number(_MARK)} {y}H{number(right)}")
    return (
        f'<path d="{"".join(marks)}" stroke="#000" stroke-width=".2"/>'
        f'<path d="{"".join(faint)}" stroke="#999" stroke-width=".1" stroke-dasharray="1 1"/>'
    )


def _css(size: str) -> str:
    return (
        f"@page{{size:{size};margin:{_MARGIN:g}mm}}"
        f"body{{margin:0;font:11pt/1.4 {_FONT};color:#18211D}}"
        ".rules{max-width:170mm;margin:8mm auto}.rules pre{font-size:9pt}"
        ".ground{list-style:none;padding:0}.ground svg{vertical-align:-1mm}"
        ".rules table{border-collapse:collapse}.rules td,.rules th{border:.2mm solid #999;padding:1mm 2mm}"
        "h1,h2,h3{break-after:avoid;line-height:1.2}"
        ".start{display:block;width:110mm;max-width:100%;margin:0 auto;break-inside:avoid}section{break-inside:avoid}"
        ".sheet{break-before:page;break-inside:avoid;text-align:center}.sheet svg{display:block;margin:0 auto}"
        "@media screen{body{padding:8mm}.sheet{margin:8mm 0}}"
        "svg{print-color-adjust:exact;-webkit-print-color-adjust:exact;"
        "font-family:'Segoe UI',Roboto,'DejaVu Sans',sans-serif}"
    )
