"""Application: the commands and options of the program, from one table.

This module is imported only when a command runs, because it loads Click. It imports only the module of that command;
the list of commands imports all.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import click

import ludotome
from ludotome.cli.group import Group

# Each is a module of this package with `command`, a command or a group of them; `--help` lists them in this order.
COMMANDS = (
    "new",
    "check",
    "explain",
    "schema",
    "games",
    "show",
    "print",
    "export",
    "test",
    "compile",
    "play",
    "simulate",
    "report",
    "compare",
    "tune",
    "levels",
    "perft",
    "replay",
    "build",
    "bench",
    "board",
    "serve",
    "mcp",
    "lsp",
)


class _Commands(Group):
    """The commands of the table, each imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the frame hands it over
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        return _command(cmd_name) if cmd_name in COMMANDS else None


def command_words() -> Iterator[tuple[str, ...]]:
    """Yield every command as the words that call it; a group is followed by its commands."""
    for name in COMMANDS:
        yield (name,)
        command = _command(name)
        if isinstance(command, click.Group):
            yield from ((name, inner) for inner in command.commands)


def _command(name: str) -> click.Command:
    command = import_module(f"ludotome.cli.{name}").command
    assert isinstance(command, click.Command)
    return command


@click.group(cls=_Commands, context_settings={"show_default": True})
@click.version_option(ludotome.__version__, message="ludotome %(version)s", help="Print the version.")
@click.option("--debug", is_flag=True, expose_value=False, help="Show a traceback when the program fails.")
def application() -> None:
    """Write a tabletop game as one document; get a checked, playable game.

    Exit status: 0 success; 1 errors in the document, record or game, or a failure of the machine; 2 wrong usage, or a
    game or file that does not exist; 130 interrupted. Closing the output pipe early is not an error.
    """
