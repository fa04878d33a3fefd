"""`ludotome games`: the games that come with Ludotome."""

from __future__ import annotations

import click

from ludotome.cli import parameters


@click.command
@parameters.as_json
def command(as_json: bool) -> None:
    """List the shipped games: their names, how many play, and what players do in each."""
    import json
    import textwrap

    from ludotome.cli.console import width, write
    from ludotome.play import load, shipped_games

    rows = []
    for name in shipped_games():
        game = load(name)
        players = game.game_def.metadata.players
        actions = [action.id for action in game.game_def.actions]
        rows.append(
            {
                "name": name,
                "min": players.min,
                "max": players.max,
                "actions": actions,
                "tests": len(game.game_def.tests),
            }
        )
    if as_json:
        write(json.dumps(rows, indent=2) + "\n")
        return
    wide = max(len(str(row["name"])) for row in rows)
    for row in rows:
        seats = f"{row['min']}" if row["min"] == row["max"] else f"{row['min']}-{row['max']}"
        head = f"{row['name']:<{wide}}  {seats:>4} players  "
        actions = textwrap.wrap(", ".join(actions_of(row["actions"])), max(width() - len(head), 1))
        write(head + f"\n{'':<{len(head)}}".join(actions) + "\n")


def actions_of(names: object) -> list[str]:
    """Return the action names of a row."""
    assert isinstance(names, list)
    return [str(name) for name in names]
