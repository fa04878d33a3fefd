"""`ludotome new`: write a commented document that compiles, as the start of a new game."""

from __future__ import annotations

import click

from ludotome.spec import BOARDS, MOST_PLAYERS, starter


@click.command
@click.argument("name", metavar="NAME", help="Name of the game: letters, digits, `-`, `_`.")
@click.option("--players", metavar="N", type=int, default=2, help=f"Number of players, from 1 to {MOST_PLAYERS}.")
@click.option("--board", metavar="KIND", default="grid", help=f"Kind of board: {', '.join(BOARDS)}.")
@click.option("-o", "--output", metavar="FILE", help="File to write (default: NAME.md).")
def command(name: str, players: int, board: str, output: str | None) -> None:
    """Create a document for a new game: commented, and ready to compile."""
    from pathlib import Path

    from ludotome.cli.console import say
    from ludotome.cli.errors import CommandError

    try:
        text = starter(name, players, board)
    except ValueError as wrong:
        raise CommandError(str(wrong).replace("`players`", "`--players`"), status=2) from None
    file = Path(output if output is not None else f"{name}.md")
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise CommandError(f"`{file}` already exists; name another file with `-o`, or remove it") from None
    except OSError as error:
        raise CommandError(f"cannot write `{file}`: {(error.strerror or str(error)).lower()}") from None
    say(f"{file}: written; check it with `ludotome check {file}`, try it with `ludotome play {file}`")
