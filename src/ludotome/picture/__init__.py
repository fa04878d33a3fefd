"""Picture: scenes and views of games as plain data, and drawings of them.

Invariants:
    * a drawing is a pure function of a scene, a view and options;
    * what a seat may not see is not in its view, so no drawing can show it.

This package knows the definition of a game, but not kernels, documents or the effect of rules.
"""

from ludotome.picture.make_scene import make_scene
from ludotome.picture.png import svg_to_png
from ludotome.picture.print_page import Paper, PrintedToken, print_page
from ludotome.picture.prose import rules_html, rules_prose
from ludotome.picture.scene import (
    BoardScene,
    Label,
    Look,
    Rim,
    Scene,
    SeatLook,
    ShapePart,
    TerrainLook,
    TypeLook,
    VarLook,
    ZoneScene,
)
from ludotome.picture.schema import json_schema
from ludotome.picture.svg import SvgDrawing
from ludotome.picture.svg_parts import Theme
from ludotome.picture.text import Paint, draw_text
from ludotome.picture.view import Choice, Die, Ended, Last, TokenView, Value, View, ZoneView

__all__ = [
    "make_scene",
    "Scene",
    "SeatLook",
    "BoardScene",
    "Label",
    "Rim",
    "ZoneScene",
    "TypeLook",
    "Look",
    "ShapePart",
    "TerrainLook",
    "VarLook",
    "View",
    "ZoneView",
    "TokenView",
    "Value",
    "Choice",
    "Last",
    "Die",
    "Ended",
    "draw_text",
    "Paint",
    "SvgDrawing",
    "svg_to_png",
    "print_page",
    "PrintedToken",
    "Paper",
    "rules_prose",
    "rules_html",
    "Theme",
    "json_schema",
]
