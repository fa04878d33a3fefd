"""Application: the commands and options of the program, from one table.

This module is imported only when a command runs: it loads the library of command lines.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

import ludotome

# Each is a module of this room with `command`, a function or an application of its own with several of them; `--help`
# lists them in this order.
COMMANDS = (
    "new",
    "check",
    "explain",
    "games",
    "show",
    "test",
    "compile",
    "play",
    "simulate",
    "perft",
    "replay",
    "build",
    "bench",
    "board",
)


def application() -> typer.Typer:
    """Return the application with every command of the table."""
    # Plain help and plain errors: the pretty ones cost more time than most commands.
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=True)
    app.callback()(_options)
    for name in COMMANDS:
        command = import_module(f"ludotome.cli.{name}").command
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    return app


def command_words() -> list[tuple[str, ...]]:
    """Return every command as the words that call it; one with commands of its own is followed by these."""
    words: list[tuple[str, ...]] = []
    for name in COMMANDS:
        words.append((name,))
        command = import_module(f"ludotome.cli.{name}").command
        if isinstance(command, typer.Typer):
            words.extend((name, inner.name or "") for inner in command.registered_commands)
    return words


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"ludotome {ludotome.__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_tell_version, is_eager=True)
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of whatever goes wrong.")] = False,
) -> None:
    """Write a tabletop game as one document; get a checked, playable game.

    Exit status: 0 fine, 1 the document, record, game or machine has errors, 2 wrong usage.
    """
