"""`ludotome replay`: a saved game, played again and compared hash by hash."""

from __future__ import annotations

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import load_game


@click.command
@click.argument("file", metavar="RECORD", help="A record, as `play --record` saves it.")
@click.option("--game", "source", metavar="GAME", help=parameters.GAME_HELP + " The record's own unless given.")
@click.option("--moves", is_flag=True, help="Write the decisions, one a line.")
def command(file: str, source: str | None, moves: bool) -> None:
    """Replay a record and check that every state is the one that was saved."""
    from ludotome.cli.console import say, write
    from ludotome.play import Record

    record = Record.load(file)
    game = load_game(source or record.game)
    state = record.replay(game)
    if moves:
        again = game.new_initial_state(seed=record.seed, players=record.players)
        for number, decision in enumerate(state.history(), 1):
            names = dict(zip(again.legal_actions(), again.legal_action_strings(), strict=True))
            write(f"{number:>4}  {names.get(decision, str(decision))}\n")
            again.apply_action(decision)
    write(str(state) + "\n")
    say(f"{len(record.decisions)} decisions of {game.name}, every hash as saved")
