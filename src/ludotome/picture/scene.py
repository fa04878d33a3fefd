"""Scene: the part of a picture that never changes while a game is played, as plain data.

A scene contains the place and name of each zone and the look of each type of token. Together with a view (`view`) it
contains everything that a renderer needs: renderers know no games, rules or colours.

Invariants:
    * lengths are in units of which a cell is 48 wide; x grows to the right, y downwards;
    * a colour is a pair: for the light and the dark theme;
    * the scene depends on the definition alone, and its JSON has a schema (`docs/picture.schema.json`).

This module does not know states or drawing.
"""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA_VERSION = 1
CELL = 48
"""The width of a square cell, and of the box every shape is drawn in."""

ColorPair = tuple[str, str]
PartPaint = Literal["body", "cut", "dot", "shade"]
ZoneShape = Literal["square", "hexagon", "flatHexagon", "circle", "pile", "row"]
BoardStyle = Literal["checkered", "plain", "lines", "holes"]
Badge = Literal["circle", "square", "triangle", "diamond", "hexagon", "cross"]


class ShapePart(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A part of a shape, as SVG path data in a box of 48 by 48.

    `body` is filled and outlined in the colours of its owner, `cut` is a line drawn inside the body, `dot` a small
    filled area, `shade` a translucent one.
    """

    paint: PartPaint
    d: str


class Look(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """How a token looks: a shape, a text on it, or both; turned clockwise by `turn` degrees."""

    shape: str | None = None
    mark: str | None = None
    color: ColorPair | None = None
    turn: int = 0


class TypeLook(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """How tokens of a type look.

    `seats` has a look for each seat if they differ. If `by` names a property, `values` has a look for values of that
    property, which takes precedence. A `card` is drawn outside boards as a card that lists its `props`; `suits` has the
    shape for each value of a property that is the suit of a playing card. In text a token is shown as its `text`, or
    the text of its owner in `texts`; `drawn` says that the document chose it. `valueTexts` has the text for values of
    the property `by`.
    """

    id: str
    look: Look
    seats: tuple[Look | None, ...] = ()
    by: str | None = None
    values: dict[str, Look] = {}
    card: bool = False
    suits: dict[str, str] = {}
    text: str = ""
    texts: tuple[str, ...] = ()
    drawn: bool = False
    value_texts: dict[str, str] = {}


class SeatLook(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """The name of a seat, its colours, and its badge, so that colour is never the only sign of it.

    `line` outlines what has the `fill`; `cut` is for lines and text inside it. `sign` says which mark plain discs of
    this seat carry: 0 for none.
    """

    name: str
    fill: ColorPair
    line: ColorPair
    cut: ColorPair
    badge: Badge
    sign: int = 0


class Label(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A label of a board: the name of a row or column, centred at x, y."""

    text: str
    x: float
    y: float


class ZoneScene(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A zone: its id, its display name, its shape, and on a board the position of its centre.

    A zone outside every board is a `pile` (its tokens lie on each other) or a `row`. `tone` picks one of the two cell
    colours of the board.
    """

    id: str
    name: str
    shape: ZoneShape
    board: str | None = None
    x: float = 0
    y: float = 0
    tone: int = 0
    owner: int | None = None
    terrain: str | None = None
    label: str | None = None
    stack: bool = False
    ordered: bool = False


class Rim(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Sides of a board that belong to a seat, as SVG path data in the units of the board."""

    seat: int
    d: str


class BoardScene(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A board: its extent, style and labels, and the lines between the zones of a graph, as pairs of zone ids.

    `labelScale` is how much larger labels are than on a small board: a large one is shown smaller. `rims` are sides
    that seats have to join.
    """

    id: str
    width: float
    height: float
    style: BoardStyle
    cell: float = CELL
    labels: tuple[Label, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    label_scale: float = 1
    rims: tuple[Rim, ...] = ()


class TerrainLook(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """The colour of a terrain, its mark in text, and its effect in words.

    Plain terrain without a colour has the colours of the board.
    """

    id: str
    mark: str
    color: ColorPair | None = None
    says: str = ""


class VarLook(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """The name of a variable, and its scope: the game, each player or each zone.

    A boolean one is shown only if it differs from `usual`. One that is not `told` is an internal counter, such as moves
    without a capture.
    """

    name: str
    of: Literal["game", "player", "zone"]
    usual: bool | None = None
    told: bool = True


class Scene(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """What is the same in every picture of a game; see the module."""

    game: str
    rules_hash: str
    seats: tuple[SeatLook, ...]
    boards: tuple[BoardScene, ...]
    zones: tuple[ZoneScene, ...]
    types: tuple[TypeLook, ...]
    terrain: tuple[TerrainLook, ...]
    variables: tuple[VarLook, ...]
    colors: dict[str, ColorPair]
    shapes: dict[str, tuple[ShapePart, ...]]
    schema_version: int = msgspec.field(default=SCHEMA_VERSION)

    def to_json(self) -> str:
        """Return the scene as JSON text."""
        return msgspec.json.encode(self).decode()
