"""`ludotome compile`: print the definition that both kernels play."""

from __future__ import annotations

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import load_game


@click.command
@parameters.game
@click.option("-o", "--output", metavar="FILE", help="File to write (default: standard output).")
@click.option(
    "--indent", metavar="N", type=click.IntRange(min=0), help="Indent the JSON by this many spaces (default: one line)."
)
def command(source: str, output: str | None, indent: int | None) -> None:
    """Compile a document to its game definition, as canonical JSON."""
    from ludotome.cli.console import say, write
    from ludotome.cli.documents import write_document
    from ludotome.gamedef import to_json

    game = load_game(source, output=output)
    text = to_json(game.game_def, indent=indent) + "\n"
    if output is None:
        write(text)
        return
    write_document(output, text)
    say(f"wrote `{output}`: {game.name}, rules {game.rules_hash}")
