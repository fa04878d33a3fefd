"""`ludotome new`: a commented document that compiles, to begin a game from.

The documents are the files in `starters`, one for each kind of board; words in capitals are filled in.
"""

from __future__ import annotations

import re

import click

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
BOARDS = ("grid", "hex", "cards")
# In seat order: what the seats are called, and how their pieces are drawn.
_SEATS = {
    "First": "X", "Second": "O", "Third": "#", "Fourth": "*", "Fifth": "+", "Sixth": "@", "Seventh": "%", "Eighth": "=",
}  # fmt: skip
MOST_PLAYERS = len(_SEATS)
_NUMBERS = ("One player", "Two players", "Three players", "Four players", "Five players", "Six players")
_FEWEST_CELLS = 3  # three in a row must fit
_CARDS_EACH = 6
_HAND = 3


def starter(name: str, players: int = 2, board: str = "grid") -> str:
    """Return the text of the document that a game called *name* begins with."""
    from importlib import resources

    text = (resources.files("ludotome.cli") / "starters" / f"{board}.md").read_text(encoding="utf-8")
    words = _words(name, players)
    return re.sub(rf"\b(?:{'|'.join(words)})\b", lambda found: words[found.group()], text)


def _words(name: str, players: int) -> dict[str, str]:
    """What each word in capitals stands for."""
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
        # The first seat fills the first column; each of the others gets no further than two cells of its own.
        "COLUMN": ", ".join(
            f"{'abcdefgh'[seat]}{row}" for row in (1, 2, 3) for seat in range(players if row < _FEWEST_CELLS else 1)
        ),
        "DECK": str(_CARDS_EACH * players),
        "LEFT": str((_CARDS_EACH - _HAND) * players),
    }


@click.command
@click.argument("name", metavar="NAME", help="What the game is called: letters, digits, `-`, `_`.")
@click.option("--players", metavar="N", type=int, default=2, help=f"How many play, from 1 to {MOST_PLAYERS}.")
@click.option("--board", metavar="KIND", default="grid", help=f"What it is played on: {', '.join(BOARDS)}.")
@click.option("-o", "--output", metavar="FILE", help="The file; NAME.md unless given.")
def command(name: str, players: int, board: str, output: str | None) -> None:
    """Write a commented document that compiles, to begin a game from."""
    from pathlib import Path

    from ludotome.cli.console import say
    from ludotome.cli.errors import CommandError

    if _ID.fullmatch(name) is None:
        letters = "begin with a letter from a to z or A to Z, then use such letters, digits, `-` and `_`"
        raise CommandError(f"`{name}` is not a name: {letters}", status=2)
    if not 1 <= players <= MOST_PLAYERS:
        raise CommandError(f"`--players` is {players}: write a number from 1 to {MOST_PLAYERS}", status=2)
    if board not in BOARDS:
        raise CommandError(f"there is no board `{board}` to begin with: write one of {', '.join(BOARDS)}", status=2)
    file = Path(output if output is not None else f"{name}.md")
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(starter(name, players, board))
    except FileExistsError:
        raise CommandError(f"`{file}` is there already; name another file with `-o`, or remove it") from None
    except OSError as error:
        raise CommandError(f"cannot write `{file}`: {(error.strerror or str(error)).lower()}") from None
    say(f"{file}: written; check it with `ludotome check {file}`, try it with `ludotome play {file}`")
