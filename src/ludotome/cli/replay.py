"""`ludotome replay`: replay a record and compare every state by its hash."""

from __future__ import annotations

import shlex
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ludotome.cli import parameters
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import load_game, load_game_of, load_record, replayed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludotome.gamedef import Decision, GameState
    from ludotome.play import Game, Record


@click.command
@click.argument("file", metavar="RECORD", help="Record, as saved by `play --record`.")
@parameters.settings
@click.option(
    "--game", "source", metavar="GAME", help=parameters.GAME_HELP + " Required unless the record is of a shipped game."
)
@click.option("--moves", is_flag=True, help="Print the decisions, one per line.")
@click.option("--seat", metavar="SEAT", help="Show only what this seat saw. Give its name, or its number from 0.")
@click.option("--seen", metavar="FILE", help="With --seat, save what the seat saw to this file.")
def command(file: str, source: str | None, moves: bool, seat: str | None, seen: str | None) -> None:
    """Replay a record and verify that every state matches the saved one."""
    from ludotome.cli.console import counted, say, width, write
    from ludotome.diagnostics import one_line

    if seat is None and seen is not None:
        raise CommandError("`--seen` needs `--seat`: name the seat whose game it is", status=2)
    record = load_record(file, output=seen)
    again = partial(_replay_command, file)
    game = load_game_of(record, again, output=seen) if source is None else load_game(source, output=seen)
    state = replayed(record, game, file, source, again)
    place = None if seat is None else _place(seat, state.game.game_def.metadata.seats[: state.num_players])
    if place is None:
        lines = _written(record, game) if moves else ()
    else:
        shown = record.seen_by(game, place)
        if seen is not None:
            shown.save(seen)
        lines = tuple(_as_seen(record, game, place, shown.decisions)) if moves else ()
    for number, line in enumerate(lines, 1):
        write(f"{number:>4}  {one_line(line)}\n")
    write(state.text(place, width=width()) + "\n")
    say(f"{counted(len(record.decisions), 'decision')} of {game.name}, every hash matches")


def _replay_command(file: str, document: str | None) -> str:
    """Return the command that replays *file* with a *document*, or with its shipped game."""
    return shlex.join(["ludotome", "replay", file, *([] if document is None else ["--game", document])])


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

    return tuple(notation_of(game.game_def, before, decision) for before, decision in _steps(record, game))


def _steps(record: Record, game: Game) -> Iterator[tuple[GameState, Decision]]:
    """Yield each decision with the state before it."""
    before = None
    for state in record.states(game):
        if before is not None:
            yield before, state.history()[-1]
        before = state.game_state


def _as_seen(record: Record, game: Game, seat: int, decisions: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield each decision as a seat may know it: the player and the notation, or a description without secrets."""
    from ludotome.kernel import notation_for

    for (before, decision), known in zip(_steps(record, game), decisions, strict=True):
        player = known["player"]
        who = "chance" if player < 0 else game.game_def.metadata.seats[player]
        yield f"{who}: {notation_for(game.game_def, before, decision, seat) or _in_words(known)}"


def _in_words(decision: dict[str, Any]) -> str:
    if "action" in decision:
        given = decision.get("params", {}).items()
        return " ".join((decision["action"], *(f"{name[1:]}={_value(value)}" for name, value in given)))
    return _value(decision.get("choose", decision.get("chance")))


def _value(value: Any) -> str:
    return f"one of {value['oneOf']}" if isinstance(value, dict) else str(value)
