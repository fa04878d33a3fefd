"""`ludotome show`: the board of a game as text."""

from __future__ import annotations

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import load_game


@click.command
@parameters.game
@parameters.seed
@parameters.players
@parameters.as_json
def command(source: str, seed: int, players: int | None, as_json: bool) -> None:
    """Draw a game as it begins."""
    from ludotome.cli.console import width, write
    from ludotome.play import draw_state

    state = load_game(source).new_initial_state(seed=seed, players=players)
    drawn = draw_state(state.game.game_def, state.game_state, width=width())
    write((state.to_json() if as_json else drawn) + "\n")
