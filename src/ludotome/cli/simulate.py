"""`ludotome simulate`: many games, and what they say about a game."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import GAME_HELP, load_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ludotome.agents import Agent
    from ludotome.simulate import Report


def command(
    source: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)],
    n: Annotated[int, typer.Option("-n", "--games", help="How many games.")] = 1000,
    agents: Annotated[
        str, typer.Option(help="random, greedy or mcts:N; one for all seats, or one a seat with commas between.")
    ] = "random",
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.", min=0)] = 1,
    players: Annotated[int | None, typer.Option(help="How many play; the fewest unless given.")] = None,
    threads: Annotated[int | None, typer.Option(help="As many as processors unless given.", min=1)] = None,
    max_plies: Annotated[int | None, typer.Option(help="Cut games off after so many decisions.", min=1)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Play many games and report who wins, how long games are, and what a designer should look at."""
    import msgspec

    from ludotome.cli.console import say, width, write
    from ludotome.cli.show_report import show_report
    from ludotome.simulate import MOST_GAMES, simulate

    if not 1 <= n <= MOST_GAMES:
        raise CommandError(f"`-n` is {n}: write how many games to play, from 1 to {MOST_GAMES}", status=2)
    game = load_game(source)
    table = _agents(agents)
    with _progress(n) as told:
        report: Report = simulate(
            game, n, agents=table, seed=seed, players=players, threads=threads, max_plies=max_plies, progress=told
        )
    write(msgspec.json.format(msgspec.json.encode(report)).decode() + "\n" if as_json else show_report(report, width()))
    if sys.stderr.isatty():
        pace = f"{report.games / report.seconds:,.0f} games a second"
        say(f"{pace} on the {report.backend} kernel, {report.seconds:.1f} s in all")


def _agents(text: str) -> list[Agent]:
    from ludotome.agents import parse_agent

    try:
        return [parse_agent(name) for name in text.split(",")]
    except ValueError as problem:
        raise CommandError(str(problem), status=2) from None


@contextmanager
def _progress(n: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on the terminal; nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress("playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    with bar:
        task = bar.add_task("playing", total=n)
        yield lambda done: bar.update(task, completed=done)
