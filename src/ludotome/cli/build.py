"""`ludotome build`: a game as machine code, or one of the stages on the way there."""

from __future__ import annotations

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import load_game

STAGES = ("c", "plan", "layout")


@click.command
@parameters.game
@click.option("--emit", metavar="STAGE", help="Print a stage instead of compiling: c, plan or layout.")
@parameters.players
def command(source: str, emit: str | None, players: int | None) -> None:
    """Compile a game to machine code, or show its C, the plan of its decisions or the layout of its states."""
    import time

    from ludotome.cli.console import say, write
    from ludotome.cli.errors import CommandError
    from ludotome.native import UnsupportedError, compile_game, emit_game

    if emit is not None and emit not in STAGES:
        raise CommandError(f"`--emit` is `{emit}`: write {', '.join(STAGES[:-1])} or {STAGES[-1]}", status=2)
    game = load_game(source)
    seats = game.seats_for(players)
    if emit is None:
        started = time.perf_counter()
        built = compile_game(game.game_def, seats)
        say(f"compiled in {time.perf_counter() - started:.2f} s")
        write(f"{built.library.path}\n")
        return
    try:
        code = emit_game(game.game_def, seats)
    except UnsupportedError as reason:
        raise CommandError(
            f"`{game.name}` cannot be compiled: {reason}; it is played on the reference kernel"
        ) from None
    shown = {"c": code.source, "plan": "\n".join(map(str, code.plans)), "layout": str(code.layout)}
    write(shown[emit])
