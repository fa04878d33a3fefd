"""`ludotome compile`: a document as the definition that both kernels play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotome.cli.load_game import GAME_HELP, load_game


def command(
    source: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)],
    output: Annotated[
        str | None, typer.Option("-o", "--output", help="A file to write to; else standard output.")
    ] = None,
    indent: Annotated[int | None, typer.Option(help="Spread the JSON over lines with this indent.", min=0)] = None,
) -> None:
    """Compile a document into its definition, as canonical JSON."""
    from ludotome.cli.console import say, write
    from ludotome.gamedef import to_json

    game = load_game(source)
    text = to_json(game.game_def, indent=indent) + "\n"
    if output is None:
        write(text)
        return
    # written beside and moved into place, so that a full disk leaves no half of a file
    target = Path(output)
    beside = target.with_name(target.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    say(f"wrote `{output}`: {game.name}, rules {game.rules_hash}")
