"""`ludotome new`: a commented document that compiles, to begin a game from."""

from __future__ import annotations

import click

from ludotome.spec import BOARDS, MOST_PLAYERS, starter


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

    try:
        text = starter(name, players, board)
    except ValueError as wrong:
        raise CommandError(str(wrong).replace("`players`", "`--players`"), status=2) from None
    file = Path(output if output is not None else f"{name}.md")
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise CommandError(f"`{file}` is there already; name another file with `-o`, or remove it") from None
    except OSError as error:
        raise CommandError(f"cannot write `{file}`: {(error.strerror or str(error)).lower()}") from None
    say(f"{file}: written; check it with `ludotome check {file}`, try it with `ludotome play {file}`")
