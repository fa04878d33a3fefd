"""`ludotome build`: compile a game to machine code, or print an intermediate stage."""

from __future__ import annotations

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import load_game

STAGES = ("c", "plan", "layout")


@click.command
@parameters.game
@click.option("--emit", metavar="STAGE", help="Print this stage instead of compiling: c, plan or layout.")
@click.option(
    "--side-by-side", is_flag=True, help="Also compile the library for `vector`, which steps many games in parallel."
)
@parameters.players
def command(source: str, emit: str | None, side_by_side: bool, players: int | None) -> None:
    """Compile a game to machine code, or print its C code, execution plan or state layout.

    The compiled library plays single games and random games. Stepping many games in parallel (`vector`, in Python) uses
    a second library, compiled on first use, or here with `--side-by-side`.
    """
    import time

    from ludotome.cli.console import say, write
    from ludotome.cli.errors import CommandError
    from ludotome.native import UnsupportedError, compile_game, emit_game

    if emit is not None and emit not in STAGES:
        raise CommandError(f"`--emit` is `{emit}`: write {', '.join(STAGES[:-1])} or {STAGES[-1]}", status=2)
    if emit is not None and side_by_side:
        raise CommandError("leave out `--side-by-side`: `--emit` prints the code for both libraries", status=2)
    game = load_game(source)
    seats = game.seats_for(players)
    if emit is None:
        started = time.perf_counter()
        kinds = (False, True) if side_by_side else (False,)
        built = [compile_game(game.game_def, seats, side_by_side=kind) for kind in kinds]
        say(f"compiled in {time.perf_counter() - started:.2f} s")
        write("".join(f"{one.library.path}\n" for one in built))
        return
    try:
        code = emit_game(game.game_def, seats)
    except UnsupportedError as reason:
        raise CommandError(
            f"`{game.name}` cannot be compiled: {reason}; it is played on the reference kernel"
        ) from None
    shown = {"c": code.source, "plan": "\n".join(map(str, code.plans)), "layout": str(code.layout)}
    write(shown[emit])
