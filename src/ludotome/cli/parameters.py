"""Parameters: the arguments and options that several commands have, written once."""

from __future__ import annotations

import click

GAME_HELP = "A shipped game (`ludotome games` lists them) or a document; - is standard input."

game = click.argument("source", metavar="GAME", help=GAME_HELP)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object, also when the command fails.")
players = click.option("--players", metavar="N", type=int, help="How many play; the fewest unless given.")
SEED = click.IntRange(min=0, max=2**64 - 1)
table_seed = click.option(
    "--seed", metavar="N", type=SEED, show_default="drawn by the system, and shown", help="Random seed."
)
seed = click.option("--seed", metavar="N", type=SEED, default=1, help="What the dice and the shuffling follow.")
