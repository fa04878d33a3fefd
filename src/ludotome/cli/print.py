"""`ludotome print`: write a game as an HTML page to print, cut out and play."""

from __future__ import annotations

from pathlib import PurePath

import click

from ludotome.cli import parameters
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import load_game

_PAGES = ("", ".html", ".htm")


@click.command
@parameters.game
@click.option("-o", "--output", metavar="FILE", help="File to write, such as game.html (default: standard output).")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", help="Paper size.")
@click.option("--players", metavar="N", type=int, help="Number of players to print parts for (default: the maximum).")
def command(source: str, output: str | None, paper: str, players: int | None) -> None:
    """Write a printable page: the rules, the board to scale, and cards and counters to cut out."""
    from ludotome.cli.console import counted, say, write
    from ludotome.cli.documents import write_document
    from ludotome.picture import print_page, rules_html
    from ludotome.play import parts_needed, start_to_print, things_needed

    if output is not None and PurePath(output).suffix.lower() not in _PAGES:
        raise CommandError(
            f"`{output}` is not a page: write it to a file such as game.html, and print that in a browser, also to PDF",
            status=2,
        )
    game = load_game(source, output=output)
    parts = parts_needed(game, players)
    prose = rules_html(game.document) if game.document is not None else f"<h1>{game.name}</h1>"
    text = print_page(
        game.scene(),
        game.name,
        prose,
        parts,
        things_needed(game),
        "letter" if paper == "letter" else "a4",
        start_to_print(game, players),
    )
    if output is None:
        write(text)
        return
    write_document(output, text)
    count = counted(sum(part.count for part in parts), "part")
    board = "the rules and the board" if game.scene().boards else "the rules"
    cut = f", and {count} to cut out" if parts else ""
    say(f"wrote `{output}`: {board}{cut}; open it in a browser to print it")
