"""`ludotome replay`: a saved game, played again and compared hash by hash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ludotome.cli import parameters
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import load_game, load_game_of

if TYPE_CHECKING:
    from ludotome.play import Game, Record


@click.command
@click.argument("file", metavar="RECORD", help="A record, as `play --record` saves it.")
@click.option("--game", "source", metavar="GAME", help=parameters.GAME_HELP + " The record's own unless given.")
@click.option("--moves", is_flag=True, help="Write the decisions, one a line.")
@click.option("--seat", metavar="SEAT", help="Show what this seat (a name or a number from 0) saw, and no more.")
@click.option("--seen", metavar="FILE", help="With --seat: a file to keep in it what the seat saw.")
def command(file: str, source: str | None, moves: bool, seat: str | None, seen: str | None) -> None:
    """Replay a record and check that every state is the one that was saved."""
    from ludotome.cli.console import say, width, write
    from ludotome.play import Record, draw_state

    if seat is None and seen is not None:
        raise CommandError("`--seen` needs `--seat`: name the seat whose game it is", status=2)
    record = Record.load(file)
    game = load_game_of(record) if source is None else load_game(source)
    state = record.replay(game)
    place = None if seat is None else _place(seat, state.game.game_def.metadata.seats[: state.num_players])
    if place is None:
        lines = _written(record, game) if moves else ()
    else:
        shown = record.seen_by(game, place)
        if seen is not None:
            shown.save(seen)
        lines = tuple(_as_seen(decision, game) for decision in shown.decisions) if moves else ()
    for number, line in enumerate(lines, 1):
        write(f"{number:>4}  {line}\n")
    write(draw_state(game.game_def, state.game_state, place, width=width()) + "\n")
    say(f"{len(record.decisions)} decisions of {game.name}, every hash as saved")


def _place(seat: str, names: tuple[str, ...]) -> int:
    """Return the number of a seat given by name or number."""
    numbers = {name.lower(): place for place, name in enumerate(names)}
    numbers |= {str(place): place for place in range(len(names))}
    if seat.lower() not in numbers:
        raise CommandError(f"there is no seat `{seat}`: write one of {', '.join(names)}", status=2)
    return numbers[seat.lower()]


def _written(record: Record, game: Game) -> tuple[str, ...]:
    """Return the decisions in notation."""
    from ludotome.kernel import notation_of

    written, before = [], None
    for state in record.states(game):
        if before is not None:
            written.append(notation_of(game.game_def, before, state.history()[-1]))
        before = state.game_state
    return tuple(written)


def _as_seen(decision: dict[str, Any], game: Game) -> str:
    """Return a decision as a seat knows it, in words: who, what, and with what."""
    player = decision["player"]
    who = "chance" if player < 0 else game.game_def.metadata.seats[player]
    if "action" in decision:
        given = decision.get("params", {}).items()
        return " ".join((f"{who}: {decision['action']}", *(f"{name[1:]}={_value(value)}" for name, value in given)))
    value = decision.get("choose", decision.get("chance"))
    return f"{who}: {_value(value)}"


def _value(value: Any) -> str:
    return f"one of {value['oneOf']}" if isinstance(value, dict) else str(value)
