"""`ludotome compare`: report how two versions of a game differ in play."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludotome.cli import parameters
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import given_settings, load_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotome.gamedef import Setting
    from ludotome.play import Game

_REVISION = re.compile(r"(?P<revision>[\w./~^@{}-]+):(?P<path>.+\.md)")


@click.command
@click.argument("before")
@click.argument("after", required=False)
@parameters.settings
@click.option(
    "--against", metavar="NAME=VALUE", multiple=True,
    help="Set a parameter of AFTER only; `--set` applies to both. Can be repeated.",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="Write the comparison to this file as an HTML page.")
@click.option(
    "--margin", metavar="POINTS", type=parameters.Number(0.01, 50), default=1.0,
    help="Largest difference that counts as equivalent: percentage points for a share, percent for a number.",
)  # fmt: skip
@click.option(
    "--seconds",
    metavar="S",
    type=parameters.Number(0.5, 86_400),
    default=40.0,
    help="Maximum number of seconds to play.",
)
@click.option(
    "-n",
    "--games",
    "n",
    metavar="N",
    type=click.IntRange(min=1),
    help="Play this many games at each level instead of for a set time.",
)
@parameters.games_seed
@parameters.players
@parameters.as_json
def command(
    before: str,
    after: str | None,
    against: tuple[str, ...],
    output: str | None,
    margin: float,
    seconds: float,
    n: int | None,
    seed: int,
    players: int | None,
    as_json: bool,
) -> None:
    """Play two versions of a game and report whether they are different, equivalent or undecided.

    BEFORE and AFTER are documents, shipped games, or documents at a git revision, written REVISION:path/to/game.md.
    Without AFTER a document is compared with itself under other settings: `compare hex --set size=5 --against size=7`.
    Play stops when every difference is settled or the time is up. Repeated checks do not make a false difference more
    likely.
    """
    import msgspec

    from ludotome.cli.console import say, width, write
    from ludotome.cli.documents import write_document
    from ludotome.cli.progress import step_bar
    from ludotome.report import compare, compare_page, compare_text

    if after is None and not against:
        raise CommandError("name what to compare with: a second document, or `--against NAME=VALUE`", status=2)
    settings = given_settings(), {**given_settings(), **parameters.read_settings("--against", against)}
    games = [_load(source, one, output) for source, one in zip((before, after or before), settings, strict=True)]
    names = _names(games, before, after or before)
    with step_bar("compare") as told:
        found = compare(
            games[0], games[1], names=names, seed=seed, players=players, margin=margin / 100, seconds=seconds,
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


def _names(games: list[Game], before: str, after: str) -> tuple[str, str]:
    """Return the names of the versions: as given, with the settings in which they differ."""
    ours, theirs = (game.parameters for game in games)
    others = [name for name in ours if name in theirs and ours[name] != theirs[name]]
    first, second = ("".join(f" {name}={of[name]}" for name in others) for of in (ours, theirs))
    return before + first, after + second


def _load(source: str, settings: Mapping[str, Setting], output: str | None) -> Game:
    """Return the game that *source* names, also at a git revision."""
    at = _REVISION.fullmatch(source)
    if at is None or Path(source).exists():
        return load_game(source, output=output, settings=settings)
    from ludotome.gamedef import PlayError, SpecError
    from ludotome.play import load_text

    folder, name = Path(at["path"]).parent, Path(at["path"]).name
    try:
        text = _git_text(folder, at["revision"], name)
    except OSError as error:
        raise CommandError(f"git has no `{source}`: {error}", status=2) from None
    try:
        return load_text(text, read=lambda beside: _git_text(folder, at["revision"], beside), parameters=settings)
    except SpecError as error:
        raise CommandError(f"`{source}` has errors: {error}") from None
    except PlayError as error:
        raise CommandError(f"`{source}`: {error}", status=2) from None


def _git_text(folder: Path, revision: str, name: str) -> str:
    """Return the file *name* of *folder* as it was at *revision*."""
    shown = subprocess.run(
        ["git", "-C", str(folder), "show", f"{revision}:./{name}"],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if shown.returncode:
        raise FileNotFoundError(shown.stderr.strip().splitlines()[-1])
    return shown.stdout
