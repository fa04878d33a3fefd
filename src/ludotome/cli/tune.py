"""`ludotome tune`: find the parameter values of a game that come closest to a goal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from ludotome.cli import parameters
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import given_settings, load_game

_RANGE = re.compile(r"(-?\d{1,18})\.\.(-?\d{1,18})")
_WIDEST = 10_000


class _WithWords(click.Command):
    """A command whose help also lists the measures that a goal can use."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - the frame's
        from ludotome.report import GOAL_WORDS  # loads NumPy, which only the help text needs

        with formatter.section("Parts of a goal, joined by `and`; either bound can be omitted, as in `..50 decisions`"):
            formatter.write_dl([(word.shown, word.meaning) for word in GOAL_WORDS])


@click.command(cls=_WithWords)
@parameters.game
@click.option("--goal", metavar="TEXT", required=True, help='Goal to reach, such as "fair and 30..50 decisions".')
@click.option(
    "--over", metavar="NAME=VALUES", multiple=True,
    help="Values to try for a parameter, such as size=5..9 or size=5,7,9 (default: all). Can be repeated.",
)  # fmt: skip
@click.option("--level", metavar="LEVEL", default="normal", help="Level of the players: random, easy, normal or hard.")
@click.option(
    "--settings", "most", metavar="N", type=click.IntRange(1, 1000), default=32,
    help="Maximum number of settings to try. If there are more, an evenly spaced sample is tried.",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="Write the result with charts to this file as an HTML page.")
@click.option(
    "--seconds", metavar="S", type=parameters.Number(0.5, 86_400), default=60.0,
    help="Seconds to play, not counting compilation.",
)  # fmt: skip
@click.option(
    "-n", "--games", "n", metavar="N", type=click.IntRange(1, 10_000),
    help="Play this many games per setting in the first round, doubling each round, instead of for a set time.",
)  # fmt: skip
@parameters.games_seed
@parameters.players
@parameters.as_json
def command(
    source: str,
    goal: str,
    over: tuple[str, ...],
    level: str,
    most: int,
    output: str | None,
    seconds: float,
    n: int | None,
    seed: int,
    players: int | None,
    as_json: bool,
) -> None:
    """Find the parameter values of a game that come closest to a goal.

    All settings play the same seeds, and after each round the better half continues. The last five play new games, and
    only their results are shown. A parameter given by `--set` keeps that value. Ctrl-C stops early and reports the
    finished results.
    """
    import msgspec

    from ludotome.cli.console import say, width, write
    from ludotome.cli.documents import write_document
    from ludotome.cli.progress import step_bar
    from ludotome.gamedef import PlayError
    from ludotome.report import parse_goal, tune, tune_page, tune_text
    from ludotome.simulate import measured_levels

    ranges = _ranges(over)
    try:
        parse_goal(goal)
        game = load_game(source, output=output)
        with step_bar(game.name) as told:
            found = tune(
                game, goal, level=level, over=ranges, fixed=given_settings(), most=most, seed=seed, players=players,
                seconds=seconds, games=n, simulations=measured_levels(game, game.seats_for(players)), progress=told,
            )  # fmt: skip
    except PlayError as error:
        raise CommandError(str(error), status=2) if error.code == "bad-argument" else error from None
    if as_json:
        best = None if found.best is None else found.best.settings
        data = {**msgspec.to_builtins(found), "best": best}
        write(msgspec.json.format(msgspec.json.encode(data)).decode() + "\n")
    else:
        write(tune_text(found, width()))
    if output is not None:
        write_document(output, tune_page(found))
        say(f"wrote `{output}`; open {Path(output).resolve().as_uri()} in a browser")
    if found.interrupted:
        raise KeyboardInterrupt  # what was finished is shown, but the command did not finish


def _ranges(over: Sequence[str]) -> dict[str, Sequence[int | bool | str]]:
    """Return the values of each parameter that `--over` names."""
    found: dict[str, Sequence[int | bool | str]] = {}
    for text in over:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name or not values:
            raise CommandError(f"`--over {text}` names no values: write `--over size=5..9` or `size=5,7,9`", status=2)
        if name in found:
            raise CommandError(f"`--over` gives values of `{name}` twice; write them once", status=2)
        span = _RANGE.fullmatch(values)
        if span is None:
            found[name] = [parameters.read_value(one.strip()) for one in values.split(",")]
            continue
        low, high = int(span[1]), int(span[2])
        if not low <= high < low + _WIDEST:
            raise CommandError(f"`--over {text}` is not a range of 1 to {_WIDEST:,} values: write it as 5..9", status=2)
        found[name] = range(low, high + 1)
    return found
