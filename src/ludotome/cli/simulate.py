"""`ludotome simulate`: play many games and report statistics."""

from __future__ import annotations

import sys
import textwrap
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludotome.cli import parameters
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import load_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ludotome.agents import Agent
    from ludotome.simulate import Report

_QUICK = 10  # from this rate on, tenths of games per second are not shown


class _WithFlags(click.Command):
    """A command whose help also explains each flag of the report."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - the frame's
        from ludotome.simulate import FLAG_MEANINGS  # loads NumPy, which only the help text needs

        with formatter.section("Flags in the report, each with its rate"):
            formatter.write_dl(list(FLAG_MEANINGS.items()))


@click.command(cls=_WithFlags)
@parameters.game
@click.option("-n", "--games", "n", metavar="N", type=int, default=1000, help="Number of games to play.")
@click.option(
    "--agents",
    metavar="NAMES",
    default="random",
    help="random, greedy, easy, normal, hard, best, mcts:N (simulations) or mcts:Nms (milliseconds); "
    "one for all seats, or one per seat, separated by commas.",
)
@parameters.games_seed
@parameters.players
@parameters.position
@click.option(
    "--threads", metavar="N", type=click.IntRange(min=1), help="Number of threads (default: one per processor)."
)
@click.option(
    "--processes",
    metavar="N",
    type=click.IntRange(min=1),
    help="Number of processes, for games that run without machine code (default: one per processor).",
)
@click.option(
    "--ray",
    metavar="[ADDRESS]",
    is_flag=False,
    flag_value="local",
    help='Play on the Ray cluster at this address (default: start Ray locally). Needs `pip install "ludotome[ray]"`.',
)
@click.option("--max-plies", metavar="N", type=click.IntRange(min=1), help="Stop each game after this many decisions.")
@click.option("--parquet", metavar="FILE", help="Write one row per game to this Parquet file.")
@click.option(
    "--decisions",
    metavar="FILE",
    help='Write one row per decision to this Parquet file. Needs `pip install "ludotome[parquet]"`.',
)
@parameters.as_json
def command(
    source: str,
    n: int,
    agents: str,
    seed: int,
    players: int | None,
    position: str | None,
    threads: int | None,
    processes: int | None,
    ray: str | None,
    max_plies: int | None,
    parquet: str | None,
    decisions: str | None,
    as_json: bool,
) -> None:
    """Play many games and report win rates, game lengths and problems in the design."""
    import msgspec

    from ludotome.cli.console import say, width, write
    from ludotome.cli.progress import progress_bar
    from ludotome.cli.show_report import show_report
    from ludotome.simulate import (
        MOST_GAMES,
        check_arrow,
        game_table,
        make_report,
        measured_levels,
        play_games,
        write_decisions,
        write_parquet,
    )

    if not 1 <= n <= MOST_GAMES:
        raise CommandError(f"`-n` is {n}: write how many games to play, from 1 to {MOST_GAMES}", status=2)
    if decisions is not None:
        check_arrow()
        if decisions == parquet:
            raise CommandError("`--parquet` and `--decisions` name one file: write two", status=2)
    game = load_game(source, output=tuple(file for file in (parquet, decisions) if file is not None))
    game = game if position is None else game.at_position(position)
    table = _agents(agents, measured_levels(game, game.seats_for(players)))
    with progress_bar(n) as told:
        played = play_games(
            game, n, agents=table, seed=seed, players=players, threads=threads, processes=processes or cpu_count(),
            max_plies=max_plies, decisions=decisions is not None, ray=ray,
            progress=told,
        )  # fmt: skip
    report = make_report(played)
    write(msgspec.json.format(msgspec.json.encode(report)).decode() + "\n" if as_json else show_report(report, width()))
    if parquet is not None:
        _write(parquet, report.games, "game", lambda: write_parquet(game_table(played), report.games))
    if decisions is not None:
        made = int(played.results.plies.sum())
        _write(decisions, made, "decision", lambda: write_decisions(played))
    if report.games and sys.stderr.isatty():
        say(textwrap.fill(_speed(report), width()))
    if played.is_interrupted:
        raise KeyboardInterrupt  # the games so far are shown, but the command did not finish


def _write(file: str, count: int, noun: str, content: Callable[[], bytes]) -> None:
    """Write a table to *file* unless it has no rows, so that an empty table does not replace an existing file."""
    from ludotome.cli.console import counted, say
    from ludotome.cli.documents import write_document

    if not count:
        say(f"no game was finished: `{file}` {'stays as it was' if Path(file).exists() else 'is not written'}")
        return
    write_document(file, content())
    say(f"wrote `{file}`: {counted(count, noun)}")


def _speed(report: Report) -> str:
    """Return the time, the rate and the kernel, if a game was played."""
    rate = report.games / report.seconds
    parts = [f"{report.seconds:.1f} s", f"{rate:,.{0 if rate >= _QUICK else 1}f} games a second", report.backend]
    return ", ".join(part for part in parts if part is not None)


def _agents(text: str, levels: Mapping[str, int]) -> list[Agent]:
    from ludotome.agents import parse_agent

    try:
        return [parse_agent(name, levels) for name in text.split(",")]
    except ValueError as problem:
        raise CommandError(str(problem), status=2) from None
