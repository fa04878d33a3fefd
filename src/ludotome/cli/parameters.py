"""Parameters: arguments and options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isnan
from typing import Any

import click

from ludotome.cli.errors import CommandError

GAME_HELP = "A shipped game (`ludotome games` lists them) or a document; - reads standard input."

SETTINGS = "ludotome.settings"  # the key for the settings in the context of a command


def _keep_settings(context: click.Context, _: click.Parameter, given: tuple[str, ...]) -> None:
    """Keep the settings for `load_game`, so that no command has to pass them on."""
    context.meta[SETTINGS] = read_settings("--set", given)


class Number(click.FloatRange):
    """A number within its range; rejects `nan`, which is neither below nor above a limit."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number that was written, or report that it is outside the range."""
        found: float = super().convert(value, param, ctx)
        if isnan(found):
            self.fail(f"'{value}' is not a number", param, ctx)
        return found


def read_settings(option: str, given: tuple[str, ...]) -> dict[str, int | bool | str]:
    """Return the values that NAME=VALUE of an *option* sets, by name."""
    settings: dict[str, int | bool | str] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            wanted = f"write `{option} NAME=VALUE`, as `{option} size=7`"
            raise CommandError(f"`{option} {text}` sets nothing: {wanted}", status=2)
        if name in settings:
            raise CommandError(f"`{name}` is set twice; write it once", status=2)
        settings[name] = read_value(value)
    return settings


def read_value(text: str) -> int | bool | str:
    """Return the value of an option's text: an integer, true or false, or a name."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", text) else text


settings = click.option(
    "--set",
    metavar="NAME=VALUE",
    multiple=True,
    expose_value=False,
    callback=_keep_settings,
    help="Set a parameter of the game. Can be repeated.",
)


def game(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument that names a game, and the option that sets its parameters."""
    return click.argument("source", metavar="GAME", help=GAME_HELP)(settings(function))


position = click.option(
    "--position",
    metavar="TEXT",
    help="Starting position: rows of letters as in the first field of FEN, then optionally the seat to move.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object, even if the command fails.")
players = click.option("--players", metavar="N", type=int, help="Number of players (default: the minimum).")
SEED = click.IntRange(min=0, max=2**64 - 1)
table_seed = click.option(
    "--seed", metavar="N", type=SEED, show_default="chosen by the system and shown", help="Random seed."
)
seed = click.option("--seed", metavar="N", type=SEED, default=1, help="Random seed for dice and shuffling.")
games_seed = click.option(
    "--seed", metavar="N", type=SEED, default=1, help="Random seed; the same seed plays the same games."
)
