"""`ludotome show`: the board of a game as text."""

from __future__ import annotations

from typing import Annotated

import typer

from ludotome.cli.load_game import GAME_HELP, load_game


def command(
    source: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)],
    seed: Annotated[int, typer.Option(help="What the dice and the shuffling follow.", min=0)] = 1,
    players: Annotated[int | None, typer.Option(help="How many play; the fewest unless given.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the state as JSON.")] = False,
) -> None:
    """Draw a game as it begins."""
    from ludotome.cli.console import write

    state = load_game(source).new_initial_state(seed=seed, players=players)
    write((state.to_json() if as_json else str(state)) + "\n")
