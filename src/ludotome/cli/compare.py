"""`ludotome compare`: how the games of two versions of a game differ."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludotome.cli import parameters
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import load_game

if TYPE_CHECKING:
    from ludotome.play import Game

_REVISION = re.compile(r"(?P<revision>[\w./~^@{}-]+):(?P<path>.+\.md)")


@click.command
@click.argument("before")
@click.argument("after")
@click.option("-o", "--output", metavar="FILE", help="Write the comparison as one HTML page to this file.")
@click.option(
    "--margin", metavar="POINTS", type=click.FloatRange(0.01, 50), default=1.0,
    help="The largest difference that is called equivalent: points of a hundred, or per cent of a number.",
)  # fmt: skip
@click.option(
    "--seconds", metavar="S", type=click.FloatRange(min=0.5, max=86_400), default=40.0, help="Play at most so long."
)
@click.option(
    "-n", "--games", "n", metavar="N", type=click.IntRange(min=1), help="Play so many games of each level instead."
)
@click.option("--seed", metavar="N", type=parameters.SEED, default=1, help="The same seed plays the same games.")
@parameters.players
@parameters.as_json
def command(
    before: str,
    after: str,
    output: str | None,
    margin: float,
    seconds: float,
    n: int | None,
    seed: int,
    players: int | None,
    as_json: bool,
) -> None:
    """Play two versions of a game and tell whether they differ: different, equivalent or undecided.

    BEFORE and AFTER are documents, shipped games, or documents at a git revision, written REVISION:path/to/game.md.
    Play ends when every difference is settled or the time is used; looking often does not make a false difference
    likelier.
    """
    import msgspec

    from ludotome.cli.console import say, width, write
    from ludotome.cli.documents import write_document
    from ludotome.cli.progress import step_bar
    from ludotome.report import compare, compare_page, compare_text

    games = [_load(source, output) for source in (before, after)]
    with step_bar("compare") as told:
        found = compare(
            games[0], games[1], names=(before, after), seed=seed, players=players, margin=margin / 100, seconds=seconds,
            games=n, progress=told,
        )  # fmt: skip
    if as_json:
        write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    else:
        write(compare_text(found, width()))
    if output is not None:
        write_document(output, compare_page(found))
        say(f"wrote `{output}`; open {Path(output).resolve().as_uri()} in a browser")
    if found.interrupted:
        raise KeyboardInterrupt


def _load(source: str, output: str | None) -> Game:
    """Return the game that *source* names, also at a git revision."""
    at = _REVISION.fullmatch(source)
    if at is None or Path(source).exists():
        return load_game(source, output=output)
    from ludotome.gamedef import SpecError
    from ludotome.play import load_text

    path = Path(at["path"])
    shown = subprocess.run(
        ["git", "-C", str(path.parent), "show", f"{at['revision']}:./{path.name}"],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if shown.returncode:
        raise CommandError(f"git has no `{source}`: {shown.stderr.strip().splitlines()[-1]}", status=2)
    try:
        return load_text(shown.stdout)
    except SpecError as error:
        raise CommandError(f"`{source}` has errors: {error}") from None
