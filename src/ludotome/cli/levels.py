"""`ludotome levels`: measure the strength of the levels easy, normal, hard and best in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import load_game

if TYPE_CHECKING:
    from ludotome.simulate import Level


@click.command
@parameters.game
@click.option(
    "-n", "--games", "n", metavar="N", type=click.IntRange(min=1), default=50, help="Number of games per level."
)
@parameters.games_seed
@parameters.players
@click.option(
    "--threads", metavar="N", type=click.IntRange(min=1), help="Number of threads (default: one per processor)."
)
@click.option(
    "--processes",
    metavar="N",
    type=click.IntRange(min=1),
    help="Number of processes, for games that run without machine code (default: one per processor).",
)
@parameters.as_json
def command(
    source: str,
    n: int,
    seed: int,
    players: int | None,
    threads: int | None,
    processes: int | None,
    as_json: bool,
) -> None:
    """Measure the levels easy, normal, hard and best against each other and save the result.

    A level that scores less than 60 % against the level below is merged with it: `play` and `simulate` then run both
    with the same number of simulations. The result stays in the cache until the rules change.
    """
    from os import cpu_count

    import msgspec

    from ludotome.agents import LEVELS
    from ludotome.cli.console import write
    from ludotome.cli.progress import progress_bar
    from ludotome.simulate import keep_levels, measure_levels

    game = load_game(source)
    with progress_bar(n * (len(LEVELS) - 1)) as told:
        found = measure_levels(
            game, n, seed=seed, players=players, threads=threads, processes=processes or cpu_count(), progress=told
        )
    if as_json:
        write(msgspec.json.format(msgspec.json.encode({"game": game.name, "levels": found})).decode() + "\n")
    else:
        write("".join(map(_line, found)))
    keep_levels(game, game.seats_for(players), found)


def _line(level: Level) -> str:
    text = f"{level.name:<8}{level.simulations:>6,} simulations"
    if level.share is not None:
        share, low, high = (100 * part for part in (level.share.value, level.share.low, level.share.high))
        text += (
            f"   {share:.0f} % of the points of {level.games} games against the level below ({low:.0f} to {high:.0f})"
        )
    return text + (f", merged with {level.merged}\n" if level.merged else "\n")
