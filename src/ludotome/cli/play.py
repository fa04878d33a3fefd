"""`ludotome play`: play a game in the terminal, against other people or agents."""

from __future__ import annotations

import os
import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from ludotome.cli import parameters
from ludotome.cli.documents import check_writable
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import begun, load_game, load_game_of, load_record, replayed

if TYPE_CHECKING:
    from ludotome.agents import Agent
    from ludotome.play import Record, State


@click.command
@parameters.settings
@click.argument("source", metavar="[GAME]", required=False, help=parameters.GAME_HELP)
@click.option(
    "--agents",
    "seats",
    metavar="NAMES",
    show_default="human in the first seat, normal in the others",
    help="Players, one per seat, separated by commas: human, random, greedy, easy, normal, hard, best, "
    "mcts:N or mcts:Nms.",
)
@parameters.table_seed
@parameters.players
@parameters.position
@click.option("--record", metavar="FILE", help="Save the game to this new file after every decision.")
@click.option(
    "--resume",
    metavar="FILE",
    help="Continue the game saved in this record. It is updated as you play, unless --record names a new file.",
)
def command(
    source: str | None,
    seats: str | None,
    seed: int | None,
    players: int | None,
    position: str | None,
    record: str | None,
    resume: str | None,
) -> None:
    """Play a game in the terminal. Choose moves by number or notation; type `help` for commands."""
    from ludotome.cli.console import say
    from ludotome.cli.main import INTERRUPTED
    from ludotome.cli.table import Table

    if position is not None and resume is not None:
        raise CommandError("`--position` and `--resume` exclude each other: leave one out", status=2)
    saved = None if resume is None else load_record(resume)
    kept = record or resume
    if kept is not None:
        check_writable(kept)
    if record is not None:
        _check_free(record, resume)
    again = partial(_resume_command, seats, str(resume))
    if source is not None:
        game = load_game(source)
    elif saved is not None:
        game = load_game_of(saved, again)
    else:
        raise CommandError("name a game to play: `ludotome games` lists the shipped ones", status=2)
    drawn = _drawn_seed() if seed is None else seed
    if saved is None:
        state = begun(game, position, seed=drawn, players=players)
    else:
        _check_same(str(resume), saved)
        state, drawn = replayed(saved, game, str(resume), source, again), saved.seed
    goes_on = None if kept is None else _resume_command(seats, kept, source)
    seated = _seated(seats, state)
    is_told = seed is None and saved is None and (game.is_uncertain or any(agent is not None for agent in seated))
    try:
        if is_told and not game.has_secrets:
            say(_seed_said(drawn))
        Table(state, seated, seed=drawn, record=kept, again=goes_on).play()
    except KeyboardInterrupt:  # the table has said that the game is closed: leaving by an interrupt is not an error
        raise click.exceptions.Exit(INTERRUPTED) from None
    finally:
        if is_told and game.has_secrets:  # shown earlier, it would let a player deal the same cards elsewhere
            say(_seed_said(drawn))


def _drawn_seed() -> int:
    """Return 64 random bits from the system, so that nobody can guess the cards and dice."""
    return int.from_bytes(os.urandom(8), "big")


def _seed_said(seed: int) -> str:
    return f"random seed {seed}: `--seed {seed}` plays the same cards and dice again"


def _check_same(file: str, saved: Record) -> None:
    """Refuse options that contradict the game saved in *file*: its seed and players are fixed."""
    context = click.get_current_context()
    for name, kept in (("seed", saved.seed), ("players", saved.players)):
        given = context.params[name]
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE and given != kept:
            message = f"`--{name}` is {given}, but the game of `{file}` has {kept}: leave `--{name}` out"
            raise CommandError(message, status=2)


def _check_free(record: str, resume: str | None) -> None:
    """Refuse an existing file, because its game would be overwritten; the file that is resumed is accepted."""
    file = Path(record)
    if file.exists() and not (resume is not None and file.samefile(resume)):
        message = f"`{record}` already exists; `--resume {record}` continues it, or name another file"
        raise CommandError(message, status=2)


def _resume_command(seats: str | None, record: str, source: str | None) -> str:
    """Return the command that resumes *record* with the same seats; for a shipped game without the document."""
    from ludotome.play import shipped_games

    game = [] if source is None or source in shipped_games() else [source]
    agents = ["--agents", seats] if seats is not None else []
    return shlex.join(["ludotome", "play", *game, *agents, "--resume", record])


def _seated(text: str | None, state: State) -> tuple[Agent | None, ...]:
    """Return the agent of each seat, None for a person (default: a person in the first seat, search in the others)."""
    from ludotome.agents import parse_agent
    from ludotome.simulate import measured_levels

    players = state.num_players
    levels = measured_levels(state.game, players)
    names = ["human"] + ["normal"] * (players - 1) if text is None else [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise CommandError(f"{len(names)} agents for {players} seats: name one, or one for each seat", status=2)
    try:
        return tuple(None if name.lower() in ("human", "person", "me") else parse_agent(name, levels) for name in names)
    except ValueError as problem:
        raise CommandError(f"{problem}, or human", status=2) from None
