"""SVG outside boards: dice, variables, decks and hands, in rows below the boards.

Zones without an owner come first, then each seat with its variables and zones. A block that does not fit into a row
starts the next one.

This module does not know boards.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from ludotome.diagnostics import text_width
from ludotome.picture.scene import Scene, ZoneScene
from ludotome.picture.svg_parts import Paints, escaped, fitted, number, text_at
from ludotome.picture.svg_tokens import TokenDrawing, alike, handles_of
from ludotome.picture.view import Die, TokenView, View, ZoneView
from ludotome.picture.words import game_values, seat_values, terrain_words, token_words, value_words

CARD_WIDTH, CARD_HEIGHT = 58.0, 80.0
_BACK_WIDTH, _BACK_HEIGHT, _BACK_STEP, _MOST_BACKS = 42.0, 56.0, 12.0, 6
_PIECE = 40.0
_MOST_CARDS = 14  # more cards than this are drawn as strips
_SLIP_HEIGHT = 20.0
_CAPTION, _GAP = 18.0, 14.0
_CHAR = 0.6 * 12
_RED_SUITS = ("hearts", "diamonds")


class Block(Struct, frozen=True):
    """Something to place in a row: its extent, and its SVG drawn from its upper left corner."""

    width: float
    height: float
    svg: str


class OutsideDrawing:
    """The area outside the boards of one scene, at most *width* wide."""

    def __init__(self, scene: Scene, paints: Paints, tokens: TokenDrawing, width: float) -> None:
        self._scene = scene
        self._paints = paints
        self._tokens = tokens
        self._width = width
        self._zones = [zone for zone in scene.zones if zone.board is None]
        self._legend = self._terrain_legend()

    def draw(self, view: View, offered: Collection[str]) -> tuple[str, float]:
        """Return the drawing of the area outside boards and its height; *offered* zones and tokens are framed."""
        rows = [self._legend, self._dice(view.dice) + self._game_variables(view)]
        rows.append([self._zone(zone, view, offered) for zone in self._zones if zone.owner is None])
        seats = [self._seat(seat, view, offered) for seat in range(view.players)]
        if all(len(blocks) == 1 for blocks in seats):
            rows.append([block for blocks in seats for block in blocks])
        else:
            rows.extend(seats)
        drawn, y = [], 0.0
        for row in rows:
            text, height = self._flowed(row, y)
            drawn.append(text)
            y += height
        return "".join(drawn), y

    def _flowed(self, blocks: Sequence[Block], top: float) -> tuple[str, float]:
        """Return *blocks* side by side from *top* on, wrapped into rows, and the height of the rows."""
        drawn, x, y, tall = [], 0.0, top, 0.0
        for block in blocks:
            if x and x + block.width > self._width:
                x, y, tall = 0.0, y + tall + _GAP / 2, 0.0
            drawn.append(f'<g transform="translate({number(x)} {number(y)})">{block.svg}</g>')
            x += block.width + _GAP
            tall = max(tall, block.height)
        return "".join(drawn), y + tall + _GAP / 2 - top if blocks else 0.0

    # ── terrain, dice, variables, seats ──

    def _terrain_legend(self) -> list[Block]:
        """Return the colour and the meaning of each terrain on the boards; plain ground needs no words."""
        return [self._swatch(color, text) for color, text in terrain_words(self._scene)]

    def _swatch(self, color: str, text: str) -> Block:
        box = f'<rect y="3" width="14" height="14" rx="2" stroke-width="1"{self._paints.paint(color, "cellEdge")}/>'
        words = self._words(text, "faint")
        return Block(words.width + 20, words.height, f'{box}<g transform="translate(20 0)">{words.svg}</g>')

    def _dice(self, dice: Sequence[Die]) -> list[Block]:
        return [Block(40.0, 40.0, self._die(die)) for die in dice]

    def _die(self, die: Die) -> str:
        paint = self._paints.paint("card", "ink", "ink")
        title = f"<title>a die of {die.sides}: {die.value}</title>"
        if die.sides == 6:
            return f'<use href="#lt-die-{die.value}" width="40" height="40"{paint}>{title}</use>'
        box = f'<rect x="4" y="4" width="32" height="32" rx="8" stroke-width="1.8"{paint}/>'
        text = text_at(20, 17, *fitted(f"{die.value}", 24, 16), self._paints.paint(fill="ink"), bold=True)
        sides = text_at(20, 30, *fitted(f"of {die.sides}", 28, 8), self._paints.paint(fill="faint"))
        return f"<g>{title}{box}{text}{sides}</g>"

    def _game_variables(self, view: View) -> list[Block]:
        return [self._words(text, "faint") for text in game_values(self._scene, view)]

    def _words(self, text: str, color: str, *, bold: bool = False) -> Block:
        shown, size = fitted(text, self._width, 12)
        drawn = text_at(0, 10, shown, size, self._paints.paint(fill=color), anchor="start", bold=bold)
        return Block(min(text_width(text) * _CHAR * (1.1 if bold else 1), self._width), 20.0, drawn)

    def _seat(self, seat: int, view: View, offered: Collection[str]) -> list[Block]:
        """Return a seat's badge, name and variables as one block, and a block for each of its zones."""
        own = seat_values(self._scene, view, seat)
        name = self._scene.seats[seat].name + (" (out)" if seat in view.out else "")
        parts = [self._words(name, "ink", bold=True), *(self._words(text, "faint") for text in own)]
        drawn, x = [self._tokens.badge(seat, 8, 10)], 22.0
        for part in parts:
            drawn.append(f'<g transform="translate({number(x)} 0)">{part.svg}</g>')
            x += part.width + _GAP / 2
        head = Block(x, 22.0, "".join(drawn))
        zones = [self._zone(zone, view, offered) for zone in self._zones if zone.owner == seat]
        # the name is above the zones, not beside them
        return [Block(self._width, head.height, head.svg), *zones] if zones else [head]

    # ── zones ──

    def _zone(self, zone: ZoneScene, view: View, offered: Collection[str]) -> Block:
        seen = view.zones.get(zone.id, ZoneView(0, ()))
        caption = f"{zone.name} ({seen.count})"
        items = self._items(zone, seen, offered)
        inner, height = self._flowed_items(items)
        width = max(
            min(sum(item.width + 4 for item in items), self._width), min(text_width(caption) * 6.6, self._width)
        )
        edge = self._paints.paint(stroke="accent" if zone.id in offered else "line", fill="sunken")
        back = (
            f'<rect data-zone="{escaped(zone.id)}" x="-6" y="-2" width="{number(width + 12)}" '
            f'height="{number(_CAPTION + height + 6)}" rx="6" stroke-width="1"{edge}>'
            f"<title>{escaped(caption)}</title></rect>"
        )
        text = text_at(0, 8, *fitted(caption, width, 11), self._paints.paint(fill="faint"), anchor="start")
        lowered = f'<g transform="translate(0 {number(_CAPTION)})">{inner}</g>' if inner else ""
        return Block(width + 6, _CAPTION + height + 6, back + text + lowered)

    def _flowed_items(self, items: Sequence[Block]) -> tuple[str, float]:
        drawn, x, y, tall = [], 0.0, 0.0, 0.0
        for item in items:
            if x and x + item.width > self._width:
                x, y, tall = 0.0, y + tall + 4, 0.0
            drawn.append(f'<g transform="translate({number(x)} {number(y)})">{item.svg}</g>')
            x += item.width + 4
            tall = max(tall, item.height)
        return "".join(drawn), y + tall

    def _items(self, zone: ZoneScene, seen: ZoneView, offered: Collection[str]) -> list[Block]:
        if seen.tokens is None:
            return [self._backs(zone, seen.count)] if seen.count else []
        if zone.shape == "pile" and zone.stack and len(seen.tokens) > 1:
            return [self._item(zone, seen.tokens[-1], seen.tokens, offered, small=False)]  # the top token and a count
        groups = alike(seen.tokens, in_order=zone.stack)
        if not zone.ordered:
            groups.sort(key=lambda group: self._sorting(group[0]))
        small = len(groups) > _MOST_CARDS
        return [self._item(zone, group[0], group, offered, small=small) for group in groups]

    def _sorting(self, token: TokenView) -> tuple[int, int]:
        """Return the sort key of a token in a hand: suit and rank, or its only number; others keep their order."""
        suits = self._tokens.suits(token)
        numbers = [value for value in token.props.values() if isinstance(value, int)]
        if suits:
            suit = next((place for place, one in enumerate(suits) if one in token.props.values()), 0)
            return suit, numbers[0] if numbers else 0
        return (0, numbers[0]) if len(token.props) == 1 and numbers else (0, 0)

    def _backs(self, zone: ZoneScene, count: int) -> Block:
        """Return hidden tokens: a fan of backs for a hand, one thick back as large as a card for a pile."""
        is_row = zone.shape == "row"
        shown = min(count, _MOST_BACKS if is_row else 3)
        step, wide, high = (_BACK_STEP, _BACK_WIDTH, _BACK_HEIGHT) if is_row else (2.0, CARD_WIDTH, CARD_HEIGHT)
        paint = self._paints.paint("cardBack", "cardBackEdge", "cardBackLine")
        # the shape of a card is 38 of the 48 units of its box high
        box = high * 48 / 38
        backs = "".join(
            f'<use href="#lt-card" x="{number(place * step + (wide - box) / 2)}" y="{number((high - box) / 2)}" '
            f'width="{number(box)}" height="{number(box)}"{paint}/>'
            for place in range(shown)
        )
        title = f"<title>{escaped(zone.name)}: {count} hidden</title>"
        return Block(wide + step * (shown - 1), high, f"<g>{title}{backs}</g>")

    def _item(
        self, zone: ZoneScene, token: TokenView, group: Sequence[TokenView], offered: Collection[str], *, small: bool
    ) -> Block:
        is_offered = any(one.handle in offered for one in group)
        if self._tokens.is_card(token):
            whose = None if token.owner == zone.owner else token.owner
            block = (self._slip if small else self._card)(token, handles_of(group), whose, offered=is_offered)
        else:
            block = self._piece(token, group, offered=is_offered)
        if len(group) == 1:
            return block
        times = f"×{len(group)}"
        wide = text_width(times) * 8.0
        text = text_at(block.width + 2, block.height / 2, times, 12, self._paints.paint(fill="ink"), anchor="start")
        return Block(block.width + 4 + wide, block.height, block.svg + text)

    def _piece(self, token: TokenView, group: Sequence[TokenView], *, offered: bool) -> Block:
        """Return a piece outside the board, with its properties beside it."""
        drawn = self._tokens.draw(token, _PIECE / 2, _PIECE / 2, _PIECE, alike=group)
        if offered:
            frame = self._paints.paint(stroke="mark")
            drawn += f'<rect width="{_PIECE:g}" height="{_PIECE:g}" rx="4" fill="none" stroke-width="2"{frame}/>'
        told = ", ".join(f"{name} {value_words(value)}" for name, value in token.props.items())
        if not told:
            return Block(_PIECE, _PIECE, drawn)
        text, size = fitted(told, self._width - _PIECE, 10)
        beside = text_at(_PIECE, _PIECE / 2, text, size, self._paints.paint(fill="ink"), anchor="start")
        return Block(_PIECE + text_width(text) * size * 0.62 + 4, _PIECE, drawn + beside)

    # ── cards ──

    def card(self, token: TokenView) -> str:
        """Return *token* as a card, drawn from its upper left corner."""
        names = f'data-token="{escaped(token.handle)}"'
        return self._card(token, names, token.owner, offered=False).svg

    def _slip(self, token: TokenView, names: str, whose: int | None, *, offered: bool) -> Block:
        """Return a card as a line of text in a frame, for large hands."""
        suits = self._tokens.suits(token)
        suit = self._suit(token)
        values = [(name, value) for name, value in token.props.items() if value not in suits]
        told = [value if isinstance(value, str) or suit else f"{name} {value_words(value)}" for name, value in values]
        text, size = fitted(" ".join(map(str, told)) or token.type, self._width - 48, 10)
        badge = "" if whose is None else self._tokens.badge(whose, 10, _SLIP_HEIGHT / 2)
        left = 6.0 if whose is None else 22.0
        right = left + text_width(text) * size * 0.62
        frame = self._paints.paint("card", "accent" if offered else "edge")
        drawn = text_at(left, _SLIP_HEIGHT / 2, text, size, self._paints.paint(fill="ink"), anchor="start")
        if suit is not None:
            drawn += (
                f'<use href="#lt-{suit}" x="{number(right)}" y="2" width="16" height="16"{self._suit_paint(suit)}/>'
            )
            right += 16
        width = min(right + 6, self._width)
        box = f'<rect width="{number(width)}" height="{number(_SLIP_HEIGHT)}" rx="4" stroke-width="1"{frame}/>'
        title = f"<title>{escaped(token_words(self._scene, token))}</title>"
        return Block(width, _SLIP_HEIGHT, f"<g {names}>{title}{box}{badge}{drawn}</g>")

    def _suit(self, token: TokenView) -> str | None:
        """Return the shape of the suit of a playing card, None for other cards."""
        suits = self._tokens.suits(token)
        return next((suits[value] for value in token.props.values() if isinstance(value, str) and value in suits), None)

    def _suit_paint(self, suit: str) -> str:
        color = "red" if suit in _RED_SUITS else "ink"
        return self._paints.paint(color, color, color)

    def _card(self, token: TokenView, names: str, whose: int | None, *, offered: bool) -> Block:
        frame = self._paints.paint("card", "accent" if offered else "edge")
        thick = "2" if offered else "1"
        box = (
            f'<rect width="{number(CARD_WIDTH)}" height="{number(CARD_HEIGHT)}" rx="6" stroke-width="{thick}"{frame}/>'
        )
        title = f"<title>{escaped(token_words(self._scene, token))}</title>"
        owner = "" if whose is None else self._tokens.badge(whose, CARD_WIDTH - 11, CARD_HEIGHT - 12)
        return Block(CARD_WIDTH, CARD_HEIGHT, f"<g {names}>{title}{box}{owner}{self._face(token)}</g>")

    def _face(self, token: TokenView) -> str:
        """Return the face of a card: its main value in large text, its other properties below."""
        ink, faint = self._paints.paint(fill="ink"), self._paints.paint(fill="faint")
        suits, suit = self._tokens.suits(token), self._suit(token)
        words = [(n, value) for n, value in token.props.items() if isinstance(value, str) and value not in suits]
        numbers = [(name, value) for name, value in token.props.items() if not isinstance(value, str)]
        middle = CARD_WIDTH / 2
        if suit is not None:
            rank = value_words(next((value for _, value in (*words, *numbers)), ""))
            text = text_at(8, 14, *fitted(rank, 30, 16, bold=True), ink, anchor="start", bold=True)
            return text + f'<use href="#lt-{suit}" x="11" y="26" width="36" height="36"{self._suit_paint(suit)}/>'
        if len(words) + len(numbers) == 1:  # a single value is drawn large
            only, figure = (*words, *numbers)[0]
            text = text_at(middle, 32, *fitted(value_words(figure), CARD_WIDTH - 10, 28, bold=True), ink, bold=True)
            return text + text_at(middle, 60, *fitted(only, CARD_WIDTH - 8, 10), faint)
        drawn, y = [], 18.0
        if words or not numbers:
            head = words.pop(0)[1] if words else token.type
            drawn.append(text_at(middle, y, *fitted(str(head), CARD_WIDTH - 8, 12, bold=True), ink, bold=True))
            y += 18
        for name, value in (*words, *numbers):
            if y > CARD_HEIGHT - 8:
                break
            drawn.append(text_at(middle, y, *fitted(f"{name} {value_words(value)}", CARD_WIDTH - 8, 10), faint))
            y += 14
        return "".join(drawn)
