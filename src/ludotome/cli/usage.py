"""Usage: one line for each error that Click reports, with what to write instead.

This module does not know what any command does.
"""

from __future__ import annotations

import re
from typing import Any

import click

from ludotome.diagnostics import nearest

_RANGES = (click.IntRange, click.FloatRange)
_QUOTED = re.compile(r"'([^']*)'")


def usage_in_words(wrong: click.ClickException) -> str:
    """Return what is wrong with a command line, with a near name or the usage of the command."""
    context = wrong.ctx if isinstance(wrong, click.UsageError) else None
    if context is None:
        return _lowered(wrong.format_message())
    command = context.command
    if isinstance(wrong, click.NoSuchCommand):
        names = command.list_commands(context) if isinstance(command, click.Group) else []
        return f"there is no command `{wrong.command_name}`; {_near(wrong.command_name, names, context)}"
    if isinstance(wrong, click.NoSuchOption):
        names = [name for parameter in command.get_params(context) for name in parameter.opts if name[0] == "-"]
        return f"there is no option `{wrong.option_name}`; {_near(wrong.option_name, names, context)}"
    if isinstance(wrong, click.MissingParameter) and isinstance(wrong.param, click.Option):
        option = wrong.param.opts[0]
        return f"`{option}` is missing: write `{option} {wrong.param.make_metavar(context)}`"
    if isinstance(wrong, click.BadParameter) and isinstance(wrong.param, click.Option):
        value = wrong.message.rpartition(" is not ")[0]  # which is shown nowhere else
        return f"`{wrong.param.opts[0]}` is {_lowered(value)}: write {_wanted(wrong.param.type)}"
    form = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    return f"{_lowered(wrong.format_message())}: write `{form}`"


def _near(name: str, names: list[str], context: click.Context) -> str:
    near = nearest(name, names)
    return f"did you mean `{near[0]}`?" if near else f"`{context.command_path} --help` lists them"


def _wanted(kind: click.ParamType[Any]) -> str:
    """Return what an option accepts: one of a few names, or numbers."""
    if isinstance(kind, click.Choice):
        *names, last = map(str, kind.choices)
        return f"{', '.join(names)} or {last}" if names else last
    low = f" from {kind.min}" if isinstance(kind, _RANGES) and kind.min is not None else ""
    high = f" to {kind.max}" if isinstance(kind, _RANGES) and kind.max is not None else ""
    return f"{'a number' if isinstance(kind, click.FloatRange) else 'a whole number'}{low}{high}"


def _lowered(message: str) -> str:
    """Return a *message* of Click in our style: lower case, names in backticks, no full stop."""
    return _QUOTED.sub(r"`\1`", message[:1].lower() + message[1:]).rstrip(".")
