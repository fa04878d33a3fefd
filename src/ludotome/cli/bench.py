"""`ludotome bench`: measure how many random games per second each kernel plays."""

from __future__ import annotations

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import load_game


@click.command
@parameters.game
@click.option(
    "--seconds", metavar="S", type=parameters.Number(0.05, 3600), default=1.0, help="Seconds to play on each kernel."
)
@click.option(
    "--threads", metavar="N", type=click.IntRange(1, 1024), default=1, help="Number of threads for the native kernel."
)
@parameters.players
@parameters.as_json
def command(source: str, seconds: float, threads: int, players: int | None, as_json: bool) -> None:
    """Benchmark a game: measure random games per second on the native and the reference kernel."""
    import json

    from ludotome.cli.console import say, write
    from ludotome.toolchain import ToolError

    game, rows = load_game(source), []
    for kernel in ("native", "reference"):
        try:
            rows.append(_measure(game, kernel, seconds, threads, players))
        except ToolError as problem:
            # The first line says what is wrong; the output of the compiler may follow.
            say(f"measured on the reference kernel alone: {str(problem).partition(chr(10))[0]}")
    if as_json:
        write(
            json.dumps({"game": game.name, "threads": threads, "players": players or game.num_players, "kernels": rows})
            + "\n"
        )
        return
    for row in rows:
        write(
            f"{row['kernel']:<10} {row['games per second']:>14,.0f} games/s "
            f"{row['decisions per second']:>14,.0f} decisions/s   {row['plies']:.1f} plies per game\n"
        )


def _measure(game: object, kernel: str, seconds: float, threads: int, players: int | None) -> dict[str, float | str]:
    """Return the rates of one kernel: repeat with more games until *seconds* have been played."""
    import time
    from typing import Any, cast

    made = cast("Any", game)
    n, spent, played, plies = 1, 0.0, 0, 0
    while spent < seconds:
        started = time.perf_counter()
        found = made.playouts(n, seed=played + 1, threads=threads, backend=kernel, players=players)
        lasted = time.perf_counter() - started
        if found.interrupted:
            raise KeyboardInterrupt  # interrupted, so the time and the games do not match
        # The first game of each kernel includes compiling and loading, so it is not counted.
        if played or n > 1:
            spent, plies = spent + lasted, plies + int(found.plies.sum())
        played += n if spent else 0
        n = max(2, min(4 * n, int(n * max(seconds - spent, 0.01) / max(lasted, 1e-6)) + 1))
    return {
        "kernel": kernel,
        "games": played,
        "games per second": played / spent,
        "decisions per second": plies / spent,
        "plies": plies / played,
    }
