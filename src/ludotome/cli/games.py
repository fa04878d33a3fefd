"""`ludotome games`: the games that come with Ludotome."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ludotome.cli import parameters

if TYPE_CHECKING:
    from ludotome.gamedef import ParameterDef


@click.command
@parameters.as_json
def command(as_json: bool) -> None:
    """List the games that come with Ludotome: name, number of players and a short description.

    With --json, the list includes the path of each document, to read or to copy from.
    """
    import json

    from ludotome.cli.console import write
    from ludotome.play import shipped_games

    rows = [_row(name) for name in shipped_games()]
    if as_json:
        write(json.dumps({"games": rows}, indent=2, ensure_ascii=False) + "\n")
        return
    wide = max(len(row["name"]) for row in rows)
    for row in rows:
        seats = f"{row['min']}" if row["min"] == row["max"] else f"{row['min']}-{row['max']}"
        players = "player " if row["max"] == 1 else "players"
        write(_with_description(f"{row['name']:<{wide}}  {seats:>4} {players}", row["about"]))


def _row(name: str) -> dict[str, Any]:
    """Return the description of a shipped game."""
    from ludotome.cli.introduction import introduction_of
    from ludotome.play import load, shipped_path

    game = load(name)
    players = game.game_def.metadata.players
    introduction = introduction_of(game.document or "")
    return {
        "name": name,
        "title": introduction.title,
        "about": introduction.about,
        "min": players.min,
        "max": players.max,
        "actions": [action.id for action in game.game_def.actions],
        "parameters": {one.name: _parameter(one) for one in game.game_def.parameters},
        "tests": len(game.game_def.tests),
        "path": str(shipped_path(name)),
    }


def _parameter(parameter: ParameterDef) -> dict[str, Any]:
    """Return the default of a parameter and the values it accepts."""
    bounds = {"min": parameter.min, "max": parameter.max, "values": list(parameter.values) or None}
    return {"default": parameter.default, **{key: value for key, value in bounds.items() if value is not None}}


def _with_description(head: str, about: str) -> str:
    """Return *head* and the description of the game, next to it if there is room and below it otherwise."""
    import textwrap

    from ludotome.cli.console import width

    margin = len(head) + 2
    if width() < 2 * margin:
        return "\n".join([head, *textwrap.wrap(about, width(), initial_indent="  ", subsequent_indent="  ")]) + "\n"
    lines = textwrap.wrap(about, width() - margin)
    return f"{head}  " + f"\n{'':<{margin}}".join(lines) + "\n"
