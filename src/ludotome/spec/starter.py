"""Starter: the commented document that a new game begins with.

The documents are the files in `starters`, one for each kind of board; words in capitals are placeholders.
Every starter compiles.
"""

from __future__ import annotations

import re
from importlib import resources

from ludotome.gamedef import MAX_NAME

_VALUES = ("true", "false", "null")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
BOARDS = ("grid", "hex", "cards")
# In seat order: the names of the seats, and the marks of their pieces.
_SEATS = {
    "First": "X", "Second": "O", "Third": "#", "Fourth": "*", "Fifth": "+", "Sixth": "@", "Seventh": "%", "Eighth": "=",
}  # fmt: skip
MOST_PLAYERS = len(_SEATS)
_NUMBERS = ("One player", "Two players", "Three players", "Four players", "Five players", "Six players")
_FEWEST_CELLS = 3  # three in a row must fit
_CARDS_EACH = 6
_HAND = 3


def starter(name: str, players: int = 2, board: str = "grid") -> str:
    """Return the text of a document for a new game called *name*; a `ValueError` says what is wrong."""
    if _ID.fullmatch(name) is None:
        if _ID.fullmatch(bare := name.removesuffix(".md")) is not None:
            raise ValueError(f"`{name}` is the name of a file: write the name of the game, `{bare}`")
        letters = "begin with a letter from a to z or A to Z, then use such letters, digits, `-` and `_`"
        raise ValueError(f"`{name}` is not a name: {letters}")
    if len(name) > MAX_NAME:
        raise ValueError(f"`{name[:40]}…` has {len(name)} characters: write a name of at most {MAX_NAME}")
    if name.lower() in _VALUES:
        raise ValueError(f"`{name}` is a value in YAML, not a name: write another")
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"`players` is {players}: write a number from 1 to {MOST_PLAYERS}")
    if board not in BOARDS:
        raise ValueError(f"there is no board `{board}` to begin with: write one of {', '.join(BOARDS)}")
    text = (resources.files("ludotome.spec") / "starters" / f"{board}.md").read_text(encoding="utf-8")
    words = _words(name, players)
    return re.sub(rf"\b(?:{'|'.join(words)})\b", lambda found: words[found.group()], text)


def _words(name: str, players: int) -> dict[str, str]:
    """Return the replacement of each placeholder."""
    seats = dict(list(_SEATS.items())[:players])
    side = max(_FEWEST_CELLS, players)
    return {
        "TITLE": name.replace("-", " ").replace("_", " ").capitalize(),
        "NAME": name,
        "PLAYERS": _NUMBERS[players - 1] if players <= len(_NUMBERS) else f"{players} players",
        "TAKE": "takes" if players == 1 else "take",
        "HAVE": "has" if players == 1 else "have",
        "COUNT": str(players),
        "SEATS": ", ".join(seats),
        "DRAW": ", ".join(f'{seat}: "{mark}"' for seat, mark in seats.items()),
        "SIDE": str(side),
        "CELLS": str(side**2),
        # The first seat fills the first column; each of the others has at most two cells in a row.
        "COLUMN": ", ".join(
            f"{'abcdefgh'[seat]}{row}" for row in (1, 2, 3) for seat in range(players if row < _FEWEST_CELLS else 1)
        ),
        "DECK": str(_CARDS_EACH * players),
        "LEFT": str((_CARDS_EACH - _HAND) * players),
    }
