"""Shapes: the piece set as paths of our own, and the choice of a shape by a type's name.

Invariants:
    * a shape is path data in a box of 48 by 48, never a font's glyph, so it looks the same everywhere;
    * a type's name decides only if the document does not.

This module does not know who owns a token.
"""

from __future__ import annotations

from functools import cache

import msgspec

from ludotome.files import package_text
from ludotome.picture.scene import ShapePart

SUITS = ("spades", "hearts", "diamonds", "clubs")
# words for things -> the shape that shows them
_SHAPE_OF_WORD = {
    "disc": "man men stone disk checker draughtsman counter seed bead marble token piece pebble chip peg",
    "pawn": "foot infantry peon",
    "king": "general emperor",
    "queen": "empress princess amazon minister",
    "knight": "horse cavalry rider lancer",
    "bishop": "priest cleric",
    "rook": "chariot",
    "tower": "castle fort keep stronghold city",
    "figure": "fighter soldier hero guard thief crew marine unit warrior scout agent pirate goblin hunter runner spy",
    "ship": "boat fleet galley destroyer submarine cruiser carrier battleship",
    "cube": "crate box barrel chest loot block resource",
    "coin": "money treasure",
    "block": "arrow rubble hole fire",
    "wall": "fence barrier",
    "cloud": "smoke fog mist",
    "door": "shut gate lock",
    "opening": "open doorway",
    "flag": "goal banner target",
    "house": "village settlement farm base",
    "tree": "forest wood",
    "shield": "armour armor defender",
    "sword": "raider attacker weapon",
    "star": "",
    "cross": "",
    "ring": "",
    "spades": "spade",
    "hearts": "heart",
    "diamonds": "diamond",
    "clubs": "club",
}
_WORDS = {word: shape for shape, words in _SHAPE_OF_WORD.items() for word in (shape, *words.split())}


@cache
def piece_set() -> dict[str, tuple[ShapePart, ...]]:
    """Return every shape by its name."""
    text = package_text("picture", "shapes.json")
    return msgspec.json.decode(text, type=dict[str, tuple[ShapePart, ...]])


def shape_of_word(word: str) -> str | None:
    """Return the shape for the word *word*, None if there is none."""
    return _WORDS.get(word.lower())
