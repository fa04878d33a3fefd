"""`ludotome compile`: a document as the definition that both kernels play."""

from __future__ import annotations

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import load_game


@click.command
@parameters.game
@click.option("-o", "--output", metavar="FILE", help="A file to write to; else standard output.")
@click.option("--indent", metavar="N", type=click.IntRange(min=0), help="Spread the JSON over lines with this indent.")
def command(source: str, output: str | None, indent: int | None) -> None:
    """Compile a document into its definition, as canonical JSON."""
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
